//! Which solutions are one and the same to somebody: classes of turn sequences.
//!
//! *Idea.* A class has one key: the least of all sequences that are held to be the same. These come of
//! turning the puzzle as a whole, of a mirror, of making a sequence back to front, and of turns that may stand in
//! any order; free turns at both ends are left out.
//!
//! *Symmetries.* Nobody names them. One carries the turns of each face to those of a face, forwards for
//! a rotation, backwards for a mirror, and is one if the facelets can be renamed so: which facelet the first of an
//! orbit becomes decides all others of the orbit.

use itertools::Itertools;

use super::free::Free;
use crate::group::Permutation;
use crate::names::named;
use crate::puzzle::{Puzzle, TurnId};

/// By what solutions of one class may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
                let found = Symmetries::new(puzzle, mirrored).all();
                // A mirror alone turns nothing: of the mirrors it is the one that moves the fewest faces.
                match mirrored && !has(Sameness::Rotation) {
                    true => symmetries.extend(plain_mirror(puzzle, found)),
                    false => symmetries.extend(found),
                }
            }
        }
        let symmetries = symmetries.into_iter().unique().collect();
        let free = match has(Sameness::Auf) {
            true => free.clone(),
            false => Free::default(),
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
        let back = self.inverse.then(|| self.puzzle.undoing(&core));
        let ways = [Some(core), back].into_iter().flatten();
        let seen = ways
            .cartesian_product(&self.symmetries)
            .map(|(way, symmetry)| {
                let turned: Vec<TurnId> = way.iter().map(|&turn| symmetry[turn]).collect();
                self.in_order(turned)
            });
        seen.min().unwrap_or_default()
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

/// More symmetries than any solid has.
const MOST_SYMMETRIES: usize = 240;

/// The search for what carries turns to turns.
struct Symmetries<'a> {
    puzzle: &'a Puzzle,
    /// The first turn of each face.
    faces: Vec<TurnId>,
    mirrored: bool,
    found: Vec<Vec<TurnId>>,
}

impl<'a> Symmetries<'a> {
    fn new(puzzle: &'a Puzzle, mirrored: bool) -> Self {
        let turns = 0..puzzle.turns().len();
        Self {
            faces: turns.unique_by(|&turn| puzzle.turns()[turn].face).collect(),
            puzzle,
            mirrored,
            found: Vec::new(),
        }
    }

    fn all(mut self) -> Vec<Vec<TurnId>> {
        self.extend(&mut Vec::new());
        self.found
    }

    /// Tries all faces for the next one.
    fn extend(&mut self, images: &mut Vec<TurnId>) {
        if self.found.len() >= MOST_SYMMETRIES {
            return;
        }
        if images.len() == self.faces.len() {
            self.found.extend(self.turns_of(images));
            return;
        }
        for to in 0..self.faces.len() {
            let image = self.faces[to];
            if images.contains(&image) || !self.is_alike(images, image) {
                continue;
            }
            images.push(image);
            self.extend(images);
            images.pop();
        }
    }

    /// Whether a face may become another one, as far as the faces before it tell.
    fn is_alike(&self, images: &[TurnId], image: TurnId) -> bool {
        let (own, turns) = (self.faces[images.len()], self.puzzle.turns());
        let alike = turns[own].order == turns[image].order
            && turns[own].power == turns[image].power
            && cycle_type(&turns[own].permutation) == cycle_type(&turns[image].permutation);
        let product = |a: TurnId, b: TurnId| turns[a].permutation.then(&turns[b].permutation);
        alike && { self.faces.iter().zip(images) }.all(|(&before, &its)| {
            cycle_type(&product(before, own)) == cycle_type(&product(its, image))
        })
    }

    /// What each turn becomes, if the facelets can be renamed so.
    fn turns_of(&self, images: &[TurnId]) -> Option<Vec<TurnId>> {
        let turns = self.puzzle.turns();
        let carried = |turn: TurnId| {
            let face = { self.faces.iter() }.position(|&it| turns[it].face == turns[turn].face)?;
            let (own, other) = (&turns[turn], &turns[images[face]]);
            let power = match self.mirrored {
                true => own.order - own.power,
                false => own.power,
            };
            let is_it = |it: &&crate::puzzle::Turn| it.face == other.face && it.power == power;
            turns.iter().position(|it| is_it(&it))
        };
        let all: Vec<TurnId> = (0..turns.len()).map(carried).collect::<Option<_>>()?;
        let pair = |&turn: &TurnId| (&turns[turn].permutation, &turns[all[turn]].permutation);
        let pairs: Vec<(&Permutation, &Permutation)> = self.faces.iter().map(pair).collect();
        renames(self.puzzle.facelets().len(), &pairs).then_some(all)
    }
}

/// How long the cycles of a permutation are.
fn cycle_type(permutation: &Permutation) -> Vec<usize> {
    let lengths = permutation.cycles().into_iter().map(|cycle| cycle.len());
    lengths.sorted().collect()
}

/// Whether facelets can be renamed so that each first permutation becomes the second one.
fn renames(facelets: usize, pairs: &[(&Permutation, &Permutation)]) -> bool {
    let mut image: Vec<Option<usize>> = vec![None; facelets];
    let mut taken = vec![false; facelets];
    for first in 0..facelets {
        if image[first].is_some() {
            continue;
        }
        let free: Vec<usize> = (0..facelets).filter(|&to| !taken[to]).collect();
        let fits = free.into_iter().any(|to| {
            let mut trial = image.clone();
            let mut used = taken.clone();
            let is_one = carry(first, to, pairs, &mut trial, &mut used);
            if is_one {
                (image, taken) = (trial, used);
            }
            is_one
        });
        if !fits {
            return false;
        }
    }
    true
}

/// Renames a facelet and all of its orbit; whether that is possible.
fn carry(
    first: usize,
    to: usize,
    pairs: &[(&Permutation, &Permutation)],
    image: &mut [Option<usize>],
    taken: &mut [bool],
) -> bool {
    let mut open = vec![(first, to)];
    while let Some((from, to)) = open.pop() {
        match image[from] {
            Some(known) if known == to => continue,
            Some(_) => return false,
            None if taken[to] => return false,
            None => (),
        }
        (image[from], taken[to]) = (Some(to), true);
        open.extend(pairs.iter().map(|(a, b)| (a.source(from), b.source(to))));
    }
    true
}
