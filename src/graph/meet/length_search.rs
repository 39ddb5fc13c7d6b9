//! The lengths that a budget allows, one after another.

use super::answer::{MeetResult, OnSolution, Outcome};
use super::engine::Engine;
use crate::problem::Budget;
use crate::puzzle::TurnId;

impl<const N: usize> Engine<'_, N> {
    /// Searches the lengths of at least `min_length` turns; shorter ones are refuted.
    pub(super) fn search_lengths(
        &mut self,
        min_length: usize,
        found: OnSolution<'_>,
    ) -> MeetResult {
        let problem = self.problem;
        let shortest = problem.constraints.shortest();
        let (min_length, max_length) = match problem.budget {
            Budget::Exactly(turns) if turns < shortest => return MeetResult::new(Outcome::None, 0),
            Budget::Exactly(turns) => (turns, turns),
            Budget::AtMost(turns) => (shortest.max(min_length), turns),
        };
        let mut refuted = 0;
        for length in min_length..=max_length {
            match self.search_length(length, refuted) {
                Ok(Some((_, meeting))) if meeting.is_empty() => refuted += 1,
                Ok(Some((between, meeting))) => {
                    let listed = self.solutions(between, meeting, &mut |path| {
                        let turns = path.iter().map(|&turn| problem.allowed[turn]);
                        found(&turns.collect::<Vec<TurnId>>())
                    });
                    return MeetResult {
                        cut: listed.err(),
                        ..MeetResult::new(Outcome::Found(length), length)
                    };
                }
                Ok(None) => return MeetResult::new(Outcome::None, length),
                Err(halt) => return MeetResult::new(Outcome::Halted(halt), length),
            }
        }
        MeetResult::new(Outcome::None, max_length.saturating_add(1))
    }
}
