//! Certificates of stages: `verify` checks their puzzle, plan and start, and builds the reduced puzzle itself.

use serde_json::{Value, json};

use super::truth::STAGES;
use super::*;
use crate::common::cli::{Folder, run_in};

/// A folder with a certificate that refutes five turns for stage 1, from a state that needs six.
fn certificate() -> Folder {
    let folder = Folder::new();
    let scramble = scramble();
    let prove = format!(r#"prove rubik --scramble "{scramble}" --plan thistlethwaite --stage 1"#);
    run_in!(folder.path(), "{prove} --max-turns 5 -o p").ends(0);
    folder
}

/// A scramble whose edges take six turns to orient, by the table.
fn scramble() -> String {
    let all: Vec<TurnId> = (0..RUBIK.turns().len()).collect();
    let mut scrambles =
        (0..).map(|seed| RUBIK.scramble(&all, 12, &mut ChaCha8Rng::seed_from_u64(seed)));
    let far = scrambles
        .find(|turns| STAGES[0].distance(&RUBIK.apply(RUBIK.solved(), turns)) == Some(6))
        .unwrap();
    Notation::Singmaster.write_all(&RUBIK, &far)
}

fn verify_altered(folder: &Folder, change: impl FnOnce(&mut Value)) -> (Option<i32>, String) {
    let good = folder.read("p.json");
    let mut json: Value = serde_json::from_str(&good).unwrap();
    change(&mut json);
    folder.write("p.json", serde_json::to_string_pretty(&json).unwrap());
    let run = run_in!(folder.path(), "verify p.json");
    folder.write("p.json", good);
    (run.code, run.out + &run.err)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn verify_states_what_the_certificate_of_a_stage_proves() {
    let folder = certificate();
    let verified = run_in!(folder.path(), "verify p.json").ends(0);
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
fn a_certificate_of_a_stage_whose_question_is_altered_is_refused() {
    let folder = certificate();
    assert_eq!(verify_altered(&folder, |_| ()).0, Some(0));
    let other = RUBIK.apply(RUBIK.solved(), &turns("F"));
    let other: String = other
        .colors()
        .iter()
        .map(|&color| RUBIK.colors()[color].symbol)
        .collect();
    let own = include_str!("../../../encodings/plans/thistlethwaite.toml");
    // Another group is another goal, and makes another reduced puzzle.
    let another = own.replacen("L R F2 B2\"", "L2 R2 F B\"", 1);
    assert_ne!(own, another);
    let formula = "p.cnf is not the formula of this problem: line";
    type Change<'a> = Box<dyn FnOnce(&mut Value) + 'a>;
    let with_plan = |text: &str| {
        let file = json!({"name": "thistlethwaite.toml", "text": text});
        let change = move |it: &mut Value| {
            drop(it["question"].as_object_mut().unwrap().remove("plan"));
            it["question"]["plan_file"] = file;
        };
        Box::new(change) as Change<'_>
    };
    let changes: Vec<(&str, Change<'_>)> = vec![
        (
            "stage 2 of plan `thistlethwaite` cannot start",
            Box::new(|it| it["question"]["stage"] = json!(2)),
        ),
        (
            "has no stage 9",
            Box::new(|it| it["question"]["stage"] = json!(9)),
        ),
        (
            formula,
            Box::new(|it| {
                it["question"]["state"] = json!(other);
                it["question"]["layout"] = json!("urfdlb");
            }),
        ),
        (
            "`plan` cannot be combined with a state",
            Box::new(|it| it["question"]["to"] = json!("R")),
        ),
        (
            "unknown plan `other`",
            Box::new(|it| it["question"]["plan"] = json!("other")),
        ),
        (
            "takes a stage of a plan",
            Box::new(|it| {
                drop(it["question"].as_object_mut().unwrap().remove("stage"));
            }),
        ),
        (
            formula,
            Box::new(|it| {
                for key in ["plan", "stage"] {
                    drop(it["question"].as_object_mut().unwrap().remove(key));
                }
            }),
        ),
        (
            formula,
            Box::new(|it| it["question"]["max_turns"] = json!(6)),
        ),
        (
            "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`",
            with_plan(&another),
        ),
    ];
    for (number, (says, change)) in changes.into_iter().enumerate() {
        let (code, output) = verify_altered(&folder, change);
        assert_eq!(code, Some(1), "change {number}: {output}");
        assert!(
            output.contains(says),
            "change {number}: no `{says}` in {output}"
        );
    }
    // An equivalent plan with a different text is accepted.
    let commented = format!("# My own words.\n{own}");
    assert_eq!(verify_altered(&folder, with_plan(&commented)).0, Some(0));
}

#[test]
fn solve_certifies_that_a_solution_of_a_stage_is_minimal() {
    let folder = Folder::new();
    let solve = "solve rubik --scramble 'R U F' --plan thistlethwaite --stage 1";
    run_in!(folder.path(), "{solve} --certify c --quiet")
        .ends(0)
        .prints(&["1 turn, minimal"]);
    run_in!(folder.path(), "verify c.json").ends(0);
}

#[test]
fn a_certificate_from_a_plan_file_is_verified_only_with_that_file() {
    let folder = Folder::new();
    let plan = "name = \"corner\"\ntitle = \"One face\"\npuzzle = \"pocket\"\n[[stage]]\n\
                title = \"up\"\nallow = \"U R F\"\nrecoloring = \"uuuu .... .... .... .... ....\"\n";
    folder.write("mine.toml", plan);
    let prove = "prove pocket --scramble 'R U F R' --plan-file mine.toml --stage 1";
    run_in!(folder.path(), "{prove} --max-turns 1 -o p").ends(0);
    run_in!(folder.path(), "verify p.json --plan-file mine.toml").ends(0);
    // Without the file, the plan is not accepted.
    run_in!(folder.path(), "verify p.json").ends(1);
}
