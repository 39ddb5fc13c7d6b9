//! Searches.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use twistsat::problem::Budget;
use twistsat::search::{Attempt, Event};
use twistsat::solver;
use twistsat::{Notation, Recipe, Search, Solution};

use crate::problem::Problem;
use crate::{work, wrong};

/// What a search came to.
#[pyclass(frozen)]
pub(crate) struct Result {
    /// A solution, in Singmaster's notation; `None` if there is none, or none was found.
    #[pyo3(get)]
    solution: Option<String>,
    /// Its turns.
    #[pyo3(get)]
    turns: Option<Vec<String>>,
    /// Whether nothing shorter exists.
    #[pyo3(get)]
    minimal: bool,
    /// Whether the question is answered: there is no doubt left.
    #[pyo3(get)]
    complete: bool,
    /// What refutes which lengths, in words.
    #[pyo3(get)]
    refuted: Vec<String>,
    /// No solution has fewer turns.
    #[pyo3(get)]
    at_least: usize,
    /// Why the search ended early.
    #[pyo3(get)]
    stopped: Option<String>,
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

/// What is told of an event.
fn words(event: &Event<'_>) -> Option<String> {
    let answered = |attempt: &Attempt| format!("{} turns: {}", attempt.turns, attempt.witness());
    Some(match event {
        Event::Solving {
            turns,
            variables,
            clauses,
        } => format!("{turns} turns: {variables} variables, {clauses} clauses"),
        Event::Answered(attempt) => answered(attempt),
        Event::Improved(solution) => format!("a solution of {} turns", solution.len()),
        Event::AtLeast(turns, _) => format!("at least {turns} turns"),
        _ => return None,
    })
}

fn written(solution: &Solution) -> String {
    solution.write(Notation::Singmaster)
}

/// Looks for a shortest solution.
#[pyfunction]
#[pyo3(signature = (problem, *, recipe = None, solver = None, timeout = None, progress = None))]
pub(crate) fn solve(
    py: Python<'_>,
    problem: &Problem,
    recipe: Option<&str>,
    solver: Option<&str>,
    timeout: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Result> {
    let recipe = Recipe::built_in(recipe.unwrap_or(Recipe::DEFAULT)).map_err(wrong)?;
    let backend = match solver {
        Some(name) => solver::by_name(name).map_err(wrong)?,
        None => solver::all()[0],
    };
    let Problem { inner, question } = problem;
    let found = work::run(py, timeout, progress, |control, tell| {
        let notify = move |event: &Event<'_>| {
            if let Some(words) = words(event) {
                // Nobody listens any more after an exception.
                let _ = tell.send(words);
            }
        };
        let search = Search::default().recipe(&recipe).solver(backend);
        let search = search.control(control.clone()).notify(notify);
        search.answer(question, inner)
    })?;
    let found = found.map_err(wrong)?;
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
        complete: found.complete
            || (found.solution.is_some() && matches!(inner.budget, Budget::Exactly(_))),
        refuted: found.refuted(),
        at_least: found.at_least(),
        stopped: found.stop.map(|stop| stop.to_string()),
    })
}

/// All solutions of exactly the problem's number of turns.
#[pyfunction]
#[pyo3(signature = (problem, *, recipe = None, timeout = None, most = None))]
pub(crate) fn enumerate(
    py: Python<'_>,
    problem: &Problem,
    recipe: Option<&str>,
    timeout: Option<f64>,
    most: Option<usize>,
) -> PyResult<Vec<String>> {
    let recipe = Recipe::built_in(recipe.unwrap_or(Recipe::DEFAULT)).map_err(wrong)?;
    let problem = problem.alone("enumerate")?;
    if !matches!(problem.budget, Budget::Exactly(_)) {
        return Err(wrong(
            "enumerate asks for exactly so many turns: give the problem turns=N",
        ));
    }
    let (list, outcome) = work::run(py, timeout, None, |control, _tell| {
        let mut list = Vec::new();
        let search = Search::default().recipe(&recipe).control(control.clone());
        let outcome = search.enumerate(problem, |solution| {
            list.push(written(solution));
            if most.is_some_and(|most| list.len() >= most) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (list, outcome)
    })?;
    let outcome = outcome.map_err(wrong)?;
    match outcome.stop {
        Some(stop) => Err(wrong(format!("not all solutions were found: {stop}"))),
        None => Ok(list),
    }
}
