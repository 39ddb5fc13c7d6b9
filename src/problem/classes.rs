//! Which solutions are one and the same to somebody: classes of turn sequences.
//!
//! *Idea.* A class has one key: the least of all sequences that are held to be the same. These come of
//! turning the puzzle as a whole, of a mirror, of making a sequence back to front, and of turns that may stand in
//! any order; free turns at both ends are left out. Which turns a rotation or a mirror carries to which, [`carriers`] finds out.

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::carriers::carriers;
use super::free::Free;
use crate::names::named;
use crate::puzzle::{Puzzle, TurnId};

/// By what solutions of one class may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sameness {
    /// The whole puzzle is turned.
    Rotation,
    /// It is seen in a mirror.
    Mirror,
    /// All turns are made back to front and undone.
    Inverse,
    /// There are other free turns before and after.
    Auf,
    /// Turns that commute stand in another order.
    Commuting,
}

named!(
    Sameness,
    "kind of class",
    Rotation = "rotation",
    Mirror = "mirror",
    Inverse = "inverse",
    Auf = "auf",
    Commuting = "commuting",
);

/// Which sequences of a puzzle's turns are the same.
#[derive(Clone, Debug)]
pub struct Classes<'a> {
    puzzle: &'a Puzzle,
    /// What each turn becomes, by each symmetry; itself first.
    symmetries: Vec<Vec<TurnId>>,
    inverse: bool,
    commuting: bool,
    free: Free,
}

impl<'a> Classes<'a> {
    /// The classes of sequences that differ only so. Free turns count with [`Sameness::Auf`] alone.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, samenesses: &[Sameness], free: &Free) -> Self {
        let has = |sameness| samenesses.contains(&sameness);
        let still: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let mut symmetries = vec![still];
        for (is_asked, mirrored) in [
            (has(Sameness::Rotation), false),
            (has(Sameness::Mirror), true),
        ] {
            if is_asked {
                let found = carriers(puzzle, mirrored);
                // A mirror alone turns nothing: of the mirrors it is the one that moves the fewest faces.
                if mirrored && !has(Sameness::Rotation) {
                    symmetries.extend(plain_mirror(puzzle, found))
                } else {
                    symmetries.extend(found)
                }
            }
        }
        let symmetries = symmetries.into_iter().unique().collect();
        let free = if has(Sameness::Auf) {
            free.clone()
        } else {
            Free::default()
        };
        Self {
            puzzle,
            symmetries,
            inverse: has(Sameness::Inverse),
            commuting: has(Sameness::Commuting),
            free,
        }
    }

    /// The same for all sequences of a class, and for no other.
    #[must_use]
    pub fn key(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let core = self.without_free(turns);
        let seen = self.images(&core).map(|turned| self.in_order(turned));
        seen.min().unwrap_or_default()
    }

    /// What the symmetries make of a sequence, and, if that is the same, of its inverse.
    pub fn images(&self, turns: &[TurnId]) -> impl Iterator<Item = Vec<TurnId>> {
        let back = self.inverse.then(|| self.puzzle.undoing(turns));
        let ways = [Some(turns.to_vec()), back].into_iter().flatten();
        ways.cartesian_product(&self.symmetries)
            .map(|(way, symmetry)| way.iter().map(|&turn| symmetry[turn]).collect())
    }

    /// Without the free turns at both ends, or that commuting turns can bring there.
    fn without_free(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let mut core = turns.to_vec();
        loop {
            let first = (0..core.len()).find(|&at| {
                self.free.before.contains(&core[at]) && self.passes(core[at], &core[..at])
            });
            let last = (0..core.len()).rev().find(|&at| {
                self.free.after.contains(&core[at]) && self.passes(core[at], &core[at + 1..])
            });
            match first.or(last) {
                Some(at) => drop(core.remove(at)),
                None => return core,
            }
        }
    }

    /// Whether a turn may be made on the other side of some others.
    fn passes(&self, turn: TurnId, others: &[TurnId]) -> bool {
        let commutes = |&other: &TurnId| self.commuting && self.puzzle.commute(turn, other);
        others.iter().all(commutes)
    }

    /// The first in the order of turns of all orders in which commuting turns may stand: again and again the
    /// least turn is taken that can stand first.
    fn in_order(&self, mut turns: Vec<TurnId>) -> Vec<TurnId> {
        if !self.commuting {
            return turns;
        }
        let mut ordered = Vec::with_capacity(turns.len());
        while !turns.is_empty() {
            let can_be_first = |&at: &usize| self.passes(turns[at], &turns[..at]);
            let first = (0..turns.len()).filter(can_be_first);
            let first = first.min_by_key(|&at| turns[at]).unwrap_or(0);
            ordered.push(turns.remove(first));
        }
        ordered
    }
}

/// The mirrors that leave most faces as they are: one such.
fn plain_mirror(puzzle: &Puzzle, mirrors: Vec<Vec<TurnId>>) -> Option<Vec<TurnId>> {
    let moved = |mirror: &Vec<TurnId>| {
        let turns = puzzle.turns();
        let moves = |(turn, &to): (usize, &TurnId)| turns[turn].face != turns[to].face;
        mirror.iter().enumerate().filter(|&it| moves(it)).count()
    };
    mirrors.into_iter().min_by_key(moved)
}
