//! Order constraints: which turns may follow each other.
//!
//! Whether a problem justifies them is decided in [`plan`](super::plan).

use super::recipe::Order;
use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};
use crate::puzzle::{Puzzle, TurnId};

/// Forbids, in every two successive slots, the pairs that the order excludes:
/// one clause a pair.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    allowed: &[TurnId],
    order: Order,
    selectors: &Selectors,
) {
    for slot in 1..selectors.slots() {
        for &previous in allowed {
            for &next in allowed {
                if !excludes(puzzle, order, previous, next) {
                    continue;
                }
                let pair = selectors
                    .makes(slot - 1, previous)
                    .into_iter()
                    .chain(selectors.makes(slot, next))
                    .flatten();
                let clause: Vec<Signal> = pair.map(|signal| !signal).collect();
                circuit.require_clause(&clause);
            }
        }
    }
}

fn excludes(puzzle: &Puzzle, order: Order, previous: TurnId, next: TurnId) -> bool {
    match order {
        Order::None => false,
        Order::NoSameFace => puzzle.turns()[previous].face == puzzle.turns()[next].face,
        Order::Canonical => !puzzle.canonical_pair(previous, next),
    }
}
