//! The known solutions of a question, replayed.

use itertools::Itertools;

use super::budget::Budget;
use super::checked::{KnownTurns, Problem};
use super::convert_turns::convert_to_allowed;
use super::solution::Solution;
use crate::group::Permutation;
use crate::puzzle::{MAX_TURNS, Puzzle, TurnId};

impl Problem {
    /// Adds a solution that was found before, so that [`Self::known_solutions`] replays it.
    #[must_use]
    pub fn with_known_solution(&self, solution: &Solution) -> Self {
        let known = KnownTurns {
            start: Some(solution.start().clone()),
            turns: solution.turns().to_vec(),
        };
        self.clone().changed(|data| data.known_turns.push(known))
    }

    /// Adds turns that may solve the problem; [`Self::known_solutions`] checks them by replay.
    #[must_use]
    pub fn with_known_turns(&self, turns: Vec<TurnId>) -> Self {
        let known = KnownTurns { start: None, turns };
        self.clone().changed(|data| data.known_turns.push(known))
    }

    /// The known solutions of any length, each replayed.
    pub fn known_solutions(&self) -> Vec<Solution> {
        let of_any_length = self.within(Budget::AtMost(MAX_TURNS));
        let mut all: Vec<Solution> = Vec::new();
        for known in &self.known_turns {
            let Some(start) = known.start.clone().or_else(|| self.start.state()) else {
                continue;
            };
            let mut sequences = vec![known.turns.clone()];
            sequences.extend(self.puzzle.without_moving_held(&known.turns));
            // Forbidden turns are merged as well, because they may cancel, for example free turns.
            let all_turns: Vec<TurnId> = (0..self.puzzle.turns().len()).collect();
            let merged = self.puzzle.shorten(&start, &known.turns, &all_turns);
            sequences.push(self.up_to_goal(&start, &merged).to_vec());
            let with_conversion = |turns: Vec<TurnId>| {
                let converted = convert_to_allowed(self, &turns);
                std::iter::once(turns).chain(converted)
            };
            let candidates = sequences.into_iter().flat_map(with_conversion).unique();
            let replay = |turns| Solution::replay_from(&of_any_length, start.clone(), turns).ok();
            all.extend(candidates.filter_map(replay).flat_map(|solution| {
                let shorter = solution.clone().without_redundant_turns(&of_any_length);
                [solution, shorter]
            }));
        }
        all.into_iter().unique().collect()
    }
}

impl Puzzle {
    /// A sequence that is not longer, has the same effect up to rotation, and does not move the held piece.
    /// `puzzle/held.rs` explains why such a sequence exists. `None` if no piece is held.
    fn without_moving_held(&self, turns: &[TurnId]) -> Option<Vec<TurnId>> {
        if self.held().is_empty() {
            return None;
        }
        let permutation = |turn: TurnId| &self.turns()[turn].permutation;
        let nothing = Permutation::identity(self.facelets().len());
        let around: Vec<(Option<TurnId>, Permutation)> = self
            .turns_around_held()
            .into_iter()
            .map(|turn| (Some(turn), permutation(turn).inverse()))
            .chain([(None, nothing.clone())])
            .collect();
        let mut rotation = nothing;
        let mut all = Vec::new();
        for &turn in turns {
            // The turn in the orientation before the rotation.
            let unrotated = rotation.then(permutation(turn)).then(&rotation.inverse());
            let is_rotation = |quotient: &Permutation| {
                let mut rotations = self.rotations().iter();
                rotations.any(|it| it.facelets == *quotient)
            };
            let (replacement, quotient) = around
                .iter()
                .map(|(turn, inverse)| (*turn, inverse.then(&unrotated)))
                .find(|(_, quotient)| is_rotation(quotient))?;
            all.extend(replacement);
            rotation = quotient.then(&rotation);
        }
        Some(all)
    }
}
