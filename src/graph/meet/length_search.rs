//! The lengths that a budget allows, one after another.

use super::answer::{MeetResult, OnSolution, Outcome};
use super::engine::{Engine, LengthResult};
use crate::problem::{Budget, Problem};
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
            let Some(between) = length.checked_sub(self.fixed_turns) else {
                if let Some(turns) = overlapping_solution(problem, length) {
                    let _ = found(&turns);
                    return MeetResult::new(Outcome::Found(length), length);
                }
                continue;
            };
            match self.search_length(between, refuted) {
                Ok(LengthResult::Known(_, meeting)) if meeting.is_empty() => refuted += 1,
                Ok(LengthResult::Known(split, meeting)) => {
                    let listed = self.solutions(split, meeting, &mut |path| {
                        found(&with_fixed_turns(problem, path))
                    });
                    return MeetResult {
                        cut: listed.err(),
                        ..MeetResult::new(Outcome::Found(length), length)
                    };
                }
                Ok(LengthResult::Ended) => {
                    return MeetResult::new(Outcome::unsolvable(problem.budget), length);
                }
                Err(halt) => return MeetResult::new(Outcome::Halted(halt), length),
            }
        }
        MeetResult::new(Outcome::None, max_length.saturating_add(1))
    }
}

/// A path with the fixed turns before and after it.
fn with_fixed_turns(problem: &Problem, path: &[usize]) -> Vec<TurnId> {
    let constraints = &problem.constraints;
    let path: Vec<TurnId> = path.iter().map(|&turn| problem.allowed[turn]).collect();
    [&constraints.starts_with[..], &path, &constraints.ends_with].concat()
}

/// The solution of a length at which the fixed turns at the beginning and the end overlap, so that they leave no choice.
fn overlapping_solution(problem: &Problem, length: usize) -> Option<Vec<TurnId>> {
    let (puzzle, constraints) = (&problem.puzzle, &problem.constraints);
    let (starts, ends) = (&constraints.starts_with, &constraints.ends_with);
    let shared = (starts.len() + ends.len()).checked_sub(length)?;
    let turns = [&starts[..], ends.get(shared..)?].concat();
    let end = puzzle.apply(&problem.start.state()?, &turns);
    let is_solution = turns.len() == length
        && constraints.first_violation(puzzle, &turns).is_none()
        && problem.admits_end(&end)
        && (!problem.canonical || puzzle.is_canonical(&turns, &problem.allowed));
    is_solution.then_some(turns)
}
