//! Removes listed values that no solution passes, by a search through whole states.
//!
//! *Idea.* The values of a few quantities do not determine the state. So some sequences of turns lead to the goal's
//! values, but not to the goal. A breadth-first search from the start visits, at each step, the states with listed
//! values. If these are few, only the values of those on a path to the goal are kept.
//!
//! *Why it is sound.* The states of a solution have listed values, so the search visits them. They are on a path to the
//! goal, so their values are kept.

use std::sync::Arc;

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::error::ReachError;
use super::list::VALUES_PER_CHECK;
use super::product::{Product, Quantity, Steps};
use crate::control::Control;
use crate::problem::Problem;
use crate::puzzle::{Puzzle, State, TurnId};

/// The maximum number of states in a step; with more, all values are kept.
const MAX_STATES: usize = 200_000;

/// The start and the goal of the search, and the turns that connect states.
#[derive(Debug)]
pub(super) struct StateFilter {
    puzzle: Arc<Puzzle>,
    turns: Vec<TurnId>,
    start: State,
    goal: State,
}

/// States, each with its joint value.
type ValuedStates<const K: usize> = Vec<(State, [u64; K])>;

/// The states of the next step and, for each turn that leads to one, the indices of the states before and after it.
type NextLayer<const K: usize> = (ValuedStates<K>, Vec<(usize, usize)>);

impl StateFilter {
    /// The filter of a problem; `None` if its start or its goal is not a single state.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        Some(Self {
            puzzle: problem.puzzle.clone(),
            turns: problem.allowed.clone(),
            start: problem.start.pattern().state()?,
            goal: problem.goal.state()?,
        })
    }

    /// For each step, the values of the states that a solution can pass. Returns `layers` unchanged if too many states
    /// have these values.
    pub(super) fn keep_solutions<F: Quantity, const K: usize>(
        &self,
        quantities: &Product<F, K>,
        layers: Steps<K>,
        control: &Control,
    ) -> Result<Steps<K>, ReachError> {
        let first = layers.first().and_then(|layer| layer.first());
        let first = first.map(|&value| (self.start.clone(), value));
        let mut here: ValuedStates<K> = first.into_iter().collect();
        // The states of each step but the last, with the turns from them.
        let mut earlier = Vec::new();
        for next in layers.iter().skip(1) {
            let Some((there, steps)) = self.step(quantities, &here, next, control)? else {
                return Ok(layers);
            };
            earlier.push((std::mem::replace(&mut here, there), steps));
        }
        let mut leads: Vec<bool> = here.iter().map(|(it, _)| *it == self.goal).collect();
        let kept = |states: &ValuedStates<K>, leads: &[bool]| -> Vec<[u64; K]> {
            let kept = states.iter().zip(leads).filter(|(_, leads)| **leads);
            let values = kept.map(|((_, value), _)| *value);
            values.sorted_unstable().dedup().collect()
        };
        let mut layers = vec![kept(&here, &leads)];
        for (states, steps) in earlier.iter().rev() {
            let mut leads_before = vec![false; states.len()];
            for &(from, to) in steps {
                leads_before[from] |= leads[to];
            }
            leads = leads_before;
            layers.push(kept(states, &leads));
        }
        layers.reverse();
        Ok(layers)
    }

    /// The states with `listed` values one slot after `here`, with the turns that lead to them; `None` if there are
    /// more than [`MAX_STATES`].
    fn step<F: Quantity, const K: usize>(
        &self,
        quantities: &Product<F, K>,
        here: &[(State, [u64; K])],
        listed: &[[u64; K]],
        control: &Control,
    ) -> Result<Option<NextLayer<K>>, ReachError> {
        let (mut there, mut steps) = (Vec::new(), Vec::new());
        let mut indices: FxHashMap<State, usize> = FxHashMap::default();
        for (from, (state, value)) in here.iter().enumerate() {
            if from % VALUES_PER_CHECK == 0 {
                control.check()?;
            }
            let mut add = |after: State, value| {
                let to = *indices.entry(after).or_insert_with_key(|after| {
                    there.push((after.clone(), value));
                    there.len() - 1
                });
                steps.push((from, to));
            };
            if *state == self.goal {
                add(state.clone(), *value); // A slot may be idle there.
            }
            for (number, &turn) in self.turns.iter().enumerate() {
                let after = quantities.after(value, number);
                if listed.binary_search(&after).is_ok() {
                    add(self.puzzle.apply(state, &[turn]), after);
                }
            }
            if there.len() > MAX_STATES {
                return Ok(None);
            }
        }
        Ok(Some((there, steps)))
    }
}
