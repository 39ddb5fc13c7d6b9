//! Results known before an anytime search.

use super::milestone::{FoundBy, Milestone, MilestoneKind};
use crate::control::{Control, Stopwatch};
use crate::error::Error;
use crate::problem::Solution;
use crate::search::{Minimum, Notify, Refutation};

/// Previous results about a question.
#[derive(Default)]
pub struct PriorResults<'a> {
    /// The best solution.
    pub solution: Option<Solution>,
    /// The milestones reported so far.
    pub history: Vec<Milestone>,
    /// The time since the question was asked; `None` if it is asked now.
    pub watch: Option<Stopwatch>,
    /// Lengths that have no solution.
    pub refutations: Vec<Refutation>,
    /// Another engine that refutes the first lengths, before formulas do.
    pub refuter: Option<&'a Refuter<'a>>,
}

impl PriorResults<'_> {
    /// The length and the origin of the last solution that was reported.
    pub(super) fn last_reported(&self) -> Option<(usize, &FoundBy)> {
        self.history.iter().rev().find_map(|it| match &it.kind {
            MilestoneKind::Solution { turns, by } => Some((*turns, by)),
            MilestoneKind::AtLeast { .. } => None,
        })
    }
}

/// Another engine, which refutes the first lengths of a question until the control stops it. It reports
/// [`Event::GraphSearch`](crate::search::Event::GraphSearch) before each length, and returns `None` if it does not support
/// the question.
pub type Refuter<'a> = dyn Fn(&Control, &Notify<'_>) -> Result<Option<Minimum>, Error> + Sync + 'a;
