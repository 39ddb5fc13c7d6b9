//! Prints only the solution.

use crate::cli::{Failure, output};
use crate::notation::Notation;
use crate::problem::Problem;
use crate::report;
use crate::report::text;
use crate::search::Minimum;

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
