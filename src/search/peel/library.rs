//! A library of sequences that move few facelets: commutators of two turns that have few facelets in common.
//!
//! *Idea.* `A B A' B'` moves the facelets that `A` and `B` have in common, and the places where these go and come from. So
//! two turns that share one facelet give a 3-cycle. Sequences are stored as their effect on these few facelets, and looked
//! up by the place from and to which they bring a color.
//!
//! *Source.* D. Singmaster, *Notes on Rubik's Magic Cube*, 1981.

use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::turn_tables::TurnTables;
use crate::control::Control;

/// The maximum number of facelets that a sequence moves.
const MAX_MOVED: usize = 9;

/// The commutators of turns with more common facelets than this move too many.
const MAX_COMMON: usize = 3;

/// The maximum number of sequences.
const MAX_WORDS: usize = 1_000_000;

/// Up to this number of turns, all pairs are tried, and conjugates as well.
const FEW_TURNS: usize = 100;

/// Sequences, indexed by their effect.
pub(super) struct Library {
    words: Vec<Word>,
    /// The effects of all sequences, concatenated: a facelet, and the source of its color.
    moved: Vec<[u16; 2]>,
    /// For each facelet, by the source of its color, the sequences.
    to: Vec<Vec<(u16, Packed)>>,
    /// The sequences by an end, the generator of the turn there, and a facelet that they move.
    by_end: FxHashMap<(End, usize, u16), Packed>,
}

/// Sequences with their effects, stored contiguously: millions of them are tried, and scattered ones would miss the cache.
#[derive(Clone, Default)]
pub(super) struct Packed {
    /// For each sequence, its number, its number of turns, the number of facelets it moves, and these, each with the source
    /// of its color.
    parts: Vec<u32>,
}

/// A sequence that is tried.
#[derive(Clone, Copy)]
pub(super) struct CandidateSequence<'a> {
    pub(super) word: u32,
    /// The number of turns.
    pub(super) turns: usize,
    moved: &'a [u32],
}

impl Packed {
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
            let (&[word, counts], after) = rest.split_first_chunk()?;
            let (moved, after) = after.split_at((counts & 0xffff) as usize);
            rest = after;
            let turns = (counts >> 16) as usize;
            Some(CandidateSequence { word, turns, moved })
        })
    }
}

impl CandidateSequence<'_> {
    /// The net number of facelets that it corrects.
    pub(super) fn net_corrections(&self, colors: &[u16], goal: &[u16]) -> i32 {
        let gains = self.moved.iter().map(|&pair| {
            let (to, from) = ((pair >> 16) as usize, (pair & 0xffff) as usize);
            i32::from(colors[from] == goal[to]) - i32::from(colors[to] == goal[to])
        });
        gains.sum()
    }
}

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// The first turn.
    First,
    /// The last turn.
    Last,
}

struct Word {
    turns: Vec<u16>,
    first: usize,
    count: usize,
}

impl Library {
    /// The sequences for some tables; `None` if the control stops the construction.
    pub(super) fn new(tables: &TurnTables, control: &Control) -> Option<Self> {
        let mut library = Self {
            words: Vec::new(),
            moved: Vec::new(),
            to: Vec::new(),
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
                    library.commutators(tables, &block.turns, &tables.blocks[other].turns);
                }
            }
        }
        if tables.ids.len() <= FEW_TURNS {
            library.all(tables);
        }
        library.index(tables);
        Some(library)
    }

    fn commutators(&mut self, tables: &TurnTables, first: &[u16], second: &[u16]) {
        for &a in first {
            for &b in second {
                let inverse = |turn: u16| tables.inverses[usize::from(turn)];
                self.add_if_small(tables, vec![a, b, inverse(a), inverse(b)]);
            }
        }
    }

    /// Adds all commutators of two turns, and of a turn and a conjugate of a turn.
    fn all(&mut self, tables: &TurnTables) {
        let inverse = |turn: u16| tables.inverses[usize::from(turn)];
        let turns = || 0..tables.ids.len() as u16;
        for a in turns() {
            for b in turns() {
                self.add_if_small(tables, vec![a, b, inverse(a), inverse(b)]);
                for x in turns().filter(|&x| x != a) {
                    let around = [x, b, inverse(x)];
                    let back = [x, inverse(b), inverse(x)];
                    let word = [&[a][..], &around, &[inverse(a)], &back].concat();
                    self.add_if_small(tables, word.clone());
                    let undone = word.iter().rev().map(|&turn| inverse(turn));
                    self.add_if_small(tables, undone.collect());
                }
            }
        }
    }

    /// Adds a sequence if it moves few facelets.
    fn add_if_small(&mut self, tables: &TurnTables, turns: Vec<u16>) {
        if self.words.len() >= MAX_WORDS {
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
            self.words.push(Word {
                turns,
                first,
                count,
            });
        }
    }

    fn index(&mut self, tables: &TurnTables) {
        let mut brought = vec![FxHashMap::<u16, Packed>::default(); tables.facelets];
        for (number, word) in (0..).zip(&self.words) {
            let moved = &self.moved[word.first..word.first + word.count];
            let (first, last) = (word.turns[0], word.turns[word.turns.len() - 1]);
            for &[to, from] in moved {
                let brought = brought[usize::from(to)].entry(from).or_default();
                brought.push(number, word.turns.len(), moved);
                for (end, turn) in [(End::First, first), (End::Last, last)] {
                    let generator = tables.faces[usize::from(turn)];
                    let of_end = self.by_end.entry((end, generator, to)).or_default();
                    of_end.push(number, word.turns.len(), moved);
                }
            }
        }
        let in_order = |of: FxHashMap<u16, Packed>| of.into_iter().sorted_by_key(|&(from, _)| from);
        self.to = brought
            .into_iter()
            .map(|of| in_order(of).collect())
            .collect();
    }

    /// The number of sequences.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The turns of a sequence.
    pub(super) fn turns(&self, word: u32) -> &[u16] {
        &self.words[word as usize].turns
    }

    /// The sequences that bring a color to a facelet, grouped by its source.
    pub(super) fn sequences_to(&self, to: usize) -> &[(u16, Packed)] {
        &self.to[to]
    }

    /// The sequences with a turn of this generator at this end that move a facelet.
    pub(super) fn sequences_ending_with(
        &self,
        end: End,
        generator: usize,
        to: usize,
    ) -> Option<&Packed> {
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
                .flat_map(|(_, words)| words.iter());
            for word in brought.step_by(5) {
                let turns = library.turns(word.word);
                assert_eq!(turns.len(), word.turns);
                let mut after = colors.clone();
                turns.iter().for_each(|&turn| tables.turn(&mut after, turn));
                let mended = tables.n_wrong(&colors) as i32 - tables.n_wrong(&after) as i32;
                assert_eq!(word.net_corrections(&colors, &tables.goal), mended);
                // The sequence is also found by its ends.
                let found = |end: End, turn: u16| {
                    let words =
                        library.sequences_ending_with(end, tables.faces[usize::from(turn)], to);
                    words.is_some_and(|words| words.iter().any(|it| it.word == word.word))
                };
                assert!(found(End::First, turns[0]) && found(End::Last, turns[turns.len() - 1]));
                gains.insert(mended);
                tried += 1;
            }
        }
        assert!(tried > 1_000 && gains.len() > 3, "{tried} {gains:?}");
    }
}
