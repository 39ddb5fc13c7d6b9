//! Coset coordinates of a problem: functions of the state that cover many pieces at once.
//!
//! *Idea.* The places of white and yellow on the eight corners of a 3×3×3 have 2,187 possible values, and turns permute
//! these values regardless of everything else. Such coordinates come from subgroups of the group that the turns
//! generate. The coordinates of one subgroup are a *family*: the coset of a state determines all their values.
//!
//! *Why it is sound.* The value of a state is a function of its stickers' places, and the value before a turn determines
//! the value after it. So each solution is a sequence of values, and satisfies whatever all such sequences satisfy.
//!
//! *Limits.* A coordinate requires that the place of each sticker is known. So there are no coordinates if start or goal
//! stands for several states, or if some pieces look alike.

use std::sync::Arc;

use super::Problem;
use super::symmetry_search::turn_images_under_rotations;
use crate::group::Permutation;
use crate::puzzle::{Arrangement, Pattern, Puzzle, TurnId};
use crate::quotient::{Coordinate, subgroup_coordinates};

/// The maximum number of cached lists of families, one for each puzzle, set of turns and minimum number of values.
const MAX_CACHED: usize = 4;

#[derive(Debug)]
struct CachedFamilies {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    min_joint_values: u64,
    families: Vec<Arc<Family>>,
}

/// The coordinates of one subgroup. A *joint value* encodes a value of each coordinate as a number in mixed radix.
#[derive(Debug)]
pub struct Family {
    coordinates: Vec<Coordinate>,
    /// For each coordinate, the value after each turn: a row for each value before the turn, with a column for each turn.
    after: Vec<Vec<u32>>,
    /// For each coordinate, the value before each turn, in the same form.
    before: Vec<Vec<u32>>,
    turns: usize,
}

impl Family {
    /// The number of values of each coordinate.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.coordinates.iter().map(Coordinate::len)
    }

    /// The number of turns that act on values, which is the number of allowed turns.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The joint value of the goal.
    pub fn goal(&self) -> u64 {
        0
    }

    /// The joint value after a turn, given by its index among the allowed turns.
    ///
    /// # Panics
    /// If the value or the turn does not exist.
    pub fn after(&self, value: u64, turn: usize) -> u64 {
        self.map(value, turn, &self.after)
    }

    /// The joint value before a turn. Panics as [`Self::after`].
    pub fn before(&self, value: u64, turn: usize) -> u64 {
        self.map(value, turn, &self.before)
    }

    /// Whether turns act on the values of both families alike, apart from the order of the turns. Then the same values are
    /// within N turns of the goal in both families.
    pub fn acts_like(&self, other: &Self) -> bool {
        let actions = |family: &Self| {
            let action = |turn: usize| -> Vec<Vec<u32>> {
                let coordinates = family.coordinates.iter();
                coordinates.map(|it| it.after[turn].clone()).collect()
            };
            let mut actions: Vec<_> = (0..family.turns).map(action).collect();
            actions.sort_unstable();
            actions
        };
        std::ptr::eq(self, other)
            || self.sizes().eq(other.sizes()) && actions(self) == actions(other)
    }

    fn map(&self, mut value: u64, turn: usize, tables: &[Vec<u32>]) -> u64 {
        assert!(turn < self.turns);
        let (mut joint, mut radix) = (0, 1);
        for (coordinate, table) in self.coordinates.iter().zip(tables) {
            let size = coordinate.len() as u64;
            let here = (value % size) as usize;
            joint += radix * u64::from(table[here * self.turns + turn]);
            radix *= size;
            value /= size;
        }
        joint
    }

    /// Appends the joint value after each turn to a list.
    pub fn add_after_each(&self, value: u64, to: &mut Vec<u64>) {
        self.add_each(value, &self.after, to);
    }

    /// Appends the joint value before each turn to a list.
    pub fn add_before_each(&self, value: u64, to: &mut Vec<u64>) {
        self.add_each(value, &self.before, to);
    }

    fn add_each(&self, mut value: u64, tables: &[Vec<u32>], to: &mut Vec<u64>) {
        let first = to.len();
        to.resize(first + self.turns, 0);
        let mut radix = 1;
        for (coordinate, table) in self.coordinates.iter().zip(tables) {
            let size = coordinate.len() as u64;
            let here = (value % size) as usize * self.turns;
            let row = &table[here..here + self.turns];
            for (to, &part) in to[first..].iter_mut().zip(row) {
                *to += radix * u64::from(part);
            }
            radix *= size;
            value /= size;
        }
    }

    fn new(coordinates: Vec<Coordinate>, turns: usize) -> Self {
        let tables = |coordinate: &Coordinate| {
            let size = coordinate.len() * turns;
            let (mut all_after, mut before) = (vec![0; size], vec![0; size]);
            for (turn, after) in coordinate.after.iter().enumerate() {
                for (from, &to) in after.iter().enumerate() {
                    all_after[from * turns + turn] = to;
                    before[to as usize * turns + turn] = from as u32;
                }
            }
            (all_after, before)
        };
        let (after, before) = coordinates.iter().map(tables).unzip();
        Self {
            coordinates,
            after,
            before,
            turns,
        }
    }

    /// Whether a sticker can be at a facelet in a state with this joint value. The sticker is given by the facelet where
    /// the goal has it.
    pub fn admits(&self, mut value: u64, sticker: usize, facelet: usize) -> bool {
        self.coordinates.iter().all(|coordinate| {
            let size = coordinate.len() as u64;
            let here = (value % size) as usize;
            value /= size;
            coordinate.contains_place(here, facelet) == coordinate.contains_place(0, sticker)
        })
    }

    fn value(&self, from_goal: &Permutation) -> Option<u64> {
        let (mut joint, mut radix) = (0, 1);
        for coordinate in &self.coordinates {
            joint += radix * coordinate.value(from_goal)? as u64;
            radix *= coordinate.len() as u64;
        }
        Some(joint)
    }
}

/// The families of a problem, with the values of the start.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// The families, each with the joint value of the start.
    pub families: Vec<(Arc<Family>, u64)>,
    /// For each home facelet, the facelet where the goal has the sticker of that home.
    goal: Permutation,
}

impl Coordinates {
    /// The facelet where the goal has the sticker whose home is this facelet.
    pub fn goal_of(&self, home: usize) -> usize {
        self.goal.source(home)
    }
}

impl Problem {
    /// The families of the largest known subgroups with at least `min_joint_values` joint values each; `None` if the
    /// stickers cannot be traced.
    pub fn coordinates(&self, min_joint_values: u64) -> Option<Coordinates> {
        let mut kinds = 0..self.puzzle.pieces().kinds().len();
        if !self.goals.is_empty() || !kinds.all(|kind| self.puzzle.tells_apart(kind)) {
            return None;
        }
        let goal = self.homes_of_stickers(&self.goal)?;
        let from_goal = self.start_relative_to(&goal)?;
        let known = self.families(min_joint_values);
        let with_start = |family: &Arc<Family>| Some((family.clone(), family.value(&from_goal)?));
        Some(Coordinates {
            families: known.families.iter().filter_map(with_start).collect(),
            goal: goal.inverse(),
        })
    }

    /// The joint value of the start in a family built for the same puzzle and turns; `None` if the stickers cannot be traced.
    pub fn value_in(&self, family: &Family) -> Option<u64> {
        family.value(&self.start_relative_to(&self.homes_of_stickers(&self.goal)?)?)
    }

    /// For each facelet, the facelet where the start has the sticker that the goal has here.
    fn start_relative_to(&self, goal: &Permutation) -> Option<Permutation> {
        Some(goal.inverse().then(&self.homes_of_stickers(&self.start)?))
    }

    /// The home of the sticker at each facelet of a state.
    fn homes_of_stickers(&self, pattern: &Pattern) -> Option<Permutation> {
        let state = pattern.state()?;
        let symbols = self.scheme.symbols();
        let arrangement = Arrangement::of_state(&self.puzzle, &state, symbols).ok()?;
        Some(arrangement.permutation(self.puzzle.pieces()))
    }

    /// The families of the puzzle and the allowed turns: from the cache, or new.
    fn families(&self, min_joint_values: u64) -> Arc<CachedFamilies> {
        let (puzzle, allowed) = (&self.puzzle, &self.allowed);
        let fits = |kept: &Arc<CachedFamilies>| {
            Arc::ptr_eq(&kept.puzzle, puzzle)
                && kept.allowed == *allowed
                && kept.min_joint_values == min_joint_values
        };
        if let Some(kept) = self.cache.find(fits) {
            return kept;
        }
        let mut found = subgroup_coordinates(puzzle, allowed, min_joint_values);
        align_numbering(&mut found, puzzle, allowed);
        let family = |coordinates| Arc::new(Family::new(coordinates, allowed.len()));
        let new = Arc::new(CachedFamilies {
            puzzle: puzzle.clone(),
            allowed: allowed.clone(),
            min_joint_values,
            families: found.into_iter().map(family).collect(),
        });
        self.cache.find_or_keep(MAX_CACHED, fits, || new)
    }
}

/// Numbers the values of each family like the values of the first family, if a rotation of the puzzle maps one family to the
/// other. Then both families have the same distances.
fn align_numbering(families: &mut [Vec<Coordinate>], puzzle: &Puzzle, allowed: &[TurnId]) {
    let Some((first, others)) = families.split_first_mut() else {
        return;
    };
    if others.is_empty() {
        return;
    }
    let position = |turn: TurnId| allowed.iter().position(|&known| known == turn);
    let renamings = turn_images_under_rotations(puzzle).into_iter();
    let renamings: Vec<Vec<usize>> = renamings
        .filter_map(|renaming| allowed.iter().map(|&it| position(renaming[it])).collect())
        .collect();
    for other in others {
        let renumbered = |renaming: &Vec<usize>| -> Option<Vec<Coordinate>> {
            let mut remaining: Vec<&Coordinate> = other.iter().collect();
            let mut take_like = |coordinate: &Coordinate| {
                let mut each = remaining.iter().enumerate();
                let (at, found) = each
                    .find_map(|(at, it)| Some((at, it.renumbered_like(coordinate, renaming)?)))?;
                remaining.swap_remove(at);
                Some(found)
            };
            let found = first.iter().map(&mut take_like).collect::<Option<_>>()?;
            remaining.is_empty().then_some(found)
        };
        if let Some(found) = renamings.iter().find_map(renumbered) {
            *other = found;
        }
    }
}
