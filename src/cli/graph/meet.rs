//! `solve --method meet` and `enumerate --method meet`: shortest solutions by a breadth-first search from
//! both ends and, beyond its reach, by a depth-first search beneath tables of cosets.
//!
//! It knows nothing of the SAT method, so each can be held against the other where no table has
//! room.

use std::ops::ControlFlow;

use super::super::Failure;
use crate::control::Control;
use crate::encode::{Justification, RefutedLengths};
use crate::graph::meet::{Halt, Meet, MeetError, Met, Outcome};
use crate::problem::{Budget, Lengths, Problem, ReplayError, Solution};
use crate::puzzle::{Premise, TurnId};
use crate::search::{Enumeration, Minimum, Refutation, UnknownReason};

/// The name of the method, where that of a solver would be.
pub(crate) const NAME: &str = "meet";

/// Who refutes, in words.
const WITNESS: &str = "breadth-first search from both ends";

/// Who refutes lengths that a search from both ends does not reach.
const WITNESS_BENEATH_TABLES: &str = "depth-first search beneath tables of cosets";

/// How a search is made.
pub(crate) struct Means<'a> {
    /// Bytes for states.
    pub(crate) memory: u64,
    pub(crate) control: &'a Control,
    /// Told of the length that is looked at, and of how many states are stored; `None` while it searches beneath tables.
    pub(crate) notify: &'a (dyn Fn(usize, Option<u64>) + Sync),
}

/// A shortest solution of a problem, or one of exactly so many turns, as the budget says.
pub(crate) fn solve(problem: &Problem, means: &Means<'_>) -> Result<Minimum, Failure> {
    let mut first = None;
    let (mut result, met) = means.run(problem, &mut |solution| {
        first = Some(solution.clone());
        ControlFlow::Break(())
    })?;
    result.solution = first;
    // Both sides met, but which turns lead through was not found out.
    let cut = met.and_then(|met| met.cut);
    if let (None, Some(why)) = (&result.solution, cut) {
        result.complete = false;
        result.stop = Some(reason(why));
    }
    if let (Budget::Exactly(turns), Some(_)) = (problem.budget, &result.solution) {
        result.complete = turns == 0;
    }
    let premise = problem.premise().map_err(Failure::error)?;
    Ok(result.resting_on(premise))
}

/// All solutions of the shortest length, or of exactly so many turns, as the budget says. `found` is called with
/// each of them, as long as it wants more. Says which length it is, what that length came to, and what the
/// shorter ones did.
pub(crate) fn enumerate(
    problem: &Problem,
    means: &Means<'_>,
    mut found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<(Option<usize>, Enumeration, Minimum), Failure> {
    let (mut count, mut is_cut) = (0, false);
    let (result, met) = means.run(problem, &mut |solution| {
        count += 1;
        let next = found(solution);
        is_cut = next.is_break();
        next
    })?;
    let cut = met.and_then(|met| met.cut).map(reason);
    let premise = problem.premise().map_err(Failure::error)?;
    let unknown = match premise {
        Premise::Undecided(why) if count == 0 => Some(UnknownReason::Undecided(why)),
        _ => None,
    };
    let stop = result.stop.clone().or(cut).or(unknown);
    let turns = match (problem.budget, met.map(|met| met.outcome)) {
        (Budget::Exactly(turns), _) => Some(turns),
        (Budget::AtMost(_), Some(Outcome::Found(turns))) => Some(turns),
        (Budget::AtMost(_), _) => None,
    };
    let enumeration = Enumeration {
        count,
        complete: stop.is_none() && !is_cut,
        stop,
        refutations: match count {
            0 => result.refutations.clone(),
            _ => Vec::new(),
        },
    };
    Ok((turns, enumeration, result))
}

impl Means<'_> {
    /// What is known of all lengths but the solutions, of which `found` is told.
    fn run(
        &self,
        problem: &Problem,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<(Minimum, Option<Met>), Failure> {
        let mut result = Minimum::of(problem);
        let slots = problem.budget.slots();
        if let Some(why) = problem.unsolvable() {
            result.complete = true;
            let lengths = Lengths::between(0..=slots);
            let covers = RefutedLengths {
                lengths,
                justification: Justification::Unsolvable(why),
            };
            result.refutations.push(Refutation::new(covers, None));
            return Ok((result, None));
        }
        let mut wrong = None;
        let search = Meet::new(problem, self.memory, self.control).notify(self.notify);
        let met = search.run(&mut |turns| match replayed(problem, turns) {
            Ok(solution) => found(&solution),
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        });
        let met = met.map_err(|error| refused(&error))?;
        match wrong {
            // Then nothing rests on the premise but that there is none.
            None | Some(ReplayError::Undecided(_)) => (),
            Some(error) => return Err(Failure::error(error)),
        }
        let below = match (met.outcome, problem.budget) {
            (Outcome::None | Outcome::Never, budget) => budget.slots().saturating_add(1),
            (Outcome::Found(turns), _) => turns,
            (Outcome::Halted(_), _) => met.refuted_below,
        };
        let (by_ends, by_tables) = match (problem.budget, met.beneath_tables) {
            (Budget::Exactly(turns), _) if below > turns => {
                (Lengths::only(turns), Lengths::default())
            }
            (Budget::Exactly(_), _) => (Lengths::default(), Lengths::default()),
            (Budget::AtMost(_), Some(from)) if from < below => {
                (Lengths::below(from), Lengths::between(from..=below - 1))
            }
            (Budget::AtMost(_), _) => (Lengths::below(below), Lengths::default()),
        };
        for (lengths, witness) in [(by_ends, WITNESS), (by_tables, WITNESS_BENEATH_TABLES)] {
            if !lengths.is_empty() {
                let covers = RefutedLengths {
                    lengths,
                    justification: Justification::Other,
                };
                let refutation = Refutation::new(covers, Some(witness.to_owned()));
                result.refutations.push(refutation);
            }
        }
        match met.outcome {
            Outcome::Halted(halt) => result.stop = Some(reason(halt)),
            Outcome::Found(_) | Outcome::None | Outcome::Never => result.complete = true,
        }
        Ok((result, Some(met)))
    }
}

/// The puzzle is the judge, not the search.
fn replayed(problem: &Problem, turns: &[TurnId]) -> Result<Solution, ReplayError> {
    let exactly = problem.within(Budget::Exactly(turns.len()));
    Solution::replay(&exactly, turns.to_vec())
}

fn reason(halt: Halt) -> UnknownReason {
    match halt {
        Halt::Stopped(stop) => UnknownReason::Stopped(stop),
        Halt::Memory => UnknownReason::Memory,
        Halt::Constraints => UnknownReason::Constraints,
    }
}

fn refused(error: &MeetError) -> Failure {
    Failure::Error(match error {
        MeetError::UnknownStart => {
            "--method meet requires a start without unknown stickers; use --method sat".to_owned()
        }
        error => format!("--method meet: {error}; use --method sat"),
    })
}
