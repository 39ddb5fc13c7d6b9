//! Values listed for each step, in addition to the pieces: one literal each.
//!
//! *Idea.* A turn maps values to values, and a value restricts the placements of the pieces. So a solver need not find out
//! turn by turn that most beginnings are dead ends. (In constraint programming: redundant variables with channeling
//! constraints.)
//!
//! *Why it is sound.* A value is a function of the state, and every solution passes listed values only
//! ([`Lists`](crate::reach::Lists)). So each model of the other clauses extends in exactly one way: the first value is the
//! start's, and the turns determine the others. No answer and no count changes.
//!
//! *Cost.* Two clauses per value and turn, and one per value and piece.

use rustc_hash::FxHashMap;

use super::EncodeError;
use super::code::Code;
use super::error::{MOST_CLAUSES, go_on};
use super::formula::Meaning;
use crate::circuit::{Circuit, Signal};
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Followed, Items};

/// The values of a step with their literals.
type Values = FxHashMap<u64, Signal>;

/// Encodes the lists of a tracked quantity.
pub(super) struct Speaker<'a, V> {
    pub(super) problem: &'a Problem,
    pub(super) meaning: &'a Meaning,
    pub(super) items: &'a Items,
    pub(super) followed: &'a V,
    /// The possible placements of an item, given a value.
    pub(super) placing: &'a dyn Fn(u64, usize) -> Vec<usize>,
}

impl<V: Followed> Speaker<'_, V> {
    /// Requires one of the listed values in each step, with transitions between them.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        layers: &[Vec<u64>],
        control: &Control,
    ) -> Result<(), EncodeError> {
        let mut before: Option<(&[u64], Values)> = None;
        for (step, layer) in layers.iter().enumerate() {
            go_on(control)?;
            // They are optional, so there are none if the formula is full. A step without the one before it would leave its
            // values open.
            if circuit.n_clauses() > MOST_CLAUSES {
                return Ok(());
            }
            let signals: Vec<Signal> = match layer[..] {
                [_] => vec![Signal::TRUE],
                _ => layer.iter().map(|_| circuit.input()).collect(),
            };
            circuit.require_clause(&signals);
            circuit.require_at_most_one(&signals);
            let here: Values = layer.iter().copied().zip(signals).collect();
            if let Some((earlier, values)) = &before {
                self.follow(circuit, step - 1, (*earlier, values), (layer, &here));
            }
            self.place(circuit, step, layer, &here);
            before = Some((layer, here));
        }
        Ok(())
    }

    /// Requires that the turn of a slot maps the values.
    fn follow(
        &self,
        circuit: &mut Circuit,
        slot: usize,
        (earlier, before): (&[u64], &Values),
        (later, after): (&[u64], &Values),
    ) {
        let selectors = &self.meaning.selectors;
        for (number, &code) in selectors.codes().iter().enumerate() {
            let Some(moves) = self.moves(code) else {
                continue;
            };
            let unless = selectors.chooses(slot, number);
            let unless: Vec<Signal> = unless.into_iter().map(|signal| !signal).collect();
            let mut possible = unless.clone();
            let mut clause = |signals: &[Signal]| {
                circuit.require_clause(&[&unless[..], signals].concat());
            };
            for value in earlier {
                let to = moves.after(*value);
                let to = after.get(&to).copied().unwrap_or(Signal::FALSE);
                clause(&[!before[value], to]);
                if to != Signal::FALSE {
                    possible.push(before[value]);
                }
            }
            for value in later {
                let from = before.get(&moves.before(*value)).copied();
                clause(&[!after[value], from.unwrap_or(Signal::FALSE)]);
            }
            circuit.require_clause(&possible);
        }
    }

    fn moves(&self, code: Code) -> Option<Moves<'_, V>> {
        let turn = match code {
            Code::Turn(turn) => {
                let mut allowed = self.problem.allowed.iter();
                Some(allowed.position(|&known| known == turn)?)
            }
            Code::Idle => None,
        };
        Some(Moves {
            followed: self.followed,
            turn,
        })
    }

    /// Requires that the pieces are compatible with the values of a step.
    fn place(&self, circuit: &mut Circuit, step: usize, layer: &[u64], values: &Values) {
        let puzzle = &self.problem.puzzle;
        for item in 0..self.items.len() {
            let piece = self.items.piece(item);
            let at = |&placement: &usize| {
                circuit.and(&self.meaning.states.at(puzzle, step, piece, placement))
            };
            let placements: Vec<Signal> = self.items.placements(item).iter().map(at).collect();
            let mut fits: Vec<Vec<Signal>> = vec![Vec::new(); placements.len()];
            for value in layer {
                let signal = values[value];
                let admitted = (self.placing)(*value, item);
                for &number in &admitted {
                    fits[number].push(signal);
                }
                if admitted.len() < placements.len() {
                    let there = admitted.iter().map(|&number| placements[number]);
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
}

/// The action of a code on values.
struct Moves<'a, V> {
    followed: &'a V,
    /// The turn, by its index among the allowed ones; `None` if the slot is idle.
    turn: Option<usize>,
}

impl<V: Followed> Moves<'_, V> {
    fn after(&self, value: u64) -> u64 {
        self.turn
            .map_or(value, |turn| self.followed.after(value, turn))
    }

    fn before(&self, value: u64) -> u64 {
        self.turn
            .map_or(value, |turn| self.followed.before(value, turn))
    }
}
