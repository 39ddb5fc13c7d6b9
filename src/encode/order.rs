//! Order constraints: which turns may follow each other.
//!
//! Whether a problem justifies them is decided in [`plan`](super::plan). Where the
//! selector has a literal for a face and every turn of one face is excluded after every
//! turn of another (or of the same), that is one clause of two literals.

use std::collections::HashSet;

use itertools::Itertools;

use super::code::Code;
use super::recipe::Order;
use super::selector::BitPattern;
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
    let patterns = patterns(&excluded(problem, order), selectors);
    let slots = selectors.slots().len();
    for first in 0..slots {
        let fits = |run: &&Vec<BitPattern>| first + run.len() <= slots;
        for run in patterns.iter().filter(fits) {
            let made = run.iter().enumerate();
            let clause: Vec<Signal> = made
                .flat_map(|(place, pattern)| selectors.has(first + place, pattern))
                .map(|signal| !signal)
                .collect();
            circuit.require_clause(&clause);
        }
    }
}

/// How many clauses that takes, for one slot.
pub(super) fn clauses(problem: &Problem, order: Order, selectors: &Selectors) -> usize {
    patterns(&excluded(problem, order), selectors).len()
}

/// The patterns of the excluded sequences, those of whole groups in place of all
/// their turns.
fn patterns(excluded: &[Vec<TurnId>], selectors: &Selectors) -> Vec<Vec<BitPattern>> {
    // A turn that cannot be made need not be forbidden.
    let codes: Vec<Vec<usize>> = excluded
        .iter()
        .filter_map(|run| {
            let code = |&turn: &TurnId| selectors.code(Code::Turn(turn));
            run.iter().map(code).collect()
        })
        .collect();
    let known: HashSet<&[usize]> = codes.iter().map(Vec::as_slice).collect();
    let mut covered: HashSet<Vec<usize>> = HashSet::new();
    let mut patterns = Vec::new();
    let groups = selectors.groups();
    let large = groups.iter().any(|group| group.codes.len() > 1);
    for (before, after) in groups.iter().cartesian_product(groups).filter(|_| large) {
        let pairs = || before.codes.iter().cartesian_product(&after.codes);
        if pairs().all(|(&a, &b)| known.contains(&[a, b][..])) {
            covered.extend(pairs().map(|(&a, &b)| vec![a, b]));
            patterns.push(vec![before.pattern.clone(), after.pattern.clone()]);
        }
    }
    let rest = codes.iter().filter(|&run| !covered.contains(run));
    patterns.extend(rest.map(|run| run.iter().map(|&code| selectors.pattern(code)).collect()));
    patterns
}

/// The shortest sequences of turns that the order excludes, sorted.
fn excluded(problem: &Problem, order: Order) -> Vec<Vec<TurnId>> {
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
