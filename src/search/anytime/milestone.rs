//! The milestones of an anytime search.

use crate::puzzle::Metric;

/// A better solution or a better bound, and when it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Milestone {
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// How turns are counted.
    pub metric: Metric,
    /// What was found.
    pub kind: MilestoneKind,
}

/// A better solution, or a better bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MilestoneKind {
    /// A solution, shorter than all previous ones.
    Solution {
        /// Its length.
        turns: usize,
        /// Its origin.
        by: FoundBy,
    },
    /// A lower bound: no solution has fewer turns.
    AtLeast {
        /// The lower bound.
        turns: usize,
        /// The solver or engine that refuted the next smaller length; `None` if none was needed.
        by: Option<String>,
    },
}

/// The origin of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The inverse of the scramble.
    Scramble,
    /// Another engine, which searches the graph of all states.
    Graph,
    /// A plan of this name.
    Plan(String),
    /// A plan of this name, with its stages solved by tables.
    Tables(String),
    /// A construction from the group of the turns: turns that solve many pieces, then 3-cycles.
    Construction,
    /// A shortened version of an earlier solution.
    Improvement(ImprovementMethod),
    /// A formula for the original question, solved by this solver.
    Solver(String),
}

/// A method that shortens a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImprovementMethod {
    /// A plan of two stages, with a first stage that may be longer than necessary.
    TwoStages,
    /// A new ending from some point on, constructed from the group of the turns.
    RebuildSuffix,
    /// A window of this many turns.
    Window(usize),
}
