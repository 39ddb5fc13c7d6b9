//! Alternative goals of a problem.

use itertools::Itertools;

use super::checked::Problem;
use super::rotated_goals::add_orientations;
use crate::group::Permutation;
use crate::puzzle::{Pattern, Permutable};

impl Problem {
    /// The problem with these goals. A single goal becomes `goal`; for several, `goal` is a pattern that admits all of them.
    #[must_use]
    pub(crate) fn with_goals(&self, goals: Vec<Pattern>) -> Self {
        let mut goals: Vec<Pattern> = goals.into_iter().unique().collect();
        let goal = Pattern::covering(&goals);
        if goals.len() == 1 {
            goals.clear();
        }
        self.clone().changed(|data| {
            data.goal = goal;
            data.goals = goals;
        })
    }

    /// The list of goals, even if there is only one goal.
    pub fn each_goal(&self) -> Vec<Pattern> {
        match &self.goals[..] {
            [] => vec![self.goal.clone()],
            several => several.to_vec(),
        }
    }

    /// The number of goals that are not displayed, in words: `, or any of 23 others`. Empty if the displayed goal stands
    /// for all goals.
    pub fn other_goals(&self) -> String {
        if self.up_to_rotation || self.goals.len() < 2 {
            return String::new();
        }
        format!(", or any of {} others", self.goals.len() - 1)
    }

    /// The problem with each rotation of the goal as a goal, if the goal stands for all its rotations.
    #[must_use]
    pub(super) fn with_each_rotation(&self) -> Self {
        if !self.up_to_rotation {
            return self.clone();
        }
        let rotations = self.puzzle.rotations().iter();
        let goals = rotations.cartesian_product(self.each_goal());
        let goals = goals.map(|(rotation, goal)| goal.after(&rotation.facelets));
        let all = self.with_goals(goals.collect());
        all.changed(|data| data.up_to_rotation = false)
    }

    /// The problem that also accepts the goal in every orientation that these rotations generate and that the puzzle can
    /// have.
    #[must_use]
    pub fn up_to(&self, rotations: &[Permutation]) -> Self {
        let mut goals = self.each_goal();
        add_orientations(&mut goals, rotations);
        self.with_possible_goals(goals)
    }

    /// The problem with these goals, except goals that the puzzle cannot have; unchanged if no goal is left.
    #[must_use]
    pub(super) fn with_possible_goals(&self, mut goals: Vec<Pattern>) -> Self {
        let symbols = self.scheme.symbols();
        goals.retain(|goal| self.puzzle.check_possible(goal, symbols).is_ok());
        if goals.is_empty() {
            self.clone()
        } else {
            self.with_goals(goals)
        }
    }
}
