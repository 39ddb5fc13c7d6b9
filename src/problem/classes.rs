//! Classes of turn sequences that the user considers equal.
//!
//! *Idea.* A class has one key: the first of its sequences in lexicographic order. Its members arise by rotating the
//! whole puzzle, mirroring it, inverting the sequence, and reordering commuting turns; free turns at both ends are left
//! out. [`symmetry_search`](super::symmetry_search) computes the action of rotations and mirrors on turns.

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::free_turns::FreeTurns;
use super::symmetry_search::{turn_images_under_mirrors, turn_images_under_rotations};
use crate::names::named;
use crate::puzzle::{Puzzle, TurnId};

/// How the solutions of one class may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equivalence {
    /// By a rotation of the whole puzzle.
    Rotation,
    /// By a mirror.
    Mirror,
    /// By inversion of the sequence.
    Inverse,
    /// By free turns before and after.
    Auf,
    /// By the order of commuting turns.
    Commuting,
}

named!(
    Equivalence,
    "kind of class",
    Rotation = "rotation",
    Mirror = "mirror",
    Inverse = "inverse",
    Auf = "auf",
    Commuting = "commuting",
);

/// An equivalence of the turn sequences of a puzzle.
#[derive(Clone, Debug)]
pub struct Classes<'a> {
    puzzle: &'a Puzzle,
    /// The image of each turn, for each symmetry; identity first.
    symmetries: Vec<Vec<TurnId>>,
    up_to_inversion: bool,
    up_to_order: bool,
    free: FreeTurns,
}

impl<'a> Classes<'a> {
    /// The classes for these equivalences. Free turns are ignored only with [`Equivalence::Auf`].
    pub fn new(puzzle: &'a Puzzle, equivalences: &[Equivalence], free: &FreeTurns) -> Self {
        let has = |equivalence| equivalences.contains(&equivalence);
        let identity: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let mut symmetries = vec![identity];
        if has(Equivalence::Rotation) {
            symmetries.extend(turn_images_under_rotations(puzzle));
        }
        if has(Equivalence::Mirror) {
            let mirrors = turn_images_under_mirrors(puzzle);
            if has(Equivalence::Rotation) {
                symmetries.extend(mirrors);
            } else {
                // Without rotations, use a single mirror: the one that moves the fewest faces.
                symmetries.extend(simplest_mirror(puzzle, mirrors));
            }
        }
        let symmetries = symmetries.into_iter().unique().collect();
        let free = has(Equivalence::Auf).then(|| free.clone());
        Self {
            puzzle,
            symmetries,
            up_to_inversion: has(Equivalence::Inverse),
            up_to_order: has(Equivalence::Commuting),
            free: free.unwrap_or_default(),
        }
    }

    /// The key of a sequence's class: equal for all members of the class and different for all other sequences.
    pub fn key(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let core = self.without_free_turns(turns);
        let images = self.images(&core).map(|turned| self.normal_form(turned));
        images.min().unwrap_or_default()
    }

    /// The images of a sequence and, if requested, of its inverse under the symmetries.
    pub fn images(&self, turns: &[TurnId]) -> impl Iterator<Item = Vec<TurnId>> {
        let inverse = self
            .up_to_inversion
            .then(|| self.puzzle.inverse_sequence(turns));
        let both = std::iter::once(turns.to_vec()).chain(inverse);
        both.cartesian_product(&self.symmetries)
            .map(|(turns, symmetry)| turns.iter().map(|&turn| symmetry[turn]).collect())
    }

    /// The sequence without free turns at both ends, including free turns that can move there past commuting turns.
    fn without_free_turns(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let mut core = turns.to_vec();
        let commute = |one, other| self.up_to_order && self.puzzle.commute(one, other);
        while let Some(at) = self.free.free_turn_at_ends(&core, commute) {
            core.remove(at);
        }
        core
    }

    /// The first of all orders that commuting turns admit: repeatedly takes the least turn that can come first.
    fn normal_form(&self, mut turns: Vec<TurnId>) -> Vec<TurnId> {
        if !self.up_to_order {
            return turns;
        }
        let mut ordered = Vec::with_capacity(turns.len());
        while !turns.is_empty() {
            let can_be_first = |&at: &usize| {
                let mut earlier = turns[..at].iter();
                earlier.all(|&other| self.puzzle.commute(turns[at], other))
            };
            let first = (0..turns.len()).filter(can_be_first);
            let first = first.min_by_key(|&at| turns[at]).unwrap_or(0);
            ordered.push(turns.remove(first));
        }
        ordered
    }
}

/// A mirror that leaves as many faces in place as possible.
fn simplest_mirror(puzzle: &Puzzle, mirrors: Vec<Vec<TurnId>>) -> Option<Vec<TurnId>> {
    let moved = |mirror: &Vec<TurnId>| {
        let turns = puzzle.turns();
        let moves = |(turn, &to): (usize, &TurnId)| turns[turn].face != turns[to].face;
        mirror.iter().enumerate().filter(|&it| moves(it)).count()
    };
    mirrors.into_iter().min_by_key(moved)
}
