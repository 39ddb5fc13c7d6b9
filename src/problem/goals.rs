//! Several goals, any of which will do.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::checked::Problem;
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Turned};

impl Problem {
    /// The same question with these goals. One alone is the goal; of several the goal is the
    /// pattern that admits all of them.
    #[must_use]
    pub fn with_goals(&self, goals: Vec<Pattern>) -> Self {
        let mut different: Vec<Pattern> = Vec::new();
        for goal in goals {
            if !different.contains(&goal) {
                different.push(goal);
            }
        }
        if let [only] = &different[..] {
            return Self {
                goal: only.clone(),
                goals: Vec::new(),
                ..self.clone()
            };
        }
        let shown = |facelet: usize| {
            let sets = different.iter().flat_map(|it| &it.sets()[facelet]);
            let colors: BTreeSet<Color> = sets.copied().collect();
            colors.into_iter().collect()
        };
        let facelets = 0..self.puzzle.facelets().len();
        Self {
            goal: Pattern::new(facelets.map(shown).collect()),
            goals: different,
            ..self.clone()
        }
    }

    /// Its goals: one, or several.
    #[must_use]
    pub fn each_goal(&self) -> Vec<Pattern> {
        match &self.goals[..] {
            [] => vec![self.goal.clone()],
            several => several.to_vec(),
        }
    }

    /// How many goals there are beside the one that is shown: `, or any of 23 others`; nothing where it stands for all.
    #[must_use]
    pub fn other_goals(&self) -> String {
        if self.up_to_rotation || self.goals.len() < 2 {
            return String::new();
        }
        format!(", or any of {} others", self.goals.len() - 1)
    }

    /// The question with each rotation of its goal as a goal, where the goal stands for all of them.
    #[must_use]
    pub(super) fn with_each_rotation(&self) -> Self {
        if !self.up_to_rotation {
            return self.clone();
        }
        let rotations = self.puzzle.rotations().iter();
        let goals = rotations.cartesian_product(self.each_goal());
        let goals = goals.map(|(rotation, goal)| goal.after(&rotation.facelets));
        Self {
            up_to_rotation: false,
            ..self.with_goals(goals.collect())
        }
    }

    /// The same question where the goal may lie in any way that these rotations, one after the other,
    /// turn it. Where the puzzle cannot get there, it is no goal.
    #[must_use]
    pub fn up_to(&self, rotations: &[Permutation]) -> Self {
        let mut goals = self.each_goal();
        let mut next = 0;
        while next < goals.len() {
            for rotation in rotations {
                let goal = goals[next].after(rotation);
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
            next += 1;
        }
        self.with_possible_goals(goals)
    }

    /// The question with those of some goals that the puzzle can show; as it is if it can show none of them.
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
