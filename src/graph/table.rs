//! The distance of every state from the solved one.
//!
//! *Idea.* Breadth-first search from the solved state. In round `d` the whole
//! table is scanned for states at distance `d`; the states from which a turn
//! leads there, and that have no distance yet, get `d + 1`. Turns are undone
//! in the search, so distances are right even when the turns are not closed
//! under inverses: they count turns *to* the solved state.
//!
//! *Cost.* One byte for each index, and for each state and each turn one look
//! into the table. The scan goes by blocks of indices that share all
//! coordinates but the last; the other coordinates are looked up once a block,
//! and successors of a block lie in few blocks, which suits the cache.

use std::fmt;

use super::canonical::Canonical;
use super::coordinates::{Coordinate, Coordinates};
use super::{GraphError, MOST_INDICES};
use crate::control::Control;
use crate::puzzle::{Puzzle, State, TurnId};

/// The mark of an index that was not reached (yet).
const UNREACHED: u8 = u8::MAX;

/// The largest distance that a table can hold.
const DEEPEST: u8 = UNREACHED - 1;

// Indices are stored in four bytes.
const _: () = assert!(MOST_INDICES <= u32::MAX as usize);

/// The distances of all states that some turns reach from the solved state.
pub struct DistanceTable {
    pub(super) coordinates: Coordinates,
    pub(super) turns: Vec<TurnId>,
    pub(super) canonical: Canonical,
    distances: Vec<u8>,
    distribution: Vec<u64>,
}

impl DistanceTable {
    /// Searches all states from which `turns` lead to the solved state.
    /// A turn that is listed twice counts once.
    ///
    /// # Errors
    /// [`GraphError`] if they are too many, too far, or look alike.
    pub fn build(puzzle: &Puzzle, turns: &[TurnId]) -> Result<Self, GraphError> {
        Self::build_under(puzzle, turns, &Control::unlimited())
    }

    /// As [`DistanceTable::build`], but stops when told to.
    ///
    /// # Errors
    /// As [`DistanceTable::build`], and [`GraphError::Stopped`].
    pub fn build_under(
        puzzle: &Puzzle,
        turns: &[TurnId],
        control: &Control,
    ) -> Result<Self, GraphError> {
        let mut turns = turns.to_vec();
        turns.sort_unstable();
        turns.dedup();
        let coordinates = Coordinates::new(puzzle, &turns)?;
        let mut search = Search::new(&coordinates);
        let distribution = search.run(control)?;
        Ok(Self {
            distances: search.distances,
            canonical: Canonical::new(puzzle, &turns),
            coordinates,
            turns,
            distribution,
        })
    }

    /// The turns, in increasing order.
    #[must_use]
    pub fn turns(&self) -> &[TurnId] {
        &self.turns
    }

    /// The number of indices. Some of them may stand for no reachable state.
    #[must_use]
    pub fn indices(&self) -> usize {
        self.distances.len()
    }

    /// How many states there are at distance 0, 1, …
    #[must_use]
    pub fn distribution(&self) -> Vec<u64> {
        self.distribution.clone()
    }

    /// The index of a state; `None` for states that surely cannot be reached.
    #[must_use]
    pub fn index(&self, state: &State) -> Option<usize> {
        self.coordinates.index(state)
    }

    /// The state of an index; `None` if there are not so many.
    #[must_use]
    pub fn state(&self, index: usize) -> Option<State> {
        self.coordinates.state(index)
    }

    /// The least number of turns that solve a state; `None` if none do.
    #[must_use]
    pub fn distance(&self, state: &State) -> Option<usize> {
        self.distance_at(self.index(state)?)
    }

    /// The least number of turns that solve the state of an index.
    #[must_use]
    pub fn distance_at(&self, index: usize) -> Option<usize> {
        match self.distances.get(index) {
            None | Some(&UNREACHED) => None,
            Some(&distance) => Some(distance.into()),
        }
    }

    /// All states at a distance, in the order of their indices.
    pub fn states_at(&self, distance: usize) -> impl Iterator<Item = State> + '_ {
        (0..self.indices())
            .filter(move |&index| self.distance_at(index) == Some(distance))
            .filter_map(|index| self.state(index))
    }
}

impl fmt::Debug for DistanceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceTable")
            .field("turns", &self.turns)
            .field("distribution", &self.distribution)
            .finish_non_exhaustive()
    }
}

/// A breadth-first search under way.
struct Search<'a> {
    parts: &'a [Coordinate],
    turns: usize,
    /// What undoing each turn does to each coordinate.
    undone: Vec<Vec<u32>>,
    distances: Vec<u8>,
}

impl<'a> Search<'a> {
    fn new(coordinates: &'a Coordinates) -> Self {
        let turns = coordinates.turns();
        let parts = coordinates.parts();
        let mut distances = vec![UNREACHED; coordinates.size()];
        distances[0] = 0;
        Self {
            parts,
            turns,
            undone: parts.iter().map(|part| part.undone(turns)).collect(),
            distances,
        }
    }

    fn run(&mut self, control: &Control) -> Result<Vec<u64>, GraphError> {
        let mut distribution = vec![1];
        for depth in 0.. {
            let found = self.round(depth, control)?;
            if found == 0 {
                break;
            }
            if depth == DEEPEST {
                return Err(GraphError::TooDeep(DEEPEST.into()));
            }
            distribution.push(found);
        }
        Ok(distribution)
    }

    /// Gives `depth + 1` to the states that are one turn before `depth`.
    fn round(&mut self, depth: u8, control: &Control) -> Result<u64, GraphError> {
        let mut found = 0;
        let mut bases = vec![0; self.turns];
        let size = self.parts.last().map_or(1, |part| part.size);
        for start in (0..self.distances.len()).step_by(size) {
            if (start / size).is_multiple_of(1024)
                && let Some(stop) = control.stop()
            {
                return Err(GraphError::Stopped(stop));
            }
            if self.distances[start..start + size].contains(&depth) {
                self.find_bases(start, &mut bases);
                found += self.expand(start, size, depth, &bases);
            }
        }
        Ok(found)
    }

    /// What all coordinates but the last say about the states before each turn.
    fn find_bases(&self, index: usize, bases: &mut [u32]) {
        bases.fill(0);
        let high = self.parts.len() - 1;
        for (part, undone) in self.parts[..high].iter().zip(&self.undone) {
            let value = index / part.stride % part.size;
            let row = &undone[value * self.turns..][..self.turns];
            for (base, before) in bases.iter_mut().zip(row) {
                *base += before;
            }
        }
    }

    /// One block of a round.
    fn expand(&mut self, start: usize, size: usize, depth: u8, bases: &[u32]) -> u64 {
        let last = &self.undone[self.parts.len() - 1];
        let mut found = 0;
        for value in 0..size {
            if self.distances[start + value] != depth {
                continue;
            }
            let row = &last[value * self.turns..][..self.turns];
            for (base, before) in bases.iter().zip(row) {
                let before = &mut self.distances[(base + before) as usize];
                if *before == UNREACHED {
                    *before = depth + 1;
                    found += 1;
                }
            }
        }
        found
    }
}
