//! A proof in the making.

use crate::proof::check::{Form, write_step};

/// Steps of a proof, in binary DRAT.
#[derive(Debug, Default)]
pub(super) struct Steps(pub(super) Vec<u8>);

impl Steps {
    pub(super) fn add(&mut self, clause: &[i32]) {
        self.step(false, clause);
    }

    pub(super) fn delete(&mut self, clause: &[i32]) {
        self.step(true, clause);
    }

    fn step(&mut self, deletes: bool, clause: &[i32]) {
        // Writing to memory does not fail.
        let _ = write_step(Form::Binary, deletes, clause, &mut self.0);
    }
}
