//! Which literals are true for the moment.

use std::collections::HashMap;

/// Values of literals by the variables' numbers in the file. Small ones have a table and others a
/// map, as one clause may have the largest number there is.
#[derive(Default)]
pub(super) struct Values {
    small: Vec<i8>,
    large: HashMap<u32, i8>,
    trail: Vec<i32>,
}

const SMALL: usize = 1 << 22;

impl Values {
    /// Whether a literal is true or false, if it is either.
    pub(super) fn of(&self, literal: i32) -> Option<bool> {
        let variable = literal.unsigned_abs();
        let value = match self.small.get(variable as usize) {
            Some(&value) => value,
            None if self.large.is_empty() => 0,
            None => self.large.get(&variable).copied().unwrap_or_default(),
        };
        match value {
            0 => None,
            value => Some((value > 0) == (literal > 0)),
        }
    }

    /// Makes a literal true that has no value.
    pub(super) fn assign(&mut self, literal: i32) {
        self.set(literal, if literal > 0 { 1 } else { -1 });
        self.trail.push(literal);
    }

    fn set(&mut self, literal: i32, value: i8) {
        let variable = literal.unsigned_abs();
        let place = variable as usize;
        if place >= SMALL {
            if value == 0 {
                self.large.remove(&variable);
            } else {
                self.large.insert(variable, value);
            }
            return;
        }
        if place >= self.small.len() {
            self.small.resize((place + 1).next_power_of_two(), 0);
        }
        self.small[place] = value;
    }

    /// How many literals are true.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// Forgets all but those that were assigned first.
    pub(super) fn backtrack(&mut self, length: usize) {
        while self.trail.len() > length {
            if let Some(literal) = self.trail.pop() {
                self.set(literal, 0);
            }
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.backtrack(0);
    }
}
