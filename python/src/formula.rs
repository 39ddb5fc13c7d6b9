//! The Python class for formulas.

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
        let checked = problem.question.check_expressible_as_problem("Formula");
        checked.map_err(to_py_error)?;
        problem.question.check_bounded().map_err(to_py_error)?;
        let problem = problem.inner.clone();
        let inner = work::run(py, None, None, |control, _events| {
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

    /// The clauses, with literals as in DIMACS.
    #[getter]
    fn clauses(&self) -> Vec<Vec<i32>> {
        let clauses = self.inner.cnf.iter();
        let clauses = clauses.map(|clause| clause.iter().map(|it| it.to_ipasir()).collect());
        clauses.collect()
    }

    /// The literals of all clauses as 32-bit numbers in the byte order of the machine, with a 0 after each clause.
    fn literals<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        for clause in &self.inner.cnf {
            let literals = clause.iter().map(|it| it.to_ipasir()).chain([0]);
            bytes.extend(literals.flat_map(i32::to_ne_bytes));
        }
        PyBytes::new(py, &bytes)
    }

    /// The variables that determine the turns. Model counters project models onto them to count solutions.
    #[getter]
    fn shown(&self) -> Vec<u32> {
        self.inner.solution_variables(&self.problem)
    }

    /// The turns of a model, which has a literal of each variable, in any order.
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
