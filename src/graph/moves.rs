//! What turns do to an index, as tables.
//!
//! *Idea.* A turn changes each digit of the index by itself. So a small table
//! for each digit says what it becomes, and the new index is the sum of what
//! the tables say.
//!
//! *Cost.* Eight bytes for each value of each digit and each turn.

use super::coordinates::Coordinates;

/// A digit of the index. Its tables hold digits times `stride`.
pub(super) struct Part {
    /// How many values it has.
    pub(super) size: usize,
    /// What it counts in the index.
    pub(super) stride: usize,
    /// The value after each turn (times `stride`): all turns of value 0, all
    /// turns of value 1, and so on.
    pub(super) after: Vec<u32>,
    /// The value before each turn, in the same form.
    pub(super) before: Vec<u32>,
}

impl Part {
    fn new(size: usize, stride: usize, turns: usize, moves: impl Iterator<Item = usize>) -> Self {
        // Fits: there are fewer than 2³² indices.
        let after: Vec<u32> = moves.map(|value| (value * stride) as u32).collect();
        let mut before = vec![0; after.len()];
        // Turns permute the values, so every entry is filled.
        for (at, &moved) in after.iter().enumerate() {
            let (value, turn) = (at / turns, at % turns);
            before[moved as usize / stride * turns + turn] = (value * stride) as u32;
        }
        Self {
            size,
            stride,
            after,
            before,
        }
    }
}

/// The tables of all digits.
pub(super) struct Moves {
    turns: usize,
    /// The digits with several values, the last one counting 1. There is at
    /// least one.
    parts: Vec<Part>,
}

impl Moves {
    pub(super) fn new(coordinates: &Coordinates) -> Self {
        let turns = coordinates.turns();
        let mut parts = Vec::new();
        for (kind, (row, twist)) in coordinates.kinds() {
            if kind.rows() > 1 {
                parts.push(Part::new(kind.rows(), row, turns, kind.row_moves()));
            }
            if kind.twists() > 1 {
                parts.push(Part::new(kind.twists(), twist, turns, kind.twist_moves()));
            }
        }
        if parts.is_empty() {
            parts.push(Part::new(1, 1, turns, std::iter::repeat_n(0, turns)));
        }
        Self { turns, parts }
    }

    /// The number of turns.
    pub(super) fn turns(&self) -> usize {
        self.turns
    }

    /// The digit that counts 1.
    pub(super) fn last(&self) -> &Part {
        &self.parts[self.parts.len() - 1]
    }

    /// The other digits.
    pub(super) fn others(&self) -> &[Part] {
        &self.parts[..self.parts.len() - 1]
    }

    /// The index after a turn, given by its position among the turns.
    pub(super) fn after(&self, index: usize, turn: usize) -> usize {
        let moved = |part: &Part| {
            let value = index / part.stride % part.size;
            part.after[value * self.turns + turn] as usize
        };
        self.parts.iter().map(moved).sum()
    }
}
