//! A library of sequences that move few facelets: commutators of two turns with few common facelets.
//!
//! *Idea.* `A B A' B'` moves the facelets that both `A` and `B` move, and the places where these go and come from. So
//! two turns with one common facelet give a 3-cycle. Sequences are stored as their effect on these few facelets, and
//! looked up by the two places from and to which they bring a color.
//!
//! *Source.* D. Singmaster, *Notes on Rubik's Magic Cube*, 1981.

use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::turn_tables::TurnTables;
use crate::control::Control;

/// The maximum number of facelets that a sequence moves.
const MAX_MOVED: usize = 9;

/// Commutators of turns with more common facelets move too many facelets.
const MAX_COMMON: usize = 3;

const MAX_SEQUENCES: usize = 1_000_000;

/// Up to this number of turns, all pairs are tried, and conjugates as well.
const FEW_TURNS: usize = 100;

/// Sequences, indexed by their effect.
pub(super) struct Library {
    sequences: Vec<Sequence>,
    /// The effects of all sequences, concatenated: a facelet, and the source of its color.
    moved: Vec<[u16; 2]>,
    /// For each facelet, the sequences that bring a color there, by the source of this color.
    by_target: Vec<Vec<(u16, PackedSequences)>>,
    /// The sequences by an end, the generator of the turn at this end, and a facelet that they move.
    by_end: FxHashMap<(End, usize, u16), PackedSequences>,
}

/// Sequences with their effects, stored contiguously: millions of them are tried, and scattered ones would miss the cache.
#[derive(Clone, Default)]
pub(super) struct PackedSequences {
    /// For each sequence, its number, its number of turns, the number of facelets it moves, and these, each with the source
    /// of its color.
    parts: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct CandidateSequence<'a> {
    pub(super) number: u32,
    pub(super) turns: usize,
    moved: &'a [u32],
}

impl PackedSequences {
    fn push(&mut self, number: u32, turns: usize, moved: &[[u16; 2]]) {
        self.parts
            .extend([number, (turns as u32) << 16 | moved.len() as u32]);
        self.parts.extend(
            moved
                .iter()
                .map(|&[to, from]| u32::from(to) << 16 | u32::from(from)),
        );
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = CandidateSequence<'_>> {
        let mut rest = &self.parts[..];
        std::iter::from_fn(move || {
            let (&[number, counts], after) = rest.split_first_chunk()?;
            let (moved, after) = after.split_at((counts & 0xffff) as usize);
            rest = after;
            let turns = (counts >> 16) as usize;
            Some(CandidateSequence {
                number,
                turns,
                moved,
            })
        })
    }
}

impl CandidateSequence<'_> {
    /// The net number of facelets that it corrects.
    pub(super) fn gain(&self, colors: &[u16], goal: &[u16]) -> i32 {
        let gains = self.moved.iter().map(|&pair| {
            let (to, from) = ((pair >> 16) as usize, (pair & 0xffff) as usize);
            i32::from(colors[from] == goal[to]) - i32::from(colors[to] == goal[to])
        });
        gains.sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    First,
    Last,
}

/// A sequence, and the range of its effect in [`Library::moved`].
struct Sequence {
    turns: Vec<u16>,
    first: usize,
    count: usize,
}

impl Library {
    /// The sequences for some tables; `None` if the control stops the construction.
    pub(super) fn new(tables: &TurnTables, control: &Control) -> Option<Self> {
        let mut library = Self {
            sequences: Vec::new(),
            moved: Vec::new(),
            by_target: Vec::new(),
            by_end: FxHashMap::default(),
        };
        for (number, block) in tables.blocks.iter().enumerate() {
            if control.stop().is_some() {
                return None;
            }
            let mut common = vec![0; tables.blocks.len()];
            for &facelet in &block.facelets {
                for &other in &tables.blocks_of[usize::from(facelet)] {
                    common[usize::from(other)] += 1;
                }
            }
            for (other, &common) in common.iter().enumerate() {
                if other != number && (1..=MAX_COMMON).contains(&common) {
                    library.add_commutators(tables, &block.turns, &tables.blocks[other].turns);
                }
            }
        }
        if tables.ids.len() <= FEW_TURNS {
            library.add_all(tables);
        }
        library.index(tables);
        Some(library)
    }

    /// Adds the commutators of a turn of each set.
    fn add_commutators(&mut self, tables: &TurnTables, first: &[u16], second: &[u16]) {
        for &a in first {
            for &b in second {
                let inverse = |turn: u16| tables.inverses[usize::from(turn)];
                self.add_if_small(tables, vec![a, b, inverse(a), inverse(b)]);
            }
        }
    }

    /// Adds all commutators of two turns, and of a turn and a conjugate of a turn.
    fn add_all(&mut self, tables: &TurnTables) {
        let inverse = |turn: u16| tables.inverses[usize::from(turn)];
        let turns = || 0..tables.ids.len() as u16;
        for a in turns() {
            for b in turns() {
                self.add_if_small(tables, vec![a, b, inverse(a), inverse(b)]);
                for x in turns().filter(|&x| x != a) {
                    let around = [x, b, inverse(x)];
                    let back = [x, inverse(b), inverse(x)];
                    let sequence = [&[a][..], &around, &[inverse(a)], &back].concat();
                    self.add_if_small(tables, sequence.clone());
                    let undone = sequence.iter().rev().map(|&turn| inverse(turn));
                    self.add_if_small(tables, undone.collect());
                }
            }
        }
    }

    fn add_if_small(&mut self, tables: &TurnTables, turns: Vec<u16>) {
        if self.sequences.len() >= MAX_SEQUENCES {
            return;
        }
        let first = self.moved.len();
        let mut seen = FxHashSet::default();
        for &turn in &turns {
            for &[to, _] in &tables.moved[usize::from(turn)] {
                if !seen.insert(to) {
                    continue;
                }
                let back = turns.iter().rev();
                let from = back.fold(to, |at, &turn| tables.sources(turn)[usize::from(at)]);
                if from != to {
                    self.moved.push([to, from]);
                }
                if self.moved.len() > first + MAX_MOVED {
                    self.moved.truncate(first);
                    return;
                }
            }
        }
        let count = self.moved.len() - first;
        if count > 0 {
            self.sequences.push(Sequence {
                turns,
                first,
                count,
            });
        }
    }

    fn index(&mut self, tables: &TurnTables) {
        let mut brought = vec![FxHashMap::<u16, PackedSequences>::default(); tables.facelets];
        for (number, sequence) in (0..).zip(&self.sequences) {
            let moved = &self.moved[sequence.first..sequence.first + sequence.count];
            let (first, last) = (sequence.turns[0], sequence.turns[sequence.turns.len() - 1]);
            for &[to, from] in moved {
                let brought = brought[usize::from(to)].entry(from).or_default();
                brought.push(number, sequence.turns.len(), moved);
                for (end, turn) in [(End::First, first), (End::Last, last)] {
                    let generator = tables.generators[usize::from(turn)];
                    let of_end = self.by_end.entry((end, generator, to)).or_default();
                    of_end.push(number, sequence.turns.len(), moved);
                }
            }
        }
        let in_order =
            |of: FxHashMap<u16, PackedSequences>| of.into_iter().sorted_by_key(|&(from, _)| from);
        self.by_target = brought
            .into_iter()
            .map(|of| in_order(of).collect())
            .collect();
    }

    pub(super) fn len(&self) -> usize {
        self.sequences.len()
    }

    pub(super) fn turns(&self, sequence: u32) -> &[u16] {
        &self.sequences[sequence as usize].turns
    }

    /// The sequences that bring a color to a facelet, grouped by its source.
    pub(super) fn sequences_to(&self, to: usize) -> &[(u16, PackedSequences)] {
        &self.by_target[to]
    }

    /// The sequences with a turn of this generator at this end that move a facelet.
    pub(super) fn sequences_ending_with(
        &self,
        end: End,
        generator: usize,
        to: usize,
    ) -> Option<&PackedSequences> {
        self.by_end.get(&(end, generator, to as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn_tables::scrambled;
    use super::*;

    #[test]
    fn the_effect_of_a_sequence_is_that_of_its_turns() {
        let (tables, colors) = scrambled("4x4x4", 6);
        let library = Library::new(&tables, &Control::unlimited()).unwrap();
        let (mut tried, mut gains) = (0, std::collections::BTreeSet::new());
        for to in 0..tables.facelets {
            let brought = library
                .sequences_to(to)
                .iter()
                .flat_map(|(_, sequences)| sequences.iter());
            for sequence in brought.step_by(5) {
                let turns = library.turns(sequence.number);
                assert_eq!(turns.len(), sequence.turns);
                let mut after = colors.clone();
                turns.iter().for_each(|&turn| tables.turn(&mut after, turn));
                let corrected =
                    tables.wrong_count(&colors) as i32 - tables.wrong_count(&after) as i32;
                assert_eq!(sequence.gain(&colors, &tables.goal), corrected);
                // The sequence is also found by its ends.
                let found = |end: End, turn: u16| {
                    let sequences = library.sequences_ending_with(
                        end,
                        tables.generators[usize::from(turn)],
                        to,
                    );
                    sequences.is_some_and(|sequences| {
                        sequences.iter().any(|it| it.number == sequence.number)
                    })
                };
                assert!(found(End::First, turns[0]) && found(End::Last, turns[turns.len() - 1]));
                gains.insert(corrected);
                tried += 1;
            }
        }
        assert!(tried > 1_000 && gains.len() > 3, "{tried} {gains:?}");
    }
}
