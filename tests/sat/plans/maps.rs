//! Map files of stages: `decode` needs nothing but the map and the model, and checks the question in the map.

use serde_json::json;

use crate::common::cli::{Folder, run_in};
use crate::common::json::each_change_refused;
use crate::common::sat::answer_to;

const PLAN: &str = "name = \"mine\"\ntitle = \"Mine\"\npuzzle = \"pocket\"\n\
                    [[stage]]\ntitle = \"a\"\nallow = \"U2 R2 F2\"\ngroup = \"U2\"\n\
                    [[stage]]\ntitle = \"b\"\nallow = \"U R F\"\n\
                    recoloring = \"uuuu .... .... .... .... ....\"\n\
                    patterns = [\"uuuu .... .... .... .... ....\", \".... .... .... .... .... uuuu\"]\n";

const DECODE: &str = "decode a.cnf.map.json a.model";

/// A folder with the formula of a stage, its map `a.cnf.map.json`, and a model.
fn encoded(stage: &str) -> Folder {
    let folder = Folder::new();
    folder.write("plan.toml", PLAN);
    let encode = "encode pocket --scramble 'R2 F2' -o a.cnf --plan-file plan.toml --turns 2";
    run_in!(folder.path(), "{encode} --stage {stage}").ends(0);
    folder.write("a.model", answer_to(&folder.read("a.cnf")));
    folder
}

#[test]
fn the_map_of_a_stage_is_decoded_without_the_plan() {
    for stage in ["1", "2"] {
        let folder = encoded(stage);
        std::fs::remove_file(folder.path_of("plan.toml")).unwrap();
        let run = run_in!(folder.path(), "{DECODE} --format alg").ends(0);
        assert_eq!(run.out.split_whitespace().count(), 2, "{run:#?}");
    }
}

#[test]
fn a_map_of_a_stage_whose_question_is_altered_is_refused() {
    // Every turn of the stage stays in this group.
    let trivial = json!(PLAN.replace("group = \"U2\"", "group = \"U2 R2 F2\""));
    let changes = format!(
        r#"
/question/stage = 9 » has no stage 9
/question/stage = 2 » its pieces and placements
/question/to = "R2" » `plan` cannot be combined with a state
/question/state = "UUUUUUUUUUUUUUUUUUUUUUUU" » no corner has the colors U U U
/question/plan_file = {{"name": "my.toml", "text": "name = 1"}} » my.toml:1:8
/question/plan_file/text = {trivial} » never leave the goal
/question/plan_file = » `stage` requires `plan` or `plan_file`
/question/more = 1 » unknown field `more`
"#
    );
    each_change_refused(&encoded("1"), "a.cnf.map.json", DECODE, &changes);
}
