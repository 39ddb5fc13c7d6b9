//! Idle slots, which are only allowed at the end.
//!
//! An idle slot moves nothing. Because the goal is required of the last state, it is reached before the first idle
//! slot.

use super::selectors::Selectors;
use crate::circuit::Circuit;

/// Requires that only idle slots follow an idle slot: one clause per selector bit.
pub(super) fn require_trailing(circuit: &mut Circuit, selectors: &Selectors) {
    for slot in 1..selectors.slots().len() {
        let idle = |slot| selectors.idle_signals(slot).into_iter().flatten();
        for signal in idle(slot) {
            circuit.require_if(idle(slot - 1), [signal]);
        }
    }
}
