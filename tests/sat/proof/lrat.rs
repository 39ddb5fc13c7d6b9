//! LRAT: each addition follows from its hints, or is refused with what is wrong.

use twistsat::proof::check::{Expected, Fault, Format, Suggestions, check_either, elaborate};

use super::foreign::binary;
use super::formulas::*;
use super::*;
use crate::common::cli::{Folder, run_in};

/// Checks a proof in LRAT.
pub fn replayed(cnf: &str, proof: &[u8]) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let mut poll = |_| ControlFlow::Continue(());
    let expected = Expected::from(Format::Lrat);
    let (format, outcome) = check_either(&formula, proof, expected, Mode::Backward, &mut poll)?;
    assert_eq!(format, Format::Lrat);
    Ok(outcome)
}

#[track_caller]
pub fn verified(cnf: &str, proof: &[u8]) -> Verified {
    match replayed(cnf, proof) {
        Ok(Outcome::Verified(verified)) => verified,
        other => panic!("{other:?}\n{cnf}\n{}", String::from_utf8_lossy(proof)),
    }
}

/// What is wrong with a proof, as text and binary.
#[track_caller]
fn fault(cnf: &str, text: &str) -> Fault {
    let fault = |proof: &[u8]| match replayed(cnf, proof) {
        Ok(Outcome::Rejected(Rejected {
            reason: Reason::Hints { fault, .. },
            ..
        })) => fault,
        other => panic!("{other:?}\n{cnf}\n{text}"),
    };
    let found = fault(text.as_bytes());
    // Numbers that do not fit may be taken for those of programs that do not double them.
    if !matches!(
        found,
        Fault::Number { .. } | Fault::Forward(_) | Fault::Unresolved(..)
    ) {
        assert_eq!(found, fault(&binary(text, 2)));
    }
    found
}

/// All four clauses over two variables.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

#[test]
fn a_right_proof_is_verified_as_text_and_binary() {
    let text =
        "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n7 what comes after the empty clause is not read";
    let all = verified(SQUARE, text.as_bytes());
    assert_eq!((all.steps, all.additions, all.rup, all.rat), (3, 2, 2, 0));
    let text = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    for factor in [1, 2] {
        assert_eq!(verified(SQUARE, &binary(text, factor)), all);
    }
    // Numbers may be left out; so may deletions.
    verified(SQUARE, b"c gaps\n50 1 0 1 2 0\n900000000000 0 50 3 4 0\n");
    // An empty clause needs no proof.
    verified("p cnf 1 2\n0\n1 0\n", b"");
}

#[test]
fn hints_must_lead_to_a_conflict_each_by_one_literal() {
    for (text, wrong) in [
        // A hint that points forward, to itself, far away.
        ("5 1 0 6 2 0\n6 0 5 3 4 0\n", Fault::Forward(6)),
        ("5 1 0 5 2 0\n6 0 5 3 4 0\n", Fault::Forward(5)),
        ("5 1 0 1000000000 0\n", Fault::Forward(1_000_000_000)),
        // A clause that was deleted, or that a gap left out.
        ("5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", Fault::Gone(3)),
        ("7 1 0 1 2 0\n9 0 5 3 4 0\n", Fault::Gone(5)),
        // Two open literals, or one that is true.
        ("5 0 1 0\n", Fault::NotUnit(1, vec![1, 2])),
        (
            "5 1 0 1 2 0\n6 2 0 5 2 0\n",
            Fault::Satisfied(2, vec![1, -2]),
        ),
        // Too few.
        ("5 1 0 1 0\n", Fault::Unresolved(3, vec![-1, 2])),
        ("5 0 0\n", Fault::NoConflict),
        ("5 1 0 1 2 0\n6 0 5 3 0\n", Fault::NoConflict),
    ] {
        let found = match text.starts_with("5 1 0 1 0") {
            // Without hints for RAT nothing shows which of two things was meant.
            true => {
                assert_eq!(fault(SQUARE, text), Fault::NoConflict);
                continue;
            }
            false => fault(SQUARE, text),
        };
        assert_eq!(found, wrong, "{text}");
    }
}

#[test]
fn numbers_go_up_and_are_used_once() {
    for (text, last) in [
        ("4 1 0 1 2 0\n", 4),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", 5),
        ("9 1 0 1 2 0\n8 0 9 3 4 0\n", 9),
        // Neither may the number of a clause be used again that is deleted.
        ("5 1 0 1 2 0\n5 d 5 0\n5 1 0 1 2 0\n", 5),
    ] {
        assert_eq!(fault(SQUARE, text), Fault::Number { last }, "{text}");
    }
}

#[test]
fn an_addition_is_a_set_without_opposites() {
    assert_eq!(fault(SQUARE, "5 1 1 0 1 2 0\n"), Fault::Twice(1));
    assert_eq!(fault(SQUARE, "5 1 2 -1 0 1 0\n"), Fault::Opposites(-1));
}

/// The same rules as in the text, on the first literal.
#[test]
fn rat_must_name_every_clause_with_the_opposite() {
    // 3 is new; then 3 and 1 exclude each other, which is RAT on -3 because of the clause before.
    let right = "5 3 1 0 0\n6 -3 -1 0 -5 0\n";
    let end = "7 1 0 1 2 0\n8 0 7 3 4 0\n";
    let all = verified(SQUARE, format!("{right}{end}").as_bytes());
    assert_eq!((all.rup, all.rat), (2, 2));
    for (text, wrong) in [
        ("5 3 1 0 0\n6 -3 0 0\n", Fault::NoConflict),
        ("5 3 1 0 0\n6 -3 0 -5 0\n", Fault::Unresolved(5, vec![3, 1])),
        (
            "5 3 1 0 0\n6 3 2 0 0\n7 -3 -1 0 -5 0\n",
            Fault::Unresolved(6, vec![3, 2]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -1 0\n",
            Fault::NotOpposite(1, vec![1, 2]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -5 -5 0\n",
            Fault::NotOpposite(5, vec![3, 1]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -7 0\n",
            Fault::Unresolved(5, vec![3, 1]),
        ),
        ("5 3 1 0 0\n6 -3 -1 0 -5 -7 0\n", Fault::Forward(7)),
    ] {
        let found = fault(SQUARE, text);
        assert_eq!(found, wrong, "{text}");
    }
    // What is deleted need not be named.
    let text = format!("5 3 1 0 0\n5 d 5 0\n6 -3 -1 0 0\n{end}");
    verified(SQUARE, text.as_bytes());
}

#[test]
fn what_is_no_lrat_is_refused_with_its_place() {
    for (text, says) in [
        ("", "the proof has no steps"),
        (
            "5 1 0 1 2 0\n",
            "ends after step 1 without the empty clause",
        ),
        (
            "5 1 0 1 2",
            "line 1, column 10: the last step does not end with 0: the proof is cut short",
        ),
        ("5", "cut short"),
        ("5 d 1", "cut short"),
        (
            "x 1 0 1 2 0",
            "line 1, column 1: `x` is not the number of a clause",
        ),
        ("0 1 0 1 2 0", "`0` is not the number of a clause"),
        ("-5 1 0 1 2 0", "`-5` is not the number of a clause"),
        ("5 d -1 0", "`-1` is not the number of a clause"),
        ("5 x 0 1 2 0", "line 1, column 3: `x` is not a literal"),
        ("5 99999999999 0 1 2 0", "`99999999999` is not a literal"),
        (
            "5 1 0 99999999999999999999 2 0",
            "is not the number of a clause",
        ),
    ] {
        let said = match replayed(SQUARE, text.as_bytes()) {
            Ok(Outcome::Rejected(rejected)) => rejected.to_string(),
            Err(error) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(said.contains(says), "{text}: {said}");
    }
    for (bytes, says) in [
        (&b"x"[..], "byte 0: a step must begin with `a` or `d`"),
        (b"a\x0a", "cut short"),
        (
            b"a\x0a\x02\0\x02",
            "byte 5: the last step does not end: the proof is cut short",
        ),
        (b"a\0\0\0", "byte 1: no clause has this number"),
        (b"a\x0a\x01\0\0", "byte 2: no literal has this number"),
        (b"a\x0a\0\x01\0", "byte 3: no clause has this number"),
        (b"d\x03\0", "no clause has this number"),
        (
            b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0",
            "more than nine bytes",
        ),
    ] {
        let mut poll = |_| ControlFlow::Continue(());
        let expected = Expected {
            form: Some(Form::Binary),
            ..Format::Lrat.into()
        };
        let formula = Formula::read(SQUARE.as_bytes()).unwrap();
        let error = check_either(&formula, bytes, expected, Mode::Backward, &mut poll).unwrap_err();
        assert!(error.to_string().contains(says), "{bytes:?}: {error}");
    }
}

/// A variable of any number costs no memory, and a hint of any number no time.
#[test]
fn large_numbers_are_read_as_what_they_are() {
    let text =
        "5 1000000000 2147483647 0 0\n6 -1000000000 -2147483647 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n";
    let all = verified(SQUARE, text.as_bytes());
    assert_eq!((all.rup, all.rat), (2, 2));
    verified(SQUARE, &binary(text, 2));
    assert_eq!(
        fault(SQUARE, "5 1000000000 0 1000000000 0\n"),
        Fault::Forward(1_000_000_000)
    );
}

/// Deleting what is not there does nothing, and is counted.
#[test]
fn deletions_of_nothing_are_counted() {
    let text = "5 1 0 1 2 0\n5 d 1 1 77 0\n6 0 5 3 4 0\n";
    assert_eq!(verified(SQUARE, text.as_bytes()).missing_deletions, 2);
}

/// A proof in DRAT as LRAT, in a form.
fn as_lrat(cnf: &str, proof: &[u8], form: Form) -> Vec<u8> {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    let proof = Proof::new(proof, None).unwrap();
    let mut poll = |_| ControlFlow::Continue(());
    let (outcome, lrat) = elaborate(&formula, proof, &Suggestions::default(), &mut poll).unwrap();
    assert!(matches!(outcome, Outcome::Verified(_)), "{outcome:?}");
    let mut bytes = Vec::new();
    lrat.unwrap().write(form, &mut bytes).unwrap();
    bytes
}

/// What solvers wrote as DRAT is LRAT with hints, and so is each proof with RAT in it.
#[test]
fn drat_becomes_lrat_that_is_verified() {
    let mut random = random(21);
    let mut some = 0;
    for round in 0..400 {
        let clauses = match round {
            0..6 => pigeonhole(2 + round % 4),
            _ => tight_clauses(&mut random, 6 + round % 9),
        };
        let Some(proof) = varisat(&clauses, varisat::ProofFormat::Drat) else {
            continue;
        };
        some += 1;
        let cnf = dimacs(&clauses);
        for form in [Form::Text, Form::Binary] {
            let lrat = as_lrat(&cnf, &proof, form);
            let all = verified(&cnf, &lrat);
            assert_eq!((all.rat, all.missing_deletions), (0, 0));
        }
    }
    assert!(some > 60, "{some}");
}

/// Cook's proofs use new variables, which need RAT; and a deletion that makes a RAT step possible stays.
#[test]
fn rat_becomes_lrat_with_all_clauses_that_matter() {
    for holes in 2..=6 {
        let cnf = dimacs(&pigeonhole(holes));
        let lrat = as_lrat(&cnf, rat::cook(holes).as_bytes(), Form::Binary);
        assert!(verified(&cnf, &lrat).rat > 0);
    }
    // A clause of the formula about the first new variable must be gone before.
    let mut clauses = pigeonhole(3);
    clauses.push(vec![-13, 99]);
    let (cnf, given) = (dimacs(&clauses), clauses.len());
    let drat = format!("d -13 99 0\n{}", rat::cook(3));
    let lrat = String::from_utf8(as_lrat(&cnf, drat.as_bytes(), Form::Text)).unwrap();
    assert!(verified(&cnf, lrat.as_bytes()).rat > 0);
    // Where it is not deleted, the clause must be named.
    let deletes = format!("{given} d {given} 0\n");
    let kept = lrat.replace(&deletes, "");
    assert!(lrat.contains(&deletes), "{lrat}");
    let found = replayed(&cnf, kept.as_bytes());
    assert!(matches!(found, Ok(Outcome::Rejected(_))), "{found:?}");
}

#[test]
fn the_command_says_which_format_it_read() {
    let folder = Folder::new();
    folder.write("a.cnf", SQUARE);
    let text = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    folder.write("a.lrat", text);
    folder.write("b", binary(text, 2));
    folder.write("old", binary(text, 1));
    for proof in ["a.lrat", "b", "old"] {
        let run = run_in(folder.path(), &["check", "a.cnf", proof]).ends(0);
        assert_eq!(
            run.out,
            "verified: the formula is unsatisfiable (LRAT: 3 steps, 2 additions checked: 2 RUP, 0 RAT)\n"
        );
        let run = run_in(
            folder.path(),
            &["check", "a.cnf", proof, "--format", "json"],
        )
        .ends(0);
        assert_eq!(run.json()["proof_format"], "lrat");
    }
    // What is broken from its beginning is taken for what its name says.
    folder.write("a.lrat", "4 1 0 1 2 0\n");
    let run = run_in(folder.path(), &["check", "a.cnf", "a.lrat"]).ends(1);
    assert_eq!(
        run.out,
        "rejected, read as LRAT: step 1 (line 1): clause 4, `1 0`: its number is used already or too small; it must be \
         more than 4\n"
    );
    let json = run_in(
        folder.path(),
        &["check", "a.cnf", "a.lrat", "--format", "json"],
    )
    .ends(1);
    assert_eq!(json.json()["line"], 1);
}

#[test]
fn check_turns_drat_into_lrat() {
    let folder = Folder::new();
    folder.write("a.cnf", SQUARE);
    folder.write("a.drat", "1 0\n0\n");
    let to = ["check", "a.cnf", "a.drat", "--to-lrat", "a.lrat"];
    let run = run_in(folder.path(), &to).ends(0);
    assert!(
        run.out
            .starts_with("verified: the formula is unsatisfiable (DRAT: ")
    );
    let check = ["check", "a.cnf", "a.lrat", "--proof-format", "lrat"];
    run_in(folder.path(), &check).ends(0);
    run_in(folder.path(), &[&to[..], &["--lrat-text"]].concat()).ends(0);
    assert_eq!(
        folder.read("a.lrat"),
        "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 5 6 4 0\n"
    );
    // What is wrong is not written, and nothing is written over.
    folder.write("a.drat", "0\n");
    let run = run_in(folder.path(), &to).ends(1);
    assert!(run.out.starts_with("rejected, read as DRAT: "), "{run:#?}");
    assert!(folder.read("a.lrat").starts_with("5 1 0"));
    let over = ["check", "a.cnf", "a.drat", "--to-lrat", "a.cnf"];
    let run = run_in(folder.path(), &over).ends(2);
    assert!(run.err.contains("a.cnf"), "{run:#?}");
    let run = run_in(
        folder.path(),
        &["check", "a.cnf", "a.lrat", "--to-lrat", "b"],
    )
    .ends(1);
    assert!(
        run.err
            .contains("this is a proof in LRAT, and was to be read as DRAT"),
        "{run:#?}"
    );
    assert!(!folder.at("b").exists());
}

#[test]
fn whoever_does_not_want_to_wait_gets_no_answer() {
    let steps = (5..5000).map(|number| format!("{number} 1 0 1 2 0\n"));
    let proof = steps.collect::<String>() + "5000 0 5 3 4 0\n";
    assert_eq!(verified(SQUARE, proof.as_bytes()).additions, 4996);
    let formula = Formula::read(SQUARE.as_bytes()).unwrap();
    let expected = Expected::from(Format::Lrat);
    let mut poll = |_| ControlFlow::Break(());
    let outcome = check_either(
        &formula,
        proof.as_bytes(),
        expected,
        Mode::Backward,
        &mut poll,
    );
    assert_eq!(outcome.unwrap().1, Outcome::Stopped);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_nothing_is_verified_in_vain() {
    let folder = Folder::new();
    folder.write("a.cnf", SQUARE);
    folder.write("a.drat", "1 0\n0\n");
    let full = ["check", "a.cnf", "a.drat", "--to-lrat", "/dev/full"];
    let run = run_in(folder.path(), &full).ends(1);
    assert!(
        run.err.contains("cannot write /dev/full: no storage space"),
        "{run:#?}"
    );
    assert_eq!(run.out, "");
}

/// A certificate with a proof that is cut, points forward, uses a number twice or names a literal that nobody
/// knows; the hash fits each time.
#[test]
fn a_certificate_with_a_damaged_proof_is_refused_and_says_where() {
    let folder = Folder::new();
    run_in(
        folder.path(),
        &[&TWO_TURNS_TOO_FEW[..], &["-o", "p", "--text", "--quiet"]].concat(),
    )
    .ends(0);
    let proof = folder.read("p.lrat");
    let lines: Vec<&str> = proof.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let words: Vec<&str> = lines[1].split(' ').collect();
    let (number, literal) = (words[0], words[1]);
    let cut = &proof[..proof.len() - 3];
    for (damaged, says) in [
        (
            cut.to_owned(),
            "the last step does not end with 0: the proof is cut short",
        ),
        (
            lines[..3].join("\n") + "\n",
            "the proof ends after step 3 without the empty clause",
        ),
        (
            with(1, &format!("{number} {literal} 0 {number}7 0")),
            "points forward: there is no clause of this number yet",
        ),
        (with(2, lines[1]), "step 3 (line 3): clause"),
        (with(2, lines[1]), "its number is used already or too small"),
        (
            with(1, &format!("{number} 1000000000 0 1 0")),
            "step 2 (line 2): clause",
        ),
        (
            with(1, &format!("{number} 99999999999 0 1 0")),
            "`99999999999` is not a literal",
        ),
    ] {
        folder.write("p.lrat", &damaged);
        let mut json: serde_json::Value = serde_json::from_str(&folder.read("p.json")).unwrap();
        let hash = twistsat::proof::certificate::sha256(damaged.as_bytes());
        json["proof"]["sha256"] = hash.into();
        folder.write("p.json", json.to_string());
        let run = run_in(folder.path(), &["verify", "p.json"]).ends(1);
        assert!(
            run.err.contains("p.lrat: ") && run.err.contains(says),
            "{says}: {run:#?}"
        );
        assert_eq!(run.out, "");
    }
}
