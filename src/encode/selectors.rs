//! The choice of a turn in each slot: its number in binary.

use crate::circuit::{Bus, Circuit, Signal, width_for};
use crate::encode::formula::Code;
use crate::puzzle::{Problem, TurnId};

/// The selector of each slot, and what its numbers mean.
pub(super) struct Selectors {
    codes: Vec<Code>,
    slots: Vec<Bus>,
}

impl Selectors {
    /// Fresh selectors for the allowed turns, and for an idle slot if asked.
    pub(super) fn new(circuit: &mut Circuit, problem: &Problem, idle: bool) -> Self {
        let turns = problem.allowed.iter().map(|&turn| Code::Turn(turn));
        let codes: Vec<Code> = turns.chain(idle.then_some(Code::Idle)).collect();
        let width = width_for(codes.len());
        let slots = (0..problem.budget.slots())
            .map(|_| circuit.input_bus(width))
            .collect();
        Self { codes, slots }
    }

    /// Forbids the codes that mean nothing, in every slot.
    pub(super) fn forbid_unused_codes(&self, circuit: &mut Circuit) {
        for slot in &self.slots {
            circuit.require_less_than(slot, self.codes.len());
        }
    }

    pub(super) fn codes(&self) -> &[Code] {
        &self.codes
    }

    pub(super) fn slot(&self, slot: usize) -> &Bus {
        &self.slots[slot]
    }

    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The signals that are all true when a turn is made in a slot; `None` if
    /// the turn is not allowed.
    pub(super) fn makes(&self, slot: usize, turn: TurnId) -> Option<Vec<Signal>> {
        self.is(slot, Code::Turn(turn))
    }

    /// The signals that are all true when a slot is idle; `None` if no slot
    /// may be.
    pub(super) fn idles(&self, slot: usize) -> Option<Vec<Signal>> {
        self.is(slot, Code::Idle)
    }

    fn is(&self, slot: usize, code: Code) -> Option<Vec<Signal>> {
        let number = self.codes.iter().position(|&known| known == code)?;
        Some(self.slots[slot].is_value(number))
    }

    pub(super) fn into_parts(self) -> (Vec<Bus>, Vec<Code>) {
        (self.slots, self.codes)
    }
}
