//! Coset coordinates of a problem: what tells, of every state, a little about many pieces at once.
//!
//! *Idea.* Where the eight corners of a 3×3×3 show white or yellow is one of 2,187 values, whatever else
//! they do; turns permute the values. Such coordinates come from subgroups of what the turns
//! generate. A subgroup's coordinates together tell its coset, or nearly: a *family*.
//!
//! *Why sound.* The value of a state is a function of where its stickers are, and the value after a
//! turn follows from the value before. So whatever is true of all walks of values is true of
//! all solutions.
//!
//! *Where there are none.* A coordinate needs to know which sticker is where: there is none if start or
//! goal stand for several states, or if pieces look alike.

use std::sync::Arc;

use super::Problem;
use super::cache::Cache;
use crate::group::Permutation;
use crate::puzzle::{Arrangement, Pattern, Puzzle, TurnId};
use crate::quotient::{Coordinate, of_subgroups};

/// The most choices of turns whose families are kept.
const KEPT_AT_ONCE: usize = 4;

#[derive(Debug)]
struct Kept {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    least: u64,
    families: Vec<Arc<Family>>,
}

/// Coordinates of one subgroup, which are spoken of together. A value of all is a number, in
/// mixed radix.
#[derive(Debug)]
pub struct Family {
    coordinates: Vec<Coordinate>,
    /// For each coordinate its value before each turn: a list a turn.
    before: Vec<Vec<Vec<u32>>>,
    turns: usize,
}

impl Family {
    /// How many values each coordinate has.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.coordinates.iter().map(Coordinate::len)
    }

    /// How many turns lead on from each value: those that the problem allows.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The joint value of the goal.
    #[must_use]
    pub fn goal(&self) -> u64 {
        0
    }

    /// The joint value after a turn, given by its position among the allowed ones.
    ///
    /// # Panics
    /// If there is no such value or turn.
    #[must_use]
    pub fn after(&self, value: u64, turn: usize) -> u64 {
        let after = self.coordinates.iter().map(|it| &it.after[turn]);
        mapped(value, after)
    }

    /// The joint value before a turn.
    ///
    /// # Panics
    /// If there is no such value or turn.
    #[must_use]
    pub fn before(&self, value: u64, turn: usize) -> u64 {
        mapped(value, self.before.iter().map(|before| &before[turn]))
    }

    fn new(coordinates: Vec<Coordinate>, turns: usize) -> Self {
        let before = |coordinate: &Coordinate| {
            coordinate
                .after
                .iter()
                .map(|after| inverted(after))
                .collect()
        };
        Self {
            before: coordinates.iter().map(before).collect(),
            coordinates,
            turns,
        }
    }

    /// Whether a sticker can be at a facelet when all coordinates have a value together. The sticker is
    /// given by the facelet where the goal has it.
    #[must_use]
    pub fn admits(&self, mut value: u64, sticker: usize, facelet: usize) -> bool {
        self.coordinates.iter().all(|coordinate| {
            let size = coordinate.len() as u64;
            let here = (value % size) as usize;
            value /= size;
            coordinate.has(here, facelet) == coordinate.has(0, sticker)
        })
    }

    fn value(&self, from_goal: &Permutation) -> Option<u64> {
        let (mut all, mut radix) = (0, 1);
        for coordinate in &self.coordinates {
            all += radix * coordinate.value(from_goal)? as u64;
            radix *= coordinate.len() as u64;
        }
        Some(all)
    }
}

/// What a joint value becomes, by a table for each coordinate.
fn mapped<'a>(mut value: u64, tables: impl Iterator<Item = &'a Vec<u32>>) -> u64 {
    let (mut all, mut radix) = (0, 1);
    for table in tables {
        let size = table.len() as u64;
        all += radix * u64::from(table[(value % size) as usize]);
        radix *= size;
        value /= size;
    }
    all
}

fn inverted(after: &[u32]) -> Vec<u32> {
    let mut before = vec![0; after.len()];
    for (from, &to) in (0..).zip(after) {
        before[to as usize] = from;
    }
    before
}

/// The families of a problem, and where they start.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// The families, each with the joint value of the start.
    pub families: Vec<(Arc<Family>, u64)>,
    /// For each facelet where the goal has the sticker that belongs there.
    goal: Permutation,
}

impl Coordinates {
    /// The facelet where the goal has a sticker, given by where it is at home.
    #[must_use]
    pub fn goal_of(&self, home: usize) -> usize {
        self.goal.source(home)
    }
}

impl Problem {
    /// The coordinates of the largest subgroups with at least so many joint values, as far as the program
    /// finds subgroups; none where they cannot be told.
    #[must_use]
    pub fn coordinates(&self, least: u64) -> Option<Coordinates> {
        let mut kinds = 0..self.puzzle.pieces().kinds().len();
        if !self.goals.is_empty() || !kinds.all(|kind| self.puzzle.tells_apart(kind)) {
            return None;
        }
        let goal = self.arranged(&self.goal)?;
        let from_goal = self.seen_from(&goal)?;
        let known = families((&self.puzzle, &self.allowed, least), &self.cache);
        let of = |family: &Arc<Family>| Some((family.clone(), family.value(&from_goal)?));
        Some(Coordinates {
            families: known.families.iter().filter_map(of).collect(),
            goal: goal.inverse(),
        })
    }

    /// The joint value of the start in a family that was made for the same puzzle and turns.
    #[must_use]
    pub fn value_in(&self, family: &Family) -> Option<u64> {
        family.value(&self.seen_from(&self.arranged(&self.goal)?)?)
    }

    /// Where a sticker of the start is that the goal has at a facelet: back to its home, and on.
    fn seen_from(&self, goal: &Permutation) -> Option<Permutation> {
        Some(goal.inverse().then(&self.arranged(&self.start)?))
    }

    /// From which facelets, when solved, the stickers of a state came.
    fn arranged(&self, pattern: &Pattern) -> Option<Permutation> {
        let state = pattern.state()?;
        let symbols = self.scheme.symbols();
        let arrangement = Arrangement::of_state(&self.puzzle, &state, symbols).ok()?;
        Some(arrangement.permutation(self.puzzle.pieces()))
    }
}

/// Those of a puzzle and some turns: from the few that are kept, or new ones.
fn families((puzzle, allowed, least): (&Arc<Puzzle>, &[TurnId], u64), cache: &Cache) -> Arc<Kept> {
    let fits = |kept: &Arc<Kept>| {
        Arc::ptr_eq(&kept.puzzle, puzzle) && kept.allowed == allowed && kept.least == least
    };
    if let Some(kept) = cache.find(fits) {
        return kept;
    }
    let family = |coordinates| Arc::new(Family::new(coordinates, allowed.len()));
    let new = Arc::new(Kept {
        puzzle: puzzle.clone(),
        allowed: allowed.to_vec(),
        least,
        families: of_subgroups(puzzle, allowed, least)
            .into_iter()
            .map(family)
            .collect(),
    });
    cache.find_or_keep(KEPT_AT_ONCE, fits, || new)
}
