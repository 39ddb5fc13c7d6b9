//! A plan for a question that allows only some of the turns.
//!
//! *Idea.* Each stage keeps those of its turns that are allowed. The turns that the next stage still has may generate a
//! smaller group than the goal of a stage does; then the goal is that smaller group. How the puzzle is held decides how
//! much is left: without one face of a 3×3×3, the second group of Kociemba's plan stays the same for any axis, but has
//! more turns if the axis is another one. So all orientations are compared, and the last stages should have
//! many states and many turns: the first ones are then short, and so is the whole.

use num_bigint::BigUint;

use super::symmetry::{different, holds};
use super::{Hold, Plan, Stage};
use crate::puzzle::TurnId;
use crate::quotient::Goal;

/// A plan whose stages have allowed turns only.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The plan, for the puzzle held in any of these ways.
    pub plan: Plan,
    /// The orientations in which its turns are the allowed ones, and in which it differs.
    pub holds: Vec<Hold>,
}

/// How much the stages of a plan leave to the later ones.
type Reach = Vec<(BigUint, usize)>;

impl Plan {
    /// The plan with only some turns of the puzzle, in the orientations that suit them best; `None` if the goal of a stage is not
    /// a group, if a stage is left without turns, or if the turns leave nothing to do in a stage.
    #[must_use]
    pub fn restricted_to(&self, turns: &[TurnId]) -> Option<Restricted> {
        let all = holds(&self.puzzle);
        let mut ways: Vec<(Vec<TurnId>, Vec<Hold>)> = Vec::new();
        for hold in all {
            let mut held = hold.turns_held(turns);
            held.sort_unstable();
            match ways.iter_mut().find(|way| way.0 == held) {
                Some(way) => way.1.push(hold),
                None => ways.push((held, vec![hold])),
            }
        }
        let mut best: Option<(Reach, Restricted)> = None;
        for (held, holds) in ways {
            let Some((reach, stages)) = self.stages_with(&held) else {
                continue;
            };
            if best.as_ref().is_none_or(|(most, _)| reach > *most) {
                let plan = Plan {
                    stages,
                    ..self.clone()
                };
                let holds = different(holds, &plan.stages);
                best = Some((reach, Restricted { plan, holds }));
            }
        }
        best.map(|(_, restricted)| restricted)
    }

    /// The stages with some turns only, and what they leave to the later ones.
    fn stages_with(&self, turns: &[TurnId]) -> Option<(Reach, Vec<Stage>)> {
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
