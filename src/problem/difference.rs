//! Compares two problems.

use std::sync::Arc;

use super::budget::Budget;
use super::checked::Problem;
use super::stage_context::StageContext;

impl Problem {
    /// The first key of a question in which another problem differs; `None` if the questions are equal. Ignores tips,
    /// known solutions, and the letters in which states are written.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let (puzzle, others) = (self.full_puzzle(), other.full_puzzle());
        if !Arc::ptr_eq(puzzle, others) && !puzzle.is_equivalent_to(others) {
            return Some("puzzle");
        }
        let is_same_stage = match (&self.stage_context, &other.stage_context) {
            (None, None) => true,
            (Some(one), Some(other)) => one.start == other.start && one.is_same_stage(other),
            _ => false,
        };
        let are_same_goals = (&self.goal, &self.goals, self.up_to_rotation)
            == (&other.goal, &other.goals, other.up_to_rotation);
        let budget_key = match self.budget {
            Budget::AtMost(_) => "max_turns",
            Budget::Exactly(_) => "turns",
        };
        let keys = [
            ("stage", is_same_stage),
            ("state", self.start == other.start),
            ("to", are_same_goals),
            ("allow", self.allowed == other.allowed),
            ("metric", self.metric == other.metric),
            ("canonical", self.canonical == other.canonical),
            (budget_key, self.budget == other.budget),
            ("constraints", self.constraints == other.constraints),
        ];
        let differs = keys.into_iter().find(|(_, same)| !same);
        differs.map(|(key, _)| key)
    }
}

impl StageContext {
    /// Whether the stages have the same number, turns and goal. Names and comments of the plans are ignored.
    pub fn is_same_stage(&self, other: &Self) -> bool {
        let (one, others) = (&self.quotient, &other.quotient);
        self.stage == other.stage
            && (Arc::ptr_eq(one, others)
                || (&one.allowed, &one.defining_goal) == (&others.allowed, &others.defining_goal))
    }
}
