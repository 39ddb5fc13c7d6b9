//! An answer file contains copies of its puzzles and plans. A copy that has a built-in name must equal the built-in
//! definition or a file that the user gives. For `--verify-proofs`, every copy must. `tests/command/cli/identity.rs`
//! has more cases.

use std::fs;

use super::super::identity::{FOREIGN, REUSED, retitled_pocket, twiddle_under_name};
use super::*;

/// Answers a question with a definition from a file. Asserts that `merge` accepts the answer with that file, and what
/// it `says` without that file: first as it is, then with `--verify-proofs`.
#[track_caller]
fn assert_merged(folder: &Folder, scramble: &str, command: &str, given: &str, says: [&str; 2]) {
    answered(folder, scramble, "answers", format!("{command} {given}"));
    for (how, says) in ["", "--verify-proofs"].into_iter().zip(says) {
        let code = i32::from(!says.is_empty());
        run_in!(folder, "merge answers -q {how}").ends_saying(code, &[says]);
        run_in!(folder, "merge answers -q {how} {given}").ends(0);
    }
    fs::remove_file(folder.path_of("answers")).unwrap();
}

#[test]
fn answers_about_a_puzzle_in_a_file_may_need_that_file() {
    let folder = Folder::new();
    let unknown = "its puzzle `mine` is not built in";
    for (puzzle, scramble, says) in [
        (twiddle_under_name("pocket"), "A B", [REUSED, REUSED]),
        (twiddle_under_name("mine"), "A B", ["", unknown]),
        // The built-in puzzle with another title.
        (retitled_pocket(), "R U", ["", ""]),
    ] {
        folder.write("mine.toml", puzzle);
        for command in ["solve", "prove --max-turns 0"] {
            let given = "--puzzle-file mine.toml";
            assert_merged(&folder, scramble, command, given, says);
        }
    }
}

#[test]
#[ignore = "long check"]
fn answers_about_a_plan_in_a_file_may_need_that_file() {
    let folder = Folder::new();
    let reused = "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH";
    let own = FOREIGN.replace("\"thistlethwaite\"", "\"own\"");
    for (plan, says) in [
        (FOREIGN, [reused, reused]),
        (&*own, ["", "its plan `own` is not built in"]),
    ] {
        folder.write("plan.toml", plan);
        let prove = "prove rubik --stage 1 --max-turns 0";
        assert_merged(&folder, "R", prove, "--plan-file plan.toml", says);
    }
}
