//! Explores all turn sequences of a problem with side constraints, if it has few states.
//!
//! *Idea.* Solutions under side constraints do not form a group, so only exploration decides whether one exists. The
//! relevant data of a partial sequence are its state, its counts of limited turns, its cost, its length up to the minimum
//! length, its last turns as far as the required ending or canonicity needs them, and the states of the automata that read
//! the order of turns. All combinations are explored if they are few. The result is whether a solution exists, never how
//! long it is.

use std::collections::HashSet;

use super::checked::Problem;
use super::constraints::AtMost;
use super::cost::{Cost, PartialCost};
use crate::puzzle::{State, TurnId};

/// The maximum number of combinations to explore.
pub(super) const MAX_COMBINATIONS: usize = 50_000;

/// The relevant data of a partial sequence.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    state: State,
    /// The number of turns from each limited set.
    counts: Vec<usize>,
    cost: Option<PartialCost>,
    /// The states of the automata that read the order of turns.
    read: Vec<usize>,
    /// The length, up to the required minimum.
    length: usize,
    /// The last turns.
    last: Vec<TurnId>,
}

/// What restricts the next turn of a sequence.
struct SequenceRules<'a> {
    problem: &'a Problem,
    /// The sequences that no canonical sequence contains; empty if any sequence is allowed.
    forbidden: Vec<Vec<TurnId>>,
    /// The number of last turns that matter.
    kept: usize,
    /// The cost limit.
    limit: Option<Cost>,
}

impl<'a> SequenceRules<'a> {
    fn new(problem: &'a Problem) -> Self {
        let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
        let mut forbidden = Vec::new();
        if problem.canonical {
            forbidden.extend(puzzle.forbidden_runs(allowed));
            forbidden.extend(puzzle.forbidden_swaps(allowed).into_iter().map(Vec::from));
        }
        let longest = forbidden.iter().map(|part| part.len() - 1);
        let kept = longest.chain([problem.constraints.ends_with.len()]).max();
        let cost = problem.constraints.cost.as_ref();
        Self {
            problem,
            forbidden,
            kept: kept.unwrap_or(0),
            limit: cost.and_then(Cost::constraining_costs),
        }
    }

    /// The data after one more turn; `None` if that violates a limit.
    fn after_turn(&self, so_far: &Progress, turn: TurnId) -> Option<Progress> {
        let constraints = &self.problem.constraints;
        let mut last = [&so_far.last[..], &[turn]].concat();
        if self.forbidden.iter().any(|part| last.ends_with(part)) {
            return None;
        }
        last.drain(..last.len().saturating_sub(self.kept));
        let count = |(limit, &count): (&AtMost, &usize)| {
            let count = count + usize::from(limit.turns.contains(&turn));
            (count <= limit.max_count).then_some(count)
        };
        let counts = constraints.at_most.iter().zip(&so_far.counts).map(count);
        let cost = match (&self.limit, &so_far.cost) {
            (Some(cost), Some(paid)) => {
                let paid = cost.after(paid, turn);
                paid.min_over_grips()?;
                Some(paid)
            }
            _ => None,
        };
        let sequences = constraints.sequences.iter().zip(&so_far.read);
        let read = sequences.map(|(it, &state)| it.automaton().next(state, turn));
        let permutation = &self.problem.puzzle.turns()[turn].permutation;
        Some(Progress {
            state: so_far.state.after(permutation),
            counts: counts.collect::<Option<_>>()?,
            cost,
            read: read.collect::<Option<_>>()?,
            length: (so_far.length + 1).min(constraints.min_turns),
            last,
        })
    }

    /// Whether a solution may end here.
    fn may_end(&self, so_far: &Progress) -> bool {
        let constraints = &self.problem.constraints;
        let mut sequences = constraints.sequences.iter().zip(&so_far.read);
        self.problem.admits_end(&so_far.state)
            && so_far.length >= constraints.min_turns
            && so_far.last.ends_with(&constraints.ends_with)
            && sequences.all(|(it, &state)| it.automaton().is_accepting(state))
    }
}

impl Problem {
    /// Whether a solution of any length exists, by exploring all sequences; `None` if there are too many, or if the start
    /// is unknown.
    pub(super) fn has_solution(&self) -> Option<bool> {
        let rules = SequenceRules::new(self);
        let start = Progress {
            state: self.start.state()?,
            counts: vec![0; self.constraints.at_most.len()],
            cost: rules.limit.as_ref().map(Cost::empty_beginning),
            read: vec![0; self.constraints.sequences.len()],
            length: 0,
            last: Vec::new(),
        };
        let mut first = self.constraints.starts_with.iter();
        let Some(first) = first.try_fold(start, |so_far, &turn| rules.after_turn(&so_far, turn))
        else {
            return Some(false);
        };
        let mut seen = HashSet::from([first.clone()]);
        let mut queue = vec![first];
        while let Some(so_far) = queue.pop() {
            if rules.may_end(&so_far) {
                return Some(true);
            }
            for &turn in &self.allowed {
                let next = rules.after_turn(&so_far, turn);
                if let Some(next) = next.filter(|next| !seen.contains(next)) {
                    seen.insert(next.clone());
                    queue.push(next);
                }
            }
            if seen.len() > MAX_COMBINATIONS {
                return None;
            }
        }
        Some(false)
    }
}
