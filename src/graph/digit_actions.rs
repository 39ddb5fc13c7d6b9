//! The action of turns on indices.
//!
//! *Idea.* A turn acts on each digit of the index independently. So a small table for each digit gives the digit's new
//! contribution to the index, and the new index is the sum of these contributions. A digit with too many values for a
//! table is computed each time.
//!
//! *Cost.* With tables, eight bytes for each value of each digit and each turn. Without a table, about a microsecond
//! for all turns of a value.

use std::sync::Arc;

use super::kind::{Kind, Neighbors, Part};
use super::size::MAX_ENTRIES;
use super::state_graph::Graph;
use crate::control::{Control, Stop};

/// The number of values computed between two checks of the clock.
const VALUES_PER_CHECK: usize = 256;

pub(super) struct Digit {
    pub(super) size: usize,
    /// The digit's place value in the index.
    stride: usize,
    kind: Arc<Kind>,
    part: Part,
    /// One table for each variant of [`Neighbors`]: the neighboring value times `stride`, by value and turn.
    tables: Option<[Vec<u32>; 2]>,
}

impl Digit {
    fn table_of(
        &self,
        direction: Neighbors,
        turns: usize,
        control: &Control,
    ) -> Result<Vec<u32>, Stop> {
        let mut table = vec![0; self.size * turns];
        for (value, row) in table.chunks_exact_mut(turns.max(1)).enumerate() {
            if value % VALUES_PER_CHECK == 0 {
                control.check()?;
            }
            self.add_computed(value, direction, row);
        }
        Ok(table)
    }

    /// Adds to `sums`, for each turn, the digit's contribution to the index after (or before) the turn.
    pub(super) fn add_contributions(&self, index: usize, direction: Neighbors, sums: &mut [u32]) {
        let value = index / self.stride % self.size;
        match self.table(direction) {
            None => self.add_computed(value, direction, sums),
            Some(table) => {
                let row = &table[value * sums.len()..][..sums.len()];
                for (sum, moved) in sums.iter_mut().zip(row) {
                    *sum += moved;
                }
            }
        }
    }

    pub(super) fn table(&self, direction: Neighbors) -> Option<&[u32]> {
        let tables = self.tables.as_ref()?;
        Some(&tables[direction as usize])
    }

    /// Adds the contributions, computed without a table.
    fn add_computed(&self, value: usize, direction: Neighbors, sums: &mut [u32]) {
        let neighbors = self.kind.neighbors(self.part, value, direction);
        for (sum, moved) in sums.iter_mut().zip(neighbors) {
            // Fits: there are fewer than 2³² indices.
            *sum += (moved * self.stride) as u32;
        }
    }
}

pub(super) struct DigitActions {
    pub(super) turns: usize,
    /// The digits with more than one value; the last one has place value 1.
    digits: Vec<Digit>,
}

impl DigitActions {
    pub(super) fn new(graph: &Graph, control: &Control) -> Result<Self, Stop> {
        Self::with_table_limit(graph, MAX_ENTRIES, control)
    }

    /// The actions, with tables for the digits that need at most `limit` entries.
    fn with_table_limit(graph: &Graph, limit: usize, control: &Control) -> Result<Self, Stop> {
        let turns = graph.turns.len();
        let mut digits = Vec::new();
        for kind in &graph.kinds {
            for part in [Part::Row, Part::Twist] {
                let mut digit = Digit {
                    size: kind.sizes[part as usize],
                    stride: kind.strides[part as usize],
                    kind: kind.clone(),
                    part,
                    tables: None,
                };
                if digit.size.saturating_mul(turns) <= limit {
                    let table = |direction| digit.table_of(direction, turns, control);
                    digit.tables = Some([table(Neighbors::After)?, table(Neighbors::Before)?]);
                }
                if digit.size > 1 {
                    digits.push(digit);
                }
            }
        }
        Ok(Self { turns, digits })
    }

    /// The digit with place value 1; `None` if there is only one state.
    pub(super) fn last(&self) -> Option<&Digit> {
        self.digits.last()
    }

    pub(super) fn all_but_last(&self) -> &[Digit] {
        let others = self.digits.len().saturating_sub(1);
        &self.digits[..others]
    }

    /// The index after a turn, given by its position among the turns.
    pub(super) fn after(&self, index: usize, turn: usize) -> usize {
        let moved = |digit: &Digit| match digit.table(Neighbors::After) {
            Some(table) => table[index / digit.stride % digit.size * self.turns + turn] as usize,
            None => {
                let mut sums = vec![0; self.turns];
                digit.add_contributions(index, Neighbors::After, &mut sums);
                sums[turn] as usize
            }
        };
        self.digits.iter().map(moved).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::MAX_BYTES;
    use crate::puzzle::Puzzle;

    #[test]
    fn turns_act_on_digits_without_tables_as_on_those_with_tables() {
        let puzzle = Puzzle::built_in("pocket").unwrap();
        let turns = puzzle.turns_around_held();
        let graph = Graph::new(&puzzle, puzzle.solved(), &turns, MAX_BYTES).unwrap();
        let actions = |limit| DigitActions::with_table_limit(&graph, limit, &Control::unlimited());
        let [with_tables, without] = [usize::MAX, 0].map(|limit| actions(limit).expect("time"));
        assert!(without.digits.iter().all(|digit| digit.tables.is_none()));
        for index in (0..graph.indices()).step_by(graph.indices() / 97) {
            for direction in [Neighbors::After, Neighbors::Before] {
                let sums = |actions: &DigitActions| {
                    let mut sums = vec![0; turns.len()];
                    for digit in &actions.digits {
                        digit.add_contributions(index, direction, &mut sums);
                    }
                    sums
                };
                assert_eq!(sums(&with_tables), sums(&without));
            }
            for turn in 0..turns.len() {
                assert_eq!(without.after(index, turn), graph.after(index, turn));
            }
        }
    }
}
