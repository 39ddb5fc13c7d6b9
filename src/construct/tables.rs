//! Factorization of permutations by tables.
//!
//! *Idea.* Each level of the stabilizer chain gets a table of short turn sequences: for each place of the orbit, a
//! sequence that brings the base point there and fixes the earlier base points. A permutation is then factored level by
//! level (T. Minkwitz, *An algorithm for solving the factorization problem in permutation groups*, 1998). The tables
//! are filled at random: a random sequence fills the first gap that it meets or replaces a longer sequence, and its
//! remainder continues at the next level. Products of two entries fill the deep levels.
//!
//! *Cost.* The sequences are long: a hundred turns and more for a 3×3×3, which needs twenty. `Puzzle::shorten` shortens
//! them as far as possible.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::merge::TurnMerger;
use super::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::group::{Group, Permutation, compose, is_identity, points};
use crate::puzzle::TurnId;

/// The maximum number of steps, each of which computes one facelet of a product: a few seconds.
const MAX_STEPS: u64 = 3_000_000_000;

/// The number of random sequences per round.
const SEQUENCES_PER_ROUND: usize = 200;

/// The number of products of two entries per level and round.
const PRODUCTS_PER_ROUND: usize = 300;

/// The number of further rounds after the tables are full, to shorten the sequences.
const MORE_ROUNDS: usize = 30;

/// The maximum length of sequences.
const MAX_LENGTH: usize = 400;

/// Sequences of turns for each level of a chain.
pub(super) struct Tables<'a> {
    merger: TurnMerger<'a>,
    levels: Vec<Level>,
    missing: usize,
    steps: u64,
}

struct Level {
    base: usize,
    /// For each place of the orbit, by its index.
    entries: Vec<Option<SequenceWithEffect>>,
    /// The index of each place.
    number: Vec<Option<usize>>,
}

impl<'a> Tables<'a> {
    /// Fills the tables for a group of turns; `None` if that takes more than a few seconds, or if the control stops it.
    pub(super) fn new(merger: TurnMerger<'a>, group: &Group, control: &Control) -> Option<Self> {
        let levels = group.levels().map(|(orbit, number)| {
            let mut entries = vec![None; orbit.len()];
            entries[0] = Some(SequenceWithEffect::empty(group.size()));
            Level {
                base: orbit[0],
                entries,
                number: number.to_vec(),
            }
        });
        let levels: Vec<Level> = levels.collect();
        let mut tables = Self {
            merger,
            missing: levels.iter().map(|level| level.entries.len() - 1).sum(),
            levels,
            steps: 0,
        };
        tables.fill(control).then_some(tables)
    }

    /// Turns for a permutation; `None` if it is not in the group.
    pub(super) fn factor(&self, permutation: &Permutation) -> Option<Vec<TurnId>> {
        let mut element = points(permutation);
        let mut turns = Vec::new();
        for level in &self.levels {
            let number = level.number[element[level.base] as usize]?;
            let entry = level.entries[number].as_ref()?;
            element = compose(&entry.to, &element);
            turns = self.merger.join(&turns, &entry.turns);
        }
        is_identity(&element).then_some(turns)
    }

    fn fill(&mut self, control: &Control) -> bool {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let turns = self.merger.allowed.clone();
        for &turn in &turns {
            let entry = SequenceWithEffect::new(self.merger.puzzle, &[turn]);
            self.insert(0, entry, MAX_LENGTH);
        }
        let mut more = MORE_ROUNDS;
        // The maximum length grows slowly, so that short sequences come first.
        let mut longest = 12;
        while self.steps < MAX_STEPS {
            if self.missing == 0 {
                if more == 0 {
                    return true;
                }
                more -= 1;
            }
            if control.stop().is_some() {
                return false;
            }
            for _ in 0..SEQUENCES_PER_ROUND {
                let length = random.random_range(2..=longest.min(14));
                let puzzle = self.merger.puzzle;
                let walk = puzzle.scramble(&turns, length, &mut random);
                self.insert(0, SequenceWithEffect::new(puzzle, &walk), longest);
            }
            for level in 0..self.levels.len() {
                if control.stop().is_some() {
                    return false;
                }
                self.insert_products(level, longest, &mut random);
            }
            longest = (longest + longest / 4).min(MAX_LENGTH);
        }
        self.missing == 0
    }

    /// Inserts products of two random entries of one level.
    fn insert_products(&mut self, level: usize, longest: usize, random: &mut ChaCha8Rng) {
        let entries = &self.levels[level].entries;
        let known: Vec<usize> = (0..entries.len())
            .filter(|&n| entries[n].is_some())
            .collect();
        for _ in 0..PRODUCTS_PER_ROUND.min(known.len() * known.len()) {
            let mut pick = || known[random.random_range(0..known.len())];
            let entries = &self.levels[level].entries;
            let (Some(a), Some(b)) = (&entries[pick()], &entries[pick()]) else {
                continue;
            };
            if a.turns.len() + b.turns.len() > longest {
                continue;
            }
            let product = SequenceWithEffect {
                turns: self.merger.join(&a.turns, &b.turns),
                to: compose(&b.to, &a.to),
                from: compose(&a.from, &b.from),
            };
            self.insert(level, product, longest);
        }
    }

    /// Uses an entry to fill a gap or to replace longer entries, in level `first` and later ones.
    fn insert(&mut self, first: usize, mut entry: SequenceWithEffect, longest: usize) {
        for level in first..self.levels.len() {
            let Level { base, number, .. } = &self.levels[level];
            let place = entry.from[*base] as usize;
            if place == *base {
                continue;
            }
            let Some(number) = number[place] else {
                return;
            };
            let Some(known) = &self.levels[level].entries[number] else {
                self.store_with_inverse(level, number, entry);
                return;
            };
            let known = known.clone();
            if entry.turns.len() < known.turns.len() {
                self.store_with_inverse(level, number, entry.clone());
            }
            let undone = self.merger.puzzle.inverse_sequence(&known.turns);
            let turns = self.merger.join(&undone, &entry.turns);
            if turns.is_empty() || turns.len() > longest {
                return;
            }
            self.steps += 4 * known.from.len() as u64 + turns.len() as u64;
            entry = SequenceWithEffect {
                turns,
                to: compose(&entry.to, &known.from),
                from: compose(&known.to, &entry.from),
            };
        }
    }

    /// Stores an entry, and its inverse if that fills a gap or is shorter than the stored one.
    fn store_with_inverse(&mut self, level: usize, number: usize, entry: SequenceWithEffect) {
        let back = entry.inverse(self.merger.puzzle);
        let here = &mut self.levels[level];
        self.missing -= usize::from(here.entries[number].is_none());
        here.entries[number] = Some(entry);
        let place = back.from[here.base] as usize;
        if let Some(number) = here.number[place] {
            let known = here.entries[number].as_ref();
            if known.is_none_or(|known| known.turns.len() > back.turns.len()) {
                self.missing -= usize::from(known.is_none());
                here.entries[number] = Some(back);
            }
        }
    }
}
