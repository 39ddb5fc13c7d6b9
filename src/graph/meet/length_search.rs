//! The lengths that a budget allows, one after another.

use super::answer::{MeetResult, OnSolution, Outcome};
use super::engine::{Engine, LengthResult};
use crate::problem::{Budget, Problem};
use crate::puzzle::TurnId;

/// The lengths of a problem, one after another.
pub(super) struct LengthSearch<'a> {
    problem: &'a Problem,
    min_length: usize,
    max_length: usize,
}

impl<'a> LengthSearch<'a> {
    /// The lengths of at least `min_length` turns; shorter ones are refuted.
    pub(super) fn new(problem: &'a Problem, min_length: usize) -> Self {
        let (min_length, max_length) = match problem.budget {
            Budget::Exactly(turns) => (turns, turns),
            Budget::AtMost(turns) => (problem.constraints.shortest().max(min_length), turns),
        };
        Self {
            problem,
            min_length,
            max_length,
        }
    }

    pub(super) fn run<const N: usize>(
        &self,
        engine: &mut Engine<'_, N>,
        found: OnSolution<'_>,
    ) -> MeetResult {
        let met = |outcome, refuted_below| MeetResult {
            outcome,
            refuted_below,
            cut: None,
            with_tables_from: None,
        };
        if let Budget::Exactly(turns) = self.problem.budget
            && turns < self.problem.constraints.shortest()
        {
            return met(Outcome::None, 0);
        }
        let mut refuted = 0;
        for length in self.min_length..=self.max_length {
            let Some(between) = length.checked_sub(engine.fixed_turns) else {
                if let Some(turns) = self.overlapping_solution(length) {
                    let _ = found(&turns);
                    return met(Outcome::Found(length), length);
                }
                continue;
            };
            match engine.search_length(between, refuted) {
                Ok(LengthResult::Known(_, meeting)) if meeting.is_empty() => refuted += 1,
                Ok(LengthResult::Known(split, meeting)) => {
                    let listed = engine.solutions(split, meeting, &mut |path| {
                        found(&self.with_fixed_turns(path))
                    });
                    return MeetResult {
                        cut: listed.err(),
                        ..met(Outcome::Found(length), length)
                    };
                }
                Ok(LengthResult::Ended) => return met(self.outcome_if_ended(), length),
                Err(halt) => return met(Outcome::Halted(halt), length),
            }
        }
        met(Outcome::None, self.max_length.saturating_add(1))
    }

    /// The outcome if no length from some point on has a solution.
    fn outcome_if_ended(&self) -> Outcome {
        match self.problem.budget {
            Budget::Exactly(_) => Outcome::None,
            Budget::AtMost(_) => Outcome::Never,
        }
    }

    /// A path with the fixed turns before and after it.
    fn with_fixed_turns(&self, path: &[usize]) -> Vec<TurnId> {
        let constraints = &self.problem.constraints;
        let path: Vec<TurnId> = path
            .iter()
            .map(|&turn| self.problem.allowed[turn])
            .collect();
        [&constraints.starts_with[..], &path, &constraints.ends_with].concat()
    }

    /// The solution of a length at which the fixed turns at the beginning and the end overlap, so that they leave no
    /// choice.
    fn overlapping_solution(&self, length: usize) -> Option<Vec<TurnId>> {
        let (puzzle, constraints) = (&self.problem.puzzle, &self.problem.constraints);
        let (starts, ends) = (&constraints.starts_with, &constraints.ends_with);
        let shared = (starts.len() + ends.len()).checked_sub(length)?;
        let turns = [&starts[..], ends.get(shared..)?].concat();
        let end = puzzle.apply(&self.problem.start.state()?, &turns);
        let is_solution = turns.len() == length
            && constraints.first_violation(puzzle, &turns).is_none()
            && self.problem.admits_end(&end)
            && (!self.problem.canonical || puzzle.is_canonical(&turns, &self.problem.allowed));
        is_solution.then_some(turns)
    }
}
