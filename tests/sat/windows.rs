//! Questions about the facelets that a few turns touch, against breadth-first search on the whole puzzle.

use std::collections::HashMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use twistsat::problem::{Budget, Window};
use twistsat::puzzle::{Metric, Puzzle, State, TurnId};
use twistsat::search::Search;

/// How far some turns lead from a state: every state within so many turns.
fn within(puzzle: &Puzzle, from: &State, turns: &[TurnId], most: usize) -> HashMap<State, usize> {
    let mut found = HashMap::from([(from.clone(), 0)]);
    let mut layer = vec![from.clone()];
    for distance in 1..=most {
        let mut next = Vec::new();
        for state in &layer {
            for &turn in turns {
                let state = puzzle.apply(state, &[turn]);
                if !found.contains_key(&state) {
                    found.insert(state.clone(), distance);
                    next.push(state);
                }
            }
        }
        layer = next;
    }
    found
}

#[test]
fn a_window_takes_as_many_turns_as_the_whole_puzzle_does_with_these_turns() {
    for (name, faces) in [
        ("4x4x4", ["R", "Uw"]),
        ("megaminx", ["U", "F"]),
        ("rubik", ["R", "U"]),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let of_faces = |&turn: &TurnId| faces.contains(&&*puzzle.turns()[turn].base);
        let few: Vec<TurnId> = all.iter().copied().filter(of_faces).collect();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..3 {
            // Pieces that look alike lie anywhere.
            let from = puzzle.apply(puzzle.solved(), &puzzle.scramble(&all, 60, &mut random));
            let to = puzzle.apply(&from, &puzzle.scramble(&few, 7, &mut random));
            let window = Window::new(&puzzle, &few, Metric::HalfTurn, &from);
            let moved = |facelet: &usize| {
                few.iter()
                    .any(|&turn| puzzle.turns()[turn].permutation.source(*facelet) != *facelet)
            };
            let touched: Vec<usize> = (0..puzzle.facelets().len()).filter(moved).collect();
            assert_eq!(window.facelets(), touched);
            let question = window.question(|facelet| Some(to.color(facelet)), Budget::AtMost(7));
            let found = Search::default()
                .recipe("regression")
                .minimum(&question.unwrap())
                .unwrap();
            let turns = window.lift(&found.solution.expect("there is one"));
            assert_eq!(puzzle.apply(&from, &turns), to);
            // From both ends: four turns here, three there.
            let (here, there) = (
                within(&puzzle, &from, &few, 4),
                within(&puzzle, &to, &few, 3),
            );
            let met = here
                .iter()
                .filter_map(|(state, a)| there.get(state).map(|b| a + b));
            assert_eq!(turns.len(), met.min().unwrap(), "{name}");
        }
    }
}
