//! Prints only the solution.

use twistsat::notation::Notation;
use twistsat::problem::Problem;
use twistsat::report;
use twistsat::report::text;
use twistsat::search::Minimum;

use crate::{Failure, output};

/// Prints the turns alone; without a solution, reports that to stderr.
pub(super) fn print_alg(
    problem: &Problem,
    notation: Notation,
    result: &Minimum,
) -> Result<(), Failure> {
    match &result.solution {
        Some(solution) => output::print_line(&report::turns_with_tips(problem, notation, solution)),
        None => {
            output::diagnose(&text::without_solution(result));
            Ok(())
        }
    }
}
