//! Windows, problems with only the facelets that a few turns move, compared with breadth-first search on the whole puzzle.

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use twistsat::problem::{Budget, Window};
use twistsat::puzzle::{Metric, Puzzle, TurnId};
use twistsat::search::Search;

use crate::common::puzzles::{distances, puzzle_file};

/// A puzzle of three turns, each with cycles of different lengths, so that some of its powers leave facelets in place that
/// others move. Two facelets have one color. `None` if two turns have a power in common.
fn uneven(random: &mut ChaCha8Rng) -> Option<Puzzle> {
    let facelets: Vec<char> = ('a'..='l').collect();
    let faces = facelets.iter().map(char::to_string);
    let color = |it: &str| it.replace('b', "a").to_uppercase();
    let faces = faces.map(|it| (it.to_uppercase(), color(&it), it));
    let faces: Vec<_> = faces.collect();
    let turns = ["R", "U", "F"].map(|name| {
        let mut shuffled = facelets.clone();
        shuffled.shuffle(random);
        // A cycle of two, one of three, and one of four.
        let cycles = [&shuffled[..2], &shuffled[2..5], &shuffled[5..9]];
        let cycles = cycles.map(|cycle| cycle.iter().join(" "));
        (name.to_owned(), cycles.join(" / "))
    });
    let text = puzzle_file("uneven", None, &faces, &turns);
    Puzzle::from_toml("uneven.toml", &text).ok()
}

#[test]
fn a_window_of_some_powers_needs_as_many_turns_as_the_whole_puzzle() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut cases = 0;
    while cases < 40 {
        let Some(puzzle) = uneven(&mut random) else {
            continue;
        };
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let mut few = all.clone();
        few.retain(|_| random.random_ratio(1, 4));
        if few.is_empty() {
            continue;
        }
        let from = puzzle.apply(puzzle.solved(), &puzzle.scramble(&all, 20, &mut random));
        let walk: Vec<TurnId> = (0..3).map(|_| *few.choose(&mut random).unwrap()).collect();
        let to = puzzle.apply(&from, &walk);
        let window = Window::new(&puzzle, &few, Metric::HalfTurn, &from);
        let question = window.question(|facelet| Some(to.color(facelet)), Budget::AtMost(3));
        let found = Search::default().minimum(&question.unwrap()).unwrap();
        let turns = window.lift(&found.solution.expect("there is one"));
        assert_eq!(puzzle.apply(&from, &turns), to);
        assert!(turns.iter().all(|turn| few.contains(turn)));
        let reached = distances(&puzzle, &few, [from.colors().to_vec()], 3);
        assert_eq!(turns.len(), reached[to.colors()]);
        cases += 1;
    }
}
