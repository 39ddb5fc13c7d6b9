//! A plan for a question that allows only some of the turns.
//!
//! *Idea.* Each stage keeps those of its turns that are allowed. If the remaining turns of the next stage generate a
//! smaller group than the goal of a stage, the goal becomes that smaller group. The orientation of the puzzle
//! determines how much is left: without one face of the 3×3×3, the second group of Kociemba's plan is the same for each
//! axis, but has more turns if the axis is not that of the face. So all orientations are compared, and those preferred
//! in which the last stages have many states and many turns, because the first stages and the total are then short.

use num_bigint::BigUint;

use super::symmetry::{holds, without_equal_stages};
use super::{HeldOrientation, Plan, Stage};
use crate::puzzle::TurnId;
use crate::quotient::Goal;

/// A plan whose stages have allowed turns only.
#[derive(Clone, Debug)]
pub struct RestrictedPlan {
    /// The plan, for a puzzle held in any of these orientations.
    pub plan: Plan,
    /// The orientations in which its turns are the allowed ones, without equivalent ones.
    pub orientations: Vec<HeldOrientation>,
}

/// How much the stages of a plan leave to later stages.
type Reach = Vec<(BigUint, usize)>;

impl Plan {
    /// The plan with only some turns of the puzzle, in the orientations that suit them best; `None` if the goal of a stage is not
    /// a group, if a stage is left without turns, or if the turns leave nothing to do in a stage.
    #[must_use]
    pub fn restricted_to(&self, turns: &[TurnId]) -> Option<RestrictedPlan> {
        let all = holds(&self.puzzle);
        let mut ways: Vec<(Vec<TurnId>, Vec<HeldOrientation>)> = Vec::new();
        for hold in all {
            let mut held = hold.in_this_orientation(turns);
            held.sort_unstable();
            match ways.iter_mut().find(|way| way.0 == held) {
                Some(way) => way.1.push(hold),
                None => ways.push((held, vec![hold])),
            }
        }
        let mut best: Option<(Reach, RestrictedPlan)> = None;
        for (held, holds) in ways {
            let Some((reach, stages)) = self.restricted_stages(&held) else {
                continue;
            };
            if best.as_ref().is_none_or(|(most, _)| reach > *most) {
                let plan = Plan {
                    stages,
                    ..self.clone()
                };
                let holds = without_equal_stages(holds, &plan.stages);
                best = Some((
                    reach,
                    RestrictedPlan {
                        plan,
                        orientations: holds,
                    },
                ));
            }
        }
        best.map(|(_, restricted)| restricted)
    }

    /// The stages with only some of the turns, and how much they leave to later stages.
    fn restricted_stages(&self, turns: &[TurnId]) -> Option<(Reach, Vec<Stage>)> {
        let left = |stage: &Stage| -> Vec<TurnId> {
            let mut allowed = stage.allowed.clone();
            allowed.retain(|turn| turns.binary_search(turn).is_ok());
            allowed
        };
        let mut reach = Reach::new();
        let mut stages = Vec::new();
        let mut order = self.puzzle.group(&left(self.stages.first()?)).ok()?.order();
        for (number, stage) in (1..).zip(&self.stages) {
            let Goal::Group(goal) = &stage.goal else {
                return None;
            };
            let mut goal = goal.clone();
            let mut of_goal = BigUint::from(1_u32);
            if let Some(next) = self.stages.get(number) {
                let next = left(next);
                let group = self.puzzle.group(&next).ok()?;
                let permutation = |&turn: &TurnId| &self.puzzle.turns()[turn].permutation;
                if !goal.iter().all(|turn| group.contains(permutation(turn))) {
                    goal.clone_from(&next);
                }
                of_goal = self.puzzle.group(&goal).ok()?.order();
                reach.push((of_goal.clone(), next.len()));
            }
            if of_goal >= order {
                return None;
            }
            order = of_goal;
            stages.push(Stage {
                allowed: left(stage),
                goal: Goal::Group(goal),
                maximum: None,
                intermediate_group: None,
                limit: None,
                ..stage.clone()
            });
        }
        Some((reach, stages))
    }
}
