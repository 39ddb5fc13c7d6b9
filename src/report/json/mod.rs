//! JSON for programs. Fields may be added; these keep their meaning.

mod graph;
mod plan;
mod proof;
mod puzzle;
mod search;

pub use graph::{Distances, Export, File, Paths};
pub use plan::{Plan, Shorter, Stage};
pub use proof::{Check, Prove, Verify};
pub use puzzle::{PuzzleCheck, PuzzleMistake};
pub use search::{Decode, Enumerate, Formula, Solve};

use crate::encode::Recipe;
use crate::puzzle::{Notation, Problem};

/// The version of twistsat, which reports carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who asked what of whom: the names that reports carry.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The recipe; `None` where there are no clauses.
    pub recipe: Option<&'a Recipe>,
    /// The solver's name; `table` where there is none.
    pub solver: &'a str,
    /// The goal as the user gave it.
    pub to: &'a str,
    /// How turns are written.
    pub notation: Notation,
}

fn constraints(problem: &Problem, names: Names<'_>) -> Vec<String> {
    problem
        .constraints
        .in_words(&problem.puzzle, names.notation)
}
