//! Limits of formulas, and the errors for exceeding them.

use super::recipe::Recipe;
use crate::error::{Error, ErrorKind};
use crate::problem::Budget;
use crate::puzzle::MAX_TURNS;

/// The maximum number of clauses: these take most of a gigabyte, and a solver needs as much again.
pub(super) const MAX_CLAUSES: usize = 10_000_000;

/// The memory for a clause, in bytes, including its share of the map. Measured on formulas of all recipes: 60 to 90.
const MEMORY_PER_CLAUSE: u64 = 75;

/// The memory for this many clauses, in words: `18.4 GB`.
pub(super) fn memory_in_words(clauses: usize) -> String {
    let bytes = (clauses as u64).saturating_mul(MEMORY_PER_CLAUSE) as f64;
    if bytes < 1e9 {
        format!("{:.0} MB", bytes / 1e6)
    } else {
        format!("{:.1} GB", bytes / 1e9)
    }
}

/// Rejects absurdly large budgets before anything of that size is allocated.
pub(crate) fn check_budget(budget: Budget) -> Result<(), Error> {
    match budget.slots() {
        slots if slots > MAX_TURNS => Err(Error::new(
            ErrorKind::TooLarge,
            format!("the budget must be at most {MAX_TURNS} turns, not {slots}"),
        )),
        _ => Ok(()),
    }
}

/// The error for a recipe that cannot express a problem.
pub(super) fn unsupported_error(recipe: &Recipe, reason: &str) -> Error {
    let name = &recipe.name;
    let text = format!("recipe `{name}` {reason}. Choose another recipe");
    Error::new(ErrorKind::Unsupported, text)
}
