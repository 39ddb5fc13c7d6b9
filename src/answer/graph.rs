//! Finds shortest solutions by breadth-first search from both ends and, beyond its reach, by depth-first search with
//! tables of cosets.
//!
//! These searches and the SAT method are independent, so each checks the other where no table of all states fits into
//! memory.

use std::ops::ControlFlow;

use super::listing::Enumerated;
use crate::control::Control;
use crate::encode::{Justification, RefutedLengths};
use crate::error::{Error, ErrorKind};
use crate::graph::meet::{Halt, Meet, MeetError, MeetResult, Outcome};
use crate::problem::{Budget, Lengths, Problem, SingleStart, Solution};
use crate::puzzle::{Premise, State, TurnId};
use crate::search::{Enumeration, Event, Minimum, Notify, Refutation, UnknownReason};

/// The name of the search from both ends in reports.
const BOTH_ENDS: &str = "breadth-first search from both ends";

/// The name of the search with tables in reports.
const WITH_TABLES: &str = "depth-first search with tables of cosets";

/// The maximum number of solutions compared to choose the best.
const MAX_COMPARED: usize = 1000;

/// A search from both ends: its resources, and where its progress goes.
pub(super) struct GraphSearch<'a> {
    /// The maximum number of bytes for states.
    pub(super) memory: u64,
    /// Whether to stop when memory is full, instead of trying several turns between the states stored for the two ends.
    pub(super) stops_when_memory_is_full: bool,
    /// Every length below this one is known to be refuted, so the search skips these lengths.
    pub(super) refuted_below: usize,
    pub(super) control: &'a Control,
    pub(super) notify: &'a Notify<'a>,
}

/// The result; `None` if a search from both ends does not support the question.
pub(super) fn none_if_unsupported<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(None),
        found => found.map(Some),
    }
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

impl GraphSearch<'_> {
    /// A shortest solution of a problem, or one of exactly the budget's number of turns.
    pub(super) fn solve(&self, problem: &Problem) -> Result<Minimum, Error> {
        self.solve_from_any(problem, &[], &|_| 0)
    }

    /// A shortest solution of a problem, or of others that differ from it only in their starts. Of the first solutions
    /// found, the one with the lowest rank is returned.
    fn solve_from_any(
        &self,
        problem: &Problem,
        others: &[&Problem],
        rank: &dyn Fn(&Solution) -> usize,
    ) -> Result<Minimum, Error> {
        let mut best: Option<(usize, Solution)> = None;
        let mut compared = 0;
        let any_solution = others.is_empty();
        let (mut result, met) = self.run(problem, others, any_solution, &mut |solution| {
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
            result = result.with_premise(one.check_premise()?);
        }
        Ok(result)
    }

    /// A shortest solution; `None` if this search does not support the question.
    pub(super) fn solve_if_supported(&self, problem: &Problem) -> Result<Option<Minimum>, Error> {
        none_if_unsupported(self.solve(problem))
    }

    /// A shortest solution from any of these starts, searched from all of them at once; `None` if this search does not
    /// support the question. The starts belong to the `original` problem.
    pub(super) fn solve_with_free_turns(
        &self,
        original: &Problem,
        starts: &[SingleStart],
    ) -> Result<Option<Minimum>, Error> {
        let problems: Vec<&Problem> = starts.iter().map(|one| &one.problem).collect();
        let Some((first, others)) = problems.split_first() else {
            return Ok(None);
        };
        let constraints = &first.constraints;
        let may_join = |other: &&Problem| {
            other.unsolvable().is_none()
                && other.each_goal() == first.each_goal()
                && agree_on_unmoved_facelets(first, other)
        };
        if !matches!(original.budget, Budget::AtMost(_))
            || !constraints.starts_with.is_empty()
            || !constraints.ends_with.is_empty()
            || !problems.iter().all(may_join)
        {
            return Ok(None);
        }
        // The index of the solution's start; 0 is the start without free turns.
        let start_index = |solution: &Solution| {
            let mut completed = starts.iter().map(|one| one.complete(solution.clone()));
            completed.position(|it| it.is_ok()).unwrap_or(0)
        };
        let found = none_if_unsupported(self.solve_from_any(first, others, &start_index))?;
        let Some(mut found) = found else {
            return Ok(None);
        };
        if let Some(solution) = found.solution.take() {
            found.solution = Some(starts[start_index(&solution)].complete(solution)?);
        }
        Ok(Some(found.converted_to(original)))
    }

    /// All solutions of the shortest length, or of exactly the budget's number of turns. `found` is called with each of
    /// them until it returns `Break`.
    pub(super) fn enumerate(
        &self,
        problem: &Problem,
        mut found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Enumerated, Error> {
        let (mut count, mut is_cut) = (0, false);
        let (mut result, met) = self.run(problem, &[], false, &mut |solution| {
            count += 1;
            let next = found(solution);
            is_cut = next.is_break();
            next
        })?;
        let shorter = result.refutations_in_words();
        let cut = met.and_then(|met| met.cut).map(unknown_reason);
        let mut stop = result.stop.or(cut);
        let premise = problem.check_premise()?;
        if count > 0 {
            result.refutations.clear();
        } else if let (Premise::Undecided(why), None) = (premise, &stop) {
            stop = Some(UnknownReason::Undecided(why));
        }
        let turns = match (problem.budget, met.map(|met| met.outcome)) {
            (Budget::Exactly(turns), _) | (_, Some(Outcome::Found(turns))) => Some(turns),
            _ => None,
        };
        let result = Enumeration {
            count,
            complete: stop.is_none() && !is_cut,
            stop,
            refutations: result.refutations,
        };
        Ok(Enumerated::new(problem, turns, result, shorter))
    }

    /// The results for all lengths; solutions are passed to `found`. A solution may begin at the start of the problem
    /// or of one of the others. With `any_solution`, the search ends at the first solutions found.
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
            let covers = RefutedLengths {
                lengths: Lengths::between(0..=slots),
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
            on_depth: &notify,
            other_starts: &starts,
            refuted_below: self.refuted_below,
            any_solution,
            ..Meet::new(problem, self.memory, self.control)
        };
        if self.stops_when_memory_is_full {
            search.max_between = 1;
        }
        let replay = |turns: &[TurnId]| {
            let first = replay(problem, turns);
            others.iter().fold(first, |known, other| {
                known.or_else(|error| match replay(other, turns) {
                    Err(other_error) if !is_undecided(&other_error) => Err(error),
                    replayed => replayed,
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
        // An undecided start is not an error: the premise of the result reports it.
        if let Some(error) = wrong.filter(|error| !is_undecided(error)) {
            return Err(error);
        }
        let (below, stop) = match met.outcome {
            Outcome::None => (slots.saturating_add(1), None),
            Outcome::Found(turns) => (turns, None),
            Outcome::Halted(halt) => (met.refuted_below, Some(unknown_reason(halt))),
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
        for (lengths, by) in [(by_ends, BOTH_ENDS), (by_tables, WITH_TABLES)] {
            result.refutations.extend(refutation(lengths, by));
        }
        result.complete = stop.is_none();
        result.stop = stop;
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
