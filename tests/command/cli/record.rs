//! The record of the pocket cube in `records`: the stored solutions pass the check, a wrong solution does not, and the
//! distance table agrees.

use std::sync::Arc;

use super::*;
use twistsat::graph::DistanceTable;
use twistsat::puzzle::Puzzle;
use twistsat::{Layout, Problem};

/// Runs one of the project's Python scripts; `None` if this machine has no Python that reads TOML.
fn python(arguments: &[&str]) -> Option<Run> {
    let (python, _) = formula_by::generator()?;
    let mut command = Command::new(python);
    command.args(arguments).env("PYTHONPATH", "records");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.current_dir(env!("TWISTSAT_ROOT"));
    Some(Run::of(command.output().unwrap()))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_sample_of_the_record_passes_the_check() {
    if let Some(checked) = python(&["records/check", "--sample", "40"]) {
        checked.ends(0).prints(&[
            "lemmas: 48 symmetries map turns to turns",
            "htm: 1,008 solutions replayed",
            "qtm: 1,008 solutions replayed",
        ]);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_solution_that_is_wrong_is_not_accepted() {
    for wrong in ["RU3", "RL", "R U", "RUX"] {
        let code = format!("import cube; cube.solved_by('{wrong}')");
        if let Some(refused) = python(&["-c", &code]) {
            let says = "is no word of turns of U, R and F";
            refused.ends_saying(1, &[says]);
        }
    }
}

/// Compares the recorded solutions of every 40th class, including the longest, with a table of all positions.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_table_of_distances_agrees_with_the_record() {
    let code = "import sys, lzma, cube
for word in lzma.open(f'records/pocket/{sys.argv[1]}.txt.xz', 'rt').read().splitlines()[::-40]:
    position, turns = cube.solved_by(word)
    print(cube.state(position), len(turns))";
    let puzzle: Arc<Puzzle> = Puzzle::built_in("pocket").unwrap();
    for (metric, bound) in [(Metric::HalfTurn, 11), (Metric::QuarterTurn, 14)] {
        let name = if bound == 11 { "htm" } else { "qtm" };
        let Some(listed) = python(&["-c", code, name]) else {
            return;
        };
        let mut turns = puzzle.turns_around_held();
        turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
        let table = DistanceTable::build(&puzzle, &turns).unwrap();
        let listed = listed.ends(0);
        for line in listed.out.lines() {
            let (state, turns) = line.split_once(' ').unwrap();
            let turns: usize = turns.parse().unwrap();
            let stickers = Layout::Urfdlb.read_stickers(&puzzle, state).unwrap();
            let budget = Budget::AtMost(bound);
            let problem = Problem::of_stickers(puzzle.clone(), &stickers, &Target::Any, budget);
            let state = problem.unwrap().start.state().unwrap();
            let distance = table.distance(&state).unwrap();
            assert!(distance <= turns, "{line}");
            assert_eq!(distance == bound, turns == bound, "{line}");
        }
    }
}
