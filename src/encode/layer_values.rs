//! Literals for the possible values of a function of the state: of coset coordinates, or of joint placements.
//!
//! *Idea.* For each step, the values that a solution can pass are listed before the formula is built, and each gets a
//! literal. A turn maps values to values, and a value restricts the placements of the pieces. This spares a solver most
//! dead ends. (In constraint programming: redundant variables with channeling constraints.)
//!
//! *Why it is sound.* A value is a function of the state, and every solution passes only listed values
//! ([`ListsFromBothEnds`]). So each model of the other clauses extends in exactly one way: the start determines the
//! first value, and the turns determine the others. No answer and no count changes.
//!
//! *Cost.* Two clauses per value and turn, and one per value and piece.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::codebook::Code;
use super::error::MAX_CLAUSES;
use super::formula::Meaning;
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::{Items, ListsFromBothEnds, Quantity, ReachError, Steps};

/// The maximum number of values in a step.
const MAX_VALUES: usize = 20_000;

/// The placements that a value allows.
pub(super) trait AllowedPlacements<const K: usize> {
    /// The indices of the placements that an item can have in a state with this value.
    fn possible_placements(&self, value: &[u64; K], item: usize) -> Vec<usize>;
}

/// The values that a solution of a problem can pass, listed for one budget at a time.
#[derive(Debug)]
pub(super) struct LayerValues<F, C, const K: usize> {
    pub(super) lists: ListsFromBothEnds<F, K>,
    /// The pieces whose placements are restricted.
    pub(super) items: Arc<Items>,
    /// The data that [`AllowedPlacements`] needs besides a value.
    pub(super) context: C,
    /// The last number of slots, with its values.
    last: Option<(usize, Option<Steps<K>>)>,
}

/// The values of one step with their literals.
struct ListedStep<'a, const K: usize> {
    values: &'a [[u64; K]],
    signals: FxHashMap<[u64; K], Signal>,
}

impl<F, C, const K: usize> LayerValues<F, C, K> {
    pub(super) fn new(lists: ListsFromBothEnds<F, K>, items: Arc<Items>, context: C) -> Self {
        Self {
            lists,
            items,
            context,
            last: None,
        }
    }

    /// The values of each step. `None` if [`Self::list`] was last called with another number of slots, or if it found
    /// that the lists do not span the budget or are too long.
    pub(super) fn steps(&self, slots: usize) -> Option<&Steps<K>> {
        let (known, steps) = self.last.as_ref()?;
        steps.as_ref().filter(|_| *known == slots)
    }
}

impl<F: Quantity, C, const K: usize> LayerValues<F, C, K>
where
    Self: AllowedPlacements<K>,
{
    /// Lists the values of each step, for [`Self::steps`].
    pub(super) fn list(&mut self, slots: usize, control: &Control) -> Result<(), Error> {
        if self.last.as_ref().is_some_and(|(known, _)| *known == slots) {
            return Ok(());
        }
        let values = match self.lists.layers(slots, MAX_VALUES, control) {
            Err(ReachError::Stopped(stop)) => return Err(stop.into()),
            values => values.ok().flatten(),
        };
        self.last = Some((slots, values));
        Ok(())
    }

    /// Requires one of the listed values in each step, with transitions between them.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        control: &Control,
    ) -> Result<(), Error> {
        let mut before: Option<ListedStep<'_, K>> = None;
        let steps = self.steps(problem.budget.slots());
        for (step, layer) in steps.into_iter().flatten().enumerate() {
            control.check()?;
            // These constraints are optional, so they end at the step at which the formula is full. Later steps cannot
            // be added alone, because the values of each step are determined by those of the step before.
            if circuit.clause_count() > MAX_CLAUSES {
                return Ok(());
            }
            let signals: Vec<Signal> = match layer[..] {
                [_] => vec![Signal::TRUE],
                _ => layer.iter().map(|_| circuit.input()).collect(),
            };
            circuit.require_clause(&signals);
            circuit.require_at_most_one(&signals);
            let here = ListedStep {
                values: layer,
                signals: layer.iter().copied().zip(signals).collect(),
            };
            if let Some(before) = &before {
                self.require_transition(circuit, problem, meaning, step - 1, before, &here);
            }
            self.require_placements(circuit, problem, meaning, step, &here);
            before = Some(here);
        }
        Ok(())
    }

    /// Requires that the turn of a slot maps the value before it to the value after it.
    fn require_transition(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        slot: usize,
        before: &ListedStep<'_, K>,
        after: &ListedStep<'_, K>,
    ) {
        let (selectors, quantities) = (&meaning.selectors, self.lists.quantities());
        for (number, &code) in selectors.codes().iter().enumerate() {
            // The index of the turn among the allowed turns; `None` if the slot is idle.
            let turn = match code {
                Code::Turn(turn) => match problem.allowed.iter().position(|&known| known == turn) {
                    None => continue,
                    turn => turn,
                },
                Code::Idle => None,
            };
            let chosen = selectors.code_signals(slot, number);
            let mut possible = Vec::new();
            let mut require_if_chosen = |signals: [Signal; 2]| {
                circuit.require_if(chosen.iter().copied(), signals);
            };
            for value in before.values {
                let to = turn.map_or(*value, |turn| quantities.after(value, turn));
                let to = after.signals.get(&to).copied().unwrap_or(Signal::FALSE);
                require_if_chosen([!before.signals[value], to]);
                if to != Signal::FALSE {
                    possible.push(before.signals[value]);
                }
            }
            for value in after.values {
                let from = turn.map_or(*value, |turn| quantities.before(value, turn));
                let from = before.signals.get(&from).copied();
                require_if_chosen([!after.signals[value], from.unwrap_or(Signal::FALSE)]);
            }
            circuit.require_if(chosen, possible);
        }
    }

    /// Requires that the placements of the pieces at a step are those that its value allows.
    fn require_placements(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        step: usize,
        here: &ListedStep<'_, K>,
    ) {
        let (puzzle, items) = (&problem.puzzle, &self.items);
        for item in 0..items.len() {
            let piece = items.piece(item);
            let at = |&placement: &usize| {
                circuit.and(&meaning.states.piece_at(puzzle, step, piece, placement))
            };
            let placements: Vec<Signal> = items.placements(item).iter().map(at).collect();
            let mut fits: Vec<Vec<Signal>> = vec![Vec::new(); placements.len()];
            for value in here.values {
                let signal = here.signals[value];
                let possible = self.possible_placements(value, item);
                for &number in &possible {
                    fits[number].push(signal);
                }
                if possible.len() < placements.len() {
                    let there = possible.iter().map(|&number| placements[number]);
                    let clause: Vec<Signal> = there.chain([!signal]).collect();
                    circuit.require_clause(&clause);
                }
            }
            for (&there, mut fits) in placements.iter().zip(fits) {
                if fits.len() < here.values.len() && there != Signal::FALSE {
                    fits.push(!there);
                    circuit.require_clause(&fits);
                }
            }
        }
    }

    /// For each step, bus and bit, whether some listed value allows the bit to be true.
    pub(super) fn possible_bits(&self, values: &Steps<K>, states: &States) -> PossibleBits {
        let items = &self.items;
        let Some(placements) = states.implementation().placements() else {
            return PossibleBits::default();
        };
        let of_step = |values: &Vec<[u64; K]>| {
            let lists = placements.iter();
            let mut possible: Vec<Vec<bool>> = lists.map(|list| vec![true; list.len()]).collect();
            for item in 0..items.len() {
                let numbers = values.iter();
                let numbers = numbers.flat_map(|value| self.possible_placements(value, item));
                let numbers: FxHashSet<usize> = numbers.collect();
                let piece = items.piece(item);
                for (bit, facelet) in possible[piece].iter_mut().zip(placements[piece]) {
                    if let Ok(number) = items.placements(item).binary_search(facelet) {
                        *bit = numbers.contains(&number);
                    }
                }
            }
            possible
        };
        PossibleBits(values.iter().map(of_step).collect())
    }
}

/// For each step, bus and bit, whether the bit may be true in a solution. If empty, every bit may be true.
#[derive(Clone, Debug, Default)]
pub(super) struct PossibleBits(Vec<Vec<Vec<bool>>>);

impl PossibleBits {
    /// Whether a bit may be true in a step of some solution.
    pub(super) fn may_be_set(&self, step: usize, bus: usize, bit: usize) -> bool {
        self.0.get(step).is_none_or(|buses| buses[bus][bit])
    }
}
