use super::*;

use std::collections::HashSet;
use std::sync::Arc;

use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

use crate::common::fewer_in_check;

fn puzzle(name: &str) -> Arc<Puzzle> {
    Puzzle::built_in(name).unwrap()
}

/// Random states of a puzzle, each with the turns that lead there.
fn states(name: &str, more: &str) -> Vec<(String, Vec<String>)> {
    let run = run!("scramble {name} --random-state --format json {more}").ends(0);
    let rows = run.rows().into_iter();
    rows.map(|row| serde_json::from_value(json!([row["state"], row["turns"]])).unwrap())
        .collect()
}

/// When this test is run by name, it draws states of large cubes, too.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn turns_printed_with_a_random_state_lead_there() {
    let names = ["pocket", "rubik", "4x4x4", "6x6x6", "7x7x7"];
    for name in &names[..fewer_in_check(2, 5)] {
        let puzzle = puzzle(name);
        let states = states(name, "--count 5 --seed 3");
        for (state, turns) in &states {
            let turns = turns.join(" ");
            let turns = Notation::Singmaster.read(&puzzle, &turns).unwrap();
            let end = puzzle.apply(puzzle.solved(), &turns);
            let symbols = puzzle.symbols();
            let end: Vec<char> = end.colors().iter().map(|&color| symbols[color]).collect();
            assert_eq!(puzzle.layout().read(&puzzle, state).unwrap(), end);
        }
        let different: HashSet<&String> = states.iter().map(|(state, _)| state).collect();
        assert_eq!(different.len(), 5);
    }
}

#[test]
fn the_same_seed_gives_the_same_states_in_every_format() {
    let json = states("pocket", "--count 2 --seed 9");
    assert_eq!(json, states("pocket", "--count 2 --seed 9"));
    let scramble = "scramble pocket --random-state --count 2 --seed 9";
    let text = run(scramble).ends(0).out;
    let alg = run!("{scramble} --format alg").ends(0).out;
    for ((line, alg), (state, turns)) in text.lines().zip(alg.lines()).zip(&json) {
        assert_eq!(alg, turns.join(" "));
        assert_eq!(line, format!("{state} # {alg}"));
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn random_states_are_readable_and_keep_the_held_corner() {
    let puzzle = puzzle("pocket");
    let keeps_held = |state: &str| {
        let read = puzzle.layout().read(&puzzle, state).unwrap();
        let home = |facelet: usize| puzzle.symbols()[puzzle.solved().color(facelet)];
        let mut held = puzzle.held().iter();
        held.all(|&facelet| read[facelet] == home(facelet))
    };
    let all = states("pocket", "--count 20");
    assert!(all.iter().all(|(state, _)| keeps_held(state)));
    let moved = states("pocket", "--count 20 --all-turns");
    assert!(!moved.iter().all(|(state, _)| keeps_held(state)));
    let lines = run!("scramble pocket --random-state --count 3").ends(0).out;
    let batch = "solve pocket --batch - --format alg --quiet";
    let solved = run_with_stdin(batch, lines.as_bytes()).ends(0).out;
    assert_eq!(solved.lines().count(), 3);
}

/// In the quarter-turn metric, no half turns are printed.
#[test]
fn turns_to_a_random_state_are_turns_of_the_metric() {
    for (_, turns) in states("pocket", "--metric qtm --count 5") {
        assert!(turns.iter().all(|turn| !turn.ends_with('2')), "{turns:?}");
    }
    run!("scramble pocket --random-state --turns 5").ends(2);
}
