//! Certificates: their JSON, their formula in DIMACS, and their proof in LRAT.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use twistsat::proof::certificate::{Certificate, claim};
use twistsat::proof::check::Format;
use twistsat::proof::identity::{PlanFile, SuppliedDefinitions};
use twistsat::proof::verify::{certificate_files, verify as check};
use twistsat::proof::write::Outcome;

use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::{work, wrong};

/// Proves that there is no solution of at most N turns.
#[pyfunction]
pub(crate) fn prove<'py>(
    py: Python<'py>,
    problem: &Problem,
    time_limit: Option<f64>,
    name: &str,
) -> PyResult<(String, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (task, notation) = (problem.task("{}")?, problem.question.notation);
    let problem = &problem.inner;
    let outcome = work::run(py, time_limit, None, |control, _tell| {
        task.prove(problem, Format::Lrat, control, &mut |_| ())
    })?;
    let refutation = match outcome.map_err(wrong)? {
        Outcome::Refuted(refutation) => refutation,
        Outcome::Solved(solution) => {
            let solution = solution.write(notation);
            return Err(wrong(format!("there is a solution: {solution}")));
        }
        Outcome::Unknown(why) => return Err(wrong(why)),
    };
    let files = certificate_files(problem, task.solver().name(), &refutation, name);
    let (json, formula) = files.map_err(wrong)?;
    let bytes = |content: &[u8]| PyBytes::new(py, content);
    Ok((json, bytes(&formula), bytes(&refutation.proof)))
}

/// Verifies a certificate and returns its claim.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    json: &str,
    formula: &[u8],
    proof: &[u8],
    puzzle: Option<&Puzzle>,
    plan: Option<String>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let certificate = Certificate::read(json).map_err(wrong)?;
    let given = SuppliedDefinitions {
        puzzle: puzzle.map(|puzzle| puzzle.inner.clone()),
        plan: plan.map(|text| PlanFile {
            name: "the plan".to_owned(),
            text,
        }),
    };
    let verified = work::run(py, time_limit, None, |control, _tell| {
        let verified = check(&certificate, given, (formula, proof), control, &mut |_| ());
        verified.map_err(|error| error.to_string())
    })?;
    Ok(claim(&verified.map_err(wrong)?.0))
}
