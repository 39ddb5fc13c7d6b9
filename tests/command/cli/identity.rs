//! A name means the built-in thing of that name, or what the reader gives: never what a file brings along.

use crate::common::cli::*;

/// A plan with the name of a built-in one, whose first stage allows two faces half turns only.
const FOREIGN: &str = r#"
name = "thistlethwaite"
title = "four groups after Thistlethwaite"
puzzle = "rubik"
[[stage]]
title = "the edges are oriented"
allow = "U D L R F2 B2"
group = "U D L2 R2 F2 B2"
"#;

fn prove_stage(folder: &Folder, scramble: &str, plan: &[&str]) {
    let about = ["prove", "rubik", "--scramble", scramble, "--stage", "1"];
    let claim = ["--max-turns", "0", "-o", "c"];
    run_in(folder.path(), &[&about[..], &claim, plan].concat()).ends(0);
}

#[test]
fn a_certificate_about_another_plan_of_a_built_in_name_is_verified_only_against_the_readers_file() {
    let folder = Folder::new();
    folder.write("thistlethwaite.toml", FOREIGN);
    prove_stage(&folder, "R", &["--plan-file", "thistlethwaite.toml"]);
    let refused = run_in(folder.path(), &["verify", "c.json"]).ends(1);
    assert!(
        refused
            .err
            .contains("is not stage 1 of the built-in plan `thistlethwaite`"),
        "{refused:#?}"
    );
    assert!(refused.err.contains("--plan-file PATH"), "{refused:#?}");
    let given = ["verify", "c.json", "--plan-file", "thistlethwaite.toml"];
    run_in(folder.path(), &given).ends(0);
    // Another file says something else.
    folder.write(
        "other.toml",
        FOREIGN.replace("U D L R F2 B2", "U D L R F B"),
    );
    let other = ["verify", "c.json", "--plan-file", "other.toml"];
    run_in(folder.path(), &other).ends(1);
}

#[test]
fn a_plan_is_the_built_in_one_whatever_its_title_and_comments_are() {
    let folder = Folder::new();
    let built_in = include_str!("../../../encodings/plans/thistlethwaite.toml");
    let same = format!("# A copy.\n{}", built_in.replace("edges", "EDGES"));
    assert_ne!(same, built_in);
    folder.write("copy.toml", same);
    prove_stage(&folder, "F", &["--plan-file", "copy.toml"]);
    run_in(folder.path(), &["verify", "c.json"]).ends(0);
    prove_stage(&folder, "F", &["--plan", "thistlethwaite"]);
    run_in(
        folder.path(),
        &["verify", "c.json", "--plan-file", "copy.toml"],
    )
    .ends(0);
}

#[test]
fn a_plan_that_is_not_built_in_is_asked_for() {
    let folder = Folder::new();
    folder.write("own.toml", FOREIGN.replace("\"thistlethwaite\"", "\"own\""));
    prove_stage(&folder, "R", &["--plan-file", "own.toml"]);
    let refused = run_in(folder.path(), &["verify", "c.json"]).ends(1);
    assert!(
        refused.err.contains("plan `own` is not built in"),
        "{refused:#?}"
    );
    run_in(
        folder.path(),
        &["verify", "c.json", "--plan-file", "own.toml"],
    )
    .ends(0);
    // The stage is the same, but the claim names another plan.
    folder.write("thistlethwaite.toml", FOREIGN);
    let other = ["verify", "c.json", "--plan-file", "thistlethwaite.toml"];
    let refused = run_in(folder.path(), &other).ends(1);
    assert!(
        refused.err.contains("it is about plan `own`"),
        "{refused:#?}"
    );
}

#[test]
fn a_campaign_about_a_plan_file_is_verified_with_that_file() {
    let folder = Folder::new();
    folder.write("own.toml", FOREIGN.replace("\"thistlethwaite\"", "\"own\""));
    folder.write("list.txt", "R\n");
    let new = [
        "campaign",
        "new",
        "k",
        "--question",
        "states",
        "--list",
        "list.txt",
        "--quiet",
        "--",
    ];
    let prove = [
        "prove",
        "rubik",
        "--plan-file",
        "own.toml",
        "--stage",
        "1",
        "--max-turns",
        "0",
    ];
    run_in(folder.path(), &[&new[..], &prove].concat()).ends(0);
    run_in(folder.path(), &["campaign", "work", "k"]).ends(0);
    let verified = run_in(folder.path(), &["campaign", "verify", "k"]).ends(0);
    assert!(verified.out.contains("1 proofs checked"), "{verified:#?}");
}

#[test]
fn a_certificate_about_another_puzzle_of_a_built_in_name_says_that_it_is_not_the_built_in_one() {
    let folder = Folder::new();
    let pocket = run(&["puzzle", "convert", "twiddle"]).ends(0).out;
    folder.write(
        "pocket.toml",
        pocket.replace("name = \"twiddle\"", "name = \"pocket\""),
    );
    let about = [
        "--puzzle-file",
        "pocket.toml",
        "--scramble",
        "A",
        "--max-turns",
        "0",
    ];
    run_in(
        folder.path(),
        &[&["prove"], &about[..], &["-o", "c"]].concat(),
    )
    .ends(0);
    let refused = run_in(folder.path(), &["verify", "c.json"]).ends(1);
    assert!(
        refused.err.contains("pocket is not the built-in pocket"),
        "{refused:#?}"
    );
    run_in(
        folder.path(),
        &["verify", "c.json", "--puzzle-file", "pocket.toml"],
    )
    .ends(0);
}

#[test]
fn built_in_puzzles_are_converted_by_their_names() {
    let toml = run(&["puzzle", "convert", "pocket"]).ends(0).out;
    let folder = Folder::new();
    let file = folder.write("copy.toml", toml);
    let solved = run(&[
        "solve",
        "--puzzle-file",
        &file,
        "--scramble",
        "R U2 F'",
        "--format",
        "alg",
        "-q",
    ]);
    assert_eq!(solved.ends(0).out, "F U2 R'\n");
    let unknown = run(&["puzzle", "convert", "pocked"]).ends(2);
    assert!(unknown.err.contains("pocket"), "{unknown:#?}");
    run(&["puzzle", "convert", "missing.toml"]).ends(1);
}

#[test]
fn a_start_that_is_the_goal_has_a_solution_of_no_turns_however_it_is_to_be_proved() {
    let folder = Folder::new();
    for how in [&[][..], &["--look-ahead", "4"], &["--split", "1"]] {
        let asked = [
            "prove",
            "pocket",
            "--scramble",
            "",
            "--max-turns",
            "3",
            "-o",
            "c",
        ];
        let solved = run_in(folder.path(), &[&asked[..], how].concat()).ends(1);
        assert!(
            solved.out.contains("\n0 turns: there is a solution"),
            "{solved:#?}"
        );
    }
    let asked = [
        "prove",
        "pocket",
        "--scramble",
        "R",
        "--max-turns",
        "0",
        "--split",
        "1",
        "-o",
        "c",
    ];
    let cut = run_in(folder.path(), &asked).ends(1);
    assert!(
        cut.err
            .contains("a budget of 0 turns leaves no turns to cut off"),
        "{cut:#?}"
    );
}

#[test]
fn a_witness_of_a_circuit_without_inputs_is_a_solution_without_turns() {
    let folder = Folder::new();
    let puzzle = r#"
name = "pairs"
title = "Two pairs"
maximum = {}
net = ["a b c d"]
face = [
  { name = "A", color = "1", paint = "white", facelets = "a" },
  { name = "B", color = "2", paint = "yellow", facelets = "b" },
  { name = "C", color = "3", paint = "red", facelets = "c" },
  { name = "D", color = "4", paint = "blue", facelets = "d" },
]
turn = [
  { name = "P2", cycles = ["a b"] },
  { name = "Q2", cycles = ["c d"] },
]
"#;
    folder.write("pairs.toml", puzzle);
    let asked = [
        "encode",
        "--puzzle-file",
        "pairs.toml",
        "--scramble",
        "",
        "--allow",
        "P2",
    ];
    let written = ["--turns", "0", "--format", "aag", "-o", "c.aag"];
    run_in(folder.path(), &[&asked[..], &written].concat()).ends(0);
    folder.write("witness", "1\nb0\n\n.\n");
    let decoded = run_in(
        folder.path(),
        &["decode", "c.aag.map.json", "witness", "--format", "alg"],
    );
    assert_eq!(decoded.ends(0).out, "\n");
    folder.write("cut", "1\nb0\n\n");
    let cut = run_in(folder.path(), &["decode", "c.aag.map.json", "cut"]).ends(1);
    assert!(cut.err.contains("cut short"), "{cut:#?}");
}
