//! Idle slots: only at the end.
//!
//! An idle slot moves nothing, so with the goal required of the last state the
//! goal is reached before the first idle slot.

use super::selectors::Selectors;
use crate::circuit::{Circuit, Signal};

/// After an idle slot, only idle slots: one clause a selector bit.
pub(super) fn require_trailing(circuit: &mut Circuit, selectors: &Selectors) {
    for slot in 1..selectors.slots().len() {
        let (Some(before), Some(now)) = (selectors.idles(slot - 1), selectors.idles(slot)) else {
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
