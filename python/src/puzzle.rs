//! The Python class for puzzles, and the names of built-in data.

use std::sync::Arc;

use pyo3::prelude::*;
use twistsat::graph::{Graph, MAX_BYTES};
use twistsat::problem::Cache;
use twistsat::{Notation, Recipe};

use crate::{to_py_error, work};

/// A puzzle.
#[pyclass(frozen)]
#[derive(Clone)]
pub(crate) struct Puzzle {
    pub(crate) inner: Arc<twistsat::Puzzle>,
    /// Results shared by all questions about the puzzle.
    pub(crate) cache: Cache,
}

#[pymethods]
impl Puzzle {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let inner = twistsat::Puzzle::built_in(name).map_err(to_py_error)?;
        let cache = Cache::default();
        Ok(Self { inner, cache })
    }

    #[staticmethod]
    #[pyo3(signature = (text, name = "the puzzle"))]
    fn from_toml(text: &str, name: &str) -> PyResult<Self> {
        let inner = twistsat::Puzzle::from_toml(name, text).map_err(to_py_error)?;
        let (inner, cache) = (Arc::new(inner), Cache::default());
        Ok(Self { inner, cache })
    }

    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    #[getter]
    fn title(&self) -> &str {
        self.inner.title()
    }

    #[getter]
    fn turns(&self) -> Vec<String> {
        let turns = self.inner.turns().iter();
        turns.map(twistsat::puzzle::Turn::name).collect()
    }

    #[getter]
    fn facelets(&self) -> Vec<String> {
        self.inner.facelets().to_vec()
    }

    #[getter]
    fn solved(&self) -> String {
        self.inner.write_state(self.inner.solved())
    }

    #[pyo3(signature = (turns, state = None))]
    fn apply(&self, turns: &str, state: Option<&str>) -> PyResult<String> {
        let puzzle = &self.inner;
        let turns = Notation::Singmaster
            .read(puzzle, turns)
            .map_err(to_py_error)?;
        let state = match state {
            Some(state) => puzzle.read_state(state).map_err(to_py_error)?,
            None => puzzle.solved().clone(),
        };
        Ok(puzzle.write_state(&puzzle.apply(&state, &turns)))
    }

    #[pyo3(signature = (turns = 30, seed = 1))]
    fn scramble(&self, turns: usize, seed: u64) -> String {
        let scramble = self.inner.random_turns(turns, seed);
        Notation::Singmaster.write_all(&self.inner, &scramble)
    }

    /// The number of states at each distance from solved. `turns` defaults to those that leave the held piece in place.
    fn _distances(&self, py: Python<'_>, turns: Option<&str>) -> PyResult<Vec<u64>> {
        let puzzle = &self.inner;
        let turns = match turns {
            Some(turns) => Notation::Singmaster
                .read(puzzle, turns)
                .map_err(to_py_error)?,
            None => puzzle.turns_around_held(),
        };
        let graph = Graph::new(puzzle, puzzle.solved(), &turns, MAX_BYTES).map_err(to_py_error)?;
        let search = |control: &_, _| graph.search(control, &|_| ());
        let found = work::run(py, None, None, search)?;
        Ok(graph.with_distances(found).distribution())
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.inner.name())
    }
}

/// The names of the built-in puzzles.
#[pyfunction]
pub(crate) fn puzzles() -> Vec<&'static str> {
    twistsat::Puzzle::built_in_names().collect()
}

/// The names of the built-in recipes.
#[pyfunction]
pub(crate) fn recipes() -> Vec<&'static str> {
    Recipe::built_in_names().collect()
}
