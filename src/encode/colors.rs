//! States as colours: a binary number for each facelet at each step.
//!
//! Source: Yurichev, *SAT/SMT by Example*, pocket cube (3 bits for 6 colours).

use crate::circuit::{Bus, Circuit, Signal, width_for};
use crate::puzzle::{Color, State};

/// The colour of each facelet, at each step that exists so far.
pub(super) struct Colors {
    width: usize,
    colors: usize,
    steps: Vec<Vec<Bus>>,
}

impl Colors {
    pub(super) fn new(colors: usize) -> Self {
        Self {
            width: width_for(colors),
            colors,
            steps: Vec::new(),
        }
    }

    /// A step whose colours are known.
    pub(super) fn push_known(&mut self, state: &State) {
        let known = state
            .colors()
            .iter()
            .map(|&color| Bus::constant(color, self.width));
        self.steps.push(known.collect());
    }

    /// A step of fresh variables.
    pub(super) fn push_fresh(&mut self, circuit: &mut Circuit, facelets: usize) {
        let fresh = (0..facelets)
            .map(|_| circuit.input_bus(self.width))
            .collect();
        self.steps.push(fresh);
    }

    /// A step that a circuit computes from earlier ones.
    pub(super) fn push(&mut self, step: Vec<Bus>) {
        self.steps.push(step);
    }

    /// Bits for a colour.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn step(&self, step: usize) -> &[Bus] {
        &self.steps[step]
    }

    pub(super) fn last(&self) -> &[Bus] {
        self.steps.last().map_or(&[], Vec::as_slice)
    }

    /// The signals that are all true when a facelet shows a colour at a step.
    pub(super) fn shows(&self, step: usize, facelet: usize, color: Color) -> Vec<Signal> {
        self.steps[step][facelet].is_value(color)
    }

    /// Forbids the codes that mean no colour, at the last step.
    pub(super) fn forbid_unused_codes(&self, circuit: &mut Circuit) {
        for bus in self.last() {
            if bus.iter().any(|signal| signal.as_lit().is_some()) {
                circuit.require_less_than(bus, self.colors);
            }
        }
    }

    pub(super) fn into_steps(self) -> Vec<Vec<Bus>> {
        self.steps
    }
}
