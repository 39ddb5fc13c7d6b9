//! Certificates of stages: `verify` checks their puzzle, plan and start, and builds the reduced puzzle itself.

use serde_json::json;

use super::truth::STAGES;
use super::*;
use crate::common::cli::{Folder, run_in};
use crate::common::json::each_change_refused;

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

fn letters(state: &State) -> String {
    let colors = state.colors().iter();
    colors.map(|&color| RUBIK.colors()[color].symbol).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn verify_states_what_the_certificate_of_a_stage_proves() {
    let folder = certificate();
    let start = letters(&RUBIK.reached_by(&turns(&scramble())));
    run_in!(folder.path(), "verify p.json").ends(0).prints(&[
        "no solution of at most 5 turns leads from the start to the goal of stage 1 of plan `thistlethwaite`",
        "\npuzzle rubik\n",
        &format!("\nstart  {start}\n"),
    ]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_certificate_of_a_stage_whose_question_is_altered_is_refused() {
    let folder = certificate();
    let other = letters(&RUBIK.reached_by(&turns("F")));
    let own = include_str!("../../../encodings/plans/thistlethwaite.toml");
    // Another group is another goal, and makes another reduced puzzle.
    let another = own.replacen("L R F2 B2\"", "L2 R2 F B\"", 1);
    assert_ne!(own, another);
    let file = |text: &str| json!({"name": "thistlethwaite.toml", "text": text});
    let changes = format!(
        r#"
/question/stage = 2 » stage 2 of plan `thistlethwaite` cannot start
/question/stage = 9 » has no stage 9
/question/state = "{other}" » /question/layout = "urfdlb" » p.cnf is not the formula of this problem: line
/question/to = "R" » `plan` cannot be combined with a state
/question/plan = "other" » unknown plan `other`
/question/stage = » takes a stage of a plan
/question/plan = » /question/stage = » p.cnf is not the formula of this problem: line
/question/max_turns = 6 » p.cnf is not the formula of this problem: line
/question/plan = » /question/plan_file = {} » its stage 1 is not stage 1 of the built-in plan `thistlethwaite`
"#,
        file(&another)
    );
    each_change_refused(&folder, "p.json", "verify p.json", &changes);
    // An equivalent plan with a different text is accepted.
    folder.alter("p.json", |json| {
        drop(json["question"].as_object_mut().unwrap().remove("plan"));
        json["question"]["plan_file"] = file(&format!("# My own words.\n{own}"));
    });
    run_in!(folder.path(), "verify p.json").ends(0);
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
