//! The cost of turns: individually, in pairs, and by the grips of the hands.
//!
//! *Idea.* For each cost and slot, a signal is true if the cost is paid. RustSAT bounds the weighted sum of the signals
//! (see [`Circuit::require_cost_at_most`]), or a MaxSAT solver minimizes it.
//!
//! *Grips.* Each grip has a signal after each slot; exactly one signal per slot is true. A turn that cannot lead from
//! one grip to another is forbidden between them; if it can, but at a cost, the cost is paid. The model chooses the
//! grips, so the cheapest sequence of grips counts. An idle slot costs nothing and may change the grip.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::codebook::Code;
use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};
use crate::problem::{Cost, Grips, Problem};
use crate::puzzle::TurnId;

/// Signals that are true if a cost is paid, with the costs.
pub(super) type CostSignals = Vec<(Signal, usize)>;

/// The costs of individual turns in all slots.
pub(super) fn turn_costs(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
    weights: &[usize],
) -> CostSignals {
    let allowed = problem.allowed.iter().copied();
    let groups = allowed.into_group_map_by(|&turn| weights[turn]);
    let groups = groups.into_iter().filter(|&(weight, _)| weight > 0);
    groups
        .sorted()
        .cartesian_product(0..selectors.slots().len())
        .map(|((weight, turns), slot)| (any_of(circuit, selectors, slot, &turns), weight))
        .collect()
}

/// The costs of pairs of successive turns.
pub(super) fn pair_costs(
    circuit: &mut Circuit,
    selectors: &Selectors,
    pairs: &BTreeMap<[TurnId; 2], usize>,
) -> CostSignals {
    let mut paid = SlotCosts::default();
    for slot in 1..selectors.slots().len() {
        for (&[first, second], &cost) in pairs {
            let made = (
                selectors.turn_signals(slot - 1, first),
                selectors.turn_signals(slot, second),
            );
            if let (Some(first), Some(second)) = made {
                paid.add_payment(circuit, slot, [first, second].concat(), cost);
            }
        }
    }
    paid.into_signals()
}

/// The costs that depend on the grip of the hands.
pub(super) fn grip_costs(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
    grips: &Grips,
) -> CostSignals {
    let count = grips.names.len();
    let mut paid = SlotCosts::default();
    let mut before: Vec<Signal> = (0..count).map(|grip| Signal::Const(grip == 0)).collect();
    for slot in 0..selectors.slots().len() {
        let after = circuit.input_bus(count);
        circuit.require_clause(&after);
        circuit.require_at_most_one(&after);
        for (grip, &turn) in (0..count).cartesian_product(&problem.allowed) {
            let Some(made) = selectors.turn_signals(slot, turn) else {
                continue;
            };
            let mut costs: Vec<Option<usize>> = vec![None; count];
            for (to, cost) in grips.after(grip, turn) {
                costs[to] = Some(costs[to].map_or(cost, |least: usize| least.min(cost)));
            }
            for (to, cost) in costs.into_iter().enumerate() {
                let step = [&made[..], &[before[grip], after[to]]].concat();
                match cost {
                    Some(cost) => paid.add_payment(circuit, slot, step, cost),
                    None => circuit.require_if(step, []),
                }
            }
        }
        before = after;
    }
    paid.into_signals()
}

/// For each slot and each cost, the signal that it is paid.
#[derive(Default)]
struct SlotCosts(BTreeMap<(usize, usize), Signal>);

impl SlotCosts {
    /// Requires that a cost is paid in a slot if all these signals are true.
    fn add_payment(&mut self, circuit: &mut Circuit, slot: usize, when: Vec<Signal>, cost: usize) {
        if cost > 0 && !when.contains(&Signal::FALSE) {
            let paid = self.0.entry((slot, cost));
            let paid = *paid.or_insert_with(|| circuit.input());
            circuit.require_if(when, [paid]);
        }
    }

    fn into_signals(self) -> CostSignals {
        let all = self.0.into_iter();
        all.map(|((_, cost), signal)| (signal, cost)).collect()
    }
}

/// The approximate number of clauses for one slot, without the sum.
pub(super) fn clause_count(problem: &Problem, cost: &Cost) -> usize {
    let grips = cost.grips.as_ref().map_or(0, |grips| grips.names.len());
    let allowed = problem.allowed.len();
    let grip_clauses = (grips * grips).saturating_mul(allowed);
    grip_clauses.saturating_add(cost.pairs.len())
}

/// A signal that is true if a slot makes one of these turns.
pub(super) fn any_of(
    circuit: &mut Circuit,
    selectors: &Selectors,
    slot: usize,
    turns: &[TurnId],
) -> Signal {
    let wanted = |&code: &usize| match selectors.codes()[code] {
        Code::Turn(turn) => turns.contains(&turn),
        Code::Idle => false,
    };
    let mut ways = Vec::new();
    for group in &selectors.codebook().groups {
        if group.codes.iter().all(wanted) {
            ways.push(selectors.pattern_signals(slot, &group.pattern));
        } else {
            let codes = group.codes.iter().copied().filter(wanted);
            ways.extend(codes.map(|code| selectors.code_signals(slot, code)));
        }
    }
    let ways: Vec<Signal> = ways.iter().map(|way| circuit.and(way)).collect();
    circuit.or(&ways)
}
