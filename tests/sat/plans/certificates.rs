//! Certificates of stages: of which puzzle, which plan and which start they are is checked, and what
//! the stage sees is made anew.

use serde_json::{Value, json};

use super::truth::STAGES;
use super::*;
use crate::common::cli::{Folder, run_in};

/// Six turns from oriented edges; five are refuted.
fn certificate() -> Folder {
    let folder = Folder::new();
    let scramble = scramble();
    let prove = [
        "prove",
        "rubik",
        "--scramble",
        &scramble,
        "--plan",
        "thistlethwaite",
        "--stage",
        "1",
    ];
    run_in(
        folder.path(),
        &[&prove[..], &["--max-turns", "5", "-o", "p"]].concat(),
    )
    .ends(0);
    folder
}

/// A scramble whose edges take six turns, by the table.
fn scramble() -> String {
    let all: Vec<TurnId> = (0..RUBIK.turns().len()).collect();
    let mut scrambles =
        (0..).map(|seed| RUBIK.scramble(&all, 12, &mut ChaCha8Rng::seed_from_u64(seed)));
    let far = scrambles
        .find(|turns| STAGES[0].distance(&RUBIK.apply(RUBIK.solved(), turns)) == Some(6))
        .unwrap();
    Notation::Singmaster.write_all(&RUBIK, &far)
}

fn altered(folder: &Folder, change: impl FnOnce(&mut Value)) -> (Option<i32>, String) {
    let good = folder.read("p.json");
    let mut json: Value = serde_json::from_str(&good).unwrap();
    change(&mut json);
    folder.write("p.json", serde_json::to_string_pretty(&json).unwrap());
    let run = run_in(folder.path(), &["verify", "p.json"]);
    folder.write("p.json", good);
    (run.code, run.out + &run.err)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_stage_is_proved_and_verified_and_says_of_what() {
    let folder = certificate();
    let verified = run_in(folder.path(), &["verify", "p.json"]).ends(0);
    let says = "no solution of at most 5 turns leads from the start to the goal of stage 1 of plan \
                `thistlethwaite`";
    assert!(verified.out.contains(says), "{verified:#?}");
    assert!(verified.out.contains("\npuzzle rubik\n"), "{verified:#?}");
    let start = RUBIK.apply(RUBIK.solved(), &turns(&scramble()));
    let letters: String = start
        .colors()
        .iter()
        .map(|&color| RUBIK.colors()[color].symbol)
        .collect();
    assert!(
        verified.out.contains(&format!("\nstart  {letters}\n")),
        "{verified:#?}"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn each_word_of_a_stage_is_held_against_what_follows_from_puzzle_plan_and_start() {
    let folder = certificate();
    assert_eq!(altered(&folder, |_| ()).0, Some(0));
    let other = RUBIK.apply(RUBIK.solved(), &turns("F"));
    let other: String = other
        .colors()
        .iter()
        .map(|&color| RUBIK.colors()[color].symbol)
        .collect();
    let swap = |value: &Value| {
        let text: String = value.as_str().unwrap().chars().rev().collect();
        json!(text)
    };
    type Change<'a> = Box<dyn FnOnce(&mut Value) + 'a>;
    let changes: Vec<(&str, Change<'_>)> = vec![
        (
            "stage",
            Box::new(|it| it["problem"]["stage"]["number"] = json!(2)),
        ),
        (
            "stage",
            Box::new(|it| it["problem"]["stage"]["number"] = json!(9)),
        ),
        (
            "stage",
            Box::new(|it| it["problem"]["stage"]["start"] = json!(other)),
        ),
        (
            "stage",
            Box::new(|it| it["problem"]["start"] = swap(&it["problem"]["start"])),
        ),
        (
            "stage",
            Box::new(|it| {
                it["problem"]["stage"]["sees_sha256"] = swap(&it["problem"]["stage"]["sees_sha256"])
            }),
        ),
        (
            "goal",
            Box::new(|it| it["problem"]["goal"] = swap(&it["problem"]["goal"])),
        ),
        ("`to`", Box::new(|it| it["to"] = json!("solved"))),
        (
            "its plan",
            Box::new(|it| it["problem"]["stage"]["plan_file"] = json!("name = 1")),
        ),
        (
            "unknown field",
            Box::new(|it| it["problem"]["stage"]["more"] = json!(1)),
        ),
        (
            "missing field",
            Box::new(|it| {
                it["problem"]["stage"]
                    .as_object_mut()
                    .unwrap()
                    .remove("plan");
            }),
        ),
        (
            "facelets",
            Box::new(|it| {
                it["problem"].as_object_mut().unwrap().remove("stage");
            }),
        ),
        // Another group is another goal, and so another puzzle is seen.
        (
            "stage",
            Box::new(|it| {
                let plan = it["problem"]["stage"]["plan_file"].as_str().unwrap();
                it["problem"]["stage"]["plan_file"] =
                    json!(plan.replacen("L R F2 B2\"", "L2 R2 F B\"", 1));
            }),
        ),
        (
            "claim",
            Box::new(|it| it["problem"]["budget"]["at-most"] = json!(6)),
        ),
        (
            "its puzzle `rubik` is not the built-in puzzle",
            Box::new(|it| it["problem"]["puzzle_sha256"] = swap(&it["problem"]["puzzle_sha256"])),
        ),
    ];
    for (number, (says, change)) in changes.into_iter().enumerate() {
        let (code, told) = altered(&folder, change);
        assert_eq!(code, Some(1), "change {number}: {told}");
        assert!(
            told.contains(says),
            "change {number}: no `{says}` in {told}"
        );
    }
}

#[test]
fn solve_certifies_a_stage_that_it_finds_minimal() {
    let folder = Folder::new();
    let solve = [
        "solve",
        "rubik",
        "--scramble",
        "R U F",
        "--plan",
        "thistlethwaite",
        "--stage",
        "1",
    ];
    let run = run_in(
        folder.path(),
        &[&solve[..], &["--certify", "c", "--quiet"]].concat(),
    )
    .ends(0);
    assert!(run.out.contains("1 turn, minimal"), "{run:#?}");
    run_in(folder.path(), &["verify", "c.json"]).ends(0);
}

#[test]
fn a_stage_of_a_plan_file_is_verified_with_the_file_that_the_reader_has() {
    let folder = Folder::new();
    let plan = "name = \"corner\"\ntitle = \"One face\"\npuzzle = \"pocket\"\n[[stage]]\n\
                title = \"up\"\nallow = \"U R F\"\nrecoloring = \"uuuu .... .... .... .... ....\"\n";
    folder.write("mine.toml", plan);
    let prove = [
        "prove",
        "pocket",
        "--scramble",
        "R U F R",
        "--plan-file",
        "mine.toml",
        "--stage",
        "1",
    ];
    run_in(
        folder.path(),
        &[&prove[..], &["--max-turns", "1", "-o", "p"]].concat(),
    )
    .ends(0);
    run_in(
        folder.path(),
        &["verify", "p.json", "--plan-file", "mine.toml"],
    )
    .ends(0);
    // Nothing says what a plan of that name is.
    run_in(folder.path(), &["verify", "p.json"]).ends(1);
}
