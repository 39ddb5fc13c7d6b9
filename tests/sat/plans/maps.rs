//! Map files of stages: `decode` needs nothing but the map and the model, and checks the question in the map.

use serde_json::{Value, json};

use super::command::model;
use crate::common::cli::{Folder, run_in};

const PLAN: &str = "name = \"mine\"\ntitle = \"Mine\"\npuzzle = \"pocket\"\n\
                    [[stage]]\ntitle = \"a\"\nallow = \"U2 R2 F2\"\ngroup = \"U2\"\n\
                    [[stage]]\ntitle = \"b\"\nallow = \"U R F\"\n\
                    recoloring = \"uuuu .... .... .... .... ....\"\n\
                    patterns = [\"uuuu .... .... .... .... ....\", \".... .... .... .... .... uuuu\"]\n";

/// A folder with the formula of a stage, its map `a.cnf.map.json`, and a model.
fn encoded(stage: &str) -> Folder {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    run_in!(
        folder.path(),
        "encode pocket --scramble 'R2 F2' -o a.cnf --plan-file plan.toml --stage {stage} --turns 2"
    )
    .ends(0);
    folder.write("a.model", model(&folder.read("a.cnf")));
    folder
}

fn map(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("a.cnf.map.json")).unwrap()
}

fn decoded(folder: &Folder, map: &Value) -> (Option<i32>, String) {
    folder.write("b.json", map.to_string());
    let run = run_in!(folder.path(), "decode b.json a.model --format alg");
    (run.code, run.out + &run.err)
}

#[test]
fn the_map_of_a_stage_is_decoded_without_the_plan() {
    for stage in ["1", "2"] {
        let folder = encoded(stage);
        std::fs::remove_file(folder.path_of("plan.toml")).unwrap();
        let (code, turns) = decoded(&folder, &map(&folder));
        assert_eq!(code, Some(0), "{turns}");
        assert_eq!(turns.split_whitespace().count(), 2, "{turns}");
    }
}

#[test]
fn a_map_of_a_stage_whose_question_is_altered_is_refused() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 8] = [
        ("has no stage 9", |it| it["question"]["stage"] = json!(9)),
        ("its pieces and placements", |it| {
            it["question"]["stage"] = json!(2)
        }),
        ("`plan` cannot be combined with a state", |it| {
            it["question"]["to"] = json!("R2")
        }),
        ("no corner has the colors U U U", |it| {
            it["question"]["state"] = json!("U".repeat(24))
        }),
        ("my.toml:1:8", |it| {
            it["question"]["plan_file"] = json!({"name": "my.toml", "text": "name = 1"})
        }),
        ("never leave the goal", |it| {
            let plan = PLAN.replace("group = \"U2\"", "group = \"U2 R2 F2\"");
            it["question"]["plan_file"]["text"] = json!(plan);
        }),
        ("`stage` requires `plan` or `plan_file`", |it| {
            drop(it["question"].as_object_mut().unwrap().remove("plan_file"));
        }),
        ("unknown field `more`", |it| {
            it["question"]["more"] = json!(1)
        }),
    ];
    let folder = encoded("1");
    for (number, (says, change)) in changes.iter().enumerate() {
        let mut altered = map(&folder);
        change(&mut altered);
        let (code, output) = decoded(&folder, &altered);
        assert_eq!(code, Some(1), "change {number}: {output}");
        assert!(
            output.contains(says),
            "change {number}: no `{says}` in {output}"
        );
    }
}
