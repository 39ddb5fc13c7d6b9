//! Windows, problems with only the facelets that a few turns move, compared with breadth-first search on the whole puzzle.

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use twistsat::problem::{Budget, Window};
use twistsat::puzzle::{Metric, Puzzle, State, TurnId};
use twistsat::search::Search;

use crate::common::puzzles::{distances, puzzle_file};

#[test]
#[ignore = "long check"]
fn a_window_needs_as_many_turns_as_the_whole_puzzle() {
    let puzzles = [
        ("4x4x4", ["R", "Uw"]),
        ("megaminx", ["U", "F"]),
        ("rubik", ["R", "U"]),
    ];
    for (name, faces) in puzzles {
        let puzzle = Puzzle::built_in(name).unwrap();
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let of_faces = |&turn: &TurnId| faces.contains(&&*puzzle.turns()[turn].base);
        let few: Vec<TurnId> = all.iter().copied().filter(of_faces).collect();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..3 {
            // A scramble by all turns: identical pieces may be anywhere.
            let from = puzzle.apply(puzzle.solved(), &puzzle.scramble(&all, 60, &mut random));
            let to = puzzle.apply(&from, &puzzle.scramble(&few, 7, &mut random));
            let window = Window::new(&puzzle, &few, Metric::HalfTurn, &from);
            let question = window.question(|facelet| Some(to.color(facelet)), Budget::AtMost(7));
            let search = Search::default().recipe("regression");
            let found = search.minimum(&question.unwrap()).unwrap();
            let turns = window.lift(&found.solution.expect("there is one"));
            assert_eq!(puzzle.apply(&from, &turns), to);
            // Search from both ends: four turns from `from`, three from `to`.
            let within =
                |state: &State, most| distances(&puzzle, &few, [state.colors().to_vec()], most);
            let (here, there) = (within(&from, 4), within(&to, 3));
            let met = here.iter();
            let met = met.filter_map(|(state, a)| there.get(state).map(|b| a + b));
            assert_eq!(turns.len(), met.min().unwrap(), "{name}");
        }
    }
}

/// A puzzle of three turns, each with cycles of different lengths, so that some of its powers leave facelets in place that
/// others move. `None` if two turns have a power in common.
fn uneven(random: &mut ChaCha8Rng) -> Option<Puzzle> {
    let facelets: Vec<char> = ('a'..='l').collect();
    let faces = facelets.iter().map(char::to_string);
    let faces = faces.map(|it| (it.to_uppercase(), it.clone(), it));
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
