//! Estimates the disk space of many formulas before the first one is written.

use twistsat::encode::{Recipe, estimate};
use twistsat::problem::Problem;

use super::args::Args;
use crate::Failure;
use crate::args::MEBIBYTE;

/// The estimated size of a clause in the formula's file, in bytes.
const FILE_BYTES_PER_CLAUSE: u64 = 25;
/// The estimated size of the rest of that file and of the map, in bytes.
const FILE_OVERHEAD_BYTES: u64 = 4096;

/// Rejects formulas whose estimated total size exceeds `--max-size`. `problem` stands for `lines` similar problems,
/// each with all budgets.
pub(super) fn check(
    args: &Args,
    problem: &Problem,
    recipe: &Recipe,
    lines: usize,
) -> Result<(), Failure> {
    let max_bytes = args.max_size.saturating_mul(MEBIBYTE);
    let mut bytes: u64 = 0;
    for (number, budget) in (1..).zip(args.budgets(problem)) {
        let clauses = estimate(&problem.within(budget), recipe)?;
        let one = (clauses as u64).saturating_mul(FILE_BYTES_PER_CLAUSE);
        let all = one.saturating_add(FILE_OVERHEAD_BYTES);
        bytes = bytes.saturating_add(all.saturating_mul(lines as u64));
        if bytes > max_bytes {
            let formulas = lines.saturating_mul(number);
            return Err(Failure::Usage(format!(
                "the first {formulas} formulas alone, up to {}, take about {} MiB, more than --max-size {}; ask for fewer, or raise it",
                budget.in_words(problem.metric),
                bytes / MEBIBYTE,
                args.max_size
            )));
        }
    }
    Ok(())
}
