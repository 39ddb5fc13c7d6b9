//! Following all turns where there are few states, with what is asked of a solution.
//!
//! *Idea.* What side constraints leave is no group, so only following the turns tells whether they
//! leave any way. What matters of a sequence so far is its state, how many of the limited turns
//! it has, what it cost, how long it is up to the least length, and its last turns as far as a solution
//! must end with some or be canonical, and what is read of the order of turns: as many of these as there can
//! be are followed, if there are few. This says that there is no solution, or that there
//! is one; never how long it is.

use std::collections::HashSet;

use super::checked::Problem;
use super::constraints::AtMost;
use super::cost::{Cost, Paid};
use crate::puzzle::{Color, State, TurnId};

/// No more of these are followed.
pub(super) const MOST_FOLLOWED: usize = 50_000;

/// What matters of a sequence of turns.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    colors: Vec<Color>,
    /// How many of each limited set of turns.
    counts: Vec<usize>,
    cost: Option<Paid>,
    /// The states of the automata that read the order of turns.
    read: Vec<usize>,
    /// The length, up to the least that is asked for.
    length: usize,
    /// The last turns.
    last: Vec<TurnId>,
}

/// What a problem asks of the order of turns.
struct Order<'a> {
    problem: &'a Problem,
    /// What no canonical sequence contains; nothing if any sequence will do.
    forbidden: Vec<Vec<TurnId>>,
    /// So many of the last turns matter.
    kept: usize,
    /// What turns may cost.
    limit: Option<Cost>,
}

impl<'a> Order<'a> {
    fn new(problem: &'a Problem) -> Self {
        let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
        let mut forbidden = Vec::new();
        if problem.canonical {
            forbidden.extend(puzzle.forbidden_runs(allowed));
            forbidden.extend(puzzle.forbidden_swaps(allowed).into_iter().map(Vec::from));
        }
        let longest = forbidden.iter().map(|part| part.len() - 1);
        let kept = longest.chain([problem.constraints.ends_with.len()]).max();
        Self {
            problem,
            forbidden,
            kept: kept.unwrap_or(0),
            limit: problem.constraints.cost.as_ref().and_then(Cost::limit),
        }
    }

    /// The last turns after one turn more; `None` if that must not be.
    fn followed_by(&self, last: &[TurnId], turn: TurnId) -> Option<Vec<TurnId>> {
        let mut turns = [last, &[turn]].concat();
        if self.forbidden.iter().any(|part| turns.ends_with(part)) {
            return None;
        }
        turns.drain(..turns.len().saturating_sub(self.kept));
        Some(turns)
    }

    /// Whether a solution may end so.
    fn ends(&self, so_far: &Progress) -> bool {
        let constraints = &self.problem.constraints;
        self.problem.admits_end(&State::new(so_far.colors.clone()))
            && so_far.length >= constraints.min_turns
            && so_far.last.ends_with(&constraints.ends_with)
            && constraints
                .sequences
                .iter()
                .zip(&so_far.read)
                .all(|(it, &state)| it.automaton().is_end(state))
    }
}

impl Problem {
    /// Whether there is a solution of some length, by following all turns; `None` if there is too
    /// much to follow, or if the start is not known.
    pub(super) fn followed(&self) -> Option<bool> {
        let order = Order::new(self);
        let start = Progress {
            colors: self.start.state()?.colors().to_vec(),
            counts: vec![0; self.constraints.at_most.len()],
            cost: order.limit.as_ref().map(Cost::begin),
            read: vec![0; self.constraints.sequences.len()],
            length: 0,
            last: Vec::new(),
        };
        let first = self.constraints.starts_with.iter();
        let first = first.copied().try_fold(start, |so_far, turn| {
            self.followed_by(&order, &so_far, turn)
        });
        let Some(first) = first else {
            return Some(false);
        };
        let mut seen = HashSet::from([first.clone()]);
        let mut queue = vec![first];
        while let Some(so_far) = queue.pop() {
            if order.ends(&so_far) {
                return Some(true);
            }
            for &turn in &self.allowed {
                let next = self.followed_by(&order, &so_far, turn);
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

    /// What matters after one turn more; `None` if that breaks a limit.
    fn followed_by(&self, order: &Order<'_>, so_far: &Progress, turn: TurnId) -> Option<Progress> {
        let constraints = &self.constraints;
        let count = |(limit, &count): (&AtMost, &usize)| {
            let count = count + usize::from(limit.turns.contains(&turn));
            (count <= limit.most).then_some(count)
        };
        let counts = constraints.at_most.iter().zip(&so_far.counts).map(count);
        let cost = match (&order.limit, &so_far.cost) {
            (Some(cost), Some(paid)) => {
                let paid = cost.after(paid, turn);
                paid.least()?;
                Some(paid)
            }
            _ => None,
        };
        let sequences = constraints.sequences.iter().zip(&so_far.read);
        let read = sequences.map(|(it, &state)| it.automaton().next(state, turn));
        Some(Progress {
            colors: self.puzzle.turns()[turn].permutation.apply(&so_far.colors),
            counts: counts.collect::<Option<_>>()?,
            cost,
            read: read.collect::<Option<_>>()?,
            length: (so_far.length + 1).min(constraints.min_turns),
            last: order.followed_by(&so_far.last, turn)?,
        })
    }
}
