//! An answer file contains copies of its puzzles and plans. A copy that has a built-in name must equal the built-in definition
//! or a file that the user gives. For `--verify-proofs`, every copy must.

use super::super::identity::{FOREIGN, REUSED, retitled_pocket, twiddle_under_name};
use super::*;

/// A new answer file with the answer to one question.
fn answered(lists: &ListFolder, scramble: &str, command: impl Words) -> String {
    let name = format!("answers{}", lists.0.names().len());
    let prefix = lists.path_argument(&format!("p-{name}"));
    let mut command = command.words();
    if command[0] == "prove" {
        command.extend(["-o".to_owned(), prefix]);
    }
    lists.answered(&[scramble], &name, &command)
}

#[track_caller]
fn merged(file: &str, more: &str) {
    run!("merge {file} -q {more}").ends(0);
}

#[test]
fn answers_about_a_puzzle_that_reuses_a_built_in_name_are_merged_only_with_its_file() {
    let lists = ListFolder::new();
    let mine = lists.0.write("mine.toml", twiddle_under_name("pocket"));
    for command in ["solve", "prove --max-turns 0"] {
        let file = answered(&lists, "A B", format!("{command} --puzzle-file {mine}"));
        for how in ["", "--verify-proofs"] {
            refused(format!("{file} {how}"), REUSED);
            merged(&file, &format!("{how} --puzzle-file {mine}"));
            let other = lists.0.write("other.toml", retitled_pocket());
            let says = "its puzzle `pocket` is not the puzzle `pocket` that was given";
            refused(format!("{file} --puzzle-file {other} {how}"), says);
        }
    }
}

#[test]
fn answers_about_a_puzzle_that_is_not_built_in_are_merged_but_verified_only_with_its_file() {
    let lists = ListFolder::new();
    for command in ["solve", "prove --max-turns 0"] {
        let mine = lists.0.write("mine.toml", twiddle_under_name("mine"));
        let file = answered(&lists, "A B", format!("{command} --puzzle-file {mine}"));
        merged(&file, "");
        let says = "its puzzle `mine` is not built in";
        refused(format!("{file} --verify-proofs"), says);
        merged(&file, &format!("--verify-proofs --puzzle-file {mine}"));
        // The built-in puzzle with another title needs no file.
        let mine = lists.0.write("mine.toml", retitled_pocket());
        let file = answered(&lists, "R U", format!("{command} --puzzle-file {mine}"));
        merged(&file, "");
        merged(&file, "--verify-proofs");
    }
}

#[test]
#[ignore = "long check"]
fn answers_about_a_plan_that_is_not_built_in_are_verified_only_with_its_file() {
    let lists = ListFolder::new();
    let plan = lists.0.write("plan.toml", FOREIGN);
    let about = format!("rubik --plan-file {plan} --stage 1");
    let prove = format!("prove {about} --max-turns 0");
    let file = answered(&lists, "R", &prove);
    let says = "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH";
    for how in ["", "--verify-proofs"] {
        refused(format!("{file} {how}"), says);
        merged(&file, &format!("{how} --plan-file {plan}"));
    }
    let own = FOREIGN.replace("\"thistlethwaite\"", "\"own\"");
    lists.0.write("plan.toml", own);
    let file = answered(&lists, "R", &prove);
    merged(&file, "");
    let says = "its plan `own` is not built in";
    refused(format!("{file} --verify-proofs"), says);
    merged(&file, &format!("--verify-proofs --plan-file {plan}"));
}
