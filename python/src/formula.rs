//! Formulas.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use twistsat::encode::map;
use twistsat::{Notation, Recipe, ask, encode};

use crate::problem::Problem;
use crate::{to_py_error, work};

/// A problem as clauses.
#[pyclass(frozen, subclass)]
pub(crate) struct Formula {
    problem: twistsat::Problem,
    recipe: Recipe,
    inner: twistsat::Formula,
}

#[pymethods]
impl Formula {
    #[new]
    fn new(py: Python<'_>, problem: &Problem, recipe: &str) -> PyResult<Self> {
        let recipe = Recipe::built_in(recipe).map_err(to_py_error)?;
        let alone = problem.question.check_problem_only("Formula");
        alone.map_err(to_py_error)?;
        problem.question.check_bounded().map_err(to_py_error)?;
        let problem = problem.inner.clone();
        let inner = work::run(py, None, None, |control, _tell| {
            encode::encode_controlled(&problem, &recipe, control)
        })?;
        inner
            .check_every_length(&problem, &recipe)
            .map_err(to_py_error)?;
        Ok(Self {
            problem,
            recipe,
            inner,
        })
    }

    /// The number of variables.
    #[getter]
    fn variables(&self) -> u32 {
        self.inner.variables
    }

    /// The clauses, literals as in DIMACS.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        let clauses = self.inner.cnf.iter();
        let clauses = clauses.map(|clause| clause.iter().map(|it| it.to_ipasir()).collect());
        clauses.collect()
    }

    /// The literals of all clauses as 32-bit numbers in contiguous memory, with a 0 after each clause.
    fn literals<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        for clause in &self.inner.cnf {
            let literals = clause.iter().map(|it| it.to_ipasir()).chain([0]);
            bytes.extend(literals.flat_map(i32::to_ne_bytes));
        }
        PyBytes::new(py, &bytes)
    }

    /// The variables of the turns, onto which models are projected for counting.
    #[getter]
    fn shown(&self) -> Vec<u32> {
        self.inner.solution_variables(&self.problem)
    }

    /// The turns of a model: literals in any order, of all variables.
    fn decode(&self, model: Vec<i32>) -> PyResult<Vec<String>> {
        let solution = ask::decode(&self.inner, &self.problem, &model);
        let turns = solution.map_err(to_py_error)?.write(Notation::Singmaster);
        Ok(turns.split_whitespace().map(str::to_owned).collect())
    }

    /// The map of the variables, for `twistsat decode`.
    fn map(&self) -> PyResult<String> {
        map::write(&self.problem, &self.recipe, &self.inner).map_err(to_py_error)
    }

    fn __len__(&self) -> usize {
        self.inner.cnf.len()
    }
}
