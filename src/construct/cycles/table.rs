//! The 3-cycles of one kind of piece, with the shortest known sequence for each.
//!
//! *Idea.* The place and orientation of a piece are given by the facelet of its reference sticker. So a 3-cycle
//! consists of three such facelets: the sticker at the first moves to the second, the sticker there to the third, and
//! the sticker there to the first. A turn `t` maps the 3-cycle `(a b c)` to `(t(a) t(b) t(c))`: undo `t`, apply the
//! cycle, make `t`. Starting from the known cycles, all those that turns reach are found in the order of their lengths.

use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::puzzle::{Pieces, TurnId};

#[derive(Clone, Copy)]
enum Origin {
    /// One of the stored sequences.
    Sequence(u32),
    /// The turn, by its index among the allowed ones, that conjugates another cycle to this one.
    Turn(u32),
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    length: u32,
    origin: Origin,
}

/// A sequence for each 3-cycle of a kind, as far as found.
pub(super) struct Table {
    pub(super) kind: usize,
    /// The possible facelets of reference stickers of the kind.
    pub(super) references: Vec<usize>,
    /// The index of each facelet among them.
    index_of: Vec<usize>,
    /// The entry of each triple of them.
    pub(super) entries: Vec<Option<Entry>>,
    sequences: Vec<Vec<TurnId>>,
}

impl Table {
    /// An empty table; `None` for a kind that is too small, or has more than `most` triples.
    pub(super) fn new(pieces: &Pieces, kind: usize, most: usize) -> Option<Self> {
        let places = pieces.kinds()[kind].clone();
        if places.len() < 3 {
            return None;
        }
        let references: Vec<usize> = places
            .flat_map(|place| pieces.orientations(place))
            .collect();
        let triples = references.len().checked_pow(3)?;
        if triples > most {
            return None;
        }
        let mut index_of = vec![usize::MAX; pieces.size()];
        for (index, &facelet) in references.iter().enumerate() {
            index_of[facelet] = index;
        }
        Some(Self {
            kind,
            references,
            index_of,
            entries: vec![None; triples],
            sequences: Vec::new(),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sequences.is_empty()
    }

    /// The average number of turns of the known sequences.
    pub(super) fn mean_length(&self) -> u32 {
        let known = || self.entries.iter().flatten();
        let sum: u64 = known().map(|entry| u64::from(entry.length)).sum();
        u32::try_from(sum / (known().count() as u64).max(1)).unwrap_or(u32::MAX)
    }

    /// The number of turns of the known sequence for a 3-cycle.
    pub(super) fn length(&self, cycle: [usize; 3]) -> Option<u32> {
        self.entries[self.index(cycle)].map(|entry| entry.length)
    }

    /// Stores a sequence for a 3-cycle, replacing any known one. `turned` has the cycle once for each orientation of
    /// its first piece.
    pub(super) fn insert(&mut self, turned: &[[usize; 3]], sequence: Vec<TurnId>) {
        let length = u32::try_from(sequence.len()).unwrap_or(u32::MAX);
        let origin = Origin::Sequence(u32::try_from(self.sequences.len()).unwrap_or(u32::MAX));
        self.sequences.push(sequence);
        for &[a, b, c] in turned {
            for cycle in [[a, b, c], [b, c, a], [c, a, b]] {
                let index = self.index(cycle);
                self.entries[index] = Some(Entry { length, origin });
            }
        }
    }

    /// Finds the 3-cycles that turns reach from the known ones, the shortest sequences first.
    pub(super) fn expand(&mut self, turns: &[SequenceWithEffect], control: &Control) {
        let mut by_length: Vec<Vec<usize>> = Vec::new();
        let put = |by_length: &mut Vec<Vec<usize>>, length: u32, index: usize| {
            let length = length as usize;
            by_length.resize(by_length.len().max(length + 1), Vec::new());
            by_length[length].push(index);
        };
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some(entry) = entry {
                put(&mut by_length, entry.length, index);
            }
        }
        let mut length = 0;
        while length < by_length.len() {
            for index in std::mem::take(&mut by_length[length]) {
                if control.stop().is_some() {
                    return;
                }
                if self.entries[index].is_none_or(|entry| entry.length as usize != length) {
                    continue;
                }
                let cycle = self.cycle(index);
                let longer = length as u32 + 2;
                for (turn, effect) in turns.iter().enumerate() {
                    let there = self.index(cycle.map(|facelet| effect.to[facelet] as usize));
                    if self.entries[there].is_none_or(|entry| entry.length > longer) {
                        self.entries[there] = Some(Entry {
                            length: longer,
                            origin: Origin::Turn(turn as u32),
                        });
                        put(&mut by_length, longer, there);
                    }
                }
            }
            length += 1;
        }
    }

    /// The sequence of a 3-cycle: the turns that conjugate a stored sequence, and that sequence.
    pub(super) fn sequence(
        &self,
        turns: &[SequenceWithEffect],
        mut cycle: [usize; 3],
    ) -> Option<(Vec<TurnId>, &[TurnId])> {
        let mut conjugators = Vec::new();
        loop {
            match self.entries[self.index(cycle)]?.origin {
                Origin::Sequence(sequence) => {
                    conjugators.reverse();
                    return Some((conjugators, &self.sequences[sequence as usize]));
                }
                Origin::Turn(turn) => {
                    let turn = &turns[turn as usize];
                    cycle = cycle.map(|facelet| turn.from[facelet] as usize);
                    conjugators.extend(&turn.turns);
                }
            }
        }
    }

    fn index(&self, cycle: [usize; 3]) -> usize {
        let count = self.references.len();
        let numbers = cycle.map(|facelet| self.index_of[facelet]);
        numbers
            .into_iter()
            .fold(0, |index, number| index * count + number)
    }

    fn cycle(&self, index: usize) -> [usize; 3] {
        let count = self.references.len();
        [index / count / count, index / count % count, index % count]
            .map(|number| self.references[number])
    }
}
