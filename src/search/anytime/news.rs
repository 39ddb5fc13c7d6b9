//! What happens in a search from both sides, worth a line each.

use crate::puzzle::Metric;
use crate::search::Improver;

/// A better solution or a better bound, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct Milestone {
    /// Seconds since the search began.
    pub seconds: f64,
    /// How turns are counted.
    pub metric: Metric,
    /// What it is.
    pub news: News,
}

/// A better solution, or a better bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A solution, shorter than those before.
    Solution {
        /// Its length.
        turns: usize,
        /// What brought it.
        by: FoundBy,
    },
    /// No solution has fewer turns.
    AtLeast {
        /// Fewer than so many.
        turns: usize,
        /// The solver that refuted the last length below; `None` where it took none.
        by: Option<String>,
    },
}

/// What brings a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The scramble, undone.
    Scramble,
    /// Another engine, which searches the graph of all states.
    Graph,
    /// A plan of this name.
    Plan(String),
    /// A plan of this name whose stages are solved by tables.
    Tables(String),
    /// The group of the turns alone: turns that bring many pieces home, and 3-cycles.
    Construction,
    /// A shorter way for what a solution before does.
    Improver(Improver),
    /// A formula about the whole question, and this solver.
    Solver(String),
}
