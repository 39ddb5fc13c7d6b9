//! Chooses the coordinates for a subgroup.
//!
//! *Idea.* Allowed turns outside the subgroup usually move stickers between the subgroup's orbits. So the first
//! candidates are the sets of places that the stickers of such an orbit occupy, or those of a union of orbits that the
//! allowed turns join. Such a set does not show which piece is where, so the next candidates track the pieces of one or
//! two orbits jointly. A candidate is chosen if, with the coordinates chosen before, it distinguishes more states. The
//! choice is complete when the coordinates have as many joint states as the subgroup has cosets.
//!
//! *Merging.* Dependent coordinates are merged while the result is small: the values of the merged coordinate express
//! dependencies that propagation would otherwise have to find. Independent coordinates stay separate: under half turns,
//! the corners of a 3×3×3 have 24 · 4 states, in two coordinates.

use itertools::Itertools;
use num_bigint::BigUint;

use super::coordinate::{Coordinate, Observation};
use super::error::MAX_VALUES;
use super::joint::joint_state_lower_bound;
use crate::error::{Error, ErrorKind};
use crate::group::{Group, Orbits, Permutation, TooLarge};
use crate::puzzle::Pieces;

/// The maximum number of values of a merged coordinate.
const MAX_MERGED: usize = 128;

/// If an orbit of the allowed turns consists of more orbits of the subgroup, their unions are not tried.
const MAX_UNITED: usize = 4;

/// The data from which coordinates are chosen.
pub(super) struct CoordinateChooser<'a> {
    pub(super) pieces: &'a Pieces,
    pub(super) turns: &'a [Permutation],
    pub(super) subgroup_generators: &'a [Permutation],
    pub(super) allowed_group: &'a Group,
    /// The number of cosets of the subgroup.
    pub(super) index: &'a BigUint,
}

impl CoordinateChooser<'_> {
    /// Coordinates that together distinguish all cosets, without redundant ones.
    pub(super) fn coordinates(&self) -> Result<Vec<Coordinate>, Error> {
        let mut chosen: Vec<Coordinate> = Vec::new();
        let mut count = BigUint::from(1_u32);
        for observations in [Self::set_observations, Self::joint_observations] {
            if count == *self.index {
                break;
            }
            let mut candidates = Vec::new();
            for observation in observations(self) {
                candidates.extend(self.coordinate(observation, MAX_VALUES)?);
            }
            candidates.retain(|coordinate| coordinate.len() > 1);
            candidates.sort_by_key(Coordinate::len);
            for coordinate in candidates {
                let extended: Vec<&Coordinate> = chosen.iter().chain([&coordinate]).collect();
                let new_count = self.joint_state_lower_bound(&extended);
                if new_count > count {
                    count = new_count;
                    chosen.push(coordinate);
                }
                if count == *self.index {
                    break;
                }
            }
        }
        if count != *self.index {
            let index = self.index;
            let reason = format!(
                "the group of the goal has {index} cosets; coordinates of at most {MAX_VALUES} values distinguish only {count} of them"
            );
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        self.drop_redundant(&mut chosen);
        self.merge(&mut chosen)?;
        Ok(chosen)
    }

    fn coordinate(&self, of: Observation, most: usize) -> Result<Option<Coordinate>, TooLarge> {
        Coordinate::new(of, self.turns, self.subgroup_generators, most)
    }

    fn joint_state_lower_bound(&self, coordinates: &[&Coordinate]) -> BigUint {
        joint_state_lower_bound(coordinates, self.allowed_group, self.turns)
    }

    /// The subgroup's orbits of stickers, and their unions if there are few.
    fn set_observations(&self) -> Vec<Observation> {
        let size = self.pieces.size();
        let allowed_orbits = Orbits::generated_by(size, self.turns).all();
        let subgroup_orbits = Orbits::generated_by(size, self.subgroup_generators).all();
        let mut observations = Vec::new();
        for orbit in allowed_orbits.iter().filter(|orbit| orbit.len() > 1) {
            let parts: Vec<&Vec<usize>> = subgroup_orbits
                .iter()
                .filter(|part| orbit.binary_search(&part[0]).is_ok())
                .collect();
            let choices: Vec<usize> = match parts.len() {
                1 => Vec::new(),
                // The complements of these unions are redundant.
                n @ 2..=MAX_UNITED => (1..1 << (n - 1)).collect(),
                n => (0..n.min(usize::BITS as usize - 1))
                    .map(|part| 1 << part)
                    .collect(),
            };
            for choice in choices {
                let parts = parts.iter().enumerate();
                let united = parts.filter(|(part, _)| choice >> part & 1 == 1);
                let stickers = united.flat_map(|(_, part)| *part).copied();
                observations.push(Observation::Set(stickers.sorted_unstable().collect()));
            }
        }
        observations
    }

    /// The subgroup's orbits of pieces, individually and in pairs.
    fn joint_observations(&self) -> Vec<Observation> {
        let blocks = self.orbits_of_pieces();
        let pairs = blocks.iter().array_combinations();
        let pairs: Vec<Vec<usize>> = pairs.map(|[a, b]| union(a, b)).collect();
        let all = blocks.into_iter().chain(pairs);
        all.map(Observation::Joint).collect()
    }

    /// The stickers of each orbit of pieces under the subgroup.
    fn orbits_of_pieces(&self) -> Vec<Vec<usize>> {
        let pieces = self.pieces;
        let mut orbits = Orbits::new(pieces.all().len());
        for turn in self.subgroup_generators {
            for (piece, it) in pieces.all().iter().enumerate() {
                orbits.join(piece, pieces.place_of(turn.source(it.facelets[0])));
            }
        }
        let stickers = |orbit: Vec<usize>| -> Vec<usize> {
            let all = orbit
                .iter()
                .flat_map(|&piece| &pieces.all()[piece].facelets);
            all.copied().sorted_unstable().collect()
        };
        let moved = |&at: &usize| self.turns.iter().any(|turn| turn.source(at) != at);
        let mut blocks: Vec<Vec<usize>> = orbits.all().into_iter().map(stickers).collect();
        blocks.retain(|block| block.iter().any(moved));
        blocks
    }

    fn drop_redundant(&self, chosen: &mut Vec<Coordinate>) {
        let mut at = 0;
        while at < chosen.len() {
            let mut others: Vec<&Coordinate> = chosen.iter().collect();
            others.remove(at);
            if self.joint_state_lower_bound(&others) == *self.index {
                drop(chosen.remove(at))
            } else {
                at += 1
            }
        }
    }

    /// Merges dependent coordinates while the result is small.
    fn merge(&self, chosen: &mut Vec<Coordinate>) -> Result<(), Error> {
        let blocks = self.orbits_of_pieces();
        // All stickers of the orbits of pieces that a coordinate depends on.
        let whole_orbits = |coordinate: &Coordinate| {
            let is_covered = |block: &&Vec<usize>| {
                let mut stickers = coordinate.observation.stickers().iter();
                stickers.any(|at| block.binary_search(at).is_ok())
            };
            let covered = blocks.iter().filter(is_covered).flatten();
            covered.copied().collect::<Vec<usize>>()
        };
        'again: loop {
            for [first, second] in (0..chosen.len()).array_combinations() {
                let (a, b) = (&chosen[first], &chosen[second]);
                let stickers = union(&whole_orbits(a), &whole_orbits(b));
                let merged = self.coordinate(Observation::Joint(stickers), MAX_MERGED)?;
                if let Some(merged) = merged
                    && merged.len() < a.len() * b.len()
                {
                    chosen.remove(second);
                    chosen[first] = merged;
                    continue 'again;
                }
            }
            return Ok(());
        }
    }
}

fn union(a: &[usize], b: &[usize]) -> Vec<usize> {
    let all = a.iter().chain(b).copied();
    all.sorted_unstable().dedup().collect()
}
