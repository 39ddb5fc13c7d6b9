//! Transitions from one state to the next.
//!
//! This file contains the transition by multiplexers, one for each bit of the state. Input *i* of a bit's multiplexer
//! is the bit that turn *i* would move there, so the selector must be a binary number. Source: Yurichev, *SAT/SMT by
//! Example*. The transition by implications is in [`conditional`].
//!
//! *Cost.* For each bit and slot, with n codes: 2n clauses as one gate, or 4(n − 1) as a tree.

use itertools::Itertools;

use super::codebook::Code;
use super::conditional;
use super::describe::{bus_name, code_name, step_in_words};
use super::formula::Meaning;
use super::layer_values::PossibleBits;
use super::recipe::Transition;
use crate::circuit::{Bus, Circuit, Signal};
use crate::puzzle::Puzzle;

/// Adds the state after the turn of `slot`, with or without a transition. Bits outside `possible_bits` are false,
/// unless the transition is by multiplexers.
pub(super) fn add_step(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    transition: Option<Transition>,
    meaning: &mut Meaning,
    slot: usize,
    possible_bits: &PossibleBits,
) {
    let step = meaning.states.step(slot);
    let selector = &meaning.selectors.slots()[slot];
    let mut next = Vec::with_capacity(step.len());
    for (bus, bits) in step.iter().enumerate() {
        let mut output = |bit| {
            let mux = match transition {
                Some(Transition::MuxFlat) => Circuit::mux_flat,
                Some(Transition::MuxTree) => Circuit::mux_tree,
                Some(Transition::Conditional) | None => {
                    return match meaning.states.implementation().constant(bus, bit) {
                        Some(constant) => Signal::Const(constant),
                        None if possible_bits.may_be_set(slot + 1, bus, bit) => circuit.input(),
                        None => Signal::FALSE,
                    };
                }
            };
            circuit.note(|| describe_mux(puzzle, meaning, slot, bus, bit));
            mux(circuit, selector, &inputs(puzzle, meaning, slot, bus, bit))
        };
        next.push((0..bits.len()).map(&mut output).collect::<Bus>());
    }
    if transition == Some(Transition::Conditional) {
        conditional::require(circuit, puzzle, meaning, slot, &next);
    }
    meaning.states.push(next);
}

/// Describes a multiplexer in words: `sticker U3, bit 0, after 1 turn: bit 0 of sticker U1 if the turn is U, …`.
fn describe_mux(puzzle: &Puzzle, meaning: &Meaning, slot: usize, bus: usize, bit: usize) -> String {
    let Meaning { selectors, states } = meaning;
    let from = |code: &Code| {
        let (from, at) = states.source(puzzle, *code, bus, bit);
        let (from, code) = (bus_name(puzzle, states, from), code_name(puzzle, *code));
        format!("bit {at} of {from} if the turn is {code}")
    };
    let (to, when) = (bus_name(puzzle, states, bus), step_in_words(slot + 1));
    let from = selectors.codes().iter().map(from).join(", ");
    format!("{to}, bit {bit}, {when}: {from}")
}

/// For each code, the signal that it moves to this bus and bit of the next state.
pub(super) fn inputs(
    puzzle: &Puzzle,
    meaning: &Meaning,
    slot: usize,
    bus: usize,
    bit: usize,
) -> Vec<Signal> {
    let Meaning { selectors, states } = meaning;
    let step = states.step(slot);
    let input = |code: &Code| {
        let (from, at) = states.source(puzzle, *code, bus, bit);
        step[from][at]
    };
    selectors.codes().iter().map(input).collect()
}
