//! Rotations of the whole puzzle, and how they help with fixed orientations.
//!
//! *Idea.* On the pocket cube, `L` equals `R` followed by a rotation of the whole cube. So every sequence equals a
//! sequence of the same length that does not move one piece, followed by a rotation. Conversely, each turn of such a
//! sequence may be replaced by any turn that equals it up to rotation, provided the rotations cancel at the end. So a
//! problem in a fixed orientation never needs fewer turns than the problem up to rotation, and usually needs no more. On
//! the pocket cube, the problem up to rotation has half as many turns to choose from.
//!
//! Rotations need not be declared. A rotation is the quotient of a turn and a turn around the held piece, if it maps every
//! allowed turn to an allowed turn.

use std::collections::HashMap;

use itertools::Itertools;

use super::checked::Problem;
use crate::group::{Permutation, add_products};
use crate::puzzle::{Pattern, Permutable, TurnId};

/// The maximum number of rotations, more than any regular solid has.
const MAX_ROTATIONS: usize = 120;

/// The rotations of a puzzle under the turns of a problem.
#[derive(Clone, Debug)]
pub struct Rotations {
    all: Vec<Permutation>,
    allowed: HashMap<Permutation, TurnId>,
    /// The allowed turns that do not move the held piece.
    around_held: Vec<TurnId>,
}

impl Rotations {
    /// The rotations, if every allowed turn is a turn around the held piece followed by a rotation. `None` also for a
    /// puzzle without a held piece.
    pub fn of(problem: &Problem) -> Option<Self> {
        let puzzle = &problem.puzzle;
        if puzzle.held().is_empty() {
            return None;
        }
        let permutation = |turn: TurnId| &puzzle.turns()[turn].permutation;
        let turns = problem.allowed.iter();
        let allowed: HashMap<_, _> = turns
            .map(|&turn| (permutation(turn).clone(), turn))
            .collect();
        let around = puzzle.turns_around_held();
        let turns = problem.allowed.iter();
        let (around_held, others): (Vec<TurnId>, Vec<TurnId>) =
            turns.partition(|turn| around.contains(turn));
        let is_rotation = |candidate: &Permutation| {
            let back = candidate.inverse();
            let mut turns = allowed.keys();
            turns.all(|turn| allowed.contains_key(&back.then(turn).then(candidate)))
        };
        let generator = |&turn: &TurnId| {
            let around = around_held.iter().map(|&around| permutation(around));
            let mut quotients = around.map(|around| around.inverse().then(permutation(turn)));
            quotients.find(is_rotation)
        };
        let generators: Vec<Permutation> = others.iter().map(generator).collect::<Option<_>>()?;
        let mut all = vec![Permutation::identity(puzzle.facelets().len())];
        add_products(&mut all, &generators, MAX_ROTATIONS)?;
        Some(Self {
            all,
            allowed,
            around_held,
        })
    }

    /// The problem up to rotation: its goal is the rotation of the goal in which the held piece is as in the start, and its
    /// turns are the turns around the held piece. No solution of the original problem is shorter. `None` unless there is
    /// exactly one such rotation of the goal.
    pub fn quotient(&self, problem: &Problem) -> Option<Problem> {
        let held = problem.puzzle.held();
        let has_same_held = |goal: &Pattern| {
            held.iter()
                .all(|&facelet| goal.color(facelet) == problem.start.color(facelet))
        };
        let goals = self.all.iter().map(|rotation| problem.goal.after(rotation));
        let goal = goals.filter(has_same_held).unique().exactly_one().ok()?;
        Some(problem.clone().changed(|data| {
            data.goal = goal;
            data.allowed = self.around_held.clone();
        }))
    }

    /// A solution of the original problem whose turns equal the given turns one by one up to rotation; `None` if there is
    /// no such solution.
    pub fn lift(&self, problem: &Problem, turns: &[TurnId]) -> Option<Vec<TurnId>> {
        // For each turn and each rotation after it: the rotation before it, and the allowed turn between both.
        let mut steps: Vec<Vec<Option<(usize, TurnId)>>> = Vec::new();
        let mut reached = vec![false; self.all.len()];
        reached[0] = true;
        for &turn in turns {
            let turn = &problem.puzzle.turns()[turn].permutation;
            let step = self.step(&reached, turn);
            reached = step.iter().map(Option::is_some).collect();
            steps.push(step);
        }
        let end = problem.puzzle.apply(problem.start.pattern(), turns);
        let mut rotation = (0..self.all.len())
            .find(|&last| reached[last] && end.after(&self.all[last]) == problem.goal)?;
        let mut lifted = Vec::new();
        for step in steps.iter().rev() {
            let (before, turn) = step[rotation]?;
            lifted.push(turn);
            rotation = before;
        }
        lifted.reverse();
        Some(lifted)
    }

    /// For each rotation, a reached rotation and an allowed turn that together lead to it, if there are any.
    fn step(&self, reached: &[bool], turn: &Permutation) -> Vec<Option<(usize, TurnId)>> {
        let mut step = vec![None; self.all.len()];
        for before in (0..self.all.len()).filter(|&before| reached[before]) {
            let unrotated = self.all[before].inverse().then(turn);
            for (after, rotation) in self.all.iter().enumerate() {
                if let (None, Some(&made)) =
                    (step[after], self.allowed.get(&unrotated.then(rotation)))
                {
                    step[after] = Some((before, made));
                }
            }
        }
        step
    }
}
