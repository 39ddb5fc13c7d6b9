//! A start that is made by elements of the group of all turns.
//!
//! *Idea.* Each element of a group is a product of one representative of each level of its stabiliser chain, in one way.
//! So a start that turns can make is the solved state after one representative of each level, like a state
//! after some turns: a selector a level, and a multiplexer for each bit of a facelet's colour.
//!
//! *Source.* The chain is that of C. C. Sims, see [`group`](crate::group); as a formula ours.
//!
//! *Why sound and complete.* The products are the group, and the states that turns make are those that its elements make of
//! the solved one.
//!
//! *Models.* Elements that only exchange alike pieces make the same start. So where pieces look alike, a
//! solution may be several models, which differ in these selectors only; on the variables of turns and start
//! ([`Formula::shown`](super::Formula::shown)) they are one.
//!
//! *Cost.* Two clauses for each level, representative, facelet that the level moves, and bit of its colour.

use super::states::States;
use crate::circuit::{Bus, Circuit, Signal, width_for};
use crate::group::Permutation;
use crate::puzzle::Puzzle;

/// About how many clauses it takes.
pub(super) fn clauses(puzzle: &Puzzle, levels: &[Vec<Permutation>]) -> usize {
    let of_level = |level: &Vec<Permutation>| {
        let moved = (0..puzzle.facelets().len())
            .filter(|&facelet| level.iter().any(|it| it.source(facelet) != facelet));
        2 * width_for(puzzle.colors().len()) * level.len() * moved.count()
    };
    levels.iter().map(of_level).sum()
}

/// Requires that the start is the solved state after one permutation of each level, one level after the other.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    levels: &[Vec<Permutation>],
) {
    let width = width_for(puzzle.colors().len());
    let colors = puzzle.solved().colors().iter();
    let mut state: Vec<Bus> = colors.map(|&color| Bus::constant(color, width)).collect();
    for level in levels {
        let chosen = circuit.input_bus(width_for(level.len()));
        circuit.require_less_than(&chosen, level.len());
        let mut next = Vec::with_capacity(state.len());
        for facelet in 0..state.len() {
            let mut bit = |bit: usize| {
                let comes = |by: &Permutation| state[by.source(facelet)][bit];
                circuit.mux_flat(&chosen, &level.iter().map(comes).collect::<Vec<Signal>>())
            };
            next.push((0..width).map(&mut bit).collect::<Bus>());
        }
        state = next;
    }
    for (facelet, bus) in state.iter().enumerate() {
        for color in 0..puzzle.colors().len() {
            let is_color = bus.is_value(color);
            for shown in states.shows(puzzle, 0, facelet, color) {
                let mut clause: Vec<Signal> = is_color.iter().map(|&bit| !bit).collect();
                clause.push(shown);
                circuit.require_clause(&clause);
            }
        }
    }
}
