//! Joint values of a few coordinates, and what symmetries do to them.
//!
//! *Idea.* The values that turns reach from the goal's value are numbered in order of discovery. A symmetry renames turns.
//! If it acts on the values at all, it maps the value that a sequence of turns reaches to the value that the renamed
//! sequence reaches. So its action follows from the turns alone, and a check of each value decides whether it acts.

use crate::problem::Family;

/// Marks a combination that turns do not reach.
const NONE: u32 = u32::MAX;

/// The maximum number of combinations of values.
const MAX_COMBINATIONS: usize = 1 << 24;

/// A few coordinates of a family, taken together.
pub(super) struct JointValues {
    /// The positions of the coordinates in the family, and their numbers of values.
    chosen: Vec<usize>,
    sizes: Vec<usize>,
    turns: usize,
    /// The number of each combination of values, if turns lead to it.
    numbers: Vec<u32>,
    /// By number and turn: the number after the turn.
    after: Vec<u32>,
    /// For each number but the first, an earlier number and the turn that leads from there.
    tree: Vec<(u32, u32)>,
}

impl JointValues {
    /// Some coordinates of a family, given by their positions; `None` if they have more than `max_values` joint values.
    pub(super) fn new(
        family: &Family,
        turns: usize,
        chosen: &[usize],
        max_values: usize,
    ) -> Option<Self> {
        let all: Vec<usize> = family.sizes().collect();
        let sizes: Vec<usize> = chosen.iter().map(|&at| all[at]).collect();
        let combinations = combinations(sizes.iter().copied());
        if combinations > MAX_COMBINATIONS {
            return None;
        }
        let radix = |place: usize| sizes[..place].iter().product::<usize>() as u32;
        let places = (0..chosen.len()).map(|place| (chosen[place], radix(place)));
        let tables: Vec<Vec<u32>> = places
            .map(|(at, radix)| table(family, &all, turns, at, radix))
            .collect();
        let mut joint = Self {
            chosen: chosen.to_vec(),
            numbers: vec![NONE; combinations],
            sizes,
            turns,
            after: Vec::new(),
            tree: Vec::new(),
        };
        let mut found = vec![0_u32];
        joint.numbers[0] = 0;
        let mut next = 0;
        let mut row = vec![0; turns];
        while next < found.len() {
            let mut rest = found[next] as usize;
            row.fill(0);
            for (table, size) in tables.iter().zip(&joint.sizes) {
                let there = &table[rest % size * turns..][..turns];
                row.iter_mut()
                    .zip(there)
                    .for_each(|(all, part)| *all += part);
                rest /= size;
            }
            for (turn, &there) in (0..).zip(&row) {
                let number = &mut joint.numbers[there as usize];
                if *number == NONE {
                    *number = found.len() as u32;
                    found.push(there);
                    joint.tree.push((next as u32, turn));
                }
                joint.after.push(*number);
            }
            if found.len() > max_values {
                return None;
            }
            next += 1;
        }
        Some(joint)
    }

    pub(super) fn len(&self) -> usize {
        self.tree.len() + 1
    }

    /// The numbers after each turn.
    pub(super) fn row(&self, number: usize) -> &[u32] {
        &self.after[number * self.turns..][..self.turns]
    }

    /// The number of a combination, given the values of all coordinates of the family; `None` if no turns lead there.
    pub(super) fn number(&self, digits: &[usize]) -> Option<usize> {
        let (mut all, mut radix) = (0, 1);
        for (&at, size) in self.chosen.iter().zip(&self.sizes) {
            all += radix * digits[at];
            radix *= size;
        }
        let number = self.numbers[all];
        (number != NONE).then_some(number as usize)
    }

    /// Frees everything but the numbers of combinations.
    pub(super) fn keep_numbers(&mut self) {
        (self.after, self.tree) = Default::default();
    }

    /// The image of each value, if a renaming of turns acts on the values.
    pub(super) fn image(&self, renamed: &[usize]) -> Vec<u32> {
        let mut image = vec![0_u32; self.len()];
        for (to, &(from, turn)) in (1..).zip(&self.tree) {
            let there: usize = image[from as usize] as usize;
            image[to as usize] = self.row(there)[renamed[turn as usize]];
        }
        image
    }

    /// Whether a renaming of turns acts on the values.
    pub(super) fn has_symmetry(&self, renamed: &[usize]) -> bool {
        let image = self.image(renamed);
        (0..self.len()).all(|value| {
            let there = self.row(image[value] as usize);
            let mut here = self.row(value).iter().zip(renamed);
            here.all(|(&to, &turn)| image[to as usize] == there[turn])
        })
    }
}

/// The number of combinations of values of coordinates with these numbers of values.
pub(super) fn combinations(sizes: impl Iterator<Item = usize>) -> usize {
    sizes.fold(1, usize::saturating_mul)
}

/// By value of a coordinate and turn: the value after the turn, multiplied by `weight`.
fn table(family: &Family, sizes: &[usize], turns: usize, at: usize, weight: u32) -> Vec<u32> {
    let radix: u64 = sizes[..at].iter().map(|&size| size as u64).product();
    let values = (0..sizes[at] as u64).flat_map(|value| (0..turns).map(move |turn| (value, turn)));
    let after = values.map(|(value, turn)| family.after(value * radix, turn) / radix);
    after
        .map(|after| (after % sizes[at] as u64) as u32 * weight)
        .collect()
}
