//! Transitions as implications: if a turn is made, each bit of the next state equals the bit of this state that the
//! turn moves there.
//!
//! *Idea.* Two clauses per turn and bit, one for each value of the bit: turn and source imply destination; turn and not
//! source imply not destination. So a solver propagates forwards and backwards, and excludes the turns that do not lead
//! from one known state to another.
//!
//! *Source.* Frame and effect axioms of planning as satisfiability (Kautz and Selman). Chen (arXiv:1105.1436) states
//! once per face, not once per turn, which bits do not move; that applies if the selector has one literal per face.
//!
//! *Why it is sound.* Exactly one code is chosen in a slot, so each bit equals exactly one bit of the previous state.
//!
//! *Cost.* 2 (turns) (bits) clauses per slot, and no auxiliary variables.

use itertools::Itertools;

use super::codebook::Code;
use super::describe::{bus_name, step_in_words};
use super::formula::Meaning;
use super::selectors::Selectors;
use super::states::States;
use crate::circuit::{Bus, Circuit, Signal};
use crate::puzzle::Puzzle;

/// Requires that the turn of `slot` leads to `next`.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    meaning: &Meaning,
    slot: usize,
    next: &[Bus],
) {
    let Meaning { selectors, states } = meaning;
    let step = states.step(slot);
    for group in &selectors.codebook().groups {
        let if_group = selectors.pattern_signals(slot, &group.pattern);
        let codes = group.codes.iter();
        let if_code = |&code: &usize| (selectors.codes()[code], selectors.code_signals(slot, code));
        let if_codes: Vec<(Code, Vec<Signal>)> = codes.map(if_code).collect();
        for (bus, bits) in next.iter().enumerate() {
            for (bit, &after) in bits.iter().enumerate() {
                if states.implementation().constant(bus, bit).is_some() {
                    continue;
                }
                circuit.note(|| {
                    let name = bus_name(puzzle, states, bus);
                    let when = step_in_words(slot + 1);
                    format!("{name}, bit {bit}, {when}: the value that the turn moves there")
                });
                let from = |code: Code| {
                    let (from, at) = states.source(puzzle, code, bus, bit);
                    step[from][at]
                };
                if if_codes.iter().map(|&(code, _)| from(code)).all_equal() {
                    require_equal_if(circuit, &if_group, from(if_codes[0].0), after);
                    continue;
                }
                for (code, chosen) in &if_codes {
                    require_equal_if(circuit, chosen, from(*code), after);
                }
            }
        }
    }
}

/// Requires that `after` equals `before` if all signals of `chosen` are true.
fn require_equal_if(circuit: &mut Circuit, chosen: &[Signal], before: Signal, after: Signal) {
    for values in [[!before, after], [before, !after]] {
        circuit.require_if(chosen.iter().copied(), values);
    }
}

/// The number of clauses for one slot or, if that is above `max`, some number above `max`.
pub(super) fn clause_count(
    puzzle: &Puzzle,
    selectors: &Selectors,
    states: &States,
    max: usize,
) -> usize {
    let mut clauses = 0;
    for (bus, width) in states.implementation().widths().into_iter().enumerate() {
        for bit in 0..width {
            if states.implementation().constant(bus, bit).is_some() {
                continue;
            }
            let source = |&code: &usize| states.source(puzzle, selectors.codes()[code], bus, bit);
            for group in &selectors.codebook().groups {
                let is_shared = group.codes.iter().map(source).all_equal();
                clauses += if is_shared { 2 } else { 2 * group.codes.len() };
            }
            if clauses > max {
                return clauses;
            }
        }
    }
    clauses
}
