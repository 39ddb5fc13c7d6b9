//! Transitions as implications: if a turn is made, each bit of the next state equals the bit of this state that the turn
//! moves there.
//!
//! *Idea.* Two clauses per turn and bit, one for each value: turn and source imply destination, turn and not source imply
//! not destination. So a solver propagates forwards and backwards, and determines the possible turns when two states are
//! known.
//!
//! *Source.* Frame and effect axioms of planning as satisfiability (Kautz and Selman). Chen (arXiv:1105.1436) states
//! once per face, not once per turn, which bits do not move; that applies if the selector has one literal per face.
//!
//! *Why it is sound.* Exactly one code is chosen in a slot, so each bit equals exactly one bit of the previous state.
//!
//! *Cost.* 2 (turns) (bits) clauses per slot, and no auxiliary variables.

use itertools::Itertools;

use super::code::Code;
use super::explain::{bus_name, step_in_words};
use super::formula::Meaning;
use super::representation::StateRepresentation;
use super::selector::CodeGroup;
use super::selectors::Selectors;
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
    let negated = |signals: Vec<Signal>| -> Vec<Signal> {
        signals.into_iter().map(|signal| !signal).collect()
    };
    for group in selectors.groups() {
        let unless_group = negated(selectors.pattern_signals(slot, &group.pattern));
        let codes = group.codes.iter();
        let unless_codes: Vec<(Code, Vec<Signal>)> = codes
            .map(|&code| {
                let chosen = negated(selectors.code_signals(slot, code));
                (selectors.codes()[code], chosen)
            })
            .collect();
        for (bus, bits) in next.iter().enumerate() {
            for (bit, after) in bits.iter().enumerate() {
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
                if unless_codes.iter().map(|&(code, _)| from(code)).all_equal() {
                    equal_unless(circuit, &unless_group, from(unless_codes[0].0), after);
                    continue;
                }
                for (code, unless) in &unless_codes {
                    equal_unless(circuit, unless, from(*code), after);
                }
            }
        }
    }
}

/// `after` equals `before`, unless one of the signals is true.
fn equal_unless(circuit: &mut Circuit, unless: &[Signal], before: Signal, after: Signal) {
    for values in [[!before, after], [before, !after]] {
        circuit.require_clause(&[unless, &values].concat());
    }
}

/// The number of clauses for one slot. Counting ends above `most`.
pub(super) fn clause_count(
    puzzle: &Puzzle,
    selectors: &Selectors,
    states: &dyn StateRepresentation,
    most: usize,
) -> usize {
    let from = |code: usize, bus: usize, bit: usize| match selectors.codes()[code] {
        Code::Turn(turn) => states.source(&puzzle.turns()[turn].permutation, bus, bit),
        Code::Idle => (bus, bit),
    };
    let mut clauses = 0;
    for (bus, width) in states.widths().into_iter().enumerate() {
        for bit in (0..width).filter(|&bit| states.constant(bus, bit).is_none()) {
            let of_group = |group: &CodeGroup| {
                let mut sources = group.codes.iter().map(|&code| from(code, bus, bit));
                if sources.all_equal() {
                    2
                } else {
                    2 * group.codes.len()
                }
            };
            clauses += selectors.groups().iter().map(of_group).sum::<usize>();
            if clauses > most {
                return clauses;
            }
        }
    }
    clauses
}
