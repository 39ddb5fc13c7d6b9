//! Side constraints: what the problem asks of a solution beside the goal.
//!
//! *Idea.* Each is said of the choices in the slots alone, so it goes with every
//! representation of states and every selector. "No more than so many" is a
//! cardinality constraint over a signal a slot, a cost one of weights; both are
//! encoded as RustSAT does it (see [`Circuit::require_at_most`]).
//!
//! *Idle slots.* They are none of the turns, cost nothing, and stand at the end: the
//! last turn is made where the next slot is idle.

use itertools::Itertools;

use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};
use crate::problem::{AtMost, Cost, Problem};
use crate::puzzle::TurnId;

/// Requires all side constraints of a problem.
pub(super) fn require(circuit: &mut Circuit, problem: &Problem, selectors: &Selectors) {
    let constraints = &problem.constraints;
    if constraints.shortest() > selectors.slots().len() {
        circuit.require_clause(&[]);
        return;
    }
    for (slot, &turn) in constraints.starts_with.iter().enumerate() {
        let makes = selectors.makes(slot, turn);
        for signal in makes.unwrap_or_else(|| vec![Signal::FALSE]) {
            circuit.require(signal);
        }
    }
    if let Some(last) = constraints.min_turns.checked_sub(1) {
        busy(circuit, selectors, last);
    }
    require_end(circuit, selectors, &constraints.ends_with);
    for AtMost { turns, most } in &constraints.at_most {
        let slots = 0..selectors.slots().len();
        let made: Vec<Signal> = slots
            .map(|slot| any_of(circuit, selectors, slot, turns))
            .collect();
        circuit.require_at_most(&made, *most);
    }
    if let Some(Cost { weights, most }) = &constraints.cost {
        match most {
            Some(most) => require_cost(circuit, problem, selectors, weights, *most),
            // A weighted formula says of a variable what is paid in any case.
            None if circuit.variables() == 0 => drop(circuit.constant_signal(true)),
            None => (),
        }
    }
}

/// Requires that all turns together cost no more than `most`.
fn require_cost(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
    weights: &[usize],
    most: usize,
) {
    let groups = problem
        .allowed
        .iter()
        .copied()
        .into_group_map_by(|&turn| weights[turn]);
    let groups = groups
        .into_iter()
        .filter(|&(weight, _)| weight > 0)
        .sorted();
    let costs: Vec<(Signal, usize)> = groups
        .cartesian_product(0..selectors.slots().len())
        .map(|((weight, turns), slot)| (any_of(circuit, selectors, slot, &turns), weight))
        .collect();
    circuit.require_cost_at_most(&costs, most);
}

/// Requires that a slot is not idle.
fn busy(circuit: &mut Circuit, selectors: &Selectors, slot: usize) {
    if let Some(idle) = selectors.idles(slot) {
        let busy: Vec<Signal> = idle.into_iter().map(|signal| !signal).collect();
        circuit.require_clause(&busy);
    }
}

/// Requires that the last turns are these, wherever the last one is.
fn require_end(circuit: &mut Circuit, selectors: &Selectors, turns: &[TurnId]) {
    let Some(least) = turns.len().checked_sub(1) else {
        return;
    };
    busy(circuit, selectors, least);
    let slots = selectors.slots().len();
    for last in least..slots {
        // Either this slot is idle, or the next one is not, or it is the last turn.
        let idle = selectors.idles(last).map(|idle| circuit.and(&idle));
        let next = (last + 1 < slots).then(|| selectors.idles(last + 1));
        let next = match next {
            // Without idle slots the last turn stands in the last slot.
            Some(None) => continue,
            Some(Some(next)) => next,
            None => Vec::new(),
        };
        let unless = idle
            .into_iter()
            .chain(next.into_iter().map(|signal| !signal));
        let unless: Vec<Signal> = unless.collect();
        for (place, &turn) in turns.iter().enumerate() {
            let makes = selectors.makes(last - least + place, turn);
            for signal in makes.unwrap_or_else(|| vec![Signal::FALSE]) {
                let clause: Vec<Signal> = unless.iter().copied().chain([signal]).collect();
                circuit.require_clause(&clause);
            }
        }
    }
}

/// A signal that is true when a slot makes one of these turns.
fn any_of(circuit: &mut Circuit, selectors: &Selectors, slot: usize, turns: &[TurnId]) -> Signal {
    let wanted = |&code: &usize| match selectors.codes()[code] {
        super::Code::Turn(turn) => turns.contains(&turn),
        super::Code::Idle => false,
    };
    let mut ways = Vec::new();
    for group in selectors.groups() {
        if group.codes.iter().all(wanted) {
            ways.push(selectors.has(slot, &group.pattern));
        } else {
            let codes = group.codes.iter().copied().filter(wanted);
            ways.extend(codes.map(|code| selectors.chooses(slot, code)));
        }
    }
    let ways: Vec<Signal> = ways.iter().map(|way| circuit.and(way)).collect();
    circuit.or(&ways)
}

/// About how many clauses they take, for one slot.
pub(super) fn clauses(problem: &Problem) -> usize {
    let constraints = &problem.constraints;
    let limits = constraints.at_most.iter().map(|limit| limit.most);
    let costs = constraints.cost.iter().filter_map(|cost| cost.most);
    // A bound of k takes some k clauses a slot, and the gates a few each. Beyond as many
    // as there are slots, it takes none.
    let useful = problem.budget.slots().max(1000);
    let bounds = limits
        .chain(costs)
        .map(|most| most.min(useful).saturating_add(20));
    bounds.fold(constraints.ends_with.len(), usize::saturating_add)
}
