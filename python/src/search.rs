//! Searches.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use twistsat::answer::{Listing, Outcome, Row};
use twistsat::problem::Budget;
use twistsat::report::json::{Names, Solve};
use twistsat::search::{Attempt, Event};
use twistsat::{Notation, Solution};

use crate::problem::{Problem, from_keys};
use crate::{work, wrong};

/// The result of a search.
#[pyclass(frozen)]
pub(crate) struct Result {
    /// A solution, in Singmaster's notation; `None` if none exists or none was found.
    #[pyo3(get)]
    solution: Option<String>,
    /// Its turns.
    #[pyo3(get)]
    turns: Option<Vec<String>>,
    /// Whether nothing shorter exists.
    #[pyo3(get)]
    minimal: bool,
    /// Whether the question is completely answered.
    #[pyo3(get)]
    complete: bool,
    /// The refuted lengths with their reasons, in words.
    #[pyo3(get)]
    refuted: Vec<String>,
    /// No solution has fewer turns.
    #[pyo3(get)]
    at_least: usize,
    /// Why the search ended early.
    #[pyo3(get)]
    stopped: Option<String>,
    /// The complete result as JSON, `twistsat.solve/1`: the output of `twistsat solve --format json`, except for a whole
    /// plan.
    #[pyo3(get)]
    json: String,
}

#[pymethods]
impl Result {
    fn __len__(&self) -> usize {
        self.turns.as_ref().map_or(0, Vec::len)
    }

    fn __bool__(&self) -> bool {
        self.solution.is_some()
    }

    fn __repr__(&self) -> String {
        match &self.solution {
            Some(solution) if self.minimal => format!("Result('{solution}', minimal)"),
            Some(solution) => format!("Result('{solution}')"),
            None if self.complete => "Result(no solution)".to_owned(),
            None => "Result(unknown)".to_owned(),
        }
    }
}

/// The text for an event.
fn words(event: &Event<'_>) -> Option<String> {
    let answered = |attempt: &Attempt| format!("{} turns: {}", attempt.turns, attempt.witness());
    Some(match event {
        Event::Solving {
            turns,
            variables,
            clauses,
        } => format!("{turns} turns: {variables} variables, {clauses} clauses"),
        Event::Answered(attempt) => answered(attempt),
        Event::Improved(solution) => {
            format!(
                "a solution of {} turns: {}",
                solution.len(),
                written(solution)
            )
        }
        Event::AtLeast(turns, _) => format!("at least {turns} turns"),
        _ => return None,
    })
}

fn written(solution: &Solution) -> String {
    solution.write(Notation::Singmaster)
}

/// Searches for a shortest solution. `keys` are those of a method.
#[pyfunction]
#[pyo3(signature = (problem, *, progress = None, **keys))]
pub(crate) fn solve(
    py: Python<'_>,
    problem: &Problem,
    progress: Option<&Bound<'_, PyAny>>,
    keys: Option<&Bound<'_, PyDict>>,
) -> PyResult<Result> {
    let task = problem.task(keys)?;
    let inner = &problem.inner;
    let answer = work::run(py, None, progress, |control, tell| {
        let notify = move |event: &Event<'_>| {
            if let Some(words) = words(event) {
                // The receiver is gone after an exception.
                let _ = tell.send(words);
            }
        };
        task.solve(inner, control, &notify)
    })?;
    let answer = answer.map_err(wrong)?;
    let json = serde_json::to_string(&Solve::of(&answer, Names::of(&task))).map_err(wrong)?;
    let found = answer.found;
    let solution = found.solution.as_ref().map(written);
    let names = |text: &String| {
        text.split(' ')
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect()
    };
    Ok(Result {
        turns: solution.as_ref().map(names),
        solution,
        minimal: found.is_minimal() && matches!(inner.budget, Budget::AtMost(_)),
        complete: answer.outcome != Outcome::Unknown,
        refuted: found.refuted(),
        at_least: found.at_least(),
        stopped: found.stop.map(|stop| stop.to_string()),
        json,
    })
}

/// All solutions of the problem's number of turns, or all shortest ones. `keys` are those of a method and of a listing.
#[pyfunction]
#[pyo3(signature = (problem, **keys))]
pub(crate) fn enumerate(
    py: Python<'_>,
    problem: &Problem,
    keys: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<String>> {
    let (listing, method) = (PyDict::new(py), PyDict::new(py));
    for (key, value) in keys.into_iter().flatten() {
        let is_listing = ["limit", "distinct", "rank"].contains(&key.extract::<&str>()?);
        let keys = if is_listing { &listing } else { &method };
        keys.set_item(key, value)?;
    }
    let listing: Listing = from_keys(&listing)?;
    let task = problem.task(Some(&method))?;
    let (list, found) = work::run(py, None, None, |control, _tell| {
        let mut list = Vec::new();
        let mut take = |row: Row| {
            list.push(written(&row.solution));
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
