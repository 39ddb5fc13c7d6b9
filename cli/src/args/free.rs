//! The options for free turns, which are made before and after a solution and not counted.

use clap::Args;
use twistsat::problem::Question;

const HEADING: &str = "Free turns and classes";

/// Free turns.
#[derive(Args)]
#[group(skip)]
pub(crate) struct FreeArgs {
    /// Turns that may be made before and after a solution and are not counted, such as `U`, written as for --allow.
    /// Solutions that differ only in these turns count as one. Free turns are printed in parentheses
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    free: Option<String>,
    /// Like --free, but only before a solution
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    before: Option<String>,
    /// Like --free, but only after a solution
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    after: Option<String>,
    /// Count free turns like other turns. They then matter only to --distinct auf
    #[arg(long, help_heading = HEADING)]
    count_free: bool,
}

impl FreeArgs {
    /// Adds the free turns to a question.
    pub(crate) fn apply_to(&self, question: &mut Question) {
        question.free.clone_from(&self.free);
        question.before.clone_from(&self.before);
        question.after.clone_from(&self.after);
        question.count_free = self.count_free;
    }
}
