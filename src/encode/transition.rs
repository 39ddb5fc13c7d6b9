//! Transitions from one state to the next.
//!
//! This file contains the circuits: a multiplexer for each bit of the state. Input *i* of a bit's multiplexer is the bit
//! that turn *i* would move there, so the selector must be a binary number. Source: Yurichev, *SAT/SMT by Example*. The
//! alternative is in [`conditional`].
//!
//! *Cost.* For each bit and slot, 2 (codes) clauses as one gate, or 4 (codes − 1) as a tree.

use itertools::Itertools;

use super::code::Code;
use super::conditional;
use super::explain::{bus_name, code_name, step_in_words};
use super::formula::Meaning;
use super::layer_values::PossibleBits;
use super::recipe::Transition;
use super::states::States;
use crate::circuit::{Bus, Circuit, Signal};
use crate::puzzle::Puzzle;

/// Adds the state after the turn of `slot`. With conditional transitions, bits outside `possible_bits` are false.
pub(super) fn add_step(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    transition: Transition,
    meaning: &mut Meaning,
    slot: usize,
    possible_bits: &PossibleBits,
) {
    let step = meaning.states.step(slot);
    let selector = &meaning.selectors.slots()[slot];
    let mut next = Vec::with_capacity(step.len());
    for (bus, bits) in step.iter().enumerate() {
        let mut output = |bit| {
            if transition != Transition::Conditional {
                circuit.note(|| describe_mux(puzzle, meaning, slot, bus, bit));
            }
            let inputs = || inputs(puzzle, meaning, slot, bus, bit);
            match transition {
                Transition::MuxFlat => circuit.mux_flat(selector, &inputs()),
                Transition::MuxTree => circuit.mux_tree(selector, &inputs()),
                Transition::Conditional if possible_bits.may_be_set(slot + 1, bus, bit) => {
                    free_bit(circuit, &meaning.states, bus, bit)
                }
                Transition::Conditional => {
                    let constant = meaning.states.implementation().constant(bus, bit);
                    Signal::Const(constant.unwrap_or(false))
                }
            }
        };
        next.push((0..bits.width()).map(&mut output).collect::<Bus>());
    }
    if transition == Transition::Conditional {
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

/// Adds the state after the turn of `slot` without its transition: every bit that is not constant is an input.
pub(super) fn add_free_state(circuit: &mut Circuit, states: &mut States, slot: usize) {
    let mut next = Vec::new();
    for (bus, bits) in states.step(slot).iter().enumerate() {
        let mut signal = |bit| free_bit(circuit, states, bus, bit);
        next.push((0..bits.width()).map(&mut signal).collect::<Bus>());
    }
    states.push(next);
}

/// A bit of a new state: an input unless it is constant.
fn free_bit(circuit: &mut Circuit, states: &States, bus: usize, bit: usize) -> Signal {
    let constant = states.implementation().constant(bus, bit);
    constant.map_or_else(|| circuit.input(), Signal::Const)
}

/// For each code, the signal that it moves to a bit.
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
