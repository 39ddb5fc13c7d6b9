//! `twistsat verify` finds every fault of a certificate, and never verifies one that is about something else.

use serde_json::{Value, json};

use super::*;
use crate::common::cli::*;
use crate::common::json::each_change_refused;
use crate::common::puzzles::{colored_beads, row};

/// A folder with a certificate that a position at distance five needs more than four turns.
fn certificate() -> Folder {
    let folder = Folder::new();
    let state = format!("prove pocket --state {FIVE} --max-turns 4 -o p");
    run_in!(folder.path(), "{state} --text --proof-format drat").ends(0);
    folder
}

#[test]
fn verify_states_what_a_right_certificate_proves() {
    let folder = certificate();
    let run = run_in!(folder.path(), "verify p.json").ends(0);
    let says = "\
verified: no solution of at most 4 turns leads from the start to the goal, up to rotation of the whole puzzle
puzzle pocket
start  U=UDDU R=RFRF F=RFRF D=UDDU L=LBLB B=LBLB
goal   U=UUUU R=RRRR F=FFFF D=DDDD L=LLLL B=BBBB
turns  U U2 U' R R2 R' F F2 F'
";
    assert!(run.out.starts_with(says), "{run:#?}");
    let json = run_in!(folder.path(), "verify p.json --format json");
    let json = json.ends(0).json();
    assert_eq!(json["verdict"], "verified");
    assert_eq!(json["reason"], Value::Null);
    // From another folder, too.
    run!("verify {}", folder.arg("p.json")).ends(0);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_word_of_a_certificate_is_compared_with_what_the_rest_implies() {
    const FIELDS: &str = r#"
/refutation/proof_format = "frat" » its `proof_format` is `frat`; it must be `lrat` or `drat`
/refutation/proof_format = "lrat" » p.drat:
/format = "twistsat-certificate-5" » this version reads `twistsat-certificate-4`
/format = "twistsat-certificate-3" » the format of the certificate is `twistsat-certificate-3`; this version reads
/format = "twistsat-parts-2" » the format of the certificate is `twistsat-parts-2`; this version reads
/refutation = » it has neither a `refutation` nor `parts`
/version = "9.9.9" » was written by twistsat 9.9.9
/question/max_turns = 5 » p.cnf is not the formula of this problem: line
/question/max_turns = 3 » p.cnf is not the formula of this problem: line
/question/turns = 4 » /question/max_turns = » its question does not cover every length up to a maximum
/question/state = "UUUURLRLBFBFDDDDLRLRFBFB" » p.cnf is not the formula of this problem: line
/question/state = "UDDU" » the certificate is damaged
/question/scramble = "R" » give a start: `scramble`, `state`
/question/to = "R" » the certificate is damaged: the target:
/question/to = ["solved", "R"] » a certificate takes one goal
/question/goal_up_to = "rotation" » a certificate takes one goal
/question/canonical = true » a certificate does not take `canonical`
/question/free = "U" » a certificate takes no free turns
/question/plan = "thistlethwaite" » a certificate takes a stage of a plan, not all of it
/question/min_turns = 1 » p.cnf is not the formula of this problem: line
/question/metric = "qtm" » p.cnf is not the formula of this problem: line
/question/allow = "U" » p.cnf is not the formula of this problem: line
/question/allow = "U L" » turn `L` moves the held piece
/puzzle_sha256 = "0" » its `puzzle_sha256` is not that of its puzzle `pocket`
/question/puzzle = "cube" » unknown puzzle `cube`
/question/puzzle = "skewb" » its `puzzle_sha256` is not that of its puzzle `skewb`
/refutation/recipe_sha256 = "0" » its `recipe_sha256` is `0`; recipe `plain` has
/extra = 1 » unknown field `extra`
/question/extra = 1 » unknown field `extra`
/question = {} » give a puzzle: either `puzzle` or `puzzle_file`
/question/puzzle_file = {"name": "a.toml", "text": ""} » give a puzzle: either `puzzle` or `puzzle_file`
"#;
    let folder = certificate();
    each_change_refused(&folder, "p.json", "verify p.json", FIELDS);
    let whole = folder.read("p.json");
    let json = folder.json("p.json");
    let keys =
        |json: &Value| -> Vec<String> { json.as_object().unwrap().keys().cloned().collect() };
    let of_all = keys(&json).into_iter().map(|key| (String::new(), key));
    let of_refutation = keys(&json["refutation"]).into_iter();
    let of_refutation = of_refutation.map(|key| ("/refutation".to_owned(), key));
    for (place, key) in of_all
        .chain(of_refutation)
        .filter(|(_, key)| key != "refutation")
    {
        folder.alter("p.json", |json| {
            let keys = json.pointer_mut(&place).unwrap();
            drop(keys.as_object_mut().unwrap().remove(&key));
        });
        refused(&folder, &format!("missing field `{key}`"));
        folder.write("p.json", &whole);
    }
    for text in ["", "{", "[]", "null", &whole[..whole.len() / 2]] {
        folder.write("p.json", text);
        let says = "this is not a certificate written by `twistsat prove`";
        refused(&folder, says);
    }
}

/// The premises that `verify` reports for a certificate: the first words of each.
fn premises(folder: &Folder, name: &str) -> Vec<String> {
    let report = run_in!(folder.path(), "verify {name} --format json");
    let report = report.ends(0).json();
    let rests_on = &report["rests_on"];
    assert_eq!(*rests_on, folder.json(name)["refutation"]["rests_on"]);
    let premises = rests_on.as_array().unwrap().iter();
    let first = |premise: &Value| {
        let words = premise.as_str().unwrap().split([':', '(']).next();
        words.unwrap().trim().to_owned()
    };
    premises.map(first).collect()
}

#[test]
fn a_certificate_lists_what_it_rests_on_beyond_the_clauses() {
    let folder = Folder::new();
    let prove = |start: &str, premises: &str| {
        let prove = "prove pocket --max-turns 1 -o p --quiet";
        run_in!(folder.path(), "{prove} {start}").ends(0);
        let all = format!("the puzzle file, the encoding, {premises}the checker of the proof");
        assert_eq!(self::premises(&folder, "p.json").join(", "), all, "{start}");
    };
    prove("--scramble 'R U F'", "the held piece, ");
    prove("--scramble 'R U F' --to solved", "");
    // In other letters than the puzzle's own.
    prove(&format!("--state {FIVE}"), "the held piece, the colors, ");
    // A partly unknown start, and one that leaves the orientation of the cube open.
    let open = FIVE.replacen('R', ".", 1);
    let premises = "the held piece, the colors, the start, ";
    prove(&format!("--state {open}"), premises);
    let premises = "the held piece, the orientations, the colors, the start, ";
    prove("--state UDDURFR.RF.F.D.ULB..LBL.", premises);
}

/// `verify` says in its own words what is proved, and what that rests on.
#[test]
fn prose_and_comments_of_a_certificate_are_ignored() {
    let folder = certificate();
    let right = run_in!(folder.path(), "verify p.json").ends(0).out;
    folder.alter("p.json", |json| {
        json["claim"] = json!("no solution at all");
        json["refutation"]["covers"] = json!("everything");
        json["refutation"]["rests_on"] = json!([]);
        json["refutation"]["recipe"] = json!("other");
    });
    assert_eq!(run_in!(folder.path(), "verify p.json").ends(0).out, right);
    let text = folder.read("p.cnf");
    let (head, clauses) = text.split_at(text.find("p cnf").unwrap());
    assert_eq!(head.lines().count(), 9);
    let other = format!("c no solution at all\n{clauses}");
    replace(&folder, "formula", other);
    assert_eq!(run_in!(folder.path(), "verify p.json").ends(0).out, right);
    let shorter = &clauses[..=clauses.trim_end().rfind('\n').unwrap()];
    for other in [&format!("{clauses}1 0\n"), shorter] {
        replace(&folder, "formula", other);
        refused(&folder, "p.cnf is not the formula of this problem: line");
    }
}

#[test]
fn missing_or_different_files_are_refused() {
    let folder = certificate();
    let (cnf, drat) = (folder.read("p.cnf"), folder.read("p.drat"));
    for (name, content) in [("p.cnf", &cnf), ("p.drat", &drat)] {
        std::fs::remove_file(folder.path_of(name)).unwrap();
        refused(&folder, &format!("cannot read {name}: No such file"));
        folder.write(name, content);
    }
    folder.write("p.drat", drat.clone() + "c\n");
    let says = "p.drat is not the file of the certificate: its SHA-256 is";
    refused(&folder, says);
    folder.write("p.drat", &drat);
    // An extra clause, with the new hash in the certificate.
    let easier = cnf.clone() + "1 0\n";
    replace(&folder, "formula", easier);
    refused(&folder, "p.cnf is not the formula of this problem: line");
    folder.write("p.cnf", &cnf);
    refused(&folder, "p.cnf is not the file of the certificate");
    replace(&folder, "formula", &cnf);
    run_in!(folder.path(), "verify p.json").ends(0);
    for name in ["../p.cnf", "/p.cnf", "", "a/p.cnf", "."] {
        folder.alter("p.json", |json| {
            json["refutation"]["formula"]["name"] = json!(name)
        });
        refused(&folder, "is not the name of a file next to it");
    }
}

/// The proof of another position, or of another budget, replaces the right one.
#[test]
fn the_proof_of_another_question_is_refused() {
    let folder = certificate();
    for (state, turns) in [(THREE, "2"), (FIVE, "3")] {
        let other = Folder::new();
        let question = format!("prove pocket --state {state} --max-turns {turns}");
        run_in!(other.path(), "{question} -o q --proof-format drat").ends(0);
        let proof = std::fs::read(other.path_of("q.drat")).unwrap();
        replace(&folder, "proof", &proof);
        refused(&folder, "p.drat: ");
    }
}

/// The question has a solution, and everything in the forged certificate is consistent except the proof.
#[test]
fn a_solvable_problem_gets_no_certificate() {
    let folder = certificate();
    let drat = std::fs::read(folder.path_of("p.drat")).unwrap();
    // The formula for five turns, which has a solution, written by `encode`.
    let question = format!("pocket --state {FIVE} --max-turns 5");
    run_in!(folder.path(), "encode {question} --recipe plain -o p.cnf").ends(0);
    // Formulas of certificates do not have the line for model counters.
    let lines = folder.read("p.cnf");
    let lines = lines.lines().filter(|line| !line.starts_with("c p show "));
    let cnf: String = lines.map(|line| format!("{line}\n")).collect();
    replace(&folder, "formula", cnf);
    folder.alter("p.json", |json| {
        json["question"]["max_turns"] = json!(5);
        for place in ["/claim", "/refutation/covers"] {
            let text = json.pointer_mut(place).unwrap();
            *text = json!(text.as_str().unwrap().replace('4', "5"));
        }
    });
    // Everything is consistent now, except the proof.
    for proof in [&drat[..], b"0\n", b"", b"1 0\n-1 0\n0\n"] {
        replace(&folder, "proof", proof);
        refused(&folder, "p.drat: ");
    }
}

#[test]
fn a_stopped_verification_is_unknown() {
    let folder = certificate();
    let arguments = "verify p.json --time-limit 0";
    let run = run_in(folder.path(), arguments).ends(30);
    let says = "unknown whether the certificate is valid (time limit reached)\n";
    assert_eq!(run.out, says);
    let json = run_in!(folder.path(), "{arguments} --format json");
    assert_eq!(json.ends(30).json()["verdict"], "unknown");
}

/// The certificate identifies a puzzle that is not built in by its hash.
#[test]
fn a_custom_puzzle_is_verified_with_its_file_and_no_other() {
    let rings = row("rings", 5, &[("L", "a b c"), ("R", "c d e")]);
    let folder = Folder::new();
    folder.write("rings.toml", &rings);
    let question = "prove --puzzle-file rings.toml --state 45123 --max-turns 3 -o p";
    run_in(folder.path(), question).ends(0);
    let says = "its puzzle `rings` is not built in; give its file with --puzzle-file PATH";
    refused(&folder, says);
    let verify = "verify p.json --puzzle-file rings.toml";
    run_in(folder.path(), verify).ends(0);
    folder.write("rings.toml", rings.replace("a b c\"]", "a c b\"]"));
    run_in(folder.path(), verify)
        .ends(1)
        .says(&["its puzzle `rings` is not the puzzle `rings` that was given"]);
    run_in!(folder.path(), "verify p.json --puzzle-file none.toml")
        .ends(1)
        .says(&["cannot read none.toml"]);
}

/// Identical pieces cannot be tracked, so there are no lemmas.
#[test]
fn a_puzzle_with_identical_pieces_is_proved_without_lemmas() {
    let beads = colored_beads(&[("1", "ab"), ("2", "cd")], &["a b c", "b c d"]);
    let folder = Folder::new();
    folder.write("beads.toml", beads.definition());
    let puzzle = "--puzzle-file beads.toml";
    let question = "prove --state 2211 --max-turns 1 -o p --format json";
    let json = run_in!(folder.path(), "{question} {puzzle}").ends(0).json();
    assert_eq!(json["lemmas_given"], 0);
    run_in!(folder.path(), "verify p.json {puzzle}").ends(0);
}

/// The proof is cut short, or uses a number twice. Its hash in the certificate is right each time. (`checker/tests/checker/lrat.rs`
/// tests all faults of proofs.)
#[test]
fn a_certificate_with_a_damaged_proof_is_refused_and_says_where() {
    let folder = Folder::new();
    run_in!(folder.path(), "{TWO_TURNS_TOO_FEW} -o p --text --quiet").ends(0);
    let proof = folder.read("p.lrat");
    let mut lines: Vec<&str> = proof.lines().collect();
    replace(&folder, "proof", &proof[..proof.len() - 3]);
    let says = "the last step does not end with 0: the proof is cut short";
    refused(&folder, says);
    lines[2] = lines[1];
    replace(&folder, "proof", lines.join("\n") + "\n");
    let run = run_in!(folder.path(), "verify p.json").ends(1);
    let says = [
        "p.lrat: ",
        "step 3 (line 3): clause",
        "its number is used already or too small",
    ];
    run.says(&says).prints_nothing();
}
