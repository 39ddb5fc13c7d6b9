//! Searches.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use twistsat::Notation;
use twistsat::answer::{Listing, Outcome, Row};
use twistsat::problem::Budget;
use twistsat::report::json::{Names, Solve};
use twistsat::search::{Attempt, Event};

use crate::problem::{Problem, read};
use crate::{work, wrong};

/// The text for an event.
fn words(event: &Event<'_>, notation: Notation) -> Option<String> {
    let answered = |attempt: &Attempt| format!("{} turns: {}", attempt.turns, attempt.witness());
    Some(match event {
        Event::Solving {
            turns,
            variables,
            clauses,
        } => format!("{turns} turns: {variables} variables, {clauses} clauses"),
        Event::Answered(attempt) => answered(attempt),
        Event::Improved(solution) => {
            let turns = solution.write(notation);
            format!("a solution of {} turns: {turns}", solution.len())
        }
        Event::AtLeast(turns, _) => format!("at least {turns} turns"),
        _ => return None,
    })
}

/// Searches for a shortest solution. Returns the answer as JSON, `twistsat.solve/1`, whether nothing shorter exists, whether
/// the question is completely answered, and below how many turns there is no solution.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    problem: &Problem,
    progress: Option<&Bound<'_, PyAny>>,
    method: &str,
) -> PyResult<(String, bool, bool, usize)> {
    let task = problem.task(method)?;
    let (inner, notation) = (&problem.inner, problem.question.notation);
    let answer = work::run(py, None, progress, |control, tell| {
        let notify = move |event: &Event<'_>| {
            if let Some(words) = words(event, notation) {
                // The receiver is gone after an exception.
                let _ = tell.send(words);
            }
        };
        task.solve(inner, control, &notify)
    })?;
    let answer = answer.map_err(wrong)?;
    let found = &answer.found;
    Ok((
        serde_json::to_string(&Solve::of(&answer, Names::of(&task))).map_err(wrong)?,
        found.is_minimal() && matches!(inner.budget, Budget::AtMost(_)),
        answer.outcome != Outcome::Unknown,
        found.at_least(),
    ))
}

/// All solutions of the problem's number of turns, or all shortest ones.
#[pyfunction]
pub(crate) fn enumerate(
    py: Python<'_>,
    problem: &Problem,
    method: &str,
    listing: &str,
) -> PyResult<Vec<String>> {
    let listing: Listing = read(listing)?;
    let task = problem.task(method)?;
    let notation = problem.question.notation;
    let (list, found) = work::run(py, None, None, |control, _tell| {
        let mut list = Vec::new();
        let mut take = |row: Row| {
            list.push(row.solution.write(notation));
            ControlFlow::Continue(())
        };
        let found = task.enumerate(&problem.inner, &listing, control, &|_| (), &mut take);
        (list, found)
    })?;
    match found.map_err(wrong)?.result.stop {
        Some(stop) => Err(wrong(format!("not all solutions were found: {stop}"))),
        None => Ok(list),
    }
}
