//! Maps of stages: they hold the whole puzzle and what the stage sees of it, nothing of which is trusted.

use serde_json::{Value, json};

use super::command::model;
use crate::common::cli::{Folder, run_in};

const PLAN: &str = "name = \"mine\"\ntitle = \"Mine\"\npuzzle = \"pocket\"\n\
                    [[stage]]\ntitle = \"a\"\nallow = \"U2 R2 F2\"\ngroup = \"U2\"\n\
                    [[stage]]\ntitle = \"b\"\nallow = \"U R F\"\n\
                    recoloring = \"uuuu .... .... .... .... ....\"\n\
                    patterns = [\"uuuu .... .... .... .... ....\", \".... .... .... .... .... uuuu\"]\n";

/// The formula of a stage with its map `a.cnf.map.json`, and a model of it.
fn encoded(stage: &str) -> Folder {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    let encode = ["encode", "pocket", "--scramble", "R2 F2", "-o", "a.cnf"];
    let which = ["--plan-file", "plan.toml", "--stage", stage, "--turns", "2"];
    run_in(folder.path(), &[&encode[..], &which].concat()).ends(0);
    folder.write("a.model", model(&folder.read("a.cnf")));
    folder
}

fn map(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("a.cnf.map.json")).unwrap()
}

fn decoded(folder: &Folder, map: &Value) -> (Option<i32>, String) {
    folder.write("b.json", map.to_string());
    let run = run_in(
        folder.path(),
        &["decode", "b.json", "a.model", "--format", "alg"],
    );
    (run.code, run.out + &run.err)
}

#[test]
fn the_map_of_a_stage_is_decoded_without_the_plan() {
    for stage in ["1", "2"] {
        let folder = encoded(stage);
        std::fs::remove_file(folder.at("plan.toml")).unwrap();
        let (code, turns) = decoded(&folder, &map(&folder));
        assert_eq!(code, Some(0), "{turns}");
        assert_eq!(turns.split_whitespace().count(), 2, "{turns}");
    }
}

#[test]
fn each_word_of_a_stage_is_held_against_what_follows_from_the_others() {
    type Change = fn(&mut Value);
    let group: [(&str, Change); 16] = [
        ("never leave the goal", |it| {
            it["problem"]["stage"]["allow"] = json!(["U2"])
        }),
        ("no turn `X`", |it| {
            it["problem"]["stage"]["allow"] = json!(["X"])
        }),
        ("leads out", |it| {
            it["problem"]["stage"]["allow"] = json!([])
        }),
        ("its ", |it| it["problem"]["stage"]["group"] = json!([])),
        ("leads out", |it| {
            it["problem"]["stage"]["group"] = json!(["L"])
        }),
        ("neither a group nor a recoloring", |it| {
            it["problem"]["stage"]
                .as_object_mut()
                .unwrap()
                .remove("group");
        }),
        ("neither a group nor a recoloring", |it| {
            it["problem"]["stage"]["recoloring"] = json!("a")
        }),
        ("not what its stage sees", |it| {
            it["problem"]["stage"]["start"] = solved(it);
        }),
        ("as many facelets", |it| {
            it["problem"]["stage"]["start"] = json!("U")
        }),
        ("not what its stage sees", |it| {
            it["problem"]["start"] = it["problem"]["goal"].clone()
        }),
        ("not what its stage sees", |it| {
            it["problem"]["goal"] = it["problem"]["start"].clone()
        }),
        ("sees is different", |it| {
            it["problem"]["stage"]["number"] = json!(2);
        }),
        ("sees is different", |it| {
            it["problem"]["stage"]["sees_sha256"] = json!("0");
        }),
        ("unknown field `more`", |it| {
            it["problem"]["stage"]["more"] = json!(1)
        }),
        ("missing field `plan`", |it| {
            it["problem"]["stage"]
                .as_object_mut()
                .unwrap()
                .remove("plan");
        }),
        ("facelets", |it| {
            it["problem"].as_object_mut().unwrap().remove("stage");
        }),
    ];
    let recoloring: [(&str, Change); 4] = [
        ("as many facelets", |it| {
            it["problem"]["stage"]["recoloring"] = json!("aabb")
        }),
        ("several colors", |it| {
            it["problem"]["stage"]["recoloring"] = json!(format!("[ab]{}", "a".repeat(23)));
        }),
        ("as many facelets", |it| {
            it["problem"]["stage"]["patterns"] = json!(["a"])
        }),
        ("its stage: ", |it| {
            it["problem"]["stage"]["patterns"] = json!(["[a".repeat(24)])
        }),
    ];
    for (stage, changes) in [("1", &group[..]), ("2", &recoloring)] {
        let folder = encoded(stage);
        for (number, (says, change)) in changes.iter().enumerate() {
            let mut altered = map(&folder);
            change(&mut altered);
            let (code, told) = decoded(&folder, &altered);
            assert_eq!(code, Some(1), "change {number} of {stage}: {told}");
            assert!(
                told.contains(says),
                "change {number} of {stage}: no `{says}` in {told}"
            );
        }
    }
}

/// The solved state of the puzzle in a map.
fn solved(map: &Value) -> Value {
    let puzzle = map["puzzle_file"].as_str().unwrap();
    let puzzle = twistsat::puzzle::Puzzle::from_toml("map", puzzle).unwrap();
    let scheme = twistsat::notation::Scheme::own(&puzzle);
    let letters: String = scheme.characters(puzzle.solved()).into_iter().collect();
    json!(letters)
}

/// What a stage sees is a puzzle, and a map may be about that alone.
#[test]
fn a_map_of_what_a_stage_sees_as_a_puzzle_of_its_own_is_decoded_alike() {
    let folder = encoded("1");
    let mut old = map(&folder);
    let seen = {
        use twistsat::plan::Plan;
        use twistsat::problem::Reduction;
        let pocket = twistsat::puzzle::Puzzle::built_in("pocket").unwrap();
        let plan = Plan::from_toml("plan.toml", PLAN, &pocket).unwrap();
        let reduction = Reduction::new(&plan, 1).unwrap();
        reduction.quotient().seen().clone()
    };
    old["problem"]["puzzle"] = json!(seen.name());
    old["puzzle_file"] = json!(seen.definition());
    old["problem"]["puzzle_sha256"] = json!(seen.sha256());
    old["problem"].as_object_mut().unwrap().remove("stage");
    assert_eq!(decoded(&folder, &old), decoded(&folder, &map(&folder)));
}
