//! The orientations of a puzzle in which a plan becomes a different plan.
//!
//! *Idea.* A rotation of the whole puzzle maps every turn to another one, and a plan to another plan: Thistlethwaite's with
//! the axes in another order. Carrying out that plan means holding the puzzle differently and carrying out the original
//! plan; so all orientations share the data of its stages. The rotations follow from the puzzle's optional turns: those
//! that map each turn to a turn.

use itertools::Itertools;

use super::{Plan, Stage};
use crate::group::Permutation;
use crate::puzzle::{Puzzle, Turn, TurnId};
use crate::quotient::Goal;

/// An orientation in which the puzzle is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldOrientation {
    /// The rotation from the usual orientation.
    facelets: Permutation,
    /// The image of each turn under the rotation.
    turns: Vec<TurnId>,
}

impl Plan {
    /// The orientations in which this plan differs, without duplicates. The first is the usual one.
    pub fn orientations(&self) -> Vec<HeldOrientation> {
        without_equal_stages(all_orientations(&self.puzzle), &self.stages)
    }
}

/// The orientations without those in which these stages equal the stages in an earlier one.
pub(super) fn without_equal_stages(
    orientations: Vec<HeldOrientation>,
    stages: &[Stage],
) -> Vec<HeldOrientation> {
    let rotated = |it: &HeldOrientation| stages.iter().map(|stage| it.rotated(stage)).collect_vec();
    orientations.into_iter().unique_by(rotated).collect()
}

impl HeldOrientation {
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
    pub fn when_held(&self, done: &Permutation) -> Permutation {
        let back = self.facelets.inverse();
        self.facelets.then(done).then(&back)
    }

    /// The turns and the goal of a stage, rotated.
    fn rotated(&self, stage: &Stage) -> (Vec<TurnId>, Goal) {
        let turns = |turns: &[TurnId]| {
            let mut turns = self.in_usual_orientation(turns);
            turns.sort_unstable();
            turns
        };
        let goal = match &stage.goal {
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
        (turns(&stage.allowed), goal)
    }

    fn followed_by(&self, next: &Self) -> Self {
        Self {
            facelets: self.facelets.then(&next.facelets),
            turns: next.in_usual_orientation(&self.turns),
        }
    }

    /// The orientation after a turn, if that maps each turn of the puzzle to a turn and is not one itself.
    fn after_rotation(puzzle: &Puzzle, turn: &Permutation) -> Option<Self> {
        let (turns, back) = (puzzle.turns(), turn.inverse());
        let number = |made: &Permutation| turns.iter().position(|it| it.permutation == *made);
        if number(turn).is_some() {
            return None;
        }
        let image = |other: &Turn| number(&back.then(&other.permutation).then(turn));
        Some(Self {
            facelets: turn.clone(),
            turns: turns.iter().map(image).collect::<Option<_>>()?,
        })
    }
}

/// The maximum number of orientations, more than those of any solid other than a prism. The optional turns of other
/// puzzles may generate more; the search is then limited to the first ones.
const MAX_ORIENTATIONS: usize = 120;

/// All orientations of a puzzle that its optional turns generate, up to a limit.
pub(super) fn all_orientations(puzzle: &Puzzle) -> Vec<HeldOrientation> {
    let mut orientations = vec![HeldOrientation {
        facelets: Permutation::identity(puzzle.facelets().len()),
        turns: (0..puzzle.turns().len()).collect(),
    }];
    let generators = puzzle.with_all_groups().turns().iter();
    let generators: Vec<HeldOrientation> = generators
        .filter_map(|turn| HeldOrientation::after_rotation(puzzle, &turn.permutation))
        .collect();
    let mut next = 0;
    while next < orientations.len() && orientations.len() < MAX_ORIENTATIONS {
        for generator in &generators {
            let orientation = orientations[next].followed_by(generator);
            if !orientations.contains(&orientation) {
                orientations.push(orientation);
            }
        }
        next += 1;
    }
    orientations
}
