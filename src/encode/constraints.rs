//! Side constraints: what the problem asks of a solution beside the goal.
//!
//! *Idea.* Each is said of the choices in the slots alone, so it goes with every
//! representation of states and every selector. "No more than so many" is a
//! cardinality constraint over a signal a slot, a cost one of weights; both are
//! encoded as RustSAT does it (see [`Circuit::require_at_most`]).
//!
//! The order of turns is read by automata, what a solution begins or ends with, too (see
//! [`sequences`]).
//!
//! *Idle slots.* They are none of the turns, cost nothing, and stand at the end.

use super::costs::{self, Paid};
use super::selectors::Selectors;
use super::sequences;
use crate::circuit::{Circuit, Signal};
use crate::problem::{AtMost, Problem};

/// Requires all side constraints of a problem. What is paid beside the turns by themselves, for a weighted
/// formula; what is paid at all, where bounds are kept.
pub(super) fn require(circuit: &mut Circuit, problem: &Problem, selectors: &Selectors) -> Paid {
    let constraints = &problem.constraints;
    if constraints.shortest() > selectors.slots().len() {
        circuit.require_clause(&[]);
        return Paid::new();
    }
    if let Some(last) = constraints.min_turns.checked_sub(1) {
        busy(circuit, selectors, last);
    }
    for automaton in constraints.automata(&problem.puzzle) {
        sequences::require(circuit, selectors, &automaton);
    }
    for AtMost { turns, most } in &constraints.at_most {
        let slots = 0..selectors.slots().len();
        let made: Vec<Signal> = slots
            .map(|slot| costs::any_of(circuit, selectors, slot, turns))
            .collect();
        circuit.require_at_most(&made, *most);
    }
    let Some(cost) = &constraints.cost else {
        return Paid::new();
    };
    let Some(most) = cost.most else {
        // A weighted formula says of a variable what is paid in any case.
        if circuit.variables() == 0 {
            circuit.constant_signal(true);
        }
        if circuit.keeps_linear() {
            let paid = costs::signals(circuit, problem, selectors, cost).concat();
            let paid = paid.into_iter();
            return paid
                .map(|(signal, cost)| (positive(circuit, signal), cost))
                .collect();
        }
        let [_, others] = if cost.has_more_than_turns() {
            costs::signals(circuit, problem, selectors, cost)
        } else {
            Default::default()
        };
        return others;
    };
    let [mut all, others] = costs::signals(circuit, problem, selectors, cost);
    all.extend_from_slice(&others);
    circuit.require_cost_at_most(&all, most);
    others
}

/// The same signal as a positive literal: so a sum of them has no constant part, for which a linear objective has
/// no place.
fn positive(circuit: &mut Circuit, signal: Signal) -> Signal {
    match signal {
        Signal::Const(value) => circuit.constant_signal(value),
        Signal::Lit(literal) if literal.is_pos() => signal,
        Signal::Lit(_) => {
            let same = circuit.input();
            circuit.require_equal(same, signal);
            same
        }
    }
}

/// Requires that a slot is not idle.
fn busy(circuit: &mut Circuit, selectors: &Selectors, slot: usize) {
    if let Some(idle) = selectors.idles(slot) {
        let busy: Vec<Signal> = idle.into_iter().map(|signal| !signal).collect();
        circuit.require_clause(&busy);
    }
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
    let automata = constraints.automata(&problem.puzzle).into_iter();
    let automata = automata.map(|it| sequences::clauses(&it, problem.allowed.len()));
    let cost = constraints
        .cost
        .iter()
        .map(|it| costs::clauses(problem, it));
    bounds
        .chain(automata)
        .chain(cost)
        .fold(0, usize::saturating_add)
}
