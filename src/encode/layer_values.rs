//! One literal for each value listed for a step (a coset coordinate, or a joint placement), in addition to the pieces.
//!
//! *Idea.* A turn maps values to values, and a value restricts the placements of the pieces. So a solver need not find out
//! turn by turn that most beginnings are dead ends. (In constraint programming: redundant variables with channeling
//! constraints.)
//!
//! *Why it is sound.* A value is a function of the state, and every solution passes only listed values
//! ([`ListsFromBothEnds`]). So each model of the other clauses extends in exactly one way: the first value is the
//! start's, and the turns determine the others. No answer and no count changes.
//!
//! *Cost.* Two clauses per value and turn, and one per value and piece.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::code::Code;
use super::error::{MAX_CLAUSES, check_stop};
use super::formula::Meaning;
use super::states::Representation;
use crate::circuit::{Circuit, Signal};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::{Items, ListsFromBothEnds, Product, Quantity, ReachError, Steps};

/// The maximum number of values in a step.
const MAX_VALUES: usize = 20_000;

/// The values of a step with their literals.
type Values<const K: usize> = FxHashMap<[u64; K], Signal>;

/// The lists of a problem, for one budget after another.
#[derive(Debug)]
pub(super) struct CachedLists<F, const K: usize> {
    lists: ListsFromBothEnds<F, K>,
    /// The result for the last number of slots.
    last: Option<(usize, Option<Arc<Steps<K>>>)>,
}

impl<F: Quantity, const K: usize> CachedLists<F, K> {
    pub(super) fn new(lists: ListsFromBothEnds<F, K>) -> Self {
        Self { lists, last: None }
    }

    /// The tracked quantities.
    pub(super) fn quantities(&self) -> &Product<F, K> {
        self.lists.quantities()
    }

    /// The values of each step; `None` if the lists do not span the budget, or are too long.
    ///
    /// # Errors
    /// [`Error`] if the control stops it.
    pub(super) fn values(
        &mut self,
        slots: usize,
        control: &Control,
    ) -> Result<Option<Arc<Steps<K>>>, Error> {
        if let Some((known, values)) = &self.last
            && *known == slots
        {
            return Ok(values.clone());
        }
        let values = match self.lists.layers(slots, MAX_VALUES, control) {
            Err(ReachError::Stopped(stop)) => return Err(stop.into()),
            values => values.ok().flatten().map(Arc::new),
        };
        self.last = Some((slots, values.clone()));
        Ok(values)
    }
}

/// Encodes the listed values of each step.
pub(super) struct LayerEncoder<'a, F, const K: usize> {
    pub(super) items: &'a Items,
    pub(super) quantities: &'a Product<F, K>,
    /// The possible placements of an item, given a value.
    pub(super) possible_placements: &'a dyn Fn(&[u64; K], usize) -> Vec<usize>,
}

impl<F: Quantity, const K: usize> LayerEncoder<'_, F, K> {
    /// Requires one of the listed values in each step, with transitions between them.
    ///
    /// # Errors
    /// [`Error`] if the control stops it.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        layers: &Steps<K>,
        control: &Control,
    ) -> Result<(), Error> {
        let mut before: Option<(&[[u64; K]], Values<K>)> = None;
        for (step, layer) in layers.iter().enumerate() {
            check_stop(control)?;
            // These constraints are optional, so they end at the step where the formula is full: without this step, the
            // values of later ones would be undetermined.
            if circuit.n_clauses() > MAX_CLAUSES {
                return Ok(());
            }
            let signals: Vec<Signal> = match layer[..] {
                [_] => vec![Signal::TRUE],
                _ => layer.iter().map(|_| circuit.input()).collect(),
            };
            circuit.require_clause(&signals);
            circuit.require_at_most_one(&signals);
            let here: Values<K> = layer.iter().copied().zip(signals).collect();
            if let Some((earlier, values)) = &before {
                let slot = (problem, meaning, step - 1);
                self.require_transition(circuit, slot, (*earlier, values), (layer, &here));
            }
            self.require_placements(circuit, problem, meaning, step, layer, &here);
            before = Some((layer, here));
        }
        Ok(())
    }

    /// Requires that the turn of a slot maps the value before it to the value after it.
    fn require_transition(
        &self,
        circuit: &mut Circuit,
        (problem, meaning, slot): (&Problem, &Meaning, usize),
        (earlier, before): (&[[u64; K]], &Values<K>),
        (later, after): (&[[u64; K]], &Values<K>),
    ) {
        let selectors = &meaning.selectors;
        for (number, &code) in selectors.codes().iter().enumerate() {
            let Some(action) = self.action(problem, code) else {
                continue;
            };
            let unless = selectors.code_signals(slot, number);
            let unless: Vec<Signal> = unless.into_iter().map(|signal| !signal).collect();
            let mut possible = unless.clone();
            let mut clause = |signals: &[Signal]| {
                circuit.require_clause(&[&unless[..], signals].concat());
            };
            for value in earlier {
                let to = action.after(value);
                let to = after.get(&to).copied().unwrap_or(Signal::FALSE);
                clause(&[!before[value], to]);
                if to != Signal::FALSE {
                    possible.push(before[value]);
                }
            }
            for value in later {
                let from = before.get(&action.before(value)).copied();
                clause(&[!after[value], from.unwrap_or(Signal::FALSE)]);
            }
            circuit.require_clause(&possible);
        }
    }

    fn action(&self, problem: &Problem, code: Code) -> Option<CodeAction<'_, F, K>> {
        let turn = match code {
            Code::Turn(turn) => {
                let mut allowed = problem.allowed.iter();
                Some(allowed.position(|&known| known == turn)?)
            }
            Code::Idle => None,
        };
        Some(CodeAction {
            quantities: self.quantities,
            turn,
        })
    }

    /// Requires that the pieces are compatible with the values of a step.
    fn require_placements(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        step: usize,
        layer: &[[u64; K]],
        values: &Values<K>,
    ) {
        let puzzle = &problem.puzzle;
        for item in 0..self.items.len() {
            let piece = self.items.piece(item);
            let at = |&placement: &usize| {
                circuit.and(&meaning.states.piece_at(puzzle, step, piece, placement))
            };
            let placements: Vec<Signal> = self.items.placements(item).iter().map(at).collect();
            let mut fits: Vec<Vec<Signal>> = vec![Vec::new(); placements.len()];
            for value in layer {
                let signal = values[value];
                let possible = (self.possible_placements)(value, item);
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
                if fits.len() < layer.len() && there != Signal::FALSE {
                    fits.push(!there);
                    circuit.require_clause(&fits);
                }
            }
        }
    }

    /// For each step, bus and bit, whether the bit may be true in a solution, according to the values.
    pub(super) fn possible_bits(
        &self,
        values: &Steps<K>,
        representation: &Representation,
    ) -> PossibleBits {
        let items = self.items;
        let (Representation::Placements(implementation) | Representation::Forwards(implementation)) =
            representation
        else {
            return PossibleBits::default();
        };
        let placements: Vec<&[usize]> = implementation.lists().collect();
        let all: Vec<Vec<bool>> = placements
            .iter()
            .map(|list| vec![true; list.len()])
            .collect();
        let of_step = |values: &Vec<[u64; K]>| {
            let mut possible_bits = all.clone();
            for item in 0..items.len() {
                let mut numbers = vec![false; items.placements(item).len()];
                for number in values
                    .iter()
                    .flat_map(|value| (self.possible_placements)(value, item))
                {
                    numbers[number] = true;
                }
                let bus = items.piece(item);
                for (bit, facelet) in placements[bus].iter().enumerate() {
                    if let Ok(number) = items.placements(item).binary_search(facelet) {
                        possible_bits[bus][bit] = numbers[number];
                    }
                }
            }
            possible_bits
        };
        PossibleBits(values.iter().map(of_step).collect())
    }
}

/// For each step, bus and bit, whether the bit may be true. Empty if nothing is known.
#[derive(Clone, Debug, Default)]
pub(super) struct PossibleBits(Vec<Vec<Vec<bool>>>);

impl PossibleBits {
    /// Whether a bit may be true in a step of some solution.
    pub(super) fn may_be_set(&self, step: usize, bus: usize, bit: usize) -> bool {
        self.0.get(step).is_none_or(|buses| buses[bus][bit])
    }
}

/// The action of a code on values.
struct CodeAction<'a, F, const K: usize> {
    quantities: &'a Product<F, K>,
    /// The turn, by its index among the allowed ones; `None` if the slot is idle.
    turn: Option<usize>,
}

impl<F: Quantity, const K: usize> CodeAction<'_, F, K> {
    fn after(&self, value: &[u64; K]) -> [u64; K] {
        self.turn
            .map_or(*value, |turn| self.quantities.after(value, turn))
    }

    fn before(&self, value: &[u64; K]) -> [u64; K] {
        self.turn
            .map_or(*value, |turn| self.quantities.before(value, turn))
    }
}
