//! Solutions that are known of a question: what is known of it, replayed.

use super::budget::Budget;
use super::checked::Problem;
use super::in_metric::in_metric;
use super::solution::Solution;
use crate::group::Permutation;
use crate::puzzle::{MOST_TURNS, Puzzle, State, TurnId};

impl Problem {
    /// Adds a solution that is known.
    #[must_use]
    pub fn with_known(&self, solution: &Solution) -> Self {
        let turns = solution.turns().to_vec();
        Self {
            known: self.known.with(Some(solution.start().clone()), turns),
            ..self.clone()
        }
    }

    /// Adds turns that may be known to solve it from its start: whether they do is found out by replaying them.
    #[must_use]
    pub fn with_known_turns(&self, turns: Vec<TurnId>) -> Self {
        Self {
            known: self.known.with(None, turns),
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
            let inner = Some(self.without_needless(&start, &way.turns));
            let ways = [Some(way.turns.clone()), around, inner];
            for turns in ways.into_iter().flatten() {
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

    /// The turns merged, and only those before the goal is first reached. Turns that are not allowed, such as free turns
    /// undone and then made, may be among those that are left out.
    fn without_needless(&self, start: &State, turns: &[TurnId]) -> Vec<TurnId> {
        let all: Vec<TurnId> = (0..self.puzzle.turns().len()).collect();
        let merged = self.puzzle.shorten(start, turns, &all);
        let mut state = start.clone();
        let before_goal = merged.iter().take_while(|&&turn| {
            let is_before = !self.admits_end(&state);
            state = self.puzzle.apply(&state, &[turn]);
            is_before
        });
        before_goal.copied().collect()
    }
}

impl Puzzle {
    /// As many turns or fewer that do what some turns do up to rotation, and leave the held piece alone: see
    /// `puzzle/held.rs` for why there are such. `None` where nothing is held.
    fn around_held(&self, turns: &[TurnId]) -> Option<Vec<TurnId>> {
        if self.held().is_empty() {
            return None;
        }
        let made_by = |turn: TurnId| &self.turns()[turn].permutation;
        let nothing = Permutation::identity(self.facelets().len());
        let around: Vec<(Option<TurnId>, Permutation)> = self
            .turns_around_held()
            .into_iter()
            .map(|turn| (Some(turn), made_by(turn).inverse()))
            .chain([(None, nothing.clone())])
            .collect();
        let mut rotation = nothing;
        let mut all = Vec::new();
        for &turn in turns {
            // The turn as it is where the rotation has not been made.
            let seen = rotation.then(made_by(turn)).then(&rotation.inverse());
            let is_rotation = |left: &Permutation| {
                let mut rotations = self.rotations().iter();
                rotations.any(|it| it.facelets == *left)
            };
            let (same, left) = around
                .iter()
                .map(|(same, back)| (*same, back.then(&seen)))
                .find(|(_, left)| is_rotation(left))?;
            all.extend(same);
            rotation = left.then(&rotation);
        }
        Some(all)
    }
}
