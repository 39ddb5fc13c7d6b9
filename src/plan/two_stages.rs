//! Reduces a plan to two stages.
//!
//! *Idea.* Each stage but the last ends in a group, and each of these groups splits the plan into two stages. The group
//! that minimizes the number of states of the larger stage is chosen. Thistlethwaite's plan becomes Kociemba's.

use num_bigint::BigUint;

use super::{Plan, Stage};
use crate::puzzle::TurnId;
use crate::quotient::Goal;

impl Plan {
    /// The plan in two stages, split at one of its groups; `None` if no stage but the last ends in a group.
    pub fn in_two_stages(&self) -> Option<Plan> {
        if self.stages.len() <= 2 {
            return (self.stages.len() == 2).then(|| self.clone());
        }
        let (first, last) = (self.stages.first()?, self.stages.last()?);
        let all = self.group_order(&first.allowed)?;
        let end = match &last.goal {
            Goal::Group(group) => self.group_order(group)?,
            Goal::Recoloring { .. } => BigUint::from(1_u32),
        };
        let larger = |&middle: &usize| {
            let Goal::Group(group) = &self.stages[middle].goal else {
                return None;
            };
            let order = self.group_order(group)?;
            Some((&all / &order).max(order / &end))
        };
        let middles = (0..self.stages.len() - 1).filter(|middle| larger(middle).is_some());
        let middle = middles.min_by_key(larger)?;
        Some(Plan {
            name: format!("{}-in-two", self.name),
            stages: vec![
                Stage {
                    allowed: first.allowed.clone(),
                    ..self.stages[middle].without_hints()
                },
                Stage {
                    allowed: self.stages[middle + 1].allowed.clone(),
                    ..last.without_hints()
                },
            ],
            ..self.clone()
        })
    }

    /// The order of the group that turns generate; `None` if the group is too large.
    fn group_order(&self, turns: &[TurnId]) -> Option<BigUint> {
        Some(self.puzzle.group(turns).ok()?.order())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn thistlethwaites_chain_in_two_stages_is_kociembas() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let plan = |name| Plan::built_in(name, &puzzle).expect("built in");
        let two = plan("thistlethwaite")
            .in_two_stages()
            .expect("it has groups");
        let stages = |plan: &Plan| -> Vec<(Vec<TurnId>, Goal)> {
            let stages = plan.stages.iter();
            stages
                .map(|stage| (stage.allowed.clone(), stage.goal.clone()))
                .collect()
        };
        assert_eq!(stages(&two), stages(&plan("kociemba")));
    }

    #[test]
    fn a_plan_of_one_stage_has_no_form_in_two_stages() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let mut plan = Plan::built_in("kociemba", &puzzle).expect("built in");
        plan.stages.truncate(1);
        assert!(plan.in_two_stages().is_none());
    }
}
