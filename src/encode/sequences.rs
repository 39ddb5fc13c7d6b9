//! Rules about the order of turns, as automata that read the slots.
//!
//! *Idea.* An automaton is unrolled: after each slot, there is one signal per state. The state follows from the
//! previous state and the turn: one clause per state and turn. An idle slot does not change the state; because all
//! later slots are also idle, idle slots are only possible in accepting states. States that no sequence of that length
//! reaches, or from which the remaining slots cannot reach acceptance, have no signal. So a rule about a single slot
//! becomes unit clauses.
//!
//! *Source.* Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables* (2004); in clauses:
//! Bacchus, *GAC via Unit Propagation* (2007).
//!
//! *Why it is sound.* Starting from the initial state, the clauses imply the state after each turn. So in every model
//! the signals of the states that its turns lead through are true, and the last of these states is accepting.
//! Conversely, the states that an accepted sequence leads through satisfy all clauses.
//!
//! *Cost.* (states) (turns) clauses per slot, and one variable per state.

use itertools::Itertools;

use super::codebook::Code;
use super::selectors::Selectors;
use crate::automaton::Dfa;
use crate::circuit::{Circuit, Signal};

/// Requires that an automaton accepts the turns of the slots.
pub(super) fn require(circuit: &mut Circuit, selectors: &Selectors, automaton: &Dfa) {
    let possible = reachable_states(selectors, automaton);
    let mut before = state_signals(circuit, &possible[0]);
    for slot in 0..selectors.slots().len() {
        let after = state_signals(circuit, &possible[slot + 1]);
        for state in (0..automaton.state_count()).filter(|&state| before[state] != Signal::FALSE) {
            for (number, &code) in selectors.codes().iter().enumerate() {
                let next = next_state(automaton, state, code);
                let next = next.map_or(Signal::FALSE, |next| after[next]);
                if next != Signal::TRUE {
                    let chosen = selectors.code_signals(slot, number).into_iter();
                    circuit.require_if(chosen.chain([before[state]]), [next]);
                }
            }
        }
        before = after;
    }
}

/// The state after a slot; `None` if the automaton rejects.
fn next_state(automaton: &Dfa, state: usize, code: Code) -> Option<usize> {
    match code {
        Code::Turn(turn) => automaton.next(state, turn),
        Code::Idle => automaton.is_accepting(state).then_some(state),
    }
}

/// For each step, the possible states: reachable from the initial one, and with a path to acceptance.
fn reachable_states(selectors: &Selectors, automaton: &Dfa) -> Vec<Vec<bool>> {
    let (slots, all) = (selectors.slots().len(), 0..automaton.state_count());
    let next = |state: usize| {
        let codes = selectors.codes().iter();
        codes.filter_map(move |&code| next_state(automaton, state, code))
    };
    // First from the end: the states with a path to acceptance.
    let accepting = all.clone().map(|it| automaton.is_accepting(it));
    let mut possible = vec![accepting.collect_vec()];
    for left in 0..slots {
        let leads = |state: usize| next(state).any(|to| possible[left][to]);
        possible.push(all.clone().map(leads).collect());
    }
    possible.reverse();
    let mut reached = all.clone().map(|state| state == 0).collect_vec();
    for step in &mut possible {
        let here = step.iter().zip(&reached).map(|(a, b)| *a && *b);
        *step = here.collect();
        reached = vec![false; automaton.state_count()];
        for state in all.clone().filter(|&state| step[state]) {
            next(state).for_each(|to| reached[to] = true);
        }
    }
    possible
}

/// A signal for each possible state, exactly one of which is true.
fn state_signals(circuit: &mut Circuit, possible: &[bool]) -> Vec<Signal> {
    if possible.iter().filter(|&&it| it).count() == 1 {
        return possible.iter().map(|&it| Signal::Const(it)).collect();
    }
    let mut signal = |&it: &bool| if it { circuit.input() } else { Signal::FALSE };
    let signals: Vec<Signal> = possible.iter().map(&mut signal).collect();
    // With no possible state, this makes the formula unsatisfiable.
    circuit.require_clause(&signals);
    circuit.require_at_most_one(&signals);
    signals
}

/// The approximate number of clauses for one slot.
pub(super) fn clause_count(automaton: &Dfa, turns: usize) -> usize {
    automaton.state_count().saturating_mul(turns + 4)
}
