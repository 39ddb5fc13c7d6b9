//! The states behind listed values: the sequences of turns that are left are carried out.
//!
//! *Idea.* The values of a few quantities do not determine the state. So some sequences of turns lead to the goal's values,
//! but not to the goal. If few are left, they are carried out on the puzzle.
//!
//! *Why it is sound.* The states of a solution have listed values, so its turns are among those that are carried out. It
//! ends at the goal, so it remains.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::error::ReachError;
use super::list::VALUES_PER_CHECK;
use super::product::{Product, Quantity, Steps};
use crate::control::Control;
use crate::problem::Problem;
use crate::puzzle::{Puzzle, State, TurnId};

/// The maximum number of states in a step; with more, all values are kept.
const MAX_STATES: usize = 200_000;

/// The ends of the sequences, and the turns of which they consist.
#[derive(Debug)]
pub(super) struct Walks {
    puzzle: Arc<Puzzle>,
    turns: Vec<TurnId>,
    start: State,
    goal: State,
}

/// States, each with its values.
type ValuedStates<const K: usize> = Vec<(State, [u64; K])>;

/// The next states, and the indices of a state and a next one for each turn between them.
type NextLayer<const K: usize> = (ValuedStates<K>, Vec<(usize, usize)>);

impl Walks {
    /// `None` if start or goal is not a single state.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        Some(Self {
            puzzle: problem.puzzle.clone(),
            turns: problem.allowed.clone(),
            start: problem.start.pattern().state()?,
            goal: problem.goal.state()?,
        })
    }

    /// The values of the states that a solution can pass. All of the given values if too many states have them.
    pub(super) fn keep_solutions<F: Quantity, const K: usize>(
        &self,
        quantities: &Product<F, K>,
        layers: Steps<K>,
        control: &Control,
    ) -> Result<Steps<K>, ReachError> {
        let first = layers.first().and_then(|layer| layer.first());
        let first = first.map(|&value| (self.start.clone(), value));
        let mut states: Vec<ValuedStates<K>> = vec![first.into_iter().collect()];
        let mut steps = Vec::new();
        for next in layers.iter().skip(1) {
            let here = states.last().map_or(&[][..], |here| here);
            let Some((there, step)) = self.step(quantities, here, next, control)? else {
                return Ok(layers);
            };
            states.push(there);
            steps.push(step);
        }
        let mut leads: Vec<bool> = states.last().map_or(Vec::new(), |last| {
            last.iter().map(|(state, _)| *state == self.goal).collect()
        });
        let mut kept = Vec::new();
        for (number, layer) in states.iter().enumerate().rev() {
            let values = layer.iter().zip(&leads).filter(|(_, leads)| **leads);
            let mut values: Vec<[u64; K]> = values.map(|((_, value), _)| *value).collect();
            values.sort_unstable();
            values.dedup();
            kept.push(values);
            if let Some(before) = number.checked_sub(1) {
                let mut earlier = vec![false; states[before].len()];
                for &(from, to) in &steps[before] {
                    earlier[from] |= leads[to];
                }
                leads = earlier;
            }
        }
        kept.reverse();
        Ok(kept)
    }

    /// The states one turn after others that have listed values, and between which states the turns lead; `None` if they are
    /// more than [`MAX_STATES`].
    fn step<F: Quantity, const K: usize>(
        &self,
        quantities: &Product<F, K>,
        here: &[(State, [u64; K])],
        listed: &[[u64; K]],
        control: &Control,
    ) -> Result<Option<NextLayer<K>>, ReachError> {
        let (mut there, mut steps) = (Vec::new(), Vec::new());
        let mut numbers: FxHashMap<State, usize> = FxHashMap::default();
        for (from, (state, value)) in here.iter().enumerate() {
            if from % VALUES_PER_CHECK == 0 {
                control.check()?;
            }
            let mut add = |after: State, value| {
                let to = *numbers.entry(after).or_insert_with_key(|after| {
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
