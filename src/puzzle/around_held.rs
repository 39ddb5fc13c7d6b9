//! Turns around the held piece, and the effect of other turns on it.

use super::assembly::Puzzle;
use super::held::{Rotation, moves_held};
use super::turn::TurnId;

impl Puzzle {
    /// The rotation by which colors must be renamed after some turns so that the held piece is at home.
    pub(crate) fn rotation_for_held_after(&self, turns: &[TurnId]) -> &Rotation {
        let source = |&facelet: &usize| {
            let turns = turns.iter().rev().map(|&turn| &self.turns()[turn]);
            turns.fold(facelet, |at, turn| turn.permutation.source(at))
        };
        let sources: Vec<usize> = self.held().iter().map(source).collect();
        let brings_home = |rotation: &&Rotation| {
            let mut pairs = sources.iter().zip(self.held());
            pairs.all(|(&from, &to)| rotation.facelets.source(from) == to)
        };
        let rotations = self.rotations();
        // There is such a rotation, see (b) in `held.rs`.
        rotations.iter().find(brings_home).unwrap_or(&rotations[0])
    }

    /// The turns that do not move the held facelets.
    pub fn turns_around_held(&self) -> Vec<TurnId> {
        let is_around = |turn: &TurnId| !moves_held(&self.turns()[*turn].permutation, self.held());
        self.all_turns().into_iter().filter(is_around).collect()
    }
}
