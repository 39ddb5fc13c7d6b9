//! Concatenates sequences of turns and merges turns of one face.
//!
//! *Idea.* An appended turn is moved towards the front past turns that commute with it. If it meets a turn of its own
//! face, the two merge or cancel.

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, TurnId};

/// With more faces than this, turns of different faces are never moved past each other.
const MAX_FACES: usize = 1_500;

/// Merges turns of a puzzle.
pub struct TurnMerger<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// The turns that may occur in results, in ascending order.
    pub(super) allowed: Vec<TurnId>,
    faces: usize,
    /// Whether the turns of each pair of faces commute; empty if there are too many faces.
    commute: Vec<bool>,
}

impl<'a> TurnMerger<'a> {
    /// Prepares to merge sequences of these turns.
    pub fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Self {
        let mut allowed = allowed.to_vec();
        allowed.sort_unstable();
        let faces = allowed.iter().map(|&turn| puzzle.turns()[turn].face + 1);
        let faces = faces.max().unwrap_or(0);
        let mut commute = Vec::new();
        if faces <= MAX_FACES {
            // All turns of a face are powers of its first turn. So if the first turns of two faces commute, all turns do.
            let mut first: Vec<Option<&Permutation>> = vec![None; faces];
            for turn in puzzle.turns().iter().filter(|turn| turn.face < faces) {
                if turn.face_exponent == 1 {
                    first[turn.face] = Some(&turn.permutation);
                }
            }
            let pairs = first.iter().cartesian_product(&first);
            let commutes = |(a, b): (&Option<&Permutation>, &Option<&Permutation>)| {
                a.zip(*b).is_some_and(|(a, b)| a.commutes_with(b))
            };
            commute = pairs.map(commutes).collect();
        }
        Self {
            puzzle,
            allowed,
            faces,
            commute,
        }
    }

    /// Whether all turns of the faces of two turns are known to commute.
    pub fn commute(&self, a: TurnId, b: TurnId) -> bool {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        let pair = face(a) * self.faces + face(b);
        self.commute.get(pair).copied().unwrap_or(false)
    }

    /// Appends a turn, and merges it with an earlier turn of its face if possible.
    pub fn append(&self, turns: &mut Vec<TurnId>, turn: TurnId) {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        for at in (0..turns.len()).rev() {
            let before = turns[at];
            if face(before) == face(turn) {
                match self.puzzle.product(before, turn) {
                    None => drop(turns.remove(at)),
                    Some(both) if self.allowed.binary_search(&both).is_ok() => turns[at] = both,
                    Some(_) => turns.push(turn),
                }
                return;
            }
            if !self.commute(before, turn) {
                break;
            }
        }
        turns.push(turn);
    }

    /// The concatenation of the parts, merged.
    pub fn concatenate(&self, parts: &[&[TurnId]]) -> Vec<TurnId> {
        let mut turns = Vec::new();
        for &turn in parts.iter().copied().flatten() {
            self.append(&mut turns, turn);
        }
        turns
    }
}
