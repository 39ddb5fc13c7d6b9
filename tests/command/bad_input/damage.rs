//! Seeded damage to good files, in this process: no reader panics.

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::encode::decode;
use twistsat::notation::Notation;
use twistsat::problem::{Problem, Target};
use twistsat::puzzle::{Layout, Puzzle};
use twistsat::report;
use twistsat::solver::Answer;

use super::*;

const ROUNDS: u64 = 300;

/// Some characters replaced, left out, doubled or moved.
fn damaged(text: &str, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        if text.is_empty() {
            break;
        }
        let at = rng.random_range(0..text.len());
        let end = (at + rng.random_range(0..12)).min(text.len());
        match rng.random_range(0..6) {
            0 => text[at] = text[rng.random_range(0..text.len())],
            1 => drop(text.drain(at..end)),
            2 => {
                let part = text[at..end].to_vec();
                let to = rng.random_range(0..text.len());
                text.splice(to..to, part);
            }
            3 => {
                let characters: Vec<char> = "0123456789-\"[]{},.='é ".chars().collect();
                text[at] = characters[rng.random_range(0..characters.len())];
            }
            4 => text.truncate(at),
            // A digit, so that the file stays well-formed more often.
            _ => {
                let digits: Vec<usize> = (0..text.len())
                    .filter(|&i| text[i].is_ascii_digit())
                    .collect();
                if let Some(&digit) = digits.get(at % digits.len().max(1)) {
                    text[digit] = char::from(b'0' + rng.random_range(0..10u8));
                }
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn a_damaged_map_never_makes_the_decoder_panic() {
    let encoded = encoded();
    let whole = competition_lines(&encoded.model);
    let mut accepted = 0;
    for seed in 0..ROUNDS {
        let Ok(map) = map::read(&damaged(&encoded.map, seed)) else {
            continue;
        };
        accepted += 1;
        if let Ok(Answer::Sat(model)) = Answer::read(&whole, map.variables) {
            // Right or refused: a solution was replayed.
            let _ = decode(&map.problem, &map.meaning, &model);
        }
    }
    assert!(accepted > 0, "some damage goes deeper than the JSON reader");
}

#[test]
fn a_damaged_model_never_makes_the_reader_panic() {
    let encoded = encoded();
    let map = map::read(&encoded.map).unwrap();
    let whole = competition_lines(&encoded.model);
    for seed in 0..ROUNDS {
        if let Ok(Answer::Sat(model)) = Answer::read(&damaged(&whole, seed), map.variables) {
            let _ = decode(&map.problem, &map.meaning, &model);
        }
    }
}

#[test]
fn a_damaged_puzzle_file_never_makes_the_reader_panic() {
    let good = data("encodings/puzzles/pocket.toml");
    let recipe = Recipe::built_in("mux").unwrap();
    let mut accepted = 0;
    for seed in 0..ROUNDS {
        let Ok(puzzle) = Puzzle::from_toml("damaged", &damaged(&good, seed)) else {
            continue;
        };
        accepted += 1;
        let puzzle = Arc::new(puzzle);
        for (turn, made) in puzzle.turns().iter().enumerate() {
            let inverse = puzzle.inverse(turn);
            let solved = puzzle.solved();
            assert_eq!(
                puzzle.apply(solved, &[turn, inverse]),
                *solved,
                "seed {seed}"
            );
            let name = made.name();
            assert_eq!(Notation::Singmaster.read(&puzzle, &name), Ok(vec![turn]));
        }
        let scramble = [0, puzzle.turns().len() - 1];
        for target in [Target::Any, Target::Solved] {
            let budget = Budget::Exactly(1);
            let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, budget);
            let Ok(problem) = problem else { continue };
            let _ = report::start(&problem);
            encode(&problem, &recipe).unwrap();
        }
    }
    assert!(accepted > 10, "some damage is none: {accepted}");
}

#[test]
fn damaged_recipes_states_and_turns_never_make_a_reader_panic() {
    let recipe = data("encodings/recipes/mux-idle.toml");
    let puzzle = pocket();
    for seed in 0..ROUNDS {
        let _ = Recipe::from_toml("damaged", &damaged(&recipe, seed));
        for notation in Notation::ALL {
            let _ = notation.read(&puzzle, &damaged("R U2 F' RCW UH FCCW r Ri", seed));
        }
        for text in [FIRST, THREE] {
            let text = damaged(text, seed);
            for layout in Layout::ALL {
                let Ok(symbols) = layout.read(&puzzle, &text) else {
                    continue;
                };
                let given = Target::state(&symbols);
                for target in [Target::Any, Target::Solved, given] {
                    let _ = Problem::new(puzzle.clone(), &symbols, &target, Budget::AtMost(1));
                }
            }
        }
    }
}
