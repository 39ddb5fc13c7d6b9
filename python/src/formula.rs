//! Formulas.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use twistsat::encode::{Encoder, Format, describe, map};
use twistsat::sat::Assignment;
use twistsat::{Notation, Recipe, encode};

use crate::problem::Problem;
use crate::{work, wrong};

/// A problem as clauses.
#[pyclass(frozen)]
pub(crate) struct Formula {
    problem: twistsat::Problem,
    recipe: Recipe,
    inner: twistsat::Formula,
}

#[pymethods]
impl Formula {
    #[new]
    #[pyo3(signature = (problem, recipe = "mux"))]
    fn new(py: Python<'_>, problem: &Problem, recipe: &str) -> PyResult<Self> {
        let recipe = Recipe::built_in(recipe).map_err(wrong)?;
        let problem = problem.alone("Formula")?.clone();
        let inner = work::run(py, None, None, |control, _tell| {
            encode::encode_under(&problem, &recipe, control)
        })?;
        Ok(Self {
            inner: inner.map_err(wrong)?,
            problem,
            recipe,
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
        clauses
            .map(|clause| clause.iter().map(|it| it.to_ipasir()).collect())
            .collect()
    }

    /// The literals of all clauses as 32-bit numbers in contiguous memory, with a 0 after each clause.
    fn literals<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        for clause in &self.inner.cnf {
            for literal in clause {
                bytes.extend_from_slice(&literal.to_ipasir().to_ne_bytes());
            }
            bytes.extend_from_slice(&0_i32.to_ne_bytes());
        }
        PyBytes::new(py, &bytes)
    }

    /// The variables of the turns, onto which models are projected for counting.
    #[getter]
    fn shown(&self) -> Vec<u32> {
        self.inner.shown(&self.problem)
    }

    /// The turns of a model: literals in any order, of all variables.
    fn decode(&self, model: Vec<i32>) -> PyResult<Vec<String>> {
        let mut values: Vec<Option<bool>> = vec![None; self.inner.variables as usize];
        for literal in model {
            let place = (literal.unsigned_abs() as usize).checked_sub(1);
            let value = place.and_then(|place| values.get_mut(place));
            let value = value.ok_or_else(|| {
                let variables = self.inner.variables;
                wrong(format!(
                    "literal {literal}, but the formula has {variables} variables"
                ))
            })?;
            if value
                .replace(literal > 0)
                .is_some_and(|before| before != (literal > 0))
            {
                let variable = literal.unsigned_abs();
                return Err(wrong(format!("variable {variable} is given both values")));
            }
        }
        for [first, last] in self.inner.free_variables() {
            for value in &mut values[first as usize - 1..last as usize] {
                value.get_or_insert(false);
            }
        }
        if let Some(place) = values.iter().position(Option::is_none) {
            return Err(wrong(format!(
                "the model gives no value to variable {}",
                place + 1
            )));
        }
        let model: Assignment = values.into_iter().flatten().collect();
        let solution = self.inner.decode(&self.problem, &model).map_err(wrong)?;
        let turns = solution.turns().iter();
        let puzzle = &self.problem.puzzle;
        Ok(turns
            .map(|&turn| Notation::Singmaster.write(&puzzle.turns()[turn]))
            .collect())
    }

    /// The formula as text in a format.
    #[pyo3(signature = (format = "cnf"))]
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format: Format = format.parse().map_err(wrong)?;
        format.check(&self.recipe).map_err(wrong)?;
        if format == Format::Icnf {
            return Err(wrong("format icnf has cubes: use `twistsat encode`"));
        }
        let problem = format.asked(self.problem.clone());
        let formula = work::run(py, None, None, |control, _tell| {
            let mut encoder = Encoder::new(&problem, &self.recipe).viewed(format.view());
            encoder.encode(problem.budget, control)
        })?;
        let formula = formula.map_err(wrong)?;
        let comments = describe(&problem, &self.recipe, &formula);
        let mut text = Vec::new();
        let written = format.write(&problem, &formula, &[], &comments, &mut text);
        written.map_err(wrong)?;
        String::from_utf8(text).map_err(wrong)
    }

    /// The map of the variables, for `twistsat decode`.
    fn map(&self) -> PyResult<String> {
        map::write(&self.problem, &self.recipe, &self.inner).map_err(wrong)
    }

    fn __len__(&self) -> usize {
        self.inner.cnf.len()
    }

    fn __repr__(&self) -> String {
        let (variables, clauses) = (self.inner.variables, self.inner.cnf.len());
        format!(
            "Formula({}: {variables} variables, {clauses} clauses)",
            self.recipe.name
        )
    }
}
