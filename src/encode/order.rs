//! Order constraints: which turns may follow each other.
//!
//! Whether a problem justifies them is decided in [`plan`](super::plan).

use itertools::Itertools;

use super::recipe::Order;
use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};
use crate::puzzle::{Problem, TurnId};

/// Forbids what the order excludes, wherever it could stand: one clause a
/// place.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    order: Order,
    selectors: &Selectors,
) {
    let excluded = excluded(problem, order);
    for first in 0..selectors.slots() {
        let fits = |run: &&Vec<TurnId>| first + run.len() <= selectors.slots();
        for run in excluded.iter().filter(fits) {
            let turn = |(place, &turn)| selectors.makes(first + place, turn);
            let Some(made) = run.iter().enumerate().map(turn).collect::<Option<Vec<_>>>() else {
                continue; // A turn that cannot be made need not be forbidden.
            };
            let clause: Vec<Signal> = made.into_iter().flatten().map(|signal| !signal).collect();
            circuit.require_clause(&clause);
        }
    }
}

/// The shortest sequences of turns that the order excludes, sorted.
pub(super) fn excluded(problem: &Problem, order: Order) -> Vec<Vec<TurnId>> {
    let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
    let runs = match order {
        Order::None => Vec::new(),
        Order::NoSameFace | Order::Canonical => puzzle.forbidden_runs(allowed),
    };
    let swaps = match order {
        Order::None | Order::NoSameFace => Vec::new(),
        Order::Canonical => puzzle.forbidden_swaps(allowed),
    };
    let swaps = swaps.into_iter().map(Vec::from);
    runs.into_iter().chain(swaps).sorted().collect()
}
