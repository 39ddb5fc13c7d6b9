//! Following all turns where there are few states, with what is asked of a solution.
//!
//! *Idea.* What side constraints leave is no group, so only following the turns tells whether they
//! leave any way. What matters of a sequence so far is its state, how many of the limited turns
//! it has, what it cost, and how long it is up to the least length: as many of these as there can
//! be are followed, if there are few. This says that there is no solution, or that there
//! is one; never how long it is.

use std::collections::HashSet;

use super::{AtMost, Color, Cost, Problem, TurnId};

/// No more of these are followed.
pub(super) const MOST_FOLLOWED: usize = 50_000;

/// What matters of a sequence of turns.
#[derive(Clone, PartialEq, Eq, Hash)]
struct SoFar {
    colors: Vec<Color>,
    /// How many of each limited set of turns.
    counts: Vec<usize>,
    cost: usize,
    /// The length, up to the least that is asked for.
    length: usize,
}

impl Problem {
    /// Whether there is a solution of some length, by following all turns; `None` if there is too
    /// much to follow, if the start is not known, or if it is said how a solution begins or ends.
    pub(super) fn followed(&self) -> Option<bool> {
        let constraints = &self.constraints;
        if !(constraints.starts_with.is_empty() && constraints.ends_with.is_empty()) {
            return None;
        }
        let start = SoFar {
            colors: self.start.state()?.colors().to_vec(),
            counts: vec![0; constraints.at_most.len()],
            cost: 0,
            length: 0,
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = vec![start];
        while let Some(so_far) = queue.pop() {
            if self.ends(&so_far) {
                return Some(true);
            }
            for &turn in &self.allowed {
                let next = self.followed_by(&so_far, turn);
                if let Some(next) = next.filter(|next| !seen.contains(next)) {
                    seen.insert(next.clone());
                    queue.push(next);
                }
            }
            if seen.len() > MOST_FOLLOWED {
                return None;
            }
        }
        Some(false)
    }

    fn ends(&self, so_far: &SoFar) -> bool {
        let goal = self.goal.sets().iter().zip(&so_far.colors);
        { goal }.all(|(set, color)| set.contains(color))
            && so_far.length >= self.constraints.min_turns
    }

    /// What matters after one turn more; `None` if that breaks a limit.
    fn followed_by(&self, so_far: &SoFar, turn: TurnId) -> Option<SoFar> {
        let constraints = &self.constraints;
        let count = |(limit, &count): (&AtMost, &usize)| {
            let count = count + usize::from(limit.turns.contains(&turn));
            (count <= limit.most).then_some(count)
        };
        let counts = constraints.at_most.iter().zip(&so_far.counts).map(count);
        let cost = match &constraints.cost {
            Some(Cost {
                weights,
                most: Some(most),
            }) => {
                let cost = so_far.cost.saturating_add(weights[turn]);
                (cost <= *most).then_some(cost)?
            }
            _ => 0,
        };
        Some(SoFar {
            colors: self.puzzle.turns()[turn].permutation.apply(&so_far.colors),
            counts: counts.collect::<Option<_>>()?,
            cost,
            length: (so_far.length + 1).min(constraints.min_turns),
        })
    }
}
