//! Problems.

use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use twistsat::answer::Task;
use twistsat::problem::Question;

use crate::puzzle::Puzzle;
use crate::wrong;

/// A question with its problem.
#[pyclass(frozen, subclass)]
pub(crate) struct Problem {
    pub(crate) inner: twistsat::Problem,
    pub(crate) question: Question,
}

impl Problem {
    /// The task that answers it by a method, given as JSON.
    pub(crate) fn task(&self, method: &str) -> PyResult<Task> {
        Task::new(self.question.clone(), read(method)?, &self.inner.puzzle).map_err(wrong)
    }

    /// The problem, if the question needs nothing else.
    pub(crate) fn alone(&self, what: &str) -> PyResult<&twistsat::Problem> {
        self.question.check_problem_only(what).map_err(wrong)?;
        Ok(&self.inner)
    }
}

#[pymethods]
impl Problem {
    /// The question is given as JSON, without its puzzle.
    #[new]
    fn new(puzzle: &Puzzle, question: &str) -> PyResult<Self> {
        let question: Question = read(question)?;
        if question.puzzle.is_some() || question.puzzle_file.is_some() {
            return Err(wrong("give the puzzle as Puzzle.from_toml(text)"));
        }
        let given = puzzle;
        let puzzle = question.with_groups(given.inner.clone()).map_err(wrong)?;
        let inner = question.problem_of(&puzzle).map_err(wrong)?;
        let inner = inner.with_cache(&given.cache);
        Ok(Self { inner, question })
    }

    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle {
            inner: self.inner.puzzle.clone(),
            cache: self.inner.cache.clone(),
        }
    }

    fn __repr__(&self) -> String {
        let puzzle = self.inner.puzzle.name();
        format!("Problem({puzzle}, {})", self.inner.question_in_words())
    }
}

/// What a JSON text says.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(wrong)
}
