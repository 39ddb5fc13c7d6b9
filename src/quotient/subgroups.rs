//! Subgroups of a puzzle that nobody named, and their coordinates.
//!
//! *Idea.* Let only the squares of some faces stay (of a face of order 3, nothing): what the turns
//! left generate is often a proper subgroup, and it shows in the stickers that it no longer leads into
//! each other's places. On the 3×3×3 four faces that are not opposite to the others' two leave the
//! subgroup of Kociemba's second phase, in three directions. Of the pieces that the subgroup leads
//! into each other's places a coordinate tells where they are, another one how they lie; where
//! such pieces are all of their kind, only how they lie.
//!
//! *Why sound.* Any set of stickers makes a coordinate: turns permute the sets of facelets where they can be.
//! That a subgroup suggested the set matters for what it tells, not for its truth.

use std::collections::BTreeSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::coordinate::{Coordinate, View};
use crate::group::{Orbits, Permutation};
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// Faces of which all subsets are looked at.
const MOST_FACES: usize = 10;

/// With more facelets than this the subsets would take long to look at.
const MOST_FACELETS: usize = 200;

/// The most values of a coordinate; one of more is left out.
const MOST_VALUES: usize = 4096;

/// The coordinates of each subgroup that has at least so many joint values: of those that weaken the
/// fewest faces. `allowed` are the turns, and each coordinate knows them in this order.
pub(crate) fn of_subgroups(
    puzzle: &Puzzle,
    allowed: &[TurnId],
    least: u64,
) -> Vec<Vec<Coordinate>> {
    let turns = super::permutations(puzzle, allowed);
    let faces = faces(puzzle, allowed);
    if faces.len() > MOST_FACES || puzzle.pieces().size() > MOST_FACELETS {
        return Vec::new();
    }
    // No subgroup has more cosets than the group has elements. Small puzzles need not wait for that:
    // their pieces tell.
    let is_few = |order: BigUint| order < BigUint::from(least);
    if is_few(arrangements(puzzle.pieces(), &turns))
        || is_few(
            puzzle
                .group(allowed)
                .map_or_else(|_| BigUint::ZERO, |group| group.order()),
        )
    {
        return Vec::new();
    }
    let size = puzzle.pieces().size();
    let mut seen = BTreeSet::from([Orbits::generated_by(size, &turns).all()]);
    for weakened in 1..=faces.len() {
        let mut found = Vec::new();
        for few in (0..faces.len()).combinations(weakened) {
            let generators = faces.iter().enumerate().flat_map(|(at, face)| {
                if few.contains(&at) {
                    &face.weak
                } else {
                    &face.turns
                }
            });
            let generators: Vec<Permutation> = generators.cloned().collect();
            let orbits = Orbits::generated_by(size, &generators).all();
            if !seen.insert(orbits.clone()) {
                continue;
            }
            let views = views(puzzle.pieces(), &turns, &orbits);
            let coordinates: Vec<Coordinate> = views
                .into_iter()
                // A set of stickers has no group whose table could be too large.
                .filter_map(|view| Coordinate::new(view, &turns, &[], MOST_VALUES).ok()?)
                .filter(|coordinate| coordinate.len() > 1)
                .collect();
            let joint = coordinates.iter().fold(1_u64, |all, coordinate| {
                all.saturating_mul(coordinate.len() as u64)
            });
            if !coordinates.is_empty() && (least..u64::MAX).contains(&joint) {
                found.push(coordinates);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// In how many ways the pieces that turns move could lie, if all of a kind could be anywhere.
fn arrangements(pieces: &Pieces, turns: &[Permutation]) -> BigUint {
    let mut count = BigUint::from(1_u32);
    for kind in pieces.kinds() {
        let moved = |&place: &usize| {
            let mut facelets = pieces.orientations(place);
            facelets.any(|at| turns.iter().any(|turn| turn.source(at) != at))
        };
        for (number, place) in (1_usize..).zip(kind.clone().filter(moved)) {
            count *= number * pieces.orientations(place).count();
        }
    }
    count
}

/// What the allowed turns of a face do, and what is left of them when it is weakened.
struct Face {
    turns: Vec<Permutation>,
    weak: Vec<Permutation>,
}

fn faces(puzzle: &Puzzle, allowed: &[TurnId]) -> Vec<Face> {
    let face = |&turn: &TurnId| puzzle.turns()[turn].face;
    let by_face = allowed.iter().copied().into_group_map_by(face);
    let numbers = by_face.keys().copied().sorted_unstable();
    numbers
        .map(|number| {
            let turns = super::permutations(puzzle, &by_face[&number]);
            let order = turns.iter().map(order).max().unwrap_or(1);
            let prime = (2..=order).find(|n| order % n == 0).unwrap_or(1);
            let power =
                |turn: &Permutation| (1..prime).fold(turn.clone(), |power, _| power.then(turn));
            let weak = turns.iter().map(power).collect();
            Face { turns, weak }
        })
        .collect()
}

/// How often a permutation must be made to move nothing.
fn order(permutation: &Permutation) -> usize {
    let lengths = permutation.cycles().into_iter().map(|cycle| cycle.len());
    lengths.fold(1, num_integer::lcm)
}

/// What shows of a subgroup, given its orbits of stickers: for each kind of pieces how they lie, and
/// of the pieces that go into each other's places where they are, or both in one.
fn views(pieces: &Pieces, turns: &[Permutation], orbits: &[Vec<usize>]) -> Vec<View> {
    let pieces_of = |orbit: &Vec<usize>| -> BTreeSet<usize> {
        orbit
            .iter()
            .map(|&sticker| pieces.place_of(sticker))
            .collect()
    };
    let moved = |orbit: &&Vec<usize>| {
        orbit
            .iter()
            .any(|&sticker| turns.iter().any(|turn| turn.source(sticker) != sticker))
    };
    // The orbits of the same pieces stand together, that of the first sticker first.
    let mut classes: Vec<(BTreeSet<usize>, Vec<&Vec<usize>>)> = Vec::new();
    for orbit in orbits.iter().filter(moved) {
        let of = pieces_of(orbit);
        match classes.iter_mut().find(|(pieces, _)| *pieces == of) {
            Some((_, orbits)) => orbits.push(orbit),
            None => classes.push((of, vec![orbit])),
        }
    }
    let all = Orbits::generated_by(pieces.size(), turns).all();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    // Pieces that the allowed turns lead into each other's places.
    let kinds: BTreeSet<BTreeSet<usize>> = all.iter().map(pieces_of).collect();
    for kind in &kinds {
        let here = || classes.iter().filter(|(of, _)| of.is_subset(kind));
        sets.push(here().flat_map(|(_, orbits)| orbits[0]).copied().collect());
        for (_, orbits) in here() {
            sets.push(orbits.iter().copied().flatten().copied().collect());
            sets.push(orbits[0].clone());
        }
    }
    for set in &mut sets {
        set.sort_unstable();
    }
    let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
    sets.retain(|set| {
        // The rest of an orbit of the turns tells the same.
        let touched = all
            .iter()
            .filter(|orbit| orbit.iter().any(|at| set.binary_search(at).is_ok()));
        let rest: Vec<usize> = touched
            .flatten()
            .copied()
            .filter(|at| set.binary_search(at).is_err())
            .sorted_unstable()
            .collect();
        !known.contains(&rest) && known.insert(set.clone())
    });
    sets.into_iter().map(View::Set).collect()
}
