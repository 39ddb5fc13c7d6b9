//! Certificates.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use twistsat::proof::certificate;
use twistsat::proof::check::Format;
use twistsat::proof::identity::{Given, PlanFile};
use twistsat::proof::verify as check;
use twistsat::proof::write::Outcome;

use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::{work, wrong};

/// The claim that a problem has no solution, with the proof.
#[pyclass(frozen)]
pub(crate) struct Certificate {
    json: String,
    formula: Vec<u8>,
    proof: Vec<u8>,
}

#[pymethods]
impl Certificate {
    #[new]
    fn new(json: String, formula: Vec<u8>, proof: Vec<u8>) -> Self {
        Self {
            json,
            formula,
            proof,
        }
    }

    /// The claim, as JSON.
    #[getter]
    fn json(&self) -> &str {
        &self.json
    }

    /// The formula, DIMACS.
    #[getter]
    fn formula<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.formula)
    }

    /// The proof, LRAT.
    #[getter]
    fn proof<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.proof)
    }

    fn __repr__(&self) -> String {
        format!("Certificate({} bytes of proof)", self.proof.len())
    }
}

/// Proves that there is no solution of at most N turns.
#[pyfunction]
#[pyo3(signature = (problem, *, time_limit = None, name = "certificate"))]
pub(crate) fn prove(
    py: Python<'_>,
    problem: &Problem,
    time_limit: Option<f64>,
    name: &str,
) -> PyResult<Certificate> {
    let (task, problem) = (problem.task(None)?, &problem.inner);
    let outcome = work::run(py, time_limit, None, |control, _tell| {
        task.prove(problem, Format::Lrat, control, &mut |_| ())
    })?;
    let refutation = match outcome.map_err(wrong)? {
        Outcome::Refuted(refutation) => refutation,
        Outcome::Solved(solution) => {
            let solution = solution.write(twistsat::Notation::Singmaster);
            return Err(wrong(format!("there is a solution: {solution}")));
        }
        Outcome::Unknown(why) => return Err(wrong(why)),
    };
    let written = check::written(problem, task.solver().name(), &refutation, name);
    let (json, formula) = written.map_err(wrong)?;
    Ok(Certificate {
        json,
        formula,
        proof: refutation.proof.clone(),
    })
}

/// Verifies a certificate and returns its claim.
#[pyfunction]
#[pyo3(signature = (certificate, *, puzzle = None, plan = None, time_limit = None))]
pub(crate) fn verify(
    py: Python<'_>,
    certificate: &Certificate,
    puzzle: Option<&Puzzle>,
    plan: Option<String>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let read = certificate::Certificate::read(&certificate.json).map_err(wrong)?;
    let given = Given {
        puzzle: puzzle.map(|puzzle| puzzle.inner.clone()),
        plan: plan.map(|text| PlanFile {
            name: "the plan".to_owned(),
            text,
        }),
    };
    let files = (&certificate.formula[..], &certificate.proof[..]);
    let verified = work::run(py, time_limit, None, |control, _tell| {
        let verified = check::verify(&read, given, files, control, &mut |_| ());
        verified.map_err(|error| error.to_string())
    })?;
    let (problem, _) = verified.map_err(wrong)?;
    Ok(certificate::claim(&problem))
}
