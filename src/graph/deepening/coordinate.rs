//! The coordinates of a stage and their combinations. Each turn maps the values of a coordinate independently of the
//! other coordinates.

use std::collections::HashMap;

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::super::views::Step;
use crate::control::{Control, Stop};

/// The maximum number of values of a combined coordinate.
const MAX_VALUES: usize = 1 << 17;

/// A function of the state that has few values, with the action of every turn on these values.
pub(super) struct Coordinate {
    /// For each value of the coordinate, the values of its `cells`.
    values: Vec<Vec<u32>>,
    pub(super) cells: Vec<usize>,
    numbers: FxHashMap<Vec<u32>, u32>,
    /// For each turn, a permutation: the value after it, indexed by the value before.
    pub(super) after: Vec<Vec<u32>>,
}

impl Coordinate {
    /// The trivial coordinate with a single value.
    pub(super) fn trivial(turns: usize) -> Self {
        Self {
            values: vec![Vec::new()],
            cells: Vec::new(),
            numbers: [(Vec::new(), 0)].into_iter().collect(),
            after: vec![vec![0]; turns],
        }
    }

    /// The coordinate of a single cell of `size` values; `None` if a turn moves values to or from another cell, or does
    /// not permute the values.
    pub(super) fn from_cell(cell: usize, size: usize, turns: &[Vec<Step>]) -> Option<Self> {
        let values: Vec<Vec<u32>> = (0..size as u32).map(|value| vec![value]).collect();
        let table = |steps: &Vec<Step>| {
            let mut touching = steps.iter().filter(|it| it.from == cell || it.to == cell);
            match (touching.next(), touching.next()) {
                (None, _) => Some((0..size as u32).collect()),
                (Some(step), None) if step.from == step.to => Some(step.table.clone()),
                _ => None,
            }
        };
        let after: Vec<Vec<u32>> = turns.iter().map(table).collect::<Option<_>>()?;
        after.iter().all(|it| it.iter().all_unique()).then(|| Self {
            numbers: values.iter().cloned().zip(0..).collect(),
            values,
            cells: vec![cell],
            after,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The coordinate's value in a state, given by the values of all cells; `None` if that value is unreachable.
    pub(super) fn number(&self, state: &[u32]) -> Option<u32> {
        let cells: Vec<u32> = self.cells.iter().map(|&cell| state[cell]).collect();
        self.numbers.get(&cells).copied()
    }

    /// The combination with another coordinate, with the values reachable from the state `home`; `None` if the two are
    /// independent or the combination has too many values.
    fn combined_with(&self, other: &Self, home: &[u32]) -> Option<Self> {
        let independent = self.len().saturating_mul(other.len());
        let first = (self.number(home)?, other.number(home)?);
        let mut pairs = vec![first];
        let mut numbers: FxHashMap<(u32, u32), u32> = HashMap::default();
        numbers.insert(first, 0);
        let mut after: Vec<Vec<u32>> = vec![Vec::new(); self.after.len()];
        let mut next = 0;
        while next < pairs.len() {
            let (a, b) = pairs[next];
            for (turn, after) in after.iter_mut().enumerate() {
                let there = (self.after[turn][a as usize], other.after[turn][b as usize]);
                let new = pairs.len() as u32;
                let number = *numbers.entry(there).or_insert(new);
                if number == new {
                    pairs.push(there);
                }
                after.push(number);
            }
            if pairs.len() > MAX_VALUES {
                return None;
            }
            next += 1;
        }
        if pairs.len() == independent {
            return None;
        }
        let value = |&(a, b): &(u32, u32)| {
            [&self.values[a as usize][..], &other.values[b as usize]].concat()
        };
        let values: Vec<Vec<u32>> = pairs.iter().map(value).collect();
        Some(Self {
            numbers: values.iter().cloned().zip(0..).collect(),
            values,
            cells: [&self.cells[..], &other.cells].concat(),
            after,
        })
    }
}

/// Combines dependent coordinates as long as the result is small.
pub(super) fn merge_small(
    mut all: Vec<Coordinate>,
    home: &[u32],
    control: &Control,
) -> Result<Vec<Coordinate>, Stop> {
    // The pairs that are known not to combine, given by their cells.
    let mut apart: Vec<[Vec<usize>; 2]> = Vec::new();
    'again: loop {
        all.sort_by_key(Coordinate::len);
        for [first, second] in (0..all.len()).array_combinations() {
            control.check()?;
            let pair = [all[first].cells.clone(), all[second].cells.clone()];
            if apart.contains(&pair) {
                continue;
            }
            match all[first].combined_with(&all[second], home) {
                None => apart.push(pair),
                Some(both) => {
                    all.remove(second);
                    all[first] = both;
                    continue 'again;
                }
            }
        }
        return Ok(all);
    }
}
