//! The current values of literals, for checking LRAT.

use std::collections::HashMap;

/// The values of variables, by their numbers in the file. There is a table for small numbers and a map for large ones,
/// because even a short file may contain the largest possible number.
#[derive(Default)]
pub(super) struct Values {
    small: Vec<i8>,
    large: HashMap<u32, i8>,
    trail: Vec<i32>,
}

/// Smaller numbers are in the table, the others in the map.
const SMALL: usize = 1 << 22;

impl Values {
    /// The value of a literal; `None` if it is unassigned.
    pub(super) fn get(&self, literal: i32) -> Option<bool> {
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

    /// Makes an unassigned literal true.
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

    /// The number of true literals.
    pub(super) fn assigned(&self) -> usize {
        self.trail.len()
    }

    /// Removes all but the oldest `length` assignments.
    pub(super) fn backtrack(&mut self, length: usize) {
        while self.trail.len() > length {
            if let Some(literal) = self.trail.pop() {
                self.set(literal, 0);
            }
        }
    }

    /// Removes all assignments.
    pub(super) fn clear(&mut self) {
        self.backtrack(0);
    }
}
