//! One formula on several threads, split on the first turn.
//!
//! *Idea.* Each thread gets a part: the formula with all first turns forbidden except the thread's share. The answer is
//! the model of the first part that has one; that part stops the later parts.
//!
//! *Why it is deterministic.* Without a time limit, only an earlier part with a model stops a part. So the parts before
//! the first part with a model are always refuted, however fast the threads are, and this model is the answer.
//!
//! *Why it is sound.* A model makes at most one turn in the first slot, so it is a model of the part whose share has
//! that turn (and of every part if the slot is idle). If each part is refuted, so is the formula. A part that was
//! stopped or crashed refutes nothing, so the verdict is unknown unless another part has a model.
//!
//! *Cost.* A model in a later part must wait for the earlier parts. Every thread loads the formula and learns its own
//! clauses. More parts than threads would increase the total time, because each part starts from scratch. Running several
//! solvers or recipes on the same formula refutes it no sooner than the best of them does. See `docs/benchmarks.md`.

use super::error::Outcome;
use super::solving::{forbid_turn, solve_session};
use crate::control::{CancelFlag, Control};
use crate::encode::Formula;
use crate::error::Error;
use crate::platform;
use crate::problem::Problem;
use crate::puzzle::TurnId;
use crate::solver::{Backend, Session};

/// The first turns of each part of a formula.
fn first_turns_of_parts<'a>(problem: &'a Problem, control: &Control) -> Vec<&'a [TurnId]> {
    if problem.budget.slots() == 0 {
        return Vec::new(); // There is no first turn.
    }
    // Keep neighbors together: they are usually turns of one face.
    let turns = problem.allowed.len();
    let parts = control.jobs().get().min(turns);
    let share = |part| &problem.allowed[part * turns / parts..(part + 1) * turns / parts];
    (0..parts).map(share).collect()
}

/// The number of parts a formula is split into.
pub(super) fn parts(problem: &Problem, control: &Control) -> usize {
    first_turns_of_parts(problem, control).len().max(1)
}

pub(super) fn solve_in_parts(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    control: &Control,
) -> Result<Outcome, Error> {
    let parts: Vec<(&[TurnId], Control)> = first_turns_of_parts(problem, control)
        .into_iter()
        .map(|share| (share, control.with_cancel_flag(CancelFlag::default())))
        .collect();
    let stop_from = |first: usize| {
        for (_, part_control) in &parts[first..] {
            part_control.cancel_flag().raise();
        }
    };
    let numbers: Vec<usize> = (0..parts.len()).collect();
    let work = |&number: &usize| {
        let (share, part_control) = &parts[number];
        let outcome = solve_part(problem, formula, backend, share, part_control);
        match outcome {
            Ok(Outcome::Sat(_)) => stop_from(number + 1),
            // Report an error of the solver at once.
            Err(_) => stop_from(0),
            Ok(_) => (),
        }
        outcome
    };
    combine_verdicts(platform::map(&numbers, control.jobs(), work))
}

/// Searches for solutions that begin with a turn of this share.
fn solve_part(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    share: &[TurnId],
    control: &Control,
) -> Result<Outcome, Error> {
    let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
    for &turn in problem.allowed.iter().filter(|turn| !share.contains(turn)) {
        if let Some(clause) = forbid_turn(formula, 0, turn) {
            session.add_clause(clause)?;
        }
    }
    solve_session(&mut session, control)
}

fn combine_verdicts(outcomes: Vec<Result<Outcome, Error>>) -> Result<Outcome, Error> {
    let mut unknown = None;
    let mut model = None;
    for outcome in outcomes {
        match outcome? {
            Outcome::Sat(found) => model = model.or(Some(found)),
            Outcome::Unsat => (),
            Outcome::Unknown(stop) => unknown = unknown.or(Some(stop)),
        }
    }
    Ok(match (model, unknown) {
        (Some(model), _) => Outcome::Sat(model),
        (None, Some(stop)) => Outcome::Unknown(stop),
        (None, None) => Outcome::Unsat,
    })
}

#[cfg(test)]
mod tests;
