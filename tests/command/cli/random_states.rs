use super::*;

use std::collections::HashSet;
use std::sync::Arc;

use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

fn puzzle(name: &str) -> Arc<Puzzle> {
    Puzzle::built_in(name).unwrap()
}

/// Random states of a puzzle, each with the turns that lead there.
fn states(name: &str, more: &str) -> Vec<(String, Vec<String>)> {
    let run = run!("scramble {name} --random-state --format json {more}").ends(0);
    let lines = run.out.lines();
    lines
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let turns = value["turns"].as_array().unwrap().iter();
            let turns = turns.map(|turn| turn.as_str().unwrap().to_owned());
            (value["state"].as_str().unwrap().to_owned(), turns.collect())
        })
        .collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn turns_printed_with_a_random_state_lead_there() {
    for name in ["pocket", "rubik"] {
        let puzzle = puzzle(name);
        let states = states(name, "--count 5 --seed 3");
        assert_eq!(states.len(), 5);
        for (state, turns) in &states {
            let turns = Notation::Singmaster
                .read(&puzzle, &turns.join(" "))
                .unwrap();
            let end = puzzle.apply(puzzle.solved(), &turns);
            let read = puzzle.layout().read(&puzzle, state).unwrap();
            let symbols = puzzle.symbols();
            let end: Vec<char> = end.colors().iter().map(|&color| symbols[color]).collect();
            assert_eq!(read, end);
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
    for (state, _) in states("pocket", "--count 20") {
        let read = puzzle.layout().read(&puzzle, &state).unwrap();
        for &facelet in puzzle.held() {
            assert_eq!(
                read[facelet],
                puzzle.symbols()[puzzle.solved().color(facelet)]
            );
        }
    }
    let moved = states("pocket", "--count 20 --all-turns");
    let moves = |state: &String| {
        let read = puzzle.layout().read(&puzzle, state).unwrap();
        let home =
            |&facelet: &usize| read[facelet] == puzzle.symbols()[puzzle.solved().color(facelet)];
        !puzzle.held().iter().all(home)
    };
    assert!(moved.iter().any(|(state, _)| moves(state)));
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

/// Each random state of a large cube is printed with a scramble, which the test replays.
#[test]
#[ignore = "some ten seconds for three puzzles"]
fn random_states_of_large_cubes_have_a_scramble() {
    let folder = Folder::new();
    for size in [4, 6, 7] {
        let text = format!(
            "name = \"cube\"\ntitle = \"Cube\"\nmaximum = {{}}\nfamily = \"cube\"\nsize = {size}\n"
        );
        let cube = Puzzle::from_toml("cube.toml", &text).unwrap();
        let file = folder.write(&format!("{size}.toml"), text);
        let run = run!("scramble --random-state --count 2 --puzzle-file {file}").ends(0);
        assert!(run.err.is_empty(), "{run:#?}");
        for line in run.out.lines() {
            let (state, turns) = line.split_once(" # ").unwrap();
            let turns = Notation::Singmaster.read(&cube, turns).unwrap();
            let end = cube.apply(cube.solved(), &turns);
            let read = cube.layout().read(&cube, state).unwrap();
            let symbols = cube.symbols();
            let end: Vec<char> = end.colors().iter().map(|&color| symbols[color]).collect();
            assert_eq!(read, end);
        }
        assert_eq!(run.out.lines().count(), 2);
    }
}
