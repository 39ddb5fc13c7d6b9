//! The 3-cycles of one kind of piece, with the shortest known sequence for each.
//!
//! *Idea.* The facelet of a piece's reference sticker gives its place and orientation. So three facelets give a 3-cycle
//! `(a b c)`: the sticker at `a` moves to `b`, the sticker at `b` to `c`, and the sticker at `c` to `a`. Undoing a turn
//! `t`, applying the cycle and making `t` is the 3-cycle `(t(a) t(b) t(c))`. So turns lead from the known 3-cycles to
//! others, which are found in order of length.

use std::collections::BTreeMap;

use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::puzzle::{Pieces, TurnId};

#[derive(Clone, Copy)]
enum Origin {
    /// One of the stored sequences.
    Sequence(u32),
    /// The turn, by its index among the allowed turns, that conjugates another cycle to this cycle.
    Turn(u32),
}

#[derive(Clone, Copy)]
pub(super) struct Entry {
    length: u32,
    origin: Origin,
}

/// The known sequences for the 3-cycles of a kind.
pub(super) struct Table {
    pub(super) kind: usize,
    /// The possible facelets of reference stickers of the kind.
    pub(super) references: Vec<usize>,
    /// The index of each facelet among the references.
    index_of: Vec<usize>,
    /// The entry of each triple of references.
    pub(super) entries: Vec<Option<Entry>>,
    sequences: Vec<Vec<TurnId>>,
}

impl Table {
    /// An empty table; `None` for a kind of fewer than three pieces, or of more than `max_triples` triples.
    pub(super) fn new(pieces: &Pieces, kind: usize, max_triples: usize) -> Option<Self> {
        let places = pieces.kinds()[kind].clone();
        if places.len() < 3 {
            return None;
        }
        let references: Vec<usize> = places
            .flat_map(|place| pieces.orientations(place))
            .collect();
        let triples = references.len().checked_pow(3)?;
        if triples > max_triples {
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

    /// Stores a sequence for a 3-cycle, replacing any known one. `cycles` has the 3-cycle once for each orientation of its
    /// first piece.
    pub(super) fn insert(&mut self, cycles: &[[usize; 3]], sequence: Vec<TurnId>) {
        let length = u32::try_from(sequence.len()).unwrap_or(u32::MAX);
        let origin = Origin::Sequence(u32::try_from(self.sequences.len()).unwrap_or(u32::MAX));
        self.sequences.push(sequence);
        for &[a, b, c] in cycles {
            for cycle in [[a, b, c], [b, c, a], [c, a, b]] {
                let index = self.index(cycle);
                self.entries[index] = Some(Entry { length, origin });
            }
        }
    }

    /// Finds the 3-cycles to which turns lead from the known ones, in order of length.
    pub(super) fn expand(&mut self, turns: &[SequenceWithEffect], control: &Control) {
        let mut by_length: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, entry) in self.entries.iter().enumerate() {
            if let Some(entry) = entry {
                by_length.entry(entry.length).or_default().push(index);
            }
        }
        while let Some((length, indices)) = by_length.pop_first() {
            let longer = length + 2;
            for index in indices {
                if control.stop().is_some() {
                    return;
                }
                if self.entries[index].is_none_or(|entry| entry.length != length) {
                    continue;
                }
                let cycle = self.cycle(index);
                for (turn, effect) in turns.iter().enumerate() {
                    let other = self.index(cycle.map(|facelet| effect.to[facelet] as usize));
                    if self.entries[other].is_none_or(|entry| entry.length > longer) {
                        self.entries[other] = Some(Entry {
                            length: longer,
                            origin: Origin::Turn(turn as u32),
                        });
                        by_length.entry(longer).or_default().push(other);
                    }
                }
            }
        }
    }

    /// The sequence of a 3-cycle: the turns that conjugate, and the stored sequence that they conjugate. `None` if no
    /// sequence is known.
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
        let [a, b, c] = cycle.map(|facelet| self.index_of[facelet]);
        (a * count + b) * count + c
    }

    fn cycle(&self, index: usize) -> [usize; 3] {
        let count = self.references.len();
        [index / count / count, index / count % count, index % count]
            .map(|number| self.references[number])
    }
}
