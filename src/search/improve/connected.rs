//! Connected windows: turns that share facelets, separated only by turns that commute with them.

use crate::construct::TurnMerger;
use crate::puzzle::{Puzzle, TurnId};

/// The maximum numbers of turns and of faces in a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowSize {
    pub(super) turns: usize,
    pub(super) faces: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConnectedWindow {
    /// The index of its first turn in the sequence.
    pub(super) first: usize,
    pub(super) turns: Vec<TurnId>,
    /// The other turns from there on, which can follow the window.
    pub(super) others: Vec<TurnId>,
}

impl WindowSize {
    /// The window that begins with the turn at `first`. A later turn joins the window if it commutes with every skipped
    /// turn, and either turns a face of the window or does not commute with some turn of the window.
    pub(super) fn connected_window(
        self,
        puzzle: &Puzzle,
        merger: &TurnMerger<'_>,
        turns: &[TurnId],
        first: usize,
    ) -> ConnectedWindow {
        let face = |turn: TurnId| puzzle.turns()[turn].face;
        let blocks = |turn: TurnId, turns: &[TurnId]| {
            let mut turns = turns.iter();
            turns.any(|&it| face(it) != face(turn) && !merger.commute(it, turn))
        };
        let mut window = vec![turns[first]];
        let mut faces = vec![face(turns[first])];
        let mut others = Vec::new();
        for (at, &turn) in turns.iter().enumerate().skip(first + 1) {
            if window.len() == self.turns {
                others.extend(&turns[at..]);
                break;
            }
            let is_new = !faces.contains(&face(turn));
            let fits = !is_new || faces.len() < self.faces;
            let meets = !is_new || blocks(turn, &window);
            if fits && meets && !blocks(turn, &others) {
                if is_new {
                    faces.push(face(turn));
                }
                window.push(turn);
            } else {
                others.push(turn);
            }
        }
        ConnectedWindow {
            first,
            turns: window,
            others,
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn a_window_and_the_other_turns_have_the_effect_of_the_sequence() {
        for name in ["4x4x4", "megaminx"] {
            let puzzle = Puzzle::built_in(name).unwrap();
            let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
            let merger = TurnMerger::new(&puzzle, &all);
            let mut random = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..200 {
                let turns = puzzle.scramble(&all, 30, &mut random);
                let first = random.random_range(0..turns.len());
                let size = WindowSize {
                    turns: random.random_range(1..12),
                    faces: random.random_range(1..5),
                };
                let window = size.connected_window(&puzzle, &merger, &turns, first);
                let reordered = [&turns[..first], &window.turns, &window.others].concat();
                assert_eq!(reordered.len(), turns.len());
                let after = |turns: &[TurnId]| puzzle.apply(puzzle.solved(), turns);
                assert_eq!(after(&reordered), after(&turns));
                assert!(window.turns.len() <= size.turns);
                let faces = window.turns.iter().map(|&turn| puzzle.turns()[turn].face);
                assert!(faces.unique().count() <= size.faces);
            }
        }
    }

    #[test]
    fn turns_that_commute_with_a_window_do_not_split_it() {
        let puzzle = Puzzle::built_in("megaminx").unwrap();
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let merger = TurnMerger::new(&puzzle, &all);
        let turn = |name: &str| {
            let named = |&turn: &TurnId| puzzle.turns()[turn].name() == name;
            all.iter().copied().find(named).unwrap()
        };
        // D and DL are far from U and R.
        let turns = ["U", "D", "R", "DL", "U'", "R'"].map(turn);
        let size = WindowSize { turns: 8, faces: 3 };
        let window = size.connected_window(&puzzle, &merger, &turns, 0);
        assert_eq!(window.turns, ["U", "R", "U'", "R'"].map(turn));
        assert_eq!(window.others, ["D", "DL"].map(turn));
    }
}
