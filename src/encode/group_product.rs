//! A start expressed as a product of elements of the group of all turns.
//!
//! *Idea.* Each element of a group is a unique product of one representative of each level of its stabilizer chain. So
//! every reachable start is the solved state after one representative of each level, encoded like turns: one selector
//! per level, and a multiplexer for each bit of a facelet's color.
//!
//! *Source.* The stabilizer chain of C. C. Sims, see [`group`](crate::group); its use in a formula is ours.
//!
//! *Why it is sound and complete.* The products are the elements of the group, and the elements map the solved state to
//! the reachable states.
//!
//! *Models.* Elements that only exchange identical pieces give the same start. So with identical pieces, a solution may
//! have several models, which differ only in these selectors; projected onto the variables of turns and start
//! ([`Formula::solution_variables`](super::Formula::solution_variables)), all are equal.
//!
//! *Cost.* Two clauses for each level, representative, facelet that the level moves, and bit of its color.

use super::states::States;
use crate::circuit::{Bus, Circuit, Signal, value_cube, width_for};
use crate::group::Permutation;
use crate::puzzle::Puzzle;

/// The approximate number of clauses.
pub(super) fn estimate_clauses(puzzle: &Puzzle, levels: &[Vec<Permutation>]) -> usize {
    let of_level = |level: &Vec<Permutation>| {
        let moved = (0..puzzle.facelets().len())
            .filter(|&facelet| level.iter().any(|it| it.source(facelet) != facelet));
        2 * width_for(puzzle.colors().len()) * level.len() * moved.count()
    };
    levels.iter().map(of_level).sum()
}

/// Requires that the start is the solved state after one permutation of each level, in the order of the levels.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    levels: &[Vec<Permutation>],
) {
    let width = width_for(puzzle.colors().len());
    let ones = vec![Signal::TRUE; width];
    let colors = puzzle.solved().colors().iter();
    let mut state: Vec<Bus> = colors.map(|&color| value_cube(&ones, color)).collect();
    for level in levels {
        let chosen = circuit.input_bus(width_for(level.len()));
        circuit.require_less_than(&chosen, level.len());
        let mut next: Vec<Bus> = Vec::with_capacity(state.len());
        for facelet in 0..state.len() {
            let bit = |bit: usize| {
                let sources = level.iter().map(|by| state[by.source(facelet)][bit]);
                circuit.mux_flat(&chosen, &sources.collect::<Bus>())
            };
            next.push((0..width).map(bit).collect());
        }
        state = next;
    }
    for (facelet, bus) in state.iter().enumerate() {
        for color in 0..puzzle.colors().len() {
            let is_color = value_cube(bus, color);
            for shown in states.shows(puzzle, 0, facelet, color) {
                circuit.require_if(is_color.iter().copied(), [shown]);
            }
        }
    }
}
