//! Turns put behind others, with those of one face brought together.
//!
//! *Idea.* A turn is moved towards the front as long as it commutes with what stands there; where it
//! meets one of its face, the two are made one, or none.

use crate::group::Permutation;
use crate::puzzle::{Puzzle, TurnId};

/// Of more faces than this it is not asked which commute: each pair is looked at.
const MOST_FACES: usize = 1_500;

/// Which turns of a puzzle can be brought together.
pub struct Merging<'a> {
    puzzle: &'a Puzzle,
    /// In increasing order.
    allowed: Vec<TurnId>,
    faces: usize,
    /// For each pair of faces; empty if there are too many.
    commute: Vec<bool>,
}

impl<'a> Merging<'a> {
    /// Of these turns.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Self {
        let mut allowed = allowed.to_vec();
        allowed.sort_unstable();
        let faces = allowed.iter().map(|&turn| puzzle.turns()[turn].face + 1);
        let faces = faces.max().unwrap_or(0);
        let mut commute = Vec::new();
        if faces <= MOST_FACES {
            // The smallest turn of a face: if those of two faces commute, all their powers do.
            let mut first: Vec<Option<&Permutation>> = vec![None; faces];
            for turn in puzzle.turns().iter().filter(|turn| turn.face < faces) {
                if turn.step == 1 {
                    first[turn.face] = Some(&turn.permutation);
                }
            }
            let pairs = |a: usize| (0..faces).map(move |b| (a, b));
            commute = (0..faces)
                .flat_map(pairs)
                .map(|(a, b)| match (first[a], first[b]) {
                    (Some(a), Some(b)) => a.commutes_with(b),
                    _ => false,
                })
                .collect();
        }
        Self {
            puzzle,
            allowed,
            faces,
            commute,
        }
    }

    /// Whether turns of two faces can change places.
    #[must_use]
    pub fn commute(&self, a: TurnId, b: TurnId) -> bool {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        let pair = face(a) * self.faces + face(b);
        self.commute.get(pair).copied().unwrap_or(false)
    }

    /// Puts a turn behind others.
    pub fn push(&self, turns: &mut Vec<TurnId>, turn: TurnId) {
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

    /// The same turns, with those brought together that can be.
    #[must_use]
    pub fn merged(&self, parts: &[&[TurnId]]) -> Vec<TurnId> {
        let mut turns = Vec::new();
        for &turn in parts.iter().copied().flatten() {
            self.push(&mut turns, turn);
        }
        turns
    }
}
