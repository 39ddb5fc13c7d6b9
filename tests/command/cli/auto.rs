//! `solve` without a method: the combined engines agree with each engine alone.

use super::anytime::CUBES;
use super::*;
use crate::common::simulator::{SOLVED, after, is_solved};

/// Two states of the 3×3×3 far from solved.
const FAR: &str = CUBES[0];
const OTHER: &str = CUBES[1];

/// The report of a solution, which may or may not be proved minimal.
fn report_of(line: impl Words) -> Value {
    let run = run(("solve", line, "--format json --quiet"));
    assert!(matches!(run.code, Some(0 | 30)), "{run:?}");
    run.json()
}

/// The report of a solution that is found within this many seconds, or within more on a slow or busy machine.
fn report_when_found(seconds: f64, line: impl Words) -> Value {
    with_enough_time(seconds, |seconds| {
        let report = report_of((&line, &format!("--time-limit {seconds}s")));
        let is_found = !report["solution"].is_null();
        is_found.then_some(report).ok_or("no solution")
    })
}

fn turns(report: &Value) -> Vec<&str> {
    let solution = report["solution"].as_str();
    solution
        .unwrap_or_else(|| panic!("{report:#}"))
        .split_whitespace()
        .collect()
}

/// Questions with short solutions. The metric, the allowed turns, the costs or the required ends rule out some lengths.
const SHORT_QUESTIONS: [&str; 11] = [
    r#"--scramble "R U2 F'" --metric qtm"#,
    "--scramble 'R2 F2 R2' --allow 'R2 F2 U'",
    r#"--scramble "R U2 R'" --allow 'R U2 F'"#,
    "--scramble 'R U F2' --at-most half=0",
    r#"--scramble 'R U F' --ends-with "U R'""#,
    "--scramble 'R U F' --starts-with R --max-turns 6",
    r#"--scramble "R U F'" --cost half=2 --max-cost 8"#,
    r#"--scramble "R U R' F" --free U"#,
    "--scramble 'U R F U2' --free U --allow 'R F'",
    "--scramble 'R F D R' --free 'U D' --at-most half=0",
    "--scramble 'R U F D' --to R",
];

#[test]
fn minimal_results_agree_with_each_engine_alone() {
    for words in SHORT_QUESTIONS {
        let reports = ["auto", "sat", "graph"]
            .map(|method| report_of(format!("rubik {words} --method {method}")));
        for report in &reports {
            let turns = &reports[0]["turns"];
            assert_keys(report, json!({"turns": turns, "minimal": true}));
        }
    }
}

#[test]
fn no_answer_is_longer_than_the_inverse_of_the_scramble() {
    for (puzzle, scramble) in [
        ("4x4x4", "Rw U2 Fw' D L2 Bw U' Rw2 F D' Lw U"),
        ("5x5x5", "Rw U2 Fw' D L2 Bw U' Rw2 F D' Lw U"),
        ("megaminx", "R U F' L2 BR D BL2 U' R2 F L' U2"),
        ("rubik", "R U2 F' D L2 B U' R2 F D' L U B2 R' D"),
    ] {
        let words = format!(r#"{puzzle} --scramble "{scramble}" --time-limit 1s"#);
        let report = report_of(words);
        let found = turns(&report).len();
        assert!(found <= scramble.split_whitespace().count(), "{report:#}");
        let at_least = report["at_least"].as_u64().unwrap() as usize;
        assert!(at_least <= found, "{report:#}");
        assert_eq!(report["minimal"], at_least == found, "{report:#}");
    }
}

#[test]
fn the_inverse_of_the_scramble_is_no_answer_if_its_turns_are_forbidden() {
    let scramble = "F2 R U2 L'";
    let report = report_of(format!(r#"rubik --scramble "{scramble}" --forbid 'F2 U2'"#));
    let found = turns(&report);
    let is_allowed = |turn: &&str| !["F2", "U2"].contains(turn);
    assert!(found.iter().all(is_allowed), "{report:#}");
    let end = after(&after(SOLVED, scramble), &found.join(" "));
    assert!(is_solved(&end), "{report:#}");
    assert_keys(&report, json!({"turns": 6, "minimal": true}));
}

#[test]
#[ignore = "long check"]
fn questions_with_goals_and_constraints_get_a_first_solution() {
    type Holds = fn(&str) -> bool;
    let all: [(&str, Holds); 5] = [
        ("--forbid B", |turn| !turn.starts_with('B')),
        // One face of each of the other axes.
        ("--forbid R", |turn| !turn.starts_with('R')),
        ("--forbid U", |turn| !turn.starts_with('U')),
        ("--at-most half=0", |turn| !turn.ends_with('2')),
        ("--ends-with U", |_| true),
    ];
    for (more, holds) in all {
        let report = report_of(format!(r#"rubik --state "{FAR}" --improve 0s {more}"#));
        let found = turns(&report);
        assert!(is_solved(&after(FAR, &found.join(" "))), "{report:#}");
        assert!(found.iter().all(|turn| holds(turn)), "{report:#}");
        let by = report["history"].to_string();
        let by_tables = by.contains("the tables of plan kociemba");
        let needs_tables = ["--forbid R", "--forbid U"].contains(&more);
        assert!(by_tables || !needs_tables, "{report:#}");
        let is_last = more != "--ends-with U" || found.last() == Some(&"U");
        assert!(is_last, "{report:#}");
    }
    let report = report_of(format!(
        r#"rubik --state "{FAR}" --improve 0s --to {OTHER}"#
    ));
    assert_eq!(after(FAR, &turns(&report).join(" ")), OTHER, "{report:#}");
}

/// Plans do not limit half turns, so the tables of a plan cannot give the first solution.
#[test]
fn a_first_solution_is_constructed_before_the_time_is_up_and_kept() {
    for more in ["--at-most half=0", ""] {
        let report = report_when_found(0.3, format!(r#"rubik --state "{FAR}" {more}"#));
        let found = turns(&report).join(" ");
        assert!(is_solved(&after(FAR, &found)), "{report:#}");
        let is_constructed = report["history"][0]["by"] == "construction from 3-cycles";
        assert!(more.is_empty() || is_constructed, "{report:#}");
        assert_eq!(report["minimal"], false, "{report:#}");
    }
}

/// Twenty turns that flip every edge in its place; no fewer do. After the inverse of this scramble, only refutations
/// are left.
const ALL_FLIPPED: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

#[cfg(unix)]
#[test]
#[ignore = "long check"]
fn after_a_shortest_scramble_lengths_are_refuted_at_once() {
    let solve = format!(r#"solve rubik --scramble "{ALL_FLIPPED}""#);
    let is_bound = |line: &str| {
        let bound = line.split_once(" s: at least ");
        let bound = bound.and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        bound >= Some(14)
    };
    let line = (&solve, "--time-limit 10m --format json");
    let (run, took) = limits::interrupted_when(line, is_bound);
    // Six seconds on each of two cores.
    assert!(took.is_below(Duration::from_secs(12)), "{took:?}");
    let run = run.ends_reporting(30, json!({"turns": 20, "stopped": "interrupted"}));
    assert!(run.json()["at_least"].as_u64() >= Some(14), "{run:#?}");
}

#[test]
fn the_inverse_of_a_scramble_ends_a_search_for_a_first_solution_without_a_limit() {
    let words = format!(r#"rubik --scramble "{ALL_FLIPPED}" --improve 0s"#);
    assert_keys(&report_of(&words), json!({"turns": 20, "stopped": null}));
}

#[test]
fn stickers_that_can_have_only_one_color_may_be_unknown() {
    let mut state = FAR.to_owned();
    // A center, both stickers of the edge UR, and one of the corner UFL.
    for facelet in [4, 5, 10, 18] {
        state.replace_range(facelet..=facelet, ".");
    }
    let report = report_of(format!(r#"rubik --state "{state}" --good-enough 25"#));
    let found = turns(&report).join(" ");
    assert!(is_solved(&after(FAR, &found)), "{report:#}");
    assert!(report["turns"].as_u64() <= Some(25), "{report:#}");
    let from = report["from"].as_str().expect("a start");
    assert_eq!(from.matches('.').count(), 4, "{report:#}");
}

#[test]
#[ignore = "long check"]
fn a_face_that_cannot_be_seen_leaves_several_starts_which_are_all_searched() {
    for (state, is_minimal) in [
        (after(SOLVED, "R U F2 D' L B2").as_str(), true),
        (FAR, false),
    ] {
        let unseen = ".".repeat(9);
        let text = [&unseen, &state[9..]].concat();
        let words = format!(r#"rubik --state "{text}" --good-enough 25"#);
        let report = report_of(&words);
        let start = report["start"].as_str().expect("a start");
        let faces = start.split_whitespace().map(|face| &face[2..]);
        let start: String = faces.collect();
        assert_eq!(start[9..], state[9..], "{report:#}");
        let found = turns(&report).join(" ");
        assert!(is_solved(&after(&start, &found)), "{report:#}");
        assert_eq!(report["minimal"], is_minimal, "{report:#}");
        assert!(report["turns"].as_u64() <= Some(25), "{report:#}");
        if is_minimal {
            let by_sat = report_of(format!(r#"rubik --state "{text}" --method sat"#));
            assert_eq!(report["turns"], by_sat["turns"]);
        }
    }
}

#[test]
#[ignore = "long check"]
fn a_large_puzzle_has_a_solution_before_a_cheapest_one_is_known() {
    let words = format!(r#"rubik --state "{FAR}" --cheapest --max-turns 25"#);
    let report = report_when_found(4.0, format!("{words} --cost-file quarter"));
    let found = turns(&report);
    assert!(is_solved(&after(FAR, &found.join(" "))), "{report:#}");
    let halves = found.iter().filter(|turn| turn.ends_with('2')).count();
    assert_eq!(report["cost"], found.len() + halves, "{report:#}");
}

#[test]
#[ignore = "long check"]
fn a_large_puzzle_with_free_turns_gets_a_first_solution_and_a_lower_bound() {
    let words = format!(r#"rubik --state "{FAR}" --free U"#);
    let least = |report: &Value| report["at_least"].as_u64().unwrap_or_default();
    let in_time = with_enough_time(10.0, |seconds| {
        let report = report_of(format!("{words} --time-limit {seconds}s"));
        if report["turns"].as_u64() > Some(23) || least(&report) < 10 {
            return Err(report);
        }
        Ok(report)
    });
    let limited = |limit: &str| report_of(format!("{words} {limit}"));
    for report in [
        limited("--improve 0s"),
        in_time,
        limited("--good-enough 25"),
    ] {
        // Free turns are in parentheses.
        let solution = report["solution"].as_str().expect("a solution");
        let all = solution.replace(['(', ')'], "");
        assert!(is_solved(&after(FAR, &all)), "{report:#}");
        let counted = solution
            .split_whitespace()
            .filter(|it| !it.starts_with('('));
        assert_eq!(report["turns"], counted.count(), "{report:#}");
        assert!(report["turns"].as_u64() <= Some(23), "{report:#}");
        assert!((10..=18).contains(&least(&report)), "{report:#}");
    }
}

#[test]
fn auto_lists_the_same_solutions_as_each_engine_alone() {
    for words in [
        "--scramble 'R2 L2 U D' --shortest",
        "--scramble 'R U F' --turns 4",
        r#"--scramble "R U R' F" --free U --shortest"#,
        "--scramble 'R U F2' --shortest --allow 'R U F' --at-most half=1",
    ] {
        let [auto, sat, graph] = ["auto", "sat", "graph"].map(|method| {
            let run = run!("enumerate rubik {words} --method {method} --quiet").ends(0);
            let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        });
        assert_eq!(auto, sat, "{words:?}");
        assert_eq!(auto, graph, "{words:?}");
    }
}

#[test]
fn a_recipe_solver_or_strategy_restricts_solve_to_formulas() {
    for (more, by_formulas) in [
        ("--recipe mux-idle", true),
        ("--solver batsat", true),
        ("--strategy descend --max-turns 3", true),
        ("", false),
    ] {
        let report = report_of(format!("rubik --scramble 'R U F' {more}"));
        let has_searched = report["refuted"]
            .to_string()
            .contains("breadth-first search");
        assert_eq!(has_searched, !by_formulas, "{more}: {report:#}");
    }
}
