//! A campaign brings its own copies of puzzles and plans along. They count only if they are built in, or if the reader gives them.

use super::super::identity::{FOREIGN, retitled_pocket, twiddle_called};
use super::*;

/// A campaign of one question about files, worked on to the end.
fn worked(campaigns: &Campaigns, scramble: &str, command: &[&str]) -> String {
    let name = format!("dir{}", campaigns.0.names().len());
    let dir = campaigns.of_states(&name, &[scramble], command);
    campaign(&["work", &dir, "-q"]).ends(0);
    dir
}

#[track_caller]
fn refused(command: &[&str], says: &str) {
    let refused = campaign(&[command, &["-q"]].concat()).ends(1);
    assert!(refused.err.contains(says), "{says}: {refused:#?}");
    assert_eq!(refused.out, "");
}

#[test]
fn results_about_another_puzzle_of_a_built_in_name_are_merged_only_with_the_readers_file() {
    let campaigns = Campaigns::new();
    let mine = campaigns.0.write("mine.toml", twiddle_called("pocket"));
    let solve = ["solve", "--puzzle-file", &mine];
    let prove = ["prove", "--puzzle-file", &mine, "--max-turns", "0"];
    for command in [&solve[..], &prove] {
        let dir = worked(&campaigns, "A B", command);
        for how in ["merge", "verify"] {
            let says = "its puzzle `pocket` is not the built-in puzzle of that name; give its file with --puzzle-file PATH";
            refused(&[how, &dir], says);
            campaign(&[how, &dir, "-q", "--puzzle-file", &mine]).ends(0);
            let other = campaigns.0.write("other.toml", retitled_pocket());
            let says = "its puzzle `pocket` is not the puzzle `pocket` that was given";
            refused(&[how, &dir, "--puzzle-file", &other], says);
        }
    }
}

#[test]
fn results_about_a_puzzle_of_another_name_are_merged_and_verified_only_with_its_file() {
    let campaigns = Campaigns::new();
    let mine = campaigns.0.write("mine.toml", twiddle_called("mine"));
    let solve = ["solve", "--puzzle-file", &mine];
    let prove = ["prove", "--puzzle-file", &mine, "--max-turns", "0"];
    for command in [&solve[..], &prove] {
        let dir = worked(&campaigns, "A B", command);
        campaign(&["merge", &dir, "-q"]).ends(0);
        refused(&["verify", &dir], "its puzzle `mine` is not built in");
        campaign(&["verify", &dir, "-q", "--puzzle-file", &mine]).ends(0);
    }
}

#[test]
fn results_about_the_built_in_puzzle_with_another_title_are_verified_without_a_file() {
    let campaigns = Campaigns::new();
    let mine = campaigns.0.write("mine.toml", retitled_pocket());
    let solve = ["solve", "--puzzle-file", &mine];
    let prove = ["prove", "--puzzle-file", &mine, "--max-turns", "0"];
    for command in [&solve[..], &prove] {
        let dir = worked(&campaigns, "R U", command);
        campaign(&["merge", &dir, "-q"]).ends(0);
        campaign(&["verify", &dir, "-q"]).ends(0);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn results_about_another_plan_are_verified_only_with_the_readers_file() {
    let campaigns = Campaigns::new();
    let plan = campaigns.0.write("plan.toml", FOREIGN);
    let about = ["rubik", "--plan-file", &plan, "--stage", "1"];
    let prove = [&["prove"], &about[..], &["--max-turns", "0"]].concat();
    let dir = worked(&campaigns, "R", &prove);
    for how in ["merge", "verify"] {
        refused(
            &[how, &dir],
            "its stage 1 is not stage 1 of the built-in plan `thistlethwaite`; give the plan's file with --plan-file PATH",
        );
        campaign(&[how, &dir, "-q", "--plan-file", &plan]).ends(0);
    }
    campaigns.0.write(
        "plan.toml",
        FOREIGN.replace("\"thistlethwaite\"", "\"own\""),
    );
    let dir = worked(&campaigns, "R", &prove);
    campaign(&["merge", &dir, "-q"]).ends(0);
    refused(&["verify", &dir], "its plan `own` is not built in");
    let verified = campaign(&["verify", &dir, "--plan-file", &plan]).ends(0);
    assert!(verified.out.contains("1 proofs checked"), "{verified:#?}");
}
