//! `solve` on a puzzle that is too large for one formula: it finds a solution at once, then shorter ones and lower
//! bounds.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::Value;

use super::*;
use crate::common::fewer_in_check;
use crate::common::simulator::{SOLVED, after, is_solved};

/// States of the 3×3×3, drawn uniformly at random.
pub(super) const CUBES: [&str; 4] = [
    "BUUDULFBUBBFDRLRRFLRRRFLLFDBUBFDDRFLLBURLFFLURBDUBUDDD",
    "RRDLURUBBUBLDRRLLUFULFFFDLDRBFUDUULRDFLBLRFFBBDFUBDBDR",
    "RLBBULUURUFRDRLRUFLFBDFRLRFUFDDDBDRLFRBDLLLFFDBUUBBDUB",
    "DUBBUDDDBDLLFRRLBRBRRBFRLUDUFFLDDUDUFULLLRRBFULRUBFFFB",
];

fn solve(state: &str, more: impl Words) -> Run {
    run((format!(r#"solve rubik --state "{state}""#), &more))
}

/// Checks a report: the solution solves the state, the lengths and bounds agree, and the history only improves.
#[track_caller]
fn check(state: &str, report: &Value) {
    let solution = report["solution"].as_str().unwrap();
    assert!(is_solved(&after(state, solution)), "{report:#}");
    let turns = solution.split_whitespace().count() as u64;
    assert_eq!(report["turns"], turns);
    let at_least = report["at_least"].as_u64().unwrap();
    assert!(at_least <= turns, "{report:#}");
    assert_eq!(report["minimal"], at_least == turns);
    let history = report["history"].as_array().unwrap();
    let seconds = history.iter().map(|it| it["seconds"].as_f64().unwrap());
    assert!(seconds.is_sorted(), "{report:#}");
    let steps =
        |key: &str| -> Vec<u64> { history.iter().filter_map(|it| it[key].as_u64()).collect() };
    let (lengths, bounds) = (steps("turns"), steps("at_least"));
    assert!(lengths.is_sorted_by(|a, b| a > b), "{report:#}");
    assert!(bounds.is_sorted_by(|a, b| a < b), "{report:#}");
    assert_eq!(lengths.last(), Some(&turns), "{report:#}");
    assert!(bounds.last() <= Some(&at_least), "{report:#}");
}

#[test]
#[ignore = "long check: seven minutes"]
fn random_cubes_are_solved_without_naming_a_method() {
    let drawn = "scramble rubik --random-state --count 100 --seed 16 --format json";
    for (number, cube) in run(drawn).ends(0).rows().iter().enumerate() {
        let state = cube["state"].as_str().unwrap();
        let more = ["", "--jobs 2", "--metric qtm"][number % 3];
        let run = solve(state, format!("--time-limit 4 --format json {more}")).ends(30);
        let report = run.json();
        check(state, &report);
        assert_eq!(report["stopped"], "time limit reached");
        let half = report["solution"].as_str().unwrap().contains('2');
        assert!(more != "--metric qtm" || !half, "{report:#}");
        // stderr has one line for each better solution and each better bound, and no other line.
        let steps = report["history"].as_array().unwrap().len();
        assert_eq!(run.err.lines().count(), steps, "{run:#?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_length_below_the_bound_is_refuted_with_a_reason() {
    let run = solve(CUBES[2], "--improve 3s --format json").ends(30);
    let report = run.json();
    check(CUBES[2], &report);
    let at_least = report["at_least"].as_u64().unwrap();
    let refuted = report["refuted"].as_array().unwrap();
    let refuted: Vec<&str> = refuted.iter().map(|it| it.as_str().unwrap()).collect();
    let reasons = [
        "unsat by batsat",
        "too few turns",
        "the start is not",
        "none by breadth-first search from both ends",
        "none by depth-first search with tables of cosets",
    ];
    // The reasons have the form `lengths 0 to 5: …` or `length 6: …`, and cover every length below the bound.
    let mut open: Vec<u64> = (0..at_least).collect();
    for reason in &refuted {
        let (lengths, why) = reason.split_once(": ").unwrap();
        assert!(reasons.iter().any(|it| why.starts_with(it)), "{reason}");
        let numbers: Vec<u64> = lengths
            .split(' ')
            .filter_map(|it| it.parse().ok())
            .collect();
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        open.retain(|length| !(first..=last).contains(length));
    }
    assert_eq!(open, [0; 0], "{refuted:#?}");
    // No length whose formula is satisfiable is below the bound.
    for attempt in report["attempts"].as_array().unwrap() {
        if attempt["verdict"] == "sat" {
            assert!(attempt["turns"].as_u64() >= Some(at_least), "{report:#}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cube_a_few_turns_from_solved_gets_a_shortest_solution() {
    for scramble in ["R", "R U F", "R U2 F' L", "F2 B2 U2 D2", "R U F' L2 D"] {
        let state = after(SOLVED, scramble);
        let report = solve(&state, "--format json").ends(0).json();
        check(&state, &report);
        assert_eq!(report["minimal"], true);
        let most = scramble.split_whitespace().count() as u64;
        assert!(report["turns"].as_u64() <= Some(most), "{report:#}");
    }
}

#[test]
#[ignore = "long check"]
fn a_solution_that_is_good_enough_ends_the_search() {
    let line = format!("solve rubik --state {} --good-enough 35", CUBES[0]);
    let (run, took) = run_timed((&line, "--format json"));
    let run = run.ends(0).reports(json!({"stopped": null}));
    check(CUBES[0], &run.json());
    assert!(took.is_below(Duration::from_secs(25)), "{took:?}");
    // If no solution is good enough, the best one is reported.
    let more = "--good-enough 3 --time-limit 3 --format json";
    check(CUBES[0], &solve(CUBES[0], more).ends(30).json());
}

#[test]
#[ignore = "long check"]
fn max_turns_is_respected_on_a_large_puzzle() {
    solve(CUBES[0], "--max-turns 5").ends_printing(20, &["no solution of at most 5 turns"]);
    let more = "--max-turns 40 --improve 2s --format json";
    check(CUBES[0], &solve(CUBES[0], more).ends(30).json());
}

#[test]
fn a_puzzle_file_that_names_an_unusable_plan_is_still_solved() {
    let folder = Folder::new();
    for (name, plan) in [("mine", "thistlethwaite"), ("yours", "nope")] {
        let text = data("encodings/puzzles/rubik.toml")
            .replace("name = \"rubik\"", &format!("name = \"{name}\""))
            .replace("plan = \"thistlethwaite\"", &format!("plan = \"{plan}\""));
        let file = folder.write("own.toml", text);
        let note = format!("note: the plan `{plan}` of the puzzle file is not used");
        run!("solve --puzzle-file {file} --scramble 'R U'")
            .ends_printing(0, &["2 turns, minimal"])
            .says(&[note]);
    }
}

#[test]
#[ignore = "long check"]
fn a_given_time_limit_suppresses_the_hint_to_continue() {
    let run = solve(CUBES[1], "--improve 1s").ends(30);
    run.prints(&["turns; at least "]).lacks(&["--time-limit"]);
}

#[cfg(unix)]
#[test]
#[ignore = "long check"]
fn verbose_output_reports_formulas() {
    let state = CUBES[0];
    let line = format!("solve rubik --state {state} --method sat --recipe faces");
    let is_by_formula = |line: &str| line.ends_with(" refuted by batsat)");
    for (more, is_reported) in [("--verbose", true), ("", false)] {
        let more = format!("--time-limit 10m {more}");
        let (run, _) = limits::interrupted_when((&line, &more), is_by_formula);
        let run = run.ends(30);
        assert_eq!(run.err.contains("variables"), is_reported, "{run:#?}");
    }
}

/// Waits for the first solution and then for some milliseconds, sends a signal, and checks the report.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn after_a_signal_the_best_solution_so_far_is_reported() {
    let moments = [0, 3, 170, 900].into_iter();
    let many = (0..50).map(|number| number * number * 7919 % 4001);
    for (number, milliseconds) in moments.chain(many).take(fewer_in_check(4, 54)).enumerate() {
        let state = CUBES[number % 4];
        let words = format!("solve rubik --state {state} --time-limit 60 --format json");
        let mut child = start(words);
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let first = lines.find(|line| line.as_ref().unwrap().contains(" turns, by "));
        assert!(first.is_some(), "no solution was reported");
        std::thread::sleep(Duration::from_millis(milliseconds));
        send(&child, ["-INT", "-TERM"][number % 2]);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        let has_panicked = rest.iter().any(|line| line.contains("panicked"));
        assert!(!has_panicked, "{rest:?}");
        let report = end_of(child).ends(30).json();
        check(state, &report);
        assert_eq!(report["stopped"], "interrupted");
    }
}

#[cfg(unix)]
#[test]
#[ignore = "long check: ten seconds until the hint"]
fn a_long_search_by_sat_suggests_a_faster_method() {
    let state = CUBES[3];
    let line = format!("solve rubik --state {state} --strategy descend --max-turns 17");
    let is_hint = |line: &str| line.starts_with("hint: --method graph");
    let (run, _) = limits::interrupted_when((&line, "--time-limit 10m"), is_hint);
    run.ends(30);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_start_equal_to_the_goal_needs_no_turns() {
    for (puzzle, turns, more) in [
        ("rubik", "R", ""),
        ("rubik", "R U", "--jobs 2"),
        ("rubik", "R U", "--method graph"),
        ("rubik", "R U", "--improve 1s"),
        ("5x5x5", "Rw U", ""),
        ("megaminx", "R U", ""),
    ] {
        let words = format!("solve {puzzle} --scramble '{turns}' --to '{turns}'");
        let run = run!("{words} --format json {more}").ends(0);
        run.reports(json!({"turns": 0, "minimal": true}));
    }
}

#[test]
fn a_recipe_that_cannot_encode_the_stages_of_the_plan_is_no_error() {
    // `regression` encodes the 3×3×3, but not the many values of its first stage.
    let how = "--recipe regression --max-turns 20 --time-limit 2";
    let run = run!(r#"solve rubik --scramble "R U F D L B R2 U F' L" {how}"#);
    run.ends_printing(30, &["unknown"]);
}
