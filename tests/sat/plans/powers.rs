//! Stages that allow only some powers of a turn, and stages for which different turns have the same effect.
//! (`tests/puzzles/random_puzzles/plans.rs` tests random ones.)

use itertools::Itertools;
use twistsat::puzzle::Metric;

use super::*;
use crate::common::cli::{Folder, run_in};
use crate::common::puzzles::puzzle_file;
use crate::common::sat::answer_to;

/// A puzzle file of one turn that moves N beads in a circle.
fn circle(turn: &str, beads: u8) -> String {
    let names = (b'a'..b'a' + beads).map(|name| char::from(name).to_string());
    let names = names.collect_vec();
    let color = |name: &String| (name.to_uppercase(), name.to_uppercase(), name.clone());
    let faces: Vec<_> = names.iter().map(color).collect();
    let turns = [(turn.to_owned(), names.join(" "))];
    puzzle_file("circle", None, &faces, &turns)
}

fn stages(stages: &[(&str, &str)]) -> String {
    let stage = |(allow, group): &(&str, &str)| {
        format!("[[stage]]\ntitle = \"t\"\nallow = \"{allow}\"\ngroup = \"{group}\"\n")
    };
    let stages: String = stages.iter().map(stage).collect();
    format!("name = \"powers\"\ntitle = \"Powers\"\npuzzle = \"circle\"\n{stages}")
}

#[test]
fn the_turns_of_a_stage_are_named_as_in_the_puzzle() {
    for (turn, beads, allow, scramble, expected) in [
        ("D", 6, "D2", "D2", "D2 D2"),
        ("D", 6, "D2'", "D2", "D2'"),
        ("D", 6, "D3", "D3", "D3"),
        ("D", 10, "D4", "D2", "D4 D4"),
        ("D", 10, "D4 D4'", "D4", "D4'"),
        ("Rw", 9, "Rw4'", "Rw4", "Rw4'"),
        ("Rw", 9, "r3", "Rw3", "Rw3 Rw3"),
        ("Rw", 9, "r3 Rw3'", "Rw3", "Rw3'"),
    ] {
        let folder = Folder::new();
        folder.write("circle.toml", circle(turn, beads));
        folder.write("plan.toml", stages(&[(allow, "")]));
        let start = format!(r#"--puzzle-file circle.toml --scramble "{scramble}""#);
        let stage = "--plan-file plan.toml --stage 1";
        let ask = |what: &str| run_in!(folder.path(), "{what} {start} {stage}");
        let solved = ask("solve --format alg --quiet").ends(0);
        let solved = solved.out.trim_end();
        // No other solution is as short.
        assert_eq!(solved, expected);
        let length = expected.split(' ').count();
        let puzzle = Puzzle::from_toml("circle.toml", &folder.read("circle.toml")).unwrap();
        let read = |text: &str| Notation::Singmaster.read(&puzzle, text).unwrap();
        let start = puzzle.apply(puzzle.solved(), &read(scramble));
        ask(&format!("encode --turns {length} -o a.cnf")).ends(0);
        folder.write("a.model", answer_to(&folder.read("a.cnf")));
        let decoded = run_in!(folder.path(), "decode a.cnf.map.json a.model --format alg").ends(0);
        assert_eq!(decoded.out.trim_end(), expected);
        let end = puzzle.apply(&start, &read(expected));
        assert_eq!(end, *puzzle.solved(), "{expected}");
        ask(&format!("prove --max-turns {} -o p", length - 1)).ends(0);
        let verify = "verify p.json --puzzle-file circle.toml";
        run_in!(folder.path(), "{verify} --plan-file plan.toml").ends(0);
    }
}

#[test]
fn the_stages_of_a_plan_may_allow_powers_of_one_turn() {
    let folder = Folder::new();
    folder.write("circle.toml", circle("D", 6));
    folder.write("plan.toml", stages(&[("D", "D2"), ("D2", "")]));
    let solve = "solve --puzzle-file circle.toml --plan-file plan.toml";
    for (scramble, turns) in [("D", 1), ("D2", 1), ("D3", 1), ("D2'", 1), ("", 0)] {
        let more = format!(r#"--scramble "{scramble}" --format json --quiet"#);
        let json = run_in!(folder.path(), "{solve} {more}").ends(0).json();
        assert_eq!(json["turns"], turns, "{json}");
    }
}

/// Up to D3, D equals D2', and D2 equals D'. In quarter turns, only D and D' cost one.
#[test]
fn each_metric_keeps_one_of_equal_turns() {
    let puzzle = Arc::new(Puzzle::from_toml("circle.toml", &circle("D", 6)).unwrap());
    let plan = Plan::from_toml("plan.toml", &stages(&[("D", "D3")]), &puzzle).unwrap();
    let reduction = Reduction::new(&plan, 1).unwrap();
    assert!(!reduction.distinguishes_turns());
    let read = |text: &str| Notation::Singmaster.read(&puzzle, text).unwrap();
    let state = puzzle.apply(puzzle.solved(), &read("D"));
    for metric in Metric::ALL {
        let problem = reduction.problem(&state, Budget::AtMost(2)).unwrap();
        let problem = problem.with_metric(metric).unwrap();
        let name = |&turn: &TurnId| problem.puzzle.turns()[turn].name();
        let kept = problem.allowed.iter().map(name).sorted();
        assert!(kept.eq(["D", "D'"]), "{metric}");
    }
}
