//! A name refers to the built-in definition or to one that the user gives, never to one that a file contains.

use std::fs;

use serde_json::json;

use crate::common::cli::*;
use crate::common::puzzles::row;

/// A plan that has the name of a built-in plan, but whose first stage allows only half turns of F and B.
pub(super) const FOREIGN: &str = r#"
name = "thistlethwaite"
title = "four groups after Thistlethwaite"
puzzle = "rubik"
[[stage]]
title = "the edges are oriented"
allow = "U D L R F2 B2"
group = "U D L2 R2 F2 B2"
"#;

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_certificate_for_a_plan_in_a_file_needs_that_file() {
    let folder = Folder::new();
    folder.write("thistlethwaite.toml", FOREIGN);
    folder.write("own.toml", FOREIGN.replace("\"thistlethwaite\"", "\"own\""));
    let different = FOREIGN.replace("U D L R F2 B2", "U D L R F B");
    folder.write("other.toml", different);
    for (plan, other, says, says_of_other) in [
        (
            "thistlethwaite",
            "other",
            "is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH",
            "its stage 1 is not stage 1 of the plan `thistlethwaite` that was given",
        ),
        // The stage is the same, but the claim names another plan.
        (
            "own",
            "thistlethwaite",
            "plan `own` is not built in",
            "its plan `own` is not the plan `thistlethwaite` that was given",
        ),
    ] {
        let prove = "prove rubik --scramble R --stage 1 --max-turns 0 -o c";
        run_in!(&folder, "{prove} --plan-file {plan}.toml").ends(0);
        let verify = |more: &str| run_in!(&folder, "verify c.json {more}");
        verify("").ends_saying(1, &[says]);
        verify(&format!("--plan-file {plan}.toml")).ends(0);
        verify(&format!("--plan-file {other}.toml")).ends_saying(1, &[says_of_other]);
    }
}

/// The puzzle file of `twiddle`, but with this name.
pub(super) fn twiddle_under_name(name: &str) -> String {
    let file = run!("puzzle convert twiddle").ends(0).out;
    file.replace("name = \"twiddle\"", &format!("name = \"{name}\""))
}

/// The puzzle file of `pocket`, with another title and a comment.
pub(super) fn retitled_pocket() -> String {
    let file = run!("puzzle convert pocket").ends(0).out;
    let (before, rest) = file.split_once("title = ").unwrap();
    let (_, after) = rest.split_once('\n').unwrap();
    format!("{before}title = \"Mine\" # a copy\n{after}")
}

/// Proves a claim about `mine.toml`, with these options.
fn prove_file(folder: &Folder, scramble: &str, how: &str) {
    let about = "prove --puzzle-file mine.toml -o c";
    run_in!(folder, "{about} --scramble '{scramble}' {how}").ends(0);
}

const MINE: &str = "--puzzle-file mine.toml";

/// Why a puzzle with a built-in name is not accepted without its file.
pub(super) const REUSED: &str = "its puzzle `pocket` is not the built-in puzzle of that name; give its file with --puzzle-file PATH";

#[test]
fn a_certificate_for_a_puzzle_that_reuses_a_built_in_name_needs_the_puzzle_file() {
    let folder = Folder::new();
    folder.write("mine.toml", twiddle_under_name("pocket"));
    for how in ["", "--split 1", "--look-ahead 2"] {
        prove_file(&folder, "A B", &format!("--max-turns 1 {how}"));
        run_in!(&folder, "verify c.json").ends_saying(1, &[REUSED]);
        // A certificate is not trusted if it merely says that its puzzle is built in.
        let mut lie = folder.json("c.json");
        let question = lie["question"].as_object_mut().unwrap();
        assert!(question.remove("puzzle_file").is_some());
        question.insert("puzzle".to_owned(), json!("pocket"));
        folder.write("lie.json", lie.to_string());
        let says = "its `puzzle_sha256` is not that of its puzzle `pocket`";
        run_in!(&folder, "verify lie.json").ends_saying(1, &[says]);
        run_in!(&folder, "verify c.json {MINE}").ends(0);
        fs::remove_dir_all(folder.path().join("c.parts")).ok();
    }
    // A puzzle whose name is not built in needs its file, too.
    folder.write("mine.toml", twiddle_under_name("mine"));
    prove_file(&folder, "A", "--max-turns 0");
    let says = "its puzzle `mine` is not built in; give its file with --puzzle-file PATH";
    run_in!(&folder, "verify c.json").ends_saying(1, &[says]);
    run_in!(&folder, "verify c.json {MINE}").ends(0);
}

#[test]
fn title_and_comments_do_not_change_the_identity_of_a_puzzle() {
    let folder = Folder::new();
    folder.write("mine.toml", retitled_pocket());
    prove_file(&folder, "R", "--max-turns 0");
    run_in!(&folder, "verify c.json").ends(0);
    let built_in = "prove pocket --scramble R --max-turns 0 -o b";
    run_in(&folder, built_in).ends(0);
    let [mine, built_in] = ["c", "b"].map(|name| {
        let formula = folder.read(&format!("{name}.cnf"));
        let clauses = formula.lines().filter(|line| !line.starts_with('c'));
        let clauses: Vec<String> = clauses.map(str::to_owned).collect();
        let json = folder.json(&format!("{name}.json"));
        let keys = ["question", "puzzle_sha256", "proof_format"].map(|key| json[key].clone());
        (clauses, keys, folder.read(&format!("{name}.lrat")))
    });
    assert_eq!(mine, built_in);
    run_in!(&folder, "solve --scramble 'R U' --certify s {MINE}").ends(0);
    run_in!(&folder, "verify s.json").ends(0);
    // The retitled file is accepted for a certificate about the built-in puzzle, too.
    run_in!(&folder, "verify b.json {MINE}").ends(0);
}

/// Encodes a question and decodes the answer "unsatisfiable".
fn decoded(about: impl Words, given: impl Words, folder: &Folder) -> Run {
    run_in(folder, ("encode --turns 1 -o q.cnf", about)).ends(0);
    folder.write("model", "s UNSATISFIABLE\n");
    run_in(folder, ("decode q.cnf.map.json model", given))
}

#[test]
fn a_map_for_a_puzzle_that_reuses_a_built_in_name_needs_the_puzzle_file() {
    let folder = Folder::new();
    folder.write("mine.toml", twiddle_under_name("pocket"));
    folder.write("other.toml", twiddle_under_name("twiddle"));
    let about = format!("{MINE} --scramble 'A B'");
    decoded(&about, MINE, &folder).ends(20);
    decoded(&about, "", &folder).ends_saying(1, &[REUSED]);
    let says = "its puzzle `pocket` is not the puzzle `twiddle` that was given";
    decoded(&about, "--puzzle-file other.toml", &folder).ends_saying(1, &[says]);
    // A puzzle that is not built in, and a built-in puzzle with another title, need no file.
    for (file, scramble) in [
        (twiddle_under_name("mine"), "A B"),
        (retitled_pocket(), "R U"),
    ] {
        folder.write("mine.toml", file);
        let about = format!("{MINE} --scramble '{scramble}'");
        assert_eq!(decoded(&about, "", &folder).ends(20).err, "");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_map_for_a_plan_that_reuses_a_built_in_name_needs_the_plan_file() {
    let folder = Folder::new();
    folder.write("plan.toml", FOREIGN);
    let about = "rubik --scramble R --stage 1";
    let plan = "--plan-file plan.toml";
    let question = format!("{about} {plan}");
    let says = "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH";
    decoded(&question, "", &folder).ends_saying(1, &[says]);
    decoded(&question, plan, &folder).ends(20);
    let own = FOREIGN.replace("\"thistlethwaite\"", "\"own\"");
    folder.write("plan.toml", own);
    decoded(&question, "", &folder).ends(20);
    decoded(format!("{about} --plan thistlethwaite"), "", &folder).ends(20);
}

#[test]
fn built_in_puzzles_are_converted_by_name() {
    let toml = run!("puzzle convert pocket").ends(0).out;
    let folder = Folder::new();
    let file = folder.write("copy.toml", toml);
    let solved = run!(r#"solve --puzzle-file {file} --scramble "R U2 F'" --format alg -q"#);
    assert_eq!(solved.ends(0).out, "F U2 R'\n");
    run!("puzzle convert pocked").ends_saying(2, &["pocket"]);
    run!("puzzle convert missing.toml").ends(1);
}

#[test]
fn a_solved_start_has_an_empty_solution_with_every_proof_method() {
    let folder = Folder::new();
    for how in ["", "--look-ahead 4", "--split 1"] {
        let prove = format!("prove pocket --scramble '' --max-turns 3 -o c {how}");
        let says = "\n0 turns: there is a solution";
        run_in(&folder, prove).ends_printing(1, &[says]);
    }
}

#[test]
fn a_witness_of_a_circuit_without_inputs_is_a_solution_without_turns() {
    let folder = Folder::new();
    let puzzle = row("pairs", 4, &[("P2", "a b"), ("Q2", "c d")]);
    folder.write("pairs.toml", puzzle);
    let words = "encode --puzzle-file pairs.toml --scramble '' --allow P2";
    run_in!(&folder, "{words} --turns 0 --format aag -o c.aag").ends(0);
    folder.write("witness", "1\nb0\n\n.\n");
    let decoded = run_in!(&folder, "decode c.aag.map.json witness --format alg");
    assert_eq!(decoded.ends(0).out, "\n");
    folder.write("cut", "1\nb0\n\n");
    run_in!(&folder, "decode c.aag.map.json cut").ends_saying(1, &["cut short"]);
}
