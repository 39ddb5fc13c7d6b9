//! Explores all turn sequences of a problem with side constraints, if they reach few states.
//!
//! *Idea.* The sequences that satisfy side constraints do not form a group, so only exploration decides whether a solution
//! exists. The relevant data of a partial sequence are its state, its counts of limited turns, its cost, its length up to
//! the minimum length, and the states of the automata that read its turns: for the rules about the order of turns, for the
//! first and the last turns, and for canonical sequences. All combinations are explored if they are few. The result is
//! whether a solution exists, never its length.

use std::collections::HashSet;

use super::checked::Problem;
use super::constraints::AtMost;
use super::cost::{Cost, PartialCost};
use super::turn_rules::canonical_sequences;
use crate::puzzle::{State, TurnId};

pub(super) const MAX_COMBINATIONS: usize = 50_000;

/// The relevant data of a partial sequence.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    state: State,
    /// The number of turns from each limited set.
    counts: Vec<usize>,
    cost: Option<PartialCost>,
    /// The states of the automata that read the turns.
    automaton_states: Vec<usize>,
    /// The length, up to the minimum length.
    length: usize,
}

impl Problem {
    /// Whether a solution of any length exists, by exploring all sequences. `None` if the start is unknown, or if no solution
    /// was found among the first [`MAX_COMBINATIONS`] combinations and there are more.
    pub(super) fn has_solution(&self) -> Option<bool> {
        let constraints = &self.constraints;
        let costs = constraints.cost.as_ref();
        let costs = costs.and_then(Cost::constraining_costs);
        let mut automata = constraints.automata(&self.puzzle);
        if self.canonical {
            automata.push(canonical_sequences(&self.puzzle, &self.allowed));
        }
        // The data after one more turn; `None` if that violates a limit.
        let after_turn = |so_far: &Progress, turn: TurnId| {
            let count = |(limit, &count): (&AtMost, &usize)| {
                let count = count + usize::from(limit.turns.contains(&turn));
                (count <= limit.max_count).then_some(count)
            };
            let counts = constraints.at_most.iter().zip(&so_far.counts).map(count);
            let paid = costs.as_ref().zip(so_far.cost.as_ref());
            let cost = paid.map(|(costs, paid)| costs.after(paid, turn));
            if let Some(cost) = &cost {
                cost.min_over_grips()?;
            }
            let states = automata.iter().zip(&so_far.automaton_states);
            let states = states.map(|(automaton, &state)| automaton.next(state, turn));
            Some(Progress {
                state: so_far.state.after(&self.puzzle.turns()[turn].permutation),
                counts: counts.collect::<Option<_>>()?,
                cost,
                automaton_states: states.collect::<Option<_>>()?,
                length: (so_far.length + 1).min(constraints.min_turns),
            })
        };
        let is_solution = |so_far: &Progress| {
            let mut states = automata.iter().zip(&so_far.automaton_states);
            self.admits_end(&so_far.state)
                && so_far.length >= constraints.min_turns
                && states.all(|(automaton, &state)| automaton.is_accepting(state))
        };
        let start = Progress {
            state: self.start.state()?,
            counts: vec![0; constraints.at_most.len()],
            cost: costs.as_ref().map(Cost::empty_beginning),
            automaton_states: vec![0; automata.len()],
            length: 0,
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = vec![start];
        while let Some(so_far) = queue.pop() {
            if is_solution(&so_far) {
                return Some(true);
            }
            for &turn in &self.allowed {
                let next = after_turn(&so_far, turn);
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
