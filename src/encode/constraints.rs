//! Side constraints: the requirements of a problem besides the goal.
//!
//! *Idea.* Each constraint is about the choices in the slots, so it works with every state representation and every
//! selector. Limits on numbers are cardinality constraints over one signal per slot; limits on costs are bounds on
//! weighted sums. RustSAT encodes both (see [`Circuit::require_at_most`]).
//!
//! Rules about the order of turns, including required first and last turns, become automata (see [`sequences`]). Idle
//! slots are not turns, cost nothing, and are at the end.

use std::collections::HashMap;

use rustsat::types::Lit;

use super::costs::{self, CostSignals};
use super::selectors::Selectors;
use super::sequences;
use crate::circuit::{Circuit, Signal};
use crate::problem::{AtMost, Problem};

/// Adds all side constraints of a problem. Returns the costs other than those of individual turns or, if linear
/// constraints are kept and costs have no limit, all costs.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
) -> CostSignals {
    let constraints = &problem.constraints;
    if constraints.min_length() > selectors.slots().len() {
        circuit.require_clause(&[]);
        return CostSignals::new();
    }
    if let Some(last) = constraints.min_turns.checked_sub(1)
        && let Some(idle) = selectors.idle_signals(last)
    {
        circuit.require_if(idle, []);
    }
    for automaton in constraints.automata(&problem.puzzle) {
        sequences::require(circuit, selectors, &automaton);
    }
    for AtMost { turns, max_count } in &constraints.at_most {
        let slots = 0..selectors.slots().len();
        let made: Vec<Signal> = slots
            .map(|slot| costs::any_of(circuit, selectors, slot, turns))
            .collect();
        circuit.require_at_most(&made, *max_count);
    }
    let Some(cost) = &constraints.cost else {
        return CostSignals::new();
    };
    let mut positive = HashMap::new();
    // A weighted formula needs a variable to state a cost that is always paid.
    if cost.max_total.is_none() && circuit.variables() == 0 {
        positive_literal(circuit, &mut positive, Signal::TRUE);
    }
    let mut extra_costs = costs::pair_costs(circuit, selectors, &cost.pairs);
    if let Some(grips) = &cost.grips {
        extra_costs.extend(costs::grip_costs(circuit, problem, selectors, grips));
    }
    if cost.max_total.is_none() && !circuit.options.keeps_linear {
        return extra_costs;
    }
    let mut all = costs::turn_costs(circuit, problem, selectors, &cost.weights);
    all.extend_from_slice(&extra_costs);
    let Some(most) = cost.max_total else {
        for (signal, _) in &mut all {
            *signal = positive_literal(circuit, &mut positive, *signal);
        }
        return all;
    };
    circuit.require_cost_at_most(&all, most);
    extra_costs
}

/// A positive literal that equals a signal. In a linear objective, a negated literal or a constant would add a constant
/// to the sum, which the OPB format cannot express. `known`: the literals made so far.
fn positive_literal(
    circuit: &mut Circuit,
    known: &mut HashMap<Signal, Signal>,
    signal: Signal,
) -> Signal {
    if signal.as_lit().is_some_and(Lit::is_pos) {
        return signal;
    }
    *known.entry(signal).or_insert_with(|| {
        let positive = circuit.input();
        circuit.require_equal(positive, signal);
        positive
    })
}

/// The approximate number of clauses for one slot, for all side constraints.
pub(super) fn clause_count(problem: &Problem) -> usize {
    let constraints = &problem.constraints;
    let limits = constraints.at_most.iter().map(|limit| limit.max_count);
    let costs = constraints.cost.iter().filter_map(|cost| cost.max_total);
    // A bound of k takes about k clauses per slot, at most 1,000 or the number of slots, whichever is greater, and a
    // few for gates.
    let max_bound = problem.budget.slots().max(1000);
    let bounds = limits
        .chain(costs)
        .map(|most| most.min(max_bound).saturating_add(20));
    let automata = constraints.automata(&problem.puzzle).into_iter();
    let automata = automata.map(|it| sequences::clause_count(&it, problem.allowed.len()));
    let cost = constraints
        .cost
        .iter()
        .map(|it| costs::clause_count(problem, it));
    bounds
        .chain(automata)
        .chain(cost)
        .fold(0, usize::saturating_add)
}
