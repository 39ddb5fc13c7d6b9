//! The groups that a puzzle's turns generate.

use std::collections::HashSet;

use super::TurnId;
use super::assembly::Puzzle;
use crate::group::{Group, Permutation, TooLarge};

impl Puzzle {
    /// The group of some of the turns.
    ///
    /// # Errors
    /// [`TooLarge`], see [`Group::generated_by`].
    pub fn group(&self, allowed: &[TurnId]) -> Result<Group, TooLarge> {
        Group::generated_by(self.facelets().len(), &self.generators(allowed))
    }

    /// Enough of some turns to generate the others.
    pub(super) fn generators(&self, allowed: &[TurnId]) -> Vec<&Permutation> {
        // The powers of a quarter turn are in its group anyway.
        let quarters = |turn: TurnId| self.turns()[turn].step == 1;
        let faces: HashSet<usize> = allowed
            .iter()
            .filter(|&&turn| quarters(turn))
            .map(|&turn| self.turns()[turn].face)
            .collect();
        let needed = |turn: TurnId| quarters(turn) || !faces.contains(&self.turns()[turn].face);
        let turns = allowed.iter().filter(|&&turn| needed(turn));
        turns.map(|&turn| &self.turns()[turn].permutation).collect()
    }
}
