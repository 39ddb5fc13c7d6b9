//! Problems, questions about them, and certificates.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::DeserializeOwned;
use twistsat::ask::{Ask, Request};
use twistsat::problem::{Question, TextFile};
use twistsat::proof;
use twistsat::proof::certificate::{Certificate, claim};
use twistsat::proof::identity::SuppliedDefinitions;
use twistsat::proof::verify::RefutationFiles;

use crate::puzzle::Puzzle;
use crate::{to_py_error, work};

/// A question with its problem.
#[pyclass(frozen, subclass)]
pub(crate) struct Problem {
    pub(crate) inner: twistsat::Problem,
    pub(crate) question: Question,
}

#[pymethods]
impl Problem {
    /// `question` is JSON without the keys that select the puzzle.
    #[new]
    fn new(puzzle: &Puzzle, question: &str) -> PyResult<Self> {
        let question: Question = read(question)?;
        if question.puzzle.is_some() || question.puzzle_file.is_some() {
            return Err(to_py_error("give the puzzle as the first argument"));
        }
        let with_groups = question.with_groups(puzzle.inner.clone());
        let inner = question.problem_of(&with_groups.map_err(to_py_error)?);
        let inner = inner.map_err(to_py_error)?.with_cache(&puzzle.cache);
        Ok(Self { inner, question })
    }

    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle {
            inner: self.inner.puzzle.clone(),
            cache: self.inner.cache.clone(),
        }
    }

    /// Answers an [`Ask`] by a method, both given as JSON. Returns the text of the answer and the content of its files.
    fn _ask<'py>(
        &self,
        py: Python<'py>,
        ask: &str,
        method: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, Vec<Bound<'py, PyBytes>>)> {
        let (question, method) = (self.question.clone(), read(method)?);
        let (ask, request): (Ask, _) = (read(ask)?, Request { question, method });
        let answer = work::run(py, None, progress, |control, events| {
            // The receiver is gone after an exception.
            let notify = move |event| events.send(event).unwrap_or_default();
            ask.answer(&request, &self.inner, control, &notify)
        })?;
        let files = answer.files.iter();
        let files = files.map(|(_, content)| PyBytes::new(py, content));
        Ok((answer.text, files.collect()))
    }

    fn __repr__(&self) -> String {
        let puzzle = self.inner.puzzle.name();
        format!("Problem({puzzle}, {})", self.inner.question_in_words())
    }
}

/// Parses a JSON text.
fn read<T: DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(to_py_error)
}

/// Verifies a certificate with its formula and proof (`files`), and returns its claim.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    json: &str,
    files: (&[u8], &[u8]),
    puzzle: Option<&Puzzle>,
    plan: Option<String>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let certificate = Certificate::read(json).map_err(to_py_error)?;
    let name = "the plan".to_owned();
    let given = SuppliedDefinitions {
        puzzle: puzzle.map(|puzzle| puzzle.inner.clone()),
        plan: plan.map(|text| TextFile { name, text }),
    };
    let files = RefutationFiles {
        formula: files.0,
        proof: files.1,
    };
    work::run(py, time_limit, None, |control, _events| {
        let verified = proof::verify::verify(&certificate, given, files, control, &mut |_| ());
        let claim = verified.map(|(problem, _)| claim(&problem));
        claim.map_err(|error| error.to_string())
    })
}
