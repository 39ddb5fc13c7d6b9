//! The known solutions of a question, replayed.

use itertools::Itertools;

use super::budget::Budget;
use super::checked::{KnownTurns, Problem};
use super::convert_turns::convert_to_allowed;
use super::solution::Solution;
use crate::group::Permutation;
use crate::puzzle::{MAX_TURNS, Puzzle, TurnId};

impl Problem {
    /// Adds a known solution.
    #[must_use]
    pub fn with_known_solution(&self, solution: &Solution) -> Self {
        let known = KnownTurns {
            start: Some(solution.start().clone()),
            turns: solution.turns().to_vec(),
        };
        self.clone().changed(|data| data.known.push(known))
    }

    /// Adds turns that may solve the problem; [`Self::known_solutions`] checks them by replay.
    #[must_use]
    pub fn with_known_turns(&self, turns: Vec<TurnId>) -> Self {
        let known = KnownTurns { start: None, turns };
        self.clone().changed(|data| data.known.push(known))
    }

    /// The known solutions of any length, each replayed.
    pub fn known_solutions(&self) -> Vec<Solution> {
        let of_any_length = self.within(Budget::AtMost(MAX_TURNS));
        let mut all: Vec<Solution> = Vec::new();
        for known in &self.known {
            let Some(start) = known.start.clone().or_else(|| self.start.state()) else {
                continue;
            };
            let mut given = vec![known.turns.clone()];
            given.extend(self.puzzle.without_moving_held(&known.turns));
            // The dropped turns may include some that are not allowed, such as free turns that cancel.
            let turns: Vec<TurnId> = (0..self.puzzle.turns().len()).collect();
            let merged = self.puzzle.shorten(&start, &known.turns, &turns);
            given.push(self.up_to_goal(&start, &merged).to_vec());
            let with_conversion = |turns: Vec<TurnId>| {
                let converted = convert_to_allowed(self, &turns);
                std::iter::once(turns).chain(converted)
            };
            let candidates = given.into_iter().flat_map(with_conversion).unique();
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
    /// At most as many turns with the same effect up to rotation that do not move the held piece. `puzzle/held.rs` explains
    /// why there are such turns. `None` if no piece is held.
    fn without_moving_held(&self, turns: &[TurnId]) -> Option<Vec<TurnId>> {
        if self.held().is_empty() {
            return None;
        }
        let made_by = |turn: TurnId| &self.turns()[turn].permutation;
        let nothing = Permutation::identity(self.facelets().len());
        let around: Vec<(Option<TurnId>, Permutation)> = self
            .turns_around_held()
            .into_iter()
            .map(|turn| (Some(turn), made_by(turn).inverse()))
            .chain([(None, nothing.clone())])
            .collect();
        let mut rotation = nothing;
        let mut all = Vec::new();
        for &turn in turns {
            // The turn as seen before the rotation.
            let seen = rotation.then(made_by(turn)).then(&rotation.inverse());
            let is_rotation = |left: &Permutation| {
                let mut rotations = self.rotations().iter();
                rotations.any(|it| it.facelets == *left)
            };
            let (same, left) = around
                .iter()
                .map(|(same, back)| (*same, back.then(&seen)))
                .find(|(_, left)| is_rotation(left))?;
            all.extend(same);
            rotation = left.then(&rotation);
        }
        Some(all)
    }
}
