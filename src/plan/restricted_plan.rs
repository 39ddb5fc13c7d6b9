//! A plan for a question that allows only some of the turns.
//!
//! *Idea.* Each stage keeps its allowed turns. If the goal of a stage is a group that the remaining turns of the next
//! stage do not generate, the goal becomes the group that they do generate. How many turns remain depends on the
//! orientation: without one face of the 3×3×3, the second stage of Kociemba's plan keeps more turns if its axis is not
//! the axis of this face. So all orientations are compared, stage by stage: an orientation with a larger goal group, then
//! with more turns for the next stage, is preferred, because then the first stages, and the whole solution, are short.

use num_bigint::BigUint;

use super::stage::without_equal_stages;
use super::symmetry::all_orientations;
use super::{HeldOrientation, Plan, Stage};
use crate::puzzle::TurnId;
use crate::quotient::Goal;

/// For each stage but the last, the order of its goal group and the number of turns of the next stage.
type GoalSizes = Vec<(BigUint, usize)>;

impl Plan {
    /// The plan with only these turns of the puzzle, in the orientations that suit them best; `None` if the goal of a
    /// stage is not a group, or if the remaining turns of a stage generate no more than its goal group.
    pub fn restricted_to(&self, turns: &[TurnId]) -> Option<Self> {
        let mut by_turns: Vec<(Vec<TurnId>, Vec<HeldOrientation>)> = Vec::new();
        for orientation in all_orientations(&self.puzzle) {
            let mut held = orientation.in_this_orientation(turns);
            held.sort_unstable();
            match by_turns.iter_mut().find(|entry| entry.0 == held) {
                Some(entry) => entry.1.push(orientation),
                None => by_turns.push((held, vec![orientation])),
            }
        }
        let mut best: Option<(GoalSizes, Self)> = None;
        for (held, orientations) in by_turns {
            let Some((sizes, stages)) = self.restricted_stages(&held) else {
                continue;
            };
            if best.as_ref().is_none_or(|(largest, _)| sizes > *largest) {
                let plan = Self {
                    held: Some(without_equal_stages(orientations, &stages)),
                    stages,
                    ..self.clone()
                };
                best = Some((sizes, plan));
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// The stages with only some of the turns, and the sizes by which orientations are compared.
    fn restricted_stages(&self, turns: &[TurnId]) -> Option<(GoalSizes, Vec<Stage>)> {
        let remaining = |stage: &Stage| -> Vec<TurnId> {
            let mut allowed = stage.allowed.clone();
            allowed.retain(|turn| turns.binary_search(turn).is_ok());
            allowed
        };
        let mut sizes = GoalSizes::new();
        let mut stages = Vec::new();
        let first = remaining(self.stages.first()?);
        let mut order = self.puzzle.group(&first).ok()?.order();
        for (number, stage) in (1..).zip(&self.stages) {
            let Goal::Group(goal) = &stage.goal else {
                return None;
            };
            let mut goal = goal.clone();
            let mut goal_order = BigUint::from(1_u32);
            if let Some(next) = self.stages.get(number) {
                let next = remaining(next);
                let group = self.puzzle.group(&next).ok()?;
                let permutation = |&turn: &TurnId| &self.puzzle.turns()[turn].permutation;
                if !goal.iter().all(|turn| group.contains(permutation(turn))) {
                    goal.clone_from(&next);
                }
                goal_order = self.puzzle.group(&goal).ok()?.order();
                sizes.push((goal_order.clone(), next.len()));
            }
            if goal_order >= order {
                return None;
            }
            order = goal_order;
            stages.push(Stage {
                allowed: remaining(stage),
                goal: Goal::Group(goal),
                ..stage.without_hints()
            });
        }
        Some((sizes, stages))
    }
}
