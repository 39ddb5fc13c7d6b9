//! An answer file contains copies of its puzzles and plans. A copy that has a built-in name must equal the built-in definition
//! or a file that the user gives. For `--verify-proofs`, every copy must. `tests/command/cli/identity.rs` has more cases.

use super::super::identity::{FOREIGN, REUSED, retitled_pocket, twiddle_under_name};
use super::*;

/// Answers a question with a definition from a file. Asserts what `merge` says without that file: nothing, or why it
/// refuses the answer; the same for `--verify-proofs`. With the file, it accepts the answer.
#[track_caller]
fn assert_merged(lists: &ListFolder, scramble: &str, command: &str, given: &str, says: [&str; 2]) {
    let name = format!("answers{}", lists.0.names().len());
    let mut command = (command, given).words();
    if command[0] == "prove" {
        command.extend(["-o".to_owned(), lists.path_argument(&format!("p-{name}"))]);
    }
    let file = lists.answered(&[scramble], &name, &command);
    for (how, says) in ["", "--verify-proofs"].into_iter().zip(says) {
        if says.is_empty() {
            run!("merge {file} -q {how}").ends(0);
        } else {
            refused(format!("{file} {how}"), says);
        }
        run!("merge {file} -q {how} {given}").ends(0);
    }
}

#[test]
fn answers_about_a_puzzle_in_a_file_may_need_that_file() {
    let lists = ListFolder::new();
    let unknown = "its puzzle `mine` is not built in";
    for (puzzle, scramble, says) in [
        (twiddle_under_name("pocket"), "A B", [REUSED, REUSED]),
        (twiddle_under_name("mine"), "A B", ["", unknown]),
        // The built-in puzzle with another title.
        (retitled_pocket(), "R U", ["", ""]),
    ] {
        let given = format!("--puzzle-file {}", lists.0.write("mine.toml", puzzle));
        for command in ["solve", "prove --max-turns 0"] {
            assert_merged(&lists, scramble, command, &given, says);
        }
    }
}

#[test]
#[ignore = "long check"]
fn answers_about_a_plan_in_a_file_may_need_that_file() {
    let lists = ListFolder::new();
    let reused = "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH";
    let own = FOREIGN.replace("\"thistlethwaite\"", "\"own\"");
    for (plan, says) in [
        (FOREIGN, [reused, reused]),
        (&*own, ["", "its plan `own` is not built in"]),
    ] {
        let given = format!("--plan-file {}", lists.0.write("plan.toml", plan));
        let prove = "prove rubik --stage 1 --max-turns 0";
        assert_merged(&lists, "R", prove, &given, says);
    }
}
