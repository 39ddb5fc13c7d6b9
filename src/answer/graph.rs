//! Finds shortest solutions by breadth-first search from both ends and, beyond its reach, by depth-first search with
//! tables of cosets.
//!
//! It is independent of the SAT method, so each checks the other where no table of all states fits into memory.

use std::ops::ControlFlow;

use super::listing::Enumerated;
use crate::control::Control;
use crate::encode::{Justification, RefutedLengths};
use crate::error::{Error, ErrorKind};
use crate::graph::meet::{Halt, Meet, MeetError, MeetResult, Outcome};
use crate::problem::{Budget, Lengths, Problem, SingleStart, Solution};
use crate::puzzle::{Premise, State, TurnId};
use crate::search::{Enumeration, Event, Minimum, Notify, Refutation, UnknownReason};

/// The source of a refutation, for reports.
const WITNESS: &str = "breadth-first search from both ends";

/// The source of refutations beyond the reach of a search from both ends.
const WITNESS_BY_TABLES: &str = "depth-first search with tables of cosets";

/// The resources of a search, and where its progress goes.
pub(super) struct Resources<'a> {
    /// Bytes for states.
    pub(super) memory: u64,
    /// Whether to stop when memory is full, instead of trying several turns between the stored states of the two sides.
    pub(super) stops_when_memory_is_full: bool,
    /// Every length below this one is known to be refuted, so that search is skipped.
    pub(super) refuted_below: usize,
    pub(super) control: &'a Control,
    pub(super) notify: &'a Notify<'a>,
}

/// A shortest solution of a problem, or one of exactly the budget's number of turns.
pub(super) fn solve(problem: &Problem, resources: &Resources<'_>) -> Result<Minimum, Error> {
    solve_from_any(problem, &[], resources, &|_| 0)
}

/// The maximum number of solutions compared to choose the best.
const MAX_COMPARED: usize = 1000;

/// A shortest solution of a problem, or of others that differ from it only in their starts. Of the first solutions
/// found, the one of the lowest rank is returned.
fn solve_from_any(
    problem: &Problem,
    others: &[&Problem],
    resources: &Resources<'_>,
    rank: &dyn Fn(&Solution) -> usize,
) -> Result<Minimum, Error> {
    let mut best: Option<(usize, Solution)> = None;
    let mut compared = 0;
    let any_solution = others.is_empty();
    let (mut result, met) = resources.run(problem, others, any_solution, &mut |solution| {
        let rank = rank(solution);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, solution.clone()));
        }
        compared += 1;
        if rank == 0 || compared == MAX_COMPARED {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    result.solution = best.map(|(_, solution)| solution);
    // The two ends met, but the search was stopped before it found the turns.
    let cut = met.and_then(|met| met.cut);
    if let (None, Some(why)) = (&result.solution, cut) {
        result.complete = false;
        result.stop = Some(unknown_reason(why));
    }
    if let (Budget::Exactly(turns), Some(_)) = (problem.budget, &result.solution) {
        result.complete = turns == 0;
    }
    // "No solution" must hold for every start.
    for one in [problem].iter().chain(others) {
        result = result.with_premise(one.premise()?);
    }
    Ok(result)
}

/// A shortest solution; `None` if this search does not support the question.
pub(super) fn solve_if_supported(
    problem: &Problem,
    resources: &Resources<'_>,
) -> Result<Option<Minimum>, Error> {
    none_if_unsupported(solve(problem, resources))
}

/// The result; `None` if this search does not support the question.
pub(super) fn none_if_unsupported<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(None),
        found => found.map(Some),
    }
}

/// A shortest solution from any of these starts, searched from all of them at once; `None` if this search does not
/// support the question.
pub(super) fn solve_with_free_turns(
    asked: &Problem,
    starts: &[SingleStart],
    resources: &Resources<'_>,
) -> Result<Option<Minimum>, Error> {
    let problems: Vec<&Problem> = starts.iter().map(|one| &one.problem).collect();
    let Some((first, others)) = problems.split_first() else {
        return Ok(None);
    };
    let ends = &first.constraints;
    let may_join = |other: &&Problem| {
        other.unsolvable().is_none()
            && other.each_goal() == first.each_goal()
            && agree_on_unmoved_facelets(first, other)
    };
    if !matches!(asked.budget, Budget::AtMost(_))
        || !ends.starts_with.is_empty()
        || !ends.ends_with.is_empty()
        || !problems.iter().all(may_join)
    {
        return Ok(None);
    }
    // The index of the solution's start; 0 is the start without free turns.
    let start_index = |solution: &Solution| {
        let mut completed = starts.iter().map(|one| one.complete(solution.clone()));
        completed.position(|it| it.is_ok()).unwrap_or(0)
    };
    let Some(mut found) =
        none_if_unsupported(solve_from_any(first, others, resources, &start_index))?
    else {
        return Ok(None);
    };
    if let Some(solution) = found.solution.take() {
        found.solution = Some(starts[start_index(&solution)].complete(solution)?);
    }
    Ok(Some(found.converted_to(asked)))
}

/// Whether the starts of two problems agree on all facelets that the allowed turns do not move.
fn agree_on_unmoved_facelets(one: &Problem, other: &Problem) -> bool {
    let (Some(first), Some(second)) = (one.start.state(), other.start.state()) else {
        return false;
    };
    let moves = |facelet: usize, &turn: &TurnId| {
        let turn = &one.puzzle.turns()[turn].permutation;
        turn.source(facelet) != facelet
    };
    let mut facelets = 0..one.puzzle.facelets().len();
    facelets.all(|facelet| {
        first.color(facelet) == second.color(facelet)
            || one.allowed.iter().any(|turn| moves(facelet, turn))
    })
}

/// All solutions of the shortest length, or of exactly the budget's number of turns. `found` is called with each of
/// them until it returns `Break`.
pub(super) fn enumerate(
    problem: &Problem,
    resources: &Resources<'_>,
    mut found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Enumerated, Error> {
    let (mut count, mut is_cut) = (0, false);
    let (result, met) = resources.run(problem, &[], false, &mut |solution| {
        count += 1;
        let next = found(solution);
        is_cut = next.is_break();
        next
    })?;
    let cut = met.and_then(|met| met.cut).map(unknown_reason);
    let unknown = match problem.premise()? {
        Premise::Undecided(why) if count == 0 => Some(UnknownReason::Undecided(why)),
        _ => None,
    };
    let shorter = result.refuted();
    let stop = result.stop.or(cut).or(unknown);
    let turns = match (problem.budget, met.map(|met| met.outcome)) {
        (Budget::Exactly(turns), _) => Some(turns),
        (Budget::AtMost(_), Some(Outcome::Found(turns))) => Some(turns),
        (Budget::AtMost(_), _) => None,
    };
    let result = Enumeration {
        count,
        complete: stop.is_none() && !is_cut,
        stop,
        refutations: match count {
            0 => result.refutations,
            _ => Vec::new(),
        },
    };
    Ok(Enumerated::new(problem, turns, result, shorter))
}

impl Resources<'_> {
    /// The results for all lengths; solutions are passed to `found`. A solution may begin at the start of the problem
    /// or of one of the others. With `any_solution`, only the first solutions that are found.
    fn run(
        &self,
        problem: &Problem,
        others: &[&Problem],
        any_solution: bool,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<(Minimum, Option<MeetResult>), Error> {
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
        let notify = |turns, states| (self.notify)(&Event::GraphSearch { turns, states });
        let starts: Option<Vec<State>> = others.iter().map(|it| it.start.state()).collect();
        let starts = starts.ok_or_else(|| question_error(&MeetError::UnknownStart))?;
        let mut search = Meet {
            notify: &notify,
            others: &starts,
            refuted_below: self.refuted_below,
            any_solution,
            ..Meet::new(problem, self.memory, self.control)
        };
        if self.stops_when_memory_is_full {
            search.between = 1;
        }
        let replay = |turns: &[TurnId]| {
            let first = replay(problem, turns);
            others.iter().fold(first, |known, other| {
                known.or_else(|error| match (replay(other, turns), error) {
                    (Ok(solution), _) => Ok(solution),
                    (Err(undecided), _) if is_undecided(&undecided) => Err(undecided),
                    (Err(_), error) => Err(error),
                })
            })
        };
        let met = search.run(&mut |turns| match replay(turns) {
            Ok(solution) => found(&solution),
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        });
        let met = met.map_err(|error| question_error(&error))?;
        match wrong {
            // An undecided start is not an error: the premise of the result reports it.
            Some(error) if !is_undecided(&error) => return Err(error),
            _ => (),
        }
        let below = match (met.outcome, problem.budget) {
            (Outcome::None, budget) => budget.slots().saturating_add(1),
            (Outcome::Found(turns), _) => turns,
            (Outcome::Halted(_), _) => met.refuted_below,
        };
        let (by_ends, by_tables) = match (problem.budget, met.with_tables_from) {
            (Budget::Exactly(turns), _) if below > turns => {
                (Lengths::only(turns), Lengths::default())
            }
            (Budget::Exactly(_), _) => (Lengths::default(), Lengths::default()),
            (Budget::AtMost(_), Some(from)) if from < below => {
                (Lengths::below(from), Lengths::between(from..=below - 1))
            }
            (Budget::AtMost(_), _) => (Lengths::below(below), Lengths::default()),
        };
        for (lengths, witness) in [(by_ends, WITNESS), (by_tables, WITNESS_BY_TABLES)] {
            result.refutations.extend(refutation(lengths, witness));
        }
        match met.outcome {
            Outcome::Halted(halt) => result.stop = Some(unknown_reason(halt)),
            Outcome::Found(_) | Outcome::None => result.complete = true,
        }
        Ok((result, Some(met)))
    }
}

/// The refutation of these lengths; `None` for the empty set.
pub(super) fn refutation(lengths: Lengths, by: &str) -> Option<Refutation> {
    let is_any = !lengths.is_empty();
    let covers = RefutedLengths {
        lengths,
        justification: Justification::Other,
    };
    is_any.then(|| Refutation::new(covers, Some(by.to_owned())))
}

/// The turns, replayed on the puzzle as a solution.
pub(super) fn replay(problem: &Problem, turns: &[TurnId]) -> Result<Solution, Error> {
    let exactly = problem.within(Budget::Exactly(turns.len()));
    Solution::replay(&exactly, turns.to_vec())
}

/// Whether a replay failed only because it is unknown whether the puzzle can have the start.
pub(super) fn is_undecided(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Undecided(_))
}

fn unknown_reason(halt: Halt) -> UnknownReason {
    match halt {
        Halt::Stopped(stop) => UnknownReason::Stopped(stop),
        Halt::Memory => UnknownReason::Memory,
        Halt::Constraints => UnknownReason::Constraints,
    }
}

fn question_error(error: &MeetError) -> Error {
    let named = Error::new(ErrorKind::Unsupported, "").template("{method} graph");
    let explained = match error {
        MeetError::UnknownStart => named.text(" requires a start without unknown stickers"),
        error => named.text(": ").text(error),
    };
    explained.template("; use {method} sat")
}
