//! `twistsat verify` finds every fault of a certificate, and never verifies one that is about something else.

use serde_json::{Value, json};
use twistsat::proof::certificate::sha256;

use super::*;
use crate::common::cli::*;
use crate::common::json::each_change_refused;

/// A folder with a certificate that a position at distance five needs more than four turns.
fn certificate() -> Folder {
    let folder = Folder::new();
    let state = format!("prove pocket --state {FIVE} --max-turns 4 -o p");
    run_in!(folder.path(), "{state} --text --proof-format drat").ends(0);
    folder
}

/// Replaces the proof, and its hash in the certificate.
fn replace_proof(folder: &Folder, proof: &[u8]) {
    folder.write("p.drat", proof);
    folder.alter("p.json", |json| {
        json["refutation"]["proof"]["sha256"] = json!(sha256(proof))
    });
}

#[test]
fn verify_states_what_a_right_certificate_proves() {
    let folder = certificate();
    let run = run_in!(folder.path(), "verify p.json").ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "verified: no solution of at most 4 turns leads from the start to the goal, up to rotation of \
             the whole puzzle",
            "puzzle pocket",
            "start  U=UDDU R=RFRF F=RFRF D=UDDU L=LBLB B=LBLB",
            "goal   U=UUUU R=RRRR F=FFFF D=DDDD L=LLLL B=BBBB",
            "turns  U U2 U' R R2 R' F F2 F'",
        ]
    );
    let json = run_in!(folder.path(), "verify p.json --format json");
    let json = json.ends(0).json();
    assert_eq!(
        (&json["verdict"], &json["reason"]),
        (&json!("verified"), &Value::Null)
    );
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
        refused(
            &folder,
            "this is not a certificate written by `twistsat prove`",
        );
    }
}

/// The premises that `verify` reports for a certificate: the first words of each.
fn premises(folder: &Folder, name: &str) -> Vec<String> {
    let report = run_in!(folder.path(), "verify {name} --format json")
        .ends(0)
        .json();
    assert_eq!(
        report["rests_on"],
        folder.json(name)["refutation"]["rests_on"]
    );
    let premises = report["rests_on"].as_array().unwrap().iter();
    let first = |premise: &Value| {
        premise
            .as_str()
            .unwrap()
            .split([':', '('])
            .next()
            .unwrap()
            .trim()
            .to_owned()
    };
    premises.map(first).collect()
}

#[test]
fn a_certificate_lists_what_it_rests_on_beyond_the_clauses() {
    let folder = Folder::new();
    let prove = |start: &str, premises: &[&str]| {
        let all = ["prove", "pocket", "--max-turns", "1", "-o", "p", "--quiet"];
        run_in(folder.path(), (&all, &start)).ends(0);
        let ends = ["the puzzle file", "the encoding"].iter().chain(premises);
        let all: Vec<&str> = ends.chain(&["the checker of the proof"]).copied().collect();
        assert_eq!(self::premises(&folder, "p.json"), all, "{start:?}");
    };
    let turns = "--scramble 'R U F'";
    prove(turns, &["the held piece"]);
    prove(&format!("{turns} --to solved"), &[]);
    // In other letters than the puzzle's own.
    prove(
        &format!("--state {FIVE}"),
        &["the held piece", "the colors"],
    );
    // A partly unknown start, and one that leaves the orientation of the cube open.
    let open = FIVE.replacen('R', ".", 1);
    prove(
        &format!(r#"--state "{open}""#),
        &["the held piece", "the colors", "the start"],
    );
    let two = "UDDURFR.RF.F.D.ULB..LBL.";
    let all = [
        "the held piece",
        "the orientations",
        "the colors",
        "the start",
    ];
    prove(&format!("--state {two}"), &all);
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
    let (head, clauses) = {
        let text = folder.read("p.cnf");
        let at = text.find("p cnf").unwrap();
        (text[..at].to_owned(), text[at..].to_owned())
    };
    assert_eq!(head.lines().count(), 9);
    let commented = format!("c no solution at all\n{clauses}");
    folder.write("p.cnf", &commented);
    folder.alter("p.json", |json| {
        json["refutation"]["formula"]["sha256"] = json!(sha256(commented.as_bytes()))
    });
    assert_eq!(run_in!(folder.path(), "verify p.json").ends(0).out, right);
    for (name, added) in [("an extra clause", "1 0\n"), ("a missing clause", "")] {
        let mut other = clauses.clone() + added;
        if added.is_empty() {
            other.truncate(other.trim_end().rfind('\n').unwrap() + 1);
        }
        folder.write("p.cnf", &other);
        folder.alter("p.json", |json| {
            json["refutation"]["formula"]["sha256"] = json!(sha256(other.as_bytes()))
        });
        let refused = run_in!(folder.path(), "verify p.json").ends(1).err;
        let says = "p.cnf is not the formula of this problem: line";
        assert!(refused.contains(says), "{name}: {refused}");
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
    refused(
        &folder,
        "p.drat is not the file of the certificate: its SHA-256 is",
    );
    folder.write("p.drat", &drat);
    // An extra clause, with the new hash in the certificate.
    let easier = cnf.clone() + "1 0\n";
    folder.write("p.cnf", &easier);
    folder.alter("p.json", |json| {
        json["refutation"]["formula"]["sha256"] = json!(sha256(easier.as_bytes()))
    });
    refused(&folder, "p.cnf is not the formula of this problem: line");
    folder.write("p.cnf", &cnf);
    refused(&folder, "p.cnf is not the file of the certificate");
    folder.alter("p.json", |json| {
        json["refutation"]["formula"]["sha256"] = json!(sha256(cnf.as_bytes()))
    });
    run_in!(folder.path(), "verify p.json").ends(0);
    for name in ["../p.cnf", "/p.cnf", "", "a/p.cnf", "."] {
        folder.alter("p.json", |json| {
            json["refutation"]["formula"]["name"] = json!(name)
        });
        refused(&folder, "is not the name of a file next to it");
    }
}

/// Lines are removed, altered, swapped or cut off. If a damaged proof is still accepted, a forward check of the clauses it uses
/// must confirm that. More than 20 damaged proofs must be refused.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_corrupted_proof_is_refused_unless_it_still_refutes() {
    let folder = certificate();
    let (cnf, proof) = (folder.read("p.cnf"), folder.read("p.drat"));
    let lines: Vec<&str> = proof.lines().collect();
    let step = (lines.len() / 12).max(1);
    let (mut wrong, mut right) = (0, 0);
    for at in (0..lines.len()).step_by(step) {
        let mut damages = vec![lines.clone(), lines.clone(), lines.clone(), lines.clone()];
        damages[0].remove(at);
        let other = match lines[at].strip_prefix('-') {
            Some(rest) => rest.to_owned(),
            None => format!("-{}", lines[at].trim_start_matches("d ")),
        };
        damages[1][at] = &other;
        damages[2].swap(at, (at * 7 + 3) % lines.len());
        damages[3].truncate(at);
        for damaged in damages {
            let damaged = damaged.join("\n") + "\n";
            replace_proof(&folder, damaged.as_bytes());
            let run = run_in!(folder.path(), "verify p.json");
            let forward = is_verified(&cnf, damaged.as_bytes(), Mode::Forward);
            match run.code {
                // A backward check skips clauses that are not needed, even wrong ones.
                Some(0) => {
                    right += 1;
                    let verified = verified(&cnf, damaged.as_bytes(), Mode::Backward);
                    let core = trimmed(damaged.as_bytes(), &verified);
                    assert!(is_verified(&cnf, core.as_bytes(), Mode::Forward));
                }
                Some(1) => {
                    wrong += 1;
                    assert!(!forward, "{damaged}");
                    assert!(run.err.contains("p.drat: "), "{run:#?}");
                }
                _ => panic!("{run:#?}"),
            }
        }
    }
    assert!(wrong > 20, "{wrong} wrong, {right} right");
    replace_proof(&folder, &proof.as_bytes()[..proof.len() / 2]);
    refused(&folder, "p.drat: ");
}

/// The proof of another position, or of another budget, replaces the right one.
#[test]
fn the_proof_of_another_question_is_refused() {
    let folder = certificate();
    for (state, turns) in [(THREE, "2"), (FIVE, "3")] {
        let other = Folder::new();
        let state =
            format!("prove pocket --state {state} --max-turns {turns} -o q --proof-format drat");
        run_in(other.path(), &state).ends(0);
        let proof = std::fs::read(other.path_of("q.drat")).unwrap();
        replace_proof(&folder, &proof);
        refused(&folder, "p.drat: ");
    }
}

/// The question has a solution, and everything in the forged certificate is consistent except the proof.
#[test]
fn a_solvable_problem_gets_no_certificate() {
    let folder = certificate();
    let drat = std::fs::read(folder.path_of("p.drat")).unwrap();
    // The formula for five turns, which has a solution, written by `encode`.
    let state = format!("encode pocket --state {FIVE} --max-turns 5 --recipe plain -o p.cnf");
    run_in(folder.path(), &state).ends(0);
    // Formulas of certificates do not have the line for model counters.
    let lines = folder.read("p.cnf");
    let lines = lines.lines().filter(|line| !line.starts_with("c p show "));
    let cnf: String = lines.map(|line| format!("{line}\n")).collect();
    folder.write("p.cnf", &cnf);
    folder.alter("p.json", |json| {
        json["question"]["max_turns"] = json!(5);
        for place in ["/claim", "/refutation/covers"] {
            let text = json.pointer_mut(place).unwrap();
            *text = json!(text.as_str().unwrap().replace('4', "5"));
        }
        json["refutation"]["formula"]["sha256"] = json!(sha256(cnf.as_bytes()));
    });
    // Everything is consistent now, except the proof.
    for proof in [&drat[..], b"0\n", b"", b"1 0\n-1 0\n0\n"] {
        replace_proof(&folder, proof);
        refused(&folder, "p.drat: ");
    }
}

#[test]
fn a_stopped_verification_is_unknown() {
    let folder = certificate();
    let arguments = "verify p.json --time-limit 0";
    let run = run_in(folder.path(), arguments).ends(30);
    assert_eq!(
        run.out,
        "unknown whether the certificate is right (time limit reached)\n"
    );
    let json = run_in!(folder.path(), "{arguments} --format json");
    assert_eq!(json.ends(30).json()["verdict"], "unknown");
}

/// The certificate identifies a puzzle that is not built in by its hash.
#[test]
fn a_custom_puzzle_is_verified_with_its_file_and_no_other() {
    let rings = "name = \"rings\"\ntitle = \"Rings\"\nmaximum = {}\nnet = [\"a b c d e\"]\n\
        face = [\n{ name = \"A\", color = \"1\", paint = \"red\", facelets = \"a\" },\n\
        { name = \"B\", color = \"2\", paint = \"red\", facelets = \"b\" },\n\
        { name = \"C\", color = \"3\", paint = \"red\", facelets = \"c\" },\n\
        { name = \"D\", color = \"4\", paint = \"red\", facelets = \"d\" },\n\
        { name = \"E\", color = \"5\", paint = \"red\", facelets = \"e\" },\n]\n\
        turn = [\n{ name = \"L\", cycles = [\"a b c\"] },\n{ name = \"R\", cycles = [\"c d e\"] },\n]\n";
    let folder = Folder::new();
    folder.write("rings.toml", rings);
    let question = "prove --puzzle-file rings.toml --state 45123 --max-turns 3 -o p";
    run_in(folder.path(), question).ends(0);
    refused(
        &folder,
        "its puzzle `rings` is not built in; give its file with --puzzle-file PATH",
    );
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
    let beads = "name = \"beads\"\ntitle = \"Beads\"\nmaximum = {}\nnet = [\"a b c d\"]\n\
        face = [\n{ name = \"A\", color = \"1\", paint = \"red\", facelets = \"a b\" },\n\
        { name = \"C\", color = \"2\", paint = \"red\", facelets = \"c d\" },\n]\n\
        turn = [\n{ name = \"L\", cycles = [\"a b c\"] },\n{ name = \"R\", cycles = [\"b c d\"] },\n]\n";
    let folder = Folder::new();
    folder.write("beads.toml", beads);
    let puzzle = "--puzzle-file beads.toml";
    let question = "prove --state 2211 --max-turns 1 -o p --format json";
    let json = run_in!(folder.path(), "{question} {puzzle}").ends(0).json();
    assert_eq!(json["lemmas_given"], 0);
    run_in!(folder.path(), "verify p.json {puzzle}").ends(0);
}

/// The proof is cut short, has a hint that points forward, uses a number twice or names an unknown literal. Its hash in the
/// certificate is right each time.
#[test]
fn a_certificate_with_a_damaged_proof_is_refused_and_says_where() {
    let folder = Folder::new();
    run_in!(folder.path(), "{TWO_TURNS_TOO_FEW} -o p --text --quiet").ends(0);
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
            "points forward: there is no clause with this number yet",
        ),
        (with(2, lines[1]), "step 3 (line 3): clause"),
        (with(2, lines[1]), "its number is used already or too small"),
        (
            with(1, &format!("{number} 1000000000 0 1 0")),
            "step 2 (line 2): clause",
        ),
        (
            with(1, &format!("{number} 99999999999 0 1 0")),
            "`99999999999` is too large",
        ),
    ] {
        folder.write("p.lrat", &damaged);
        folder.alter("p.json", |json| {
            json["refutation"]["proof"]["sha256"] = json!(sha256(damaged.as_bytes()))
        });
        let run = run_in!(folder.path(), "verify p.json")
            .ends(1)
            .prints_nothing();
        assert!(
            run.err.contains("p.lrat: ") && run.err.contains(says),
            "{says}: {run:#?}"
        );
    }
}
