//! Alternative goals of a problem.

use itertools::Itertools;

use super::checked::Problem;
use crate::group::{Permutation, add_images};
use crate::puzzle::{Pattern, Permutable};

impl Problem {
    /// The problem with these goals. A single one becomes the goal; for several, the goal is the pattern that admits all of
    /// them.
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

    /// Its goals, one or several.
    pub fn each_goal(&self) -> Vec<Pattern> {
        match &self.goals[..] {
            [] => vec![self.goal.clone()],
            several => several.to_vec(),
        }
    }

    /// The number of goals besides the displayed one, in words: `, or any of 23 others`. Empty if the displayed one
    /// stands for all.
    pub fn other_goals(&self) -> String {
        if self.up_to_rotation || self.goals.len() < 2 {
            return String::new();
        }
        format!(", or any of {} others", self.goals.len() - 1)
    }

    /// The problem with each rotation of its goal as a goal, if the goal stands for all of them.
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

    /// The problem that also accepts the goal in all orientations that these rotations generate, if the puzzle can have
    /// it there.
    #[must_use]
    pub fn up_to(&self, rotations: &[Permutation]) -> Self {
        let mut goals = self.each_goal();
        let rotated = |goal: &Pattern| rotations.iter().map(|it| goal.after(it)).collect();
        add_images(&mut goals, usize::MAX, rotated);
        self.with_possible_goals(goals)
    }

    /// The problem restricted to the goals that the puzzle can have; unchanged if it can have none of them.
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
