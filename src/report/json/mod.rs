//! JSON for programs. Fields may be added; these keep their meaning.

mod graph;
mod plan;
mod proof;
mod puzzle;
mod search;

pub use graph::{Distances, Export, File, Paths};
pub use plan::{Ending, Plan, Shorter, Stage};
pub use proof::{Check, Prove, Verify};
pub use puzzle::{PuzzleCheck, PuzzleMistake};
pub use search::{Decode, Enumerate, Formula, Solve};

use serde::Serialize;

use crate::encode::Recipe;
use crate::notation::Notation;
use crate::problem::Problem;

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

/// Of which puzzle, plan and stage a question is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageOf {
    /// The name of the whole puzzle.
    pub puzzle: String,
    /// The name of the plan.
    pub plan: String,
    /// The stage, counted from 1.
    pub number: usize,
}

impl StageOf {
    fn of(problem: &Problem) -> Option<Self> {
        let whole = problem.whole.as_deref()?;
        Some(Self {
            puzzle: whole.puzzle.name().to_owned(),
            plan: whole.plan.clone(),
            number: whole.stage,
        })
    }
}

fn constraints(problem: &Problem, names: Names<'_>) -> Vec<String> {
    problem
        .constraints
        .in_words(&problem.puzzle, names.notation)
}
