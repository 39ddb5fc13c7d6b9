//! Connected windows: turns of a sequence that share facelets with each other, moved together.

use crate::construct::Merging;
use crate::puzzle::{Puzzle, TurnId};

/// The maximum size of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connected {
    pub(super) turns: usize,
    pub(super) faces: usize,
}

/// A connected window in a sequence of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The number of turns before it.
    pub(super) first: usize,
    /// Its turns.
    pub(super) turns: Vec<TurnId>,
    /// The turns after it.
    pub(super) others: Vec<TurnId>,
}

impl Connected {
    /// The window that begins with a turn. A later turn joins it if it commutes with all turns in between that are not in
    /// the window, and does not commute with all turns of the window.
    pub(super) fn connected_window(
        self,
        puzzle: &Puzzle,
        merging: &Merging<'_>,
        turns: &[TurnId],
        first: usize,
    ) -> Piece {
        let face = |turn: TurnId| puzzle.turns()[turn].face;
        let bars = |turn: TurnId, some: &[TurnId]| {
            let mut some = some.iter();
            some.any(|&it| face(it) != face(turn) && !merging.commute(it, turn))
        };
        let mut piece = vec![turns[first]];
        let mut faces = vec![face(turns[first])];
        let mut others = Vec::new();
        for (at, &turn) in turns.iter().enumerate().skip(first + 1) {
            if piece.len() == self.turns {
                others.extend(&turns[at..]);
                break;
            }
            let is_new = !faces.contains(&face(turn));
            let fits = !is_new || faces.len() < self.faces;
            let meets = !is_new || bars(turn, &piece);
            if fits && meets && !bars(turn, &others) {
                if is_new {
                    faces.push(face(turn));
                }
                piece.push(turn);
            } else {
                others.push(turn);
            }
        }
        Piece {
            first,
            turns: piece,
            others,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn a_piece_and_the_others_do_what_the_turns_did() {
        for name in ["4x4x4", "megaminx"] {
            let puzzle = Puzzle::built_in(name).unwrap();
            let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
            let merging = Merging::new(&puzzle, &all);
            let mut random = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..200 {
                let turns = puzzle.scramble(&all, 30, &mut random);
                let first = random.random_range(0..turns.len());
                let kind = Connected {
                    turns: random.random_range(1..12),
                    faces: random.random_range(1..5),
                };
                let piece = kind.connected_window(&puzzle, &merging, &turns, first);
                let mended = [&turns[..first], &piece.turns, &piece.others].concat();
                assert_eq!(mended.len(), turns.len());
                let after = |turns: &[TurnId]| puzzle.apply(puzzle.solved(), turns);
                assert_eq!(after(&mended), after(&turns));
                assert!(piece.turns.len() <= kind.turns);
                let mut faces: Vec<usize> = piece
                    .turns
                    .iter()
                    .map(|&turn| puzzle.turns()[turn].face)
                    .collect();
                faces.sort_unstable();
                faces.dedup();
                assert!(faces.len() <= kind.faces);
            }
        }
    }

    #[test]
    fn turns_of_other_sides_do_not_split_a_window() {
        let puzzle = Puzzle::built_in("megaminx").unwrap();
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let merging = Merging::new(&puzzle, &all);
        let turn = |name: &str| {
            let named = |&turn: &TurnId| puzzle.turns()[turn].name() == name;
            all.iter().copied().find(named).unwrap()
        };
        // D and DL are far from U and R.
        let turns = ["U", "D", "R", "DL", "U'", "R'"].map(turn);
        let kind = Connected { turns: 8, faces: 3 };
        let piece = kind.connected_window(&puzzle, &merging, &turns, 0);
        assert_eq!(piece.turns, ["U", "R", "U'", "R'"].map(turn));
        assert_eq!(piece.others, ["D", "DL"].map(turn));
    }
}
