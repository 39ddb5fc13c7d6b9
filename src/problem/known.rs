//! Solutions that are known before a question is asked: a scramble undone, or what another search found.
//!
//! They are no part of the question, and no answer is made of them. But whoever says that a length has no solution, of
//! which one is known, is wrong.

use std::sync::Arc;

use super::budget::Budget;
use super::in_metric::in_metric;
use super::question::Problem;
use super::solution::Solution;
use crate::group::Permutation;
use crate::puzzle::{MOST_TURNS, Puzzle, State, TurnId};

/// Turns that are known to lead from the start of a question to its goal. Whether they are a solution of it, or become one
/// up to rotation or in its metric, is found out by replaying them, so they may be kept when a question changes.
#[derive(Clone, Debug, Default)]
pub struct Known {
    ways: Vec<Arc<Way>>,
}

#[derive(Debug)]
struct Way {
    /// Where it starts, if the question does not say.
    start: Option<State>,
    turns: Vec<TurnId>,
}

impl Known {
    fn with(&self, start: Option<State>, turns: Vec<TurnId>) -> Self {
        let mut ways = self.ways.clone();
        ways.push(Arc::new(Way { start, turns }));
        Self { ways }
    }

    /// The same where other turns come first.
    pub(super) fn after(&self, first: &[TurnId]) -> Self {
        let ways = self.ways.iter().map(|way| {
            Arc::new(Way {
                start: None,
                turns: [first, &way.turns].concat(),
            })
        });
        Self {
            ways: ways.collect(),
        }
    }
}

impl Problem {
    /// The same question, of which these turns are known to lead from the start to the goal.
    pub(super) fn knowing(self, turns: Vec<TurnId>) -> Self {
        let known = self.known.with(None, turns);
        Self { known, ..self }
    }

    /// The same question, of which this solution is known.
    #[must_use]
    pub fn with_known(&self, solution: &Solution) -> Self {
        let turns = solution.turns().to_vec();
        Self {
            known: self.known.with(Some(solution.start().clone()), turns),
            ..self.clone()
        }
    }

    /// The solutions that are known, of whatever length: each replayed.
    #[must_use]
    pub fn known_solutions(&self) -> Vec<Solution> {
        let of_any_length = self.within(Budget::AtMost(MOST_TURNS));
        let mut all: Vec<Solution> = Vec::new();
        for way in &self.known.ways {
            let Some(start) = way.start.clone().or_else(|| self.start.state()) else {
                continue;
            };
            let around = self.puzzle.around_held(&way.turns);
            for turns in [Some(way.turns.clone()), around].into_iter().flatten() {
                let counted = in_metric(self, &turns);
                for turns in [Some(turns), counted].into_iter().flatten() {
                    let replayed = Solution::replay_from(&of_any_length, start.clone(), turns);
                    let Ok(solution) = replayed else { continue };
                    let shorter = solution.clone().shortened(&of_any_length);
                    for solution in [solution, shorter] {
                        if !all.contains(&solution) {
                            all.push(solution);
                        }
                    }
                }
            }
        }
        all
    }
}

impl Puzzle {
    /// As many turns or fewer that do what some turns do up to rotation, and leave the held piece alone: see
    /// [`held`](super::super::puzzle) for why there are such. `None` where nothing is held.
    fn around_held(&self, turns: &[TurnId]) -> Option<Vec<TurnId>> {
        if self.held().is_empty() {
            return None;
        }
        let made_by = |turn: TurnId| &self.turns()[turn].permutation;
        let nothing = Permutation::identity(self.facelets().len());
        let around: Vec<(Option<TurnId>, Permutation)> = { self.turns_around_held().into_iter() }
            .map(|turn| (Some(turn), made_by(turn).inverse()))
            .chain([(None, nothing.clone())])
            .collect();
        let mut rotation = nothing;
        let mut all = Vec::new();
        for &turn in turns {
            // The turn as it is where the rotation has not been made.
            let seen = { rotation.then(made_by(turn)) }.then(&rotation.inverse());
            let is_rotation = |left: &Permutation| {
                let mut rotations = self.rotations().iter();
                rotations.any(|it| it.facelets == *left)
            };
            let (same, left) = { around.iter() }
                .map(|(same, back)| (*same, back.then(&seen)))
                .find(|(_, left)| is_rotation(left))?;
            all.extend(same);
            rotation = left.then(&rotation);
        }
        Some(all)
    }
}
