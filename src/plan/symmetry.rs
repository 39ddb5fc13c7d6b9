//! The orientations of a puzzle in which a plan becomes a different plan.
//!
//! *Idea.* A rotation of the whole puzzle maps each turn to another turn, and a plan to another plan: for example
//! Thistlethwaite's plan with the axes in another order. Carrying out the other plan means holding the puzzle
//! differently and carrying out the original plan, so all orientations share the data of its stages.

use crate::group::Permutation;
use crate::puzzle::{Puzzle, Turn, TurnId, rotations};
use crate::quotient::Goal;

/// An orientation in which the puzzle is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldOrientation {
    /// The rotation from the usual orientation.
    facelets: Permutation,
    /// The image of each turn under the rotation.
    turns: Vec<TurnId>,
}

impl HeldOrientation {
    /// The usual orientation.
    pub(crate) fn usual(puzzle: &Puzzle) -> Self {
        Self {
            facelets: Permutation::identity(puzzle.facelets().len()),
            turns: (0..puzzle.turns().len()).collect(),
        }
    }

    /// Converts turns for the puzzle held this way to turns for the usual orientation.
    pub fn in_usual_orientation(&self, turns: &[TurnId]) -> Vec<TurnId> {
        turns.iter().map(|&turn| self.turns[turn]).collect()
    }

    /// Converts turns for the usual orientation to turns for the puzzle held this way.
    pub fn in_this_orientation(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let held = |turn: &TurnId| self.turns.iter().position(|it| it == turn);
        turns.iter().filter_map(held).collect()
    }

    /// Converts a permutation of the facelets from the usual orientation to the puzzle held this way.
    pub fn when_held(&self, permutation: &Permutation) -> Permutation {
        let back = self.facelets.inverse();
        self.facelets.then(permutation).then(&back)
    }

    /// The allowed turns and the goal of a stage, rotated.
    pub(super) fn rotated(&self, allowed: &[TurnId], goal: &Goal) -> (Vec<TurnId>, Goal) {
        let turns = |turns: &[TurnId]| {
            let mut turns = self.in_usual_orientation(turns);
            turns.sort_unstable();
            turns
        };
        let goal = match goal {
            Goal::Group(group) => Goal::Group(turns(group)),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => Goal::Recoloring {
                recoloring: self.facelets.apply(recoloring),
                patterns: patterns
                    .iter()
                    .map(|pattern| {
                        let sources = self.facelets.sources();
                        sources.map(|from| pattern[from].clone()).collect()
                    })
                    .collect(),
            },
        };
        (turns(allowed), goal)
    }

    /// The usual orientation after a rotation; `None` if the rotation does not map each turn of the puzzle to a turn.
    fn after_rotation(puzzle: &Puzzle, facelets: &Permutation) -> Option<Self> {
        let (turns, back) = (puzzle.turns(), facelets.inverse());
        let image = |turn: &Turn| {
            let rotated = back.then(&turn.permutation).then(facelets);
            turns.iter().position(|it| it.permutation == rotated)
        };
        Some(Self {
            facelets: facelets.clone(),
            turns: turns.iter().map(image).collect::<Option<_>>()?,
        })
    }
}

/// All orientations of a puzzle, the usual one first; only the usual one if there are too many.
pub(super) fn all_orientations(puzzle: &Puzzle) -> Vec<HeldOrientation> {
    let Ok(rotations) = rotations(puzzle) else {
        return vec![HeldOrientation::usual(puzzle)];
    };
    let facelets = rotations.iter().map(|(rotation, _)| &rotation.facelets);
    let held = facelets.filter_map(|facelets| HeldOrientation::after_rotation(puzzle, facelets));
    held.collect()
}
