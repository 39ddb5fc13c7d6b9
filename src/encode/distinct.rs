//! Requires all states to differ: no state is passed twice.
//!
//! Source: Yurichev, *SAT/SMT by Example*, who found that it slows solvers down. It is available so that the finding
//! can be reproduced.

use super::selectors::Selectors;
use super::states::States;
use crate::circuit::{Circuit, Signal};

/// Requires the state `later` to differ in some bit from every earlier state. A state after an idle slot equals the one
/// before it, and is exempt.
pub(super) fn require(circuit: &mut Circuit, states: &States, selectors: &Selectors, later: usize) {
    let idle = selectors
        .idle_signals(later - 1)
        .map(|signals| circuit.and(&signals));
    for earlier in 0..later {
        let pairs = states.step(earlier).iter().zip(states.step(later));
        let mut clause: Vec<Signal> = pairs
            .flat_map(|(a, b)| a.iter().zip(b))
            .map(|(&a, &b)| circuit.xor(a, b))
            .collect();
        clause.extend(idle);
        circuit.require_clause(&clause);
    }
}
