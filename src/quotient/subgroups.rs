//! Finds subgroups of a puzzle's group whose cosets are useful, and their coordinates.
//!
//! *Idea.* Restrict some faces to certain powers of their turns: squares if the order is 4, nothing if it is prime. The
//! remaining turns often generate a proper subgroup, which has smaller orbits of stickers. On the 3×3×3, restricting
//! all but two opposite faces gives the subgroup of Kociemba's second phase, for each of the three axes. Each kind of
//! piece has a coordinate for the orientations of its pieces. Each orbit of pieces under the subgroup that is not a
//! whole kind has a coordinate for the places of its pieces, and one for their places and orientations together.
//!
//! *Why it is sound.* Any set of stickers defines a coordinate, because turns permute the possible sets of places. The
//! subgroup that suggests the set affects the usefulness of the coordinate, not its correctness.

use std::collections::BTreeSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::coordinate::{Coordinate, Observation};
use super::error::MAX_VALUES;
use crate::group::{Orbits, Permutation};
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// The maximum number of faces: with more, trying all subsets would take too long.
const MAX_FACES: usize = 10;

/// The maximum number of facelets: with more, trying the subsets would take too long.
const MAX_FACELETS: usize = 200;

/// The coordinates of the subgroups that restrict the fewest faces and have coordinates with at least
/// `min_joint_values` joint values. Coordinates refer to a turn by its index in `allowed`.
pub(crate) fn subgroup_coordinates(
    puzzle: &Puzzle,
    allowed: &[TurnId],
    min_joint_values: u64,
) -> Vec<Vec<Coordinate>> {
    let turns = super::permutations(puzzle, allowed);
    let faces = faces(puzzle, allowed);
    if faces.len() > MAX_FACES || puzzle.pieces().size() > MAX_FACELETS {
        return Vec::new();
    }
    // No subgroup has more cosets than the group has elements. A group too large to analyze gets no coordinates.
    let order = puzzle.group(allowed).map(|group| group.order());
    if !order.is_ok_and(|order| order >= BigUint::from(min_joint_values)) {
        return Vec::new();
    }
    let size = puzzle.pieces().size();
    let mut seen = BTreeSet::from([Orbits::generated_by(size, &turns).all()]);
    for restricted_count in 1..=faces.len() {
        let mut found = Vec::new();
        for restricted_faces in (0..faces.len()).combinations(restricted_count) {
            let generators = faces.iter().enumerate().flat_map(|(at, face)| {
                if restricted_faces.contains(&at) {
                    &face.restricted
                } else {
                    &face.turns
                }
            });
            let generators: Vec<Permutation> = generators.cloned().collect();
            let orbits = Orbits::generated_by(size, &generators).all();
            if !seen.insert(orbits.clone()) {
                continue;
            }
            let observations = observations(puzzle.pieces(), &turns, &orbits);
            // A set of stickers needs no group, whose table could be too large.
            let coordinate = |of| Coordinate::new(of, &turns, &[], MAX_VALUES).ok()?;
            let coordinates = observations.into_iter().filter_map(coordinate);
            let coordinates: Vec<Coordinate> = coordinates.filter(|it| it.len() > 1).collect();
            let sizes = coordinates.iter().map(|it| it.len() as u64);
            let joint = sizes.fold(1, u64::saturating_mul);
            if !coordinates.is_empty() && (min_joint_values..u64::MAX).contains(&joint) {
                found.push(coordinates);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The permutations of the allowed turns of a face, and of the powers that remain when it is restricted.
struct Face {
    turns: Vec<Permutation>,
    restricted: Vec<Permutation>,
}

fn faces(puzzle: &Puzzle, allowed: &[TurnId]) -> Vec<Face> {
    let face = |&turn: &TurnId| puzzle.turns()[turn].face;
    let by_face = allowed.iter().copied().into_group_map_by(face);
    let numbers = by_face.keys().copied().sorted_unstable();
    numbers
        .map(|number| {
            let turns = super::permutations(puzzle, &by_face[&number]);
            let order = turns.iter().map(Permutation::order).max().unwrap_or(1);
            let prime = (2..=order).find(|n| order % n == 0).unwrap_or(1);
            let power =
                |turn: &Permutation| (1..prime).fold(turn.clone(), |power, _| power.then(turn));
            let restricted = turns.iter().map(power).collect();
            Face { turns, restricted }
        })
        .collect()
}

/// The observations for a subgroup with these orbits of stickers: for each kind of piece, the orientations; for each
/// orbit of pieces, the places, and the places together with the orientations.
fn observations(pieces: &Pieces, turns: &[Permutation], orbits: &[Vec<usize>]) -> Vec<Observation> {
    let pieces_of = |orbit: &Vec<usize>| -> BTreeSet<usize> {
        let stickers = orbit.iter();
        stickers.map(|&sticker| pieces.place_of(sticker)).collect()
    };
    let is_moved = |&sticker: &usize| turns.iter().any(|turn| turn.source(sticker) != sticker);
    let moved = |orbit: &&Vec<usize>| orbit.iter().any(is_moved);
    // Each orbit of pieces with its orbits of stickers, that of the first sticker first.
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
    // The orbits of pieces under the allowed turns.
    let kinds: BTreeSet<BTreeSet<usize>> = all.iter().map(pieces_of).collect();
    for kind in &kinds {
        let of_kind = || classes.iter().filter(|(pieces, _)| pieces.is_subset(kind));
        let first_orbits = of_kind().flat_map(|(_, orbits)| orbits[0]);
        sets.push(first_orbits.copied().collect());
        for (_, orbits) in of_kind() {
            sets.push(orbits.iter().copied().flatten().copied().collect());
            sets.push(orbits[0].clone());
        }
    }
    for set in &mut sets {
        set.sort_unstable();
    }
    let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
    sets.retain(|set| {
        // A set is redundant if the other stickers of the same orbits under the turns are a known set.
        let touched = all
            .iter()
            .filter(|orbit| orbit.iter().any(|at| set.binary_search(at).is_ok()));
        let rest = touched.flatten().copied();
        let rest = rest.filter(|at| set.binary_search(at).is_err());
        let rest: Vec<usize> = rest.sorted_unstable().collect();
        !known.contains(&rest) && known.insert(set.clone())
    });
    sets.into_iter().map(Observation::Set).collect()
}
