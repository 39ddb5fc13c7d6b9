//! Idle slots, which are only allowed at the end.
//!
//! An idle slot moves nothing. Because the goal is required of the last state, it is reached before the first idle slot.

use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};

/// Requires that only idle slots follow an idle slot: one clause per selector bit.
pub(super) fn require_trailing(circuit: &mut Circuit, selectors: &Selectors) {
    for slot in 1..selectors.slots().len() {
        let (Some(before), Some(now)) = (
            selectors.idle_signals(slot - 1),
            selectors.idle_signals(slot),
        ) else {
            return;
        };
        let busy_before: Vec<Signal> = before.into_iter().map(|signal| !signal).collect();
        for signal in now {
            let mut clause = busy_before.clone();
            clause.push(signal);
            circuit.require_clause(&clause);
        }
    }
}
