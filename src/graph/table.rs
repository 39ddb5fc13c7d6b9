//! The distance of every state from a goal.

use std::fmt;
use std::sync::OnceLock;

use super::MAX_BYTES;
use super::cells::{Cells, UNREACHED, mark};
use super::digit_actions::DigitActions;
use super::search::{BreadthFirst, Distances};
use super::state_graph::Graph;
use crate::control::Control;
use crate::error::Error;
use crate::puzzle::{Puzzle, State, TurnId};

impl Graph {
    /// Computes all distances, with as many threads as `control` allows. `notify` is called repeatedly with the number
    /// of states that got a distance since the previous call.
    ///
    /// # Errors
    /// [`Error`] if the search was stopped.
    pub fn search(
        &self,
        control: &Control,
        notify: &(dyn Fn(u64) + Sync),
    ) -> Result<Distances, Error> {
        let search = BreadthFirst {
            actions: &DigitActions::new(self, control)?,
            cells: Cells::new(self.indices()),
            control,
            notify,
        };
        search.run(self.goal)
    }

    /// The graph with its distances from [`Graph::search`] or [`Graph::read`].
    #[must_use]
    pub fn with_distances(self, distances: Distances) -> DistanceTable {
        DistanceTable {
            graph: self,
            actions: OnceLock::new(),
            distances,
        }
    }
}

/// The distances of all states from which some turns reach a goal.
pub struct DistanceTable {
    pub(super) graph: Graph,
    /// Built by [`Self::build_move_tables`].
    actions: OnceLock<DigitActions>,
    distances: Distances,
}

impl DistanceTable {
    /// Searches all states from which `turns` lead to the solved state. Duplicate turns are ignored.
    ///
    /// # Errors
    /// [`Error`] if the states are too many or lack unique indices.
    pub fn build(puzzle: &Puzzle, turns: &[TurnId]) -> Result<Self, Error> {
        let graph = Graph::new(puzzle, puzzle.solved(), turns, MAX_BYTES)?;
        let distances = graph.search(&Control::unlimited(), &|_| ())?;
        Ok(graph.with_distances(distances))
    }

    /// The turns, in ascending order.
    pub fn turns(&self) -> &[TurnId] {
        &self.graph.turns
    }

    /// The number of indices. Some of them may be unreachable.
    pub fn indices(&self) -> usize {
        self.graph.indices()
    }

    /// The number of states at distance 0, 1, …
    pub fn distribution(&self) -> Vec<u64> {
        self.distances.distribution.clone()
    }

    /// The index of a state; `None` as for [`Graph::index`].
    pub fn index(&self, state: &State) -> Option<usize> {
        self.graph.index(state)
    }

    /// The state of an index; `None` if the index is too large.
    pub fn state(&self, index: usize) -> Option<State> {
        self.graph.state(index)
    }

    /// The index after a turn, given by its position among [`Self::turns`].
    ///
    /// # Panics
    /// If the index or the turn does not exist.
    pub fn after(&self, index: usize, turn: usize) -> usize {
        match self.actions.get() {
            Some(actions) => actions.after(index, turn),
            None => self.graph.after(index, turn),
        }
    }

    /// Builds move tables, which pay off after some 100,000 calls of [`Self::after`].
    pub fn build_move_tables(&self) {
        if self.actions.get().is_none()
            && let Ok(actions) = DigitActions::new(&self.graph, &Control::unlimited())
        {
            // If another thread was faster, use its tables.
            let _ = self.actions.set(actions);
        }
    }

    /// The least number of turns that lead from a state to the goal; `None` if it cannot be reached.
    pub fn distance(&self, state: &State) -> Option<usize> {
        self.distance_at(self.index(state)?)
    }

    /// The least number of turns that lead from the state of an index to the goal; `None` if it cannot be reached.
    ///
    /// *Cost.* One lookup if every distance has its own mark; otherwise a walk to the goal.
    pub fn distance_at(&self, index: usize) -> Option<usize> {
        let Distances {
            cells,
            distribution,
        } = &self.distances;
        if index >= cells.size() {
            return None;
        }
        let mark = cells.get(index);
        if mark == UNREACHED {
            return None;
        }
        if distribution.len() <= usize::from(UNREACHED) {
            return Some(mark.into());
        }
        let mut here = index;
        let mut steps = 0;
        while here != self.graph.goal {
            here = self.nearer(here)?;
            steps += 1;
        }
        Some(steps)
    }

    /// The index after some turn that leads nearer to the goal.
    fn nearer(&self, index: usize) -> Option<usize> {
        let mark = self.distances.cells.get(index);
        let wanted = mark.checked_sub(1).unwrap_or(UNREACHED - 1);
        (0..self.turns().len())
            .map(|turn| self.after(index, turn))
            .find(|&there| self.distances.cells.get(there) == wanted)
    }

    /// Whether an index has the mark of `distance`. If a neighbor is at `distance + 1`, the index is at `distance`.
    pub(super) fn mark_fits(&self, index: usize, distance: usize) -> bool {
        self.distances.cells.get(index) == mark(distance)
    }

    /// All indices at a given distance, in ascending order.
    pub fn indices_at(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let cells = &self.distances.cells;
        let mark = mark(distance);
        (0..cells.len_in_words())
            .flat_map(move |word| cells.indices_with_mark(word, mark))
            .filter(move |&index| self.distance_at(index) == Some(distance))
    }

    /// All states at a given distance, in the order of their indices.
    pub fn states_at(&self, distance: usize) -> impl Iterator<Item = State> + '_ {
        self.indices_at(distance)
            .filter_map(|index| self.state(index))
    }
}

impl fmt::Debug for DistanceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceTable")
            .field("turns", &self.graph.turns)
            .field("distribution", &self.distances.distribution)
            .finish_non_exhaustive()
    }
}
