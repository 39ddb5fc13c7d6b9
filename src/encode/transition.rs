//! From one state to the next: a multiplexer for each bit of each facelet.
//!
//! Input number *i* of a facelet's multiplexer is the facelet whose sticker
//! turn number *i* would bring there. Source: Yurichev, *SAT/SMT by Example*.

use super::colors::Colors;
use super::formula::Code;
use super::recipe::Transition;
use super::selectors::Selectors;
use crate::circuit::{Bus, Circuit};
use crate::puzzle::Puzzle;

/// Adds the state after the turn of `slot` to `colors`.
pub(super) fn add_step(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    transition: Transition,
    selectors: &Selectors,
    colors: &mut Colors,
    slot: usize,
) {
    let next = (0..puzzle.facelets().len())
        .map(|facelet| {
            let inputs = sources(puzzle, selectors.codes(), colors.step(slot), facelet);
            match transition {
                Transition::MuxFlat => circuit.mux_flat_bus(selectors.slot(slot), &inputs),
                Transition::MuxTree => circuit.mux_tree_bus(selectors.slot(slot), &inputs),
            }
        })
        .collect();
    colors.push(next);
}

/// For each selector code, the bus whose colour it brings to a facelet.
pub(super) fn sources(puzzle: &Puzzle, codes: &[Code], step: &[Bus], facelet: usize) -> Vec<Bus> {
    codes
        .iter()
        .map(|code| match code {
            Code::Turn(turn) => puzzle.turns()[*turn].permutation.source(facelet),
            Code::Idle => facelet,
        })
        .map(|source| step[source].clone())
        .collect()
}
