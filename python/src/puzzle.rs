//! Puzzles.

use std::sync::Arc;

use pyo3::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use twistsat::notation::Scheme;
use twistsat::problem::Cache;
use twistsat::{Notation, Recipe, State};

use crate::wrong;

/// A puzzle.
#[pyclass(frozen)]
#[derive(Clone)]
pub(crate) struct Puzzle {
    pub(crate) inner: Arc<twistsat::Puzzle>,
    /// Results shared by all questions about it.
    pub(crate) cache: Cache,
}

impl From<Arc<twistsat::Puzzle>> for Puzzle {
    fn from(inner: Arc<twistsat::Puzzle>) -> Self {
        let cache = Cache::default();
        Self { inner, cache }
    }
}

impl Puzzle {
    fn read(&self, state: Option<&str>) -> PyResult<State> {
        let Some(state) = state else {
            return Ok(self.inner.solved().clone());
        };
        let layout = twistsat::Layout::guess(&self.inner, state);
        let symbols = layout.read(&self.inner, state).map_err(wrong)?;
        Scheme::own(&self.inner).state(&symbols).map_err(wrong)
    }

    fn write(&self, state: &State) -> String {
        Scheme::own(&self.inner).write(&self.inner, state, self.inner.layout())
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Ok(twistsat::Puzzle::built_in(name).map_err(wrong)?.into())
    }

    #[staticmethod]
    #[pyo3(signature = (text, name = "the puzzle"))]
    fn from_toml(text: &str, name: &str) -> PyResult<Self> {
        let puzzle = twistsat::Puzzle::from_toml(name, text).map_err(wrong)?;
        Ok(Arc::new(puzzle).into())
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
        self.write(self.inner.solved())
    }

    #[pyo3(signature = (turns, state = None))]
    fn apply(&self, turns: &str, state: Option<&str>) -> PyResult<String> {
        let turns = Notation::Singmaster
            .read(&self.inner, turns)
            .map_err(wrong)?;
        let state = self.read(state)?;
        Ok(self.write(&self.inner.apply(&state, &turns)))
    }

    #[pyo3(signature = (turns = 30, seed = 1))]
    fn scramble(&self, turns: usize, seed: u64) -> String {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let around = self.inner.turns_around_held();
        let scramble = self.inner.scramble(&around, turns, &mut random);
        Notation::Singmaster.write_all(&self.inner, &scramble)
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.inner.name())
    }
}

/// The names of the built-in puzzles.
#[pyfunction]
pub(crate) fn puzzles() -> PyResult<Vec<String>> {
    let list = twistsat::Puzzle::list().map_err(wrong)?;
    Ok(list.into_iter().map(|it| it.name.to_owned()).collect())
}

/// The names of the built-in recipes.
#[pyfunction]
pub(crate) fn recipes() -> Vec<&'static str> {
    Recipe::built_in_names().collect()
}
