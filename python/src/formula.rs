//! Formulas.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use twistsat::encode::{Encoder, Format, describe, map};
use twistsat::solver::Answer;
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
            encode::encode_controlled(&problem, &recipe, control)
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
        self.inner.solution_variables(&self.problem)
    }

    /// The turns of a model: literals in any order, of all variables.
    fn decode(&self, model: Vec<i32>) -> PyResult<Vec<String>> {
        if model.contains(&0) {
            return Err(wrong("literal 0 is that of no variable"));
        }
        let literals: String = model.iter().map(|literal| format!("{literal} ")).collect();
        let text = format!("s SATISFIABLE\nv {literals}0\n");
        let free = self.inner.free_variables();
        let is_free = |variable: usize| {
            let mut ranges = free.iter();
            ranges.any(|&[first, last]| (first as usize..=last as usize).contains(&variable))
        };
        let answer = Answer::read_partial(&text, self.inner.variables, &is_free);
        let Answer::Sat(model) = answer.map_err(wrong)? else {
            return Err(wrong("this is not a model"));
        };
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
        let problem = format.problem_to_encode(self.problem.clone());
        let formula = work::run(py, None, None, |control, _tell| {
            let mut encoder = Encoder::new(&problem, &self.recipe).with_view(format.view());
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
