//! A library of sequences that move few facelets: commutators of two turns with few common facelets.
//!
//! *Idea.* `A B A' B'` moves only the facelets that both `A` and `B` move, and the facelets to and from which `A` and `B`
//! move these. So two turns with one common facelet give a 3-cycle. The effect of a sequence is stored for the few moved
//! facelets only. Sequences are indexed by the facelet to which they bring a color and by the source of that color.
//!
//! *Source.* D. Singmaster, *Notes on Rubik's Magic Cube*, 1981.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::turn_tables::TurnTables;
use crate::control::Control;

/// The maximum number of facelets that a sequence moves.
const MAX_MOVED: usize = 9;

/// Turns with more common facelets are not paired, because their commutators move too many facelets.
const MAX_COMMON: usize = 3;

const MAX_SEQUENCES: usize = 1_000_000;

/// Up to this number of turns, all pairs are tried, and conjugates as well.
const FEW_TURNS: usize = 100;

/// Sequences, indexed by their effect.
pub(super) struct Library {
    /// The turns of each sequence.
    sequences: Vec<Vec<u16>>,
    /// For each facelet, the sequences that bring a color there, by the source of this color.
    by_target: Vec<BTreeMap<u16, PackedSequences>>,
    /// The sequences by an end, the face of the turn at this end, and a facelet that they move.
    by_end: FxHashMap<(End, usize, u16), PackedSequences>,
}

/// Sequences with their effects, stored contiguously: millions of sequences are tried, and scattered data would miss
/// the cache.
#[derive(Clone, Default)]
pub(super) struct PackedSequences {
    /// For each sequence, its number, its number of turns, the number of facelets that it moves, and these facelets, each
    /// with the source of its color.
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
    /// How many more facelets it corrects than it spoils.
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

impl Library {
    /// The sequences of a puzzle; `None` if the control stops the construction.
    pub(super) fn new(tables: &TurnTables, control: &Control) -> Option<Self> {
        let mut library = Self {
            sequences: Vec::new(),
            by_target: vec![BTreeMap::new(); tables.facelets],
            by_end: FxHashMap::default(),
        };
        let inverse = |turn: u16| tables.inverses[usize::from(turn)];
        let commutator = |a: u16, b: u16| vec![a, b, inverse(a), inverse(b)];
        for (number, cluster) in tables.clusters.iter().enumerate() {
            if control.stop().is_some() {
                return None;
            }
            let mut common = vec![0; tables.clusters.len()];
            for &facelet in &cluster.facelets {
                for &other in &tables.clusters_of[usize::from(facelet)] {
                    common[usize::from(other)] += 1;
                }
            }
            for (other, &common) in common.iter().enumerate() {
                if other != number && (1..=MAX_COMMON).contains(&common) {
                    let pairs = cluster
                        .turns
                        .iter()
                        .cartesian_product(&tables.clusters[other].turns);
                    pairs.for_each(|(&a, &b)| library.add_if_small(tables, commutator(a, b)));
                }
            }
        }
        if tables.ids.len() <= FEW_TURNS {
            // All commutators of two turns, and of a turn and a conjugate of a turn.
            let turns = || 0..tables.ids.len() as u16;
            for (a, b) in turns().cartesian_product(turns()) {
                library.add_if_small(tables, commutator(a, b));
                for x in turns().filter(|&x| x != a) {
                    let conjugate = |turn: u16| [x, turn, inverse(x)];
                    let [there, back] = [b, inverse(b)].map(conjugate);
                    let sequence = [&[a][..], &there, &[inverse(a)], &back].concat();
                    let undone = sequence.iter().rev().map(|&turn| inverse(turn)).collect();
                    library.add_if_small(tables, sequence);
                    library.add_if_small(tables, undone);
                }
            }
        }
        Some(library)
    }

    /// Adds a sequence unless it moves nothing or too many facelets.
    fn add_if_small(&mut self, tables: &TurnTables, turns: Vec<u16>) {
        if self.sequences.len() >= MAX_SEQUENCES {
            return;
        }
        let mut seen = FxHashSet::default();
        let turned = turns
            .iter()
            .flat_map(|&turn| &tables.moved[usize::from(turn)]);
        let turned = turned.map(|[to, _]| *to).filter(|to| seen.insert(*to));
        let moved = turned.filter_map(|to| {
            let back = turns.iter().rev();
            let from = back.fold(to, |at, &turn| tables.sources(turn)[usize::from(at)]);
            (from != to).then_some([to, from])
        });
        let moved: Vec<[u16; 2]> = moved.take(MAX_MOVED + 1).collect();
        if moved.len() > MAX_MOVED {
            return;
        }
        let number = self.sequences.len() as u32;
        let face = |turn: u16| tables.faces[usize::from(turn)];
        let ends = [
            (End::First, face(turns[0])),
            (End::Last, face(turns[turns.len() - 1])),
        ];
        for &[to, from] in &moved {
            let by_target = self.by_target[usize::from(to)].entry(from).or_default();
            by_target.push(number, turns.len(), &moved);
            for (end, face) in ends {
                let by_end = self.by_end.entry((end, face, to)).or_default();
                by_end.push(number, turns.len(), &moved);
            }
        }
        if !moved.is_empty() {
            self.sequences.push(turns);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.sequences.len()
    }

    pub(super) fn turns(&self, sequence: u32) -> &[u16] {
        &self.sequences[sequence as usize]
    }

    /// The sequences that bring a color to a facelet, by its source.
    pub(super) fn sequences_to(&self, to: usize) -> &BTreeMap<u16, PackedSequences> {
        &self.by_target[to]
    }

    /// The sequences with a turn of this face at this end that move a facelet.
    pub(super) fn sequences_with_end(
        &self,
        end: End,
        face: usize,
        to: usize,
    ) -> Option<&PackedSequences> {
        self.by_end.get(&(end, face, to as u16))
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
                .values()
                .flat_map(PackedSequences::iter);
            for sequence in brought.step_by(5) {
                let turns = library.turns(sequence.number);
                assert_eq!(turns.len(), sequence.turns);
                let mut after = colors.clone();
                for &turn in turns {
                    tables.apply(&mut after, turn);
                }
                let corrected =
                    tables.wrong_count(&colors) as i32 - tables.wrong_count(&after) as i32;
                assert_eq!(sequence.gain(&colors, &tables.goal), corrected);
                // The sequence is also found by its ends.
                let found = |end: End, turn: u16| {
                    let sequences =
                        library.sequences_with_end(end, tables.faces[usize::from(turn)], to);
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
