//! Joint values of a few coordinates, and what symmetries do to them.
//!
//! *Idea.* A symmetry renames turns. If it acts on the values at all, it carries the value that a sequence of turns makes of the goal's
//! value to the value that the renamed sequence makes of it. So its action follows from the turns alone, and whether it acts is checked
//! value by value.

use crate::problem::Family;

/// A few coordinates of a family, taken together.
pub(super) struct Joint {
    /// By turn and coordinate: the value after the turn, by value.
    after: Vec<Vec<Vec<u32>>>,
    /// The number of joint values.
    pub(super) size: usize,
}

impl Joint {
    /// Some coordinates of a family, given by their positions.
    pub(super) fn new(family: &Family, turns: usize, chosen: &[usize]) -> Self {
        let all: Vec<usize> = family.sizes().collect();
        let radix = |at: usize| all[..at].iter().map(|&it| it as u64).product::<u64>();
        let table = |turn: usize, at: usize| {
            let value = |value: usize| {
                let after = family.after(value as u64 * radix(at), turn);
                (after / radix(at) % all[at] as u64) as u32
            };
            (0..all[at]).map(value).collect::<Vec<u32>>()
        };
        let tables = |turn| chosen.iter().map(|&at| table(turn, at)).collect();
        Self {
            after: (0..turns).map(tables).collect(),
            size: chosen.iter().map(|&at| all[at]).product(),
        }
    }

    /// The value after each turn of each value.
    pub(super) fn listed(&self, turns: usize) -> Vec<u32> {
        let mut all = vec![0; self.size * turns];
        for (turn, tables) in self.after.iter().enumerate() {
            let mut column = vec![0_u32];
            for table in tables {
                let radix = column.len() as u32;
                let longer = table
                    .iter()
                    .flat_map(|&it| column.iter().map(move |low| it * radix + low));
                column = longer.collect();
            }
            for (row, value) in all.chunks_exact_mut(turns).zip(column) {
                row[turn] = value;
            }
        }
        all
    }
}

/// A spanning tree of the values: each one but the first with an earlier one and the turn that leads from there to it.
pub(super) struct Tree(Vec<(u32, u32, u32)>);

impl Tree {
    /// `None` if turns do not lead to all values.
    pub(super) fn of(after: &[u32], turns: usize) -> Option<Self> {
        let size = after.len() / turns;
        let mut seen = vec![false; size];
        seen[0] = true;
        let mut queue = vec![0_u32];
        let mut order = Vec::with_capacity(size);
        let mut next = 0;
        while next < queue.len() {
            let from = queue[next];
            for turn in 0..turns {
                let to = after[from as usize * turns + turn];
                if !std::mem::replace(&mut seen[to as usize], true) {
                    queue.push(to);
                    order.push((from, turn as u32, to));
                }
            }
            next += 1;
        }
        (queue.len() == size).then_some(Self(order))
    }
}

/// The image of each value, if a renaming of turns acts on the values.
pub(super) fn image(after: &[u32], turns: usize, tree: &Tree, renamed: &[usize]) -> Vec<u32> {
    let mut image = vec![0_u32; after.len() / turns];
    for &(from, turn, to) in &tree.0 {
        let there = image[from as usize] as usize * turns + renamed[turn as usize];
        image[to as usize] = after[there];
    }
    image
}

/// Whether a renaming of turns acts on the values.
pub(super) fn acts(after: &[u32], turns: usize, tree: &Tree, renamed: &[usize]) -> bool {
    let image = image(after, turns, tree, renamed);
    let carried = |(value, row): (usize, &[u32])| {
        let there = &after[image[value] as usize * turns..][..turns];
        row.iter()
            .zip(renamed)
            .all(|(&to, &turn)| image[to as usize] == there[turn])
    };
    after.chunks_exact(turns).enumerate().all(carried)
}
