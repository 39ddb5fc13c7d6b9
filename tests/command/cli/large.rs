//! `solve` of large puzzles that have no plan: a first way from the group alone, then shorter ones.

use std::time::Duration;

use super::*;
use crate::common::large::{Simulator, cube, minx};

/// Solves a state, and lets the simulator see that.
#[track_caller]
fn solves(puzzle: &str, simulator: &Simulator, state: &str, more: &[&str]) -> Value {
    let start = ["solve", puzzle, "--state", state, "--format", "json"];
    let report = run(&[&start, more].concat()).ends(30).json();
    let solution = report["solution"].as_str().unwrap();
    let end = simulator.after(state, solution);
    assert!(is_solved(&end), "{puzzle} {state}: {solution}");
    assert_eq!(report["turns"], solution.split_whitespace().count());
    report
}

/// Whether each face shows one color: even cubes and the Kilominx may lie in any way.
fn is_solved(state: &str) -> bool {
    let letters: Vec<char> = state.chars().collect();
    let colors: std::collections::BTreeSet<char> = letters.iter().copied().collect();
    let mut faces = letters.chunks(letters.len() / colors.len());
    faces.all(|face| face.iter().all(|letter| *letter == face[0]))
}

/// The puzzles, and how many turns a first way has at most.
fn puzzles() -> [(&'static str, Simulator, u64); 6] {
    [
        ("4x4x4", cube(4), 220),
        ("5x5x5", cube(5), 330),
        ("6x6x6", cube(6), 600),
        ("7x7x7", cube(7), 800),
        ("megaminx", minx(false), 280),
        ("kilominx", minx(true), 120),
    ]
}

#[test]
fn large_puzzles_without_a_plan_are_solved_at_once() {
    for (name, simulator, most) in puzzles() {
        if matches!(name, "4x4x4" | "5x5x5" | "megaminx") {
            let state = simulator.random_state(1);
            let report = solves(name, &simulator, &state, &["--improve", "0s"]);
            assert!(report["turns"].as_u64().unwrap() <= most, "{report:#}");
        }
    }
}

#[test]
fn a_first_way_is_made_shorter_and_there_is_a_bound() {
    let simulator = minx(true);
    let state = simulator.random_state(2);
    let first = solves("kilominx", &simulator, &state, &["--improve", "0s"]);
    let shorter = (first["turns"].as_u64().unwrap() - 1).to_string();
    let start = ["solve", "kilominx", "--state", &state, "--format", "json"];
    let report = run(&[&start[..], &["--good-enough", &shorter]].concat()).ends(0);
    let report = report.json();
    let end = simulator.after(&state, report["solution"].as_str().unwrap());
    assert!(is_solved(&end), "{report:#}");
    assert!(report["turns"].as_u64() < first["turns"].as_u64());
    assert!(report["at_least"].as_u64().unwrap() > 0, "{report:#}");
}

#[test]
#[ignore = "long check: 120 large states, some minutes"]
fn random_states_of_large_puzzles_are_solved() {
    for (name, simulator, most) in puzzles() {
        let mut turns = Vec::new();
        let mut longest = Duration::ZERO;
        for seed in 1..=20 {
            let state = simulator.random_state(seed);
            let started = Instant::now();
            let report = solves(name, &simulator, &state, &["--improve", "0s"]);
            longest = longest.max(started.elapsed());
            turns.push(report["turns"].as_u64().unwrap());
        }
        assert!(turns.iter().all(|&it| it <= most), "{name}: {turns:?}");
        eprintln!("{name}: {turns:?}, at most {longest:?}");
    }
}

/// Two facelets of a text change places.
fn swapped(state: &str, pairs: &[[usize; 2]]) -> String {
    let mut letters: Vec<char> = state.chars().collect();
    for &[a, b] in pairs {
        letters.swap(a, b);
    }
    letters.into_iter().collect()
}

/// A corner of the 4×4×4, twisted, two wings swapped and two centers.
#[test]
fn what_turns_cannot_do_to_a_large_cube_is_named_and_the_rest_is_solved() {
    let four = cube(4);
    let [u, r, f] = [0, 16, 32];
    let twisted = swapped(&four.solved, &[[u + 15, r], [r, f + 3]]);
    let error = run(&["solve", "4x4x4", "--state", &twisted]).ends(1).err;
    assert!(
        error.contains("one corner is twisted in its place, the one at URF"),
        "{error}"
    );
    for pairs in [vec![[u + 13, f + 1], [u + 14, f + 2]], vec![[u + 5, f + 5]]] {
        let state = swapped(&four.solved, &pairs);
        solves("4x4x4", &four, &state, &["--improve", "0s"]);
    }
}

/// One edge of the Megaminx is flipped, and two are swapped.
#[test]
fn what_turns_cannot_do_to_a_megaminx_is_named() {
    let minx = minx(false);
    // U6 F2, U4 R2.
    let flipped = swapped(&minx.solved, &[[5, 12]]);
    let swap = swapped(&minx.solved, &[[12, 23]]);
    for (state, what) in [
        (flipped, "one edge is flipped in its place, the one at UF"),
        (swap, "two pieces are swapped"),
    ] {
        let error = run(&["solve", "megaminx", "--state", &state]).ends(1).err;
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn that_peeling_found_nothing_so_short_is_no_proof_that_there_is_none() {
    let folder = Folder::new();
    let text = "name = \"d\"\ntitle = \"d\"\nmaximum = {}\nfamily = \"digits\"\nsize = 4\n";
    let file = folder.write("d.toml", text);
    let asked = [
        "solve",
        "--puzzle-file",
        &file,
        "--scramble",
        "111X 122Y 221Z",
        "--plan",
        "peel",
    ];
    let limits = [
        "--max-turns",
        "1",
        "--good-enough",
        "99",
        "--time-limit",
        "2",
    ];
    let unknown = run(&[&asked[..], &limits].concat()).ends(30);
    assert!(unknown.out.contains("unknown whether"), "{unknown:#?}");
    for method in ["table", "meet"] {
        let refused = run(&[&asked[..], &["--method", method]].concat()).ends(2);
        let why = format!("--plan cannot be combined with --method {method}");
        assert!(refused.err.contains(&why), "{refused:#?}");
    }
}
