//! Problems.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::de::DeserializeOwned;
use twistsat::answer::Task;
use twistsat::problem::Question;

use crate::puzzle::Puzzle;
use crate::wrong;

/// A question with its problem.
#[pyclass(frozen)]
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) inner: twistsat::Problem,
    pub(crate) question: Question,
}

impl Problem {
    /// The task that answers it by a method with these keys.
    pub(crate) fn task(&self, keys: Option<&Bound<'_, PyDict>>) -> PyResult<Task> {
        let method = keys.map(from_keys).transpose()?.unwrap_or_default();
        Task::new(self.question.clone(), method, &self.inner.puzzle).map_err(wrong)
    }

    /// The problem, if the question needs nothing else.
    pub(crate) fn alone(&self, what: &str) -> PyResult<&twistsat::Problem> {
        self.question.check_problem_only(what).map_err(wrong)?;
        Ok(&self.inner)
    }
}

#[pymethods]
impl Problem {
    /// `keys` are those of a question. Python reserves the words `with` and `from`, so these keys are `with_` and `from_`.
    #[new]
    #[pyo3(signature = (puzzle, scramble = None, **keys))]
    fn new(
        puzzle: &Puzzle,
        scramble: Option<String>,
        keys: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut question = keys.map(read).transpose()?.unwrap_or_default();
        if question.puzzle.is_some() || question.puzzle_file.is_some() {
            return Err(wrong("give the puzzle as Puzzle.from_toml(text)"));
        }
        question.scramble = scramble;
        let given = puzzle;
        let puzzle = question.with_groups(given.inner.clone()).map_err(wrong)?;
        let inner = question.problem_of(&puzzle).map_err(wrong)?;
        let inner = inner.sharing(&given.cache);
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
        format!("Problem({puzzle}, {})", self.inner.asked_for())
    }
}

/// The question with these keys.
fn read(keys: &Bound<'_, PyDict>) -> PyResult<Question> {
    let given = PyDict::new(keys.py());
    for (key, value) in keys {
        let key: String = key.extract()?;
        let key = match key.as_str() {
            "with_" => "with",
            "from_" => "from",
            key => key,
        };
        given.set_item(key, value)?;
    }
    from_keys(&given)
}

/// Converts keyword arguments. `None` means that the key is absent.
pub(crate) fn from_keys<T: DeserializeOwned>(keys: &Bound<'_, PyDict>) -> PyResult<T> {
    let given = PyDict::new(keys.py());
    for (key, value) in keys {
        if !value.is_none() {
            given.set_item(key, value)?;
        }
    }
    let json = keys.py().import("json")?.call_method1("dumps", (given,))?;
    serde_json::from_str(&json.extract::<String>()?).map_err(wrong)
}
