//! Lists and counts solutions.
//!
//! *Idea.* A depth-first walk from the state makes a turn only if the remaining turns suffice to reach the solved state
//! afterwards. Because the distances are exact, the walk misses no solution. If only shortest solutions are wanted, it
//! meets no dead end.
//!
//! *Cost.* To list all shortest solutions, the walk makes at most as many turns as they have together. The number of
//! longer solutions grows exponentially with their length.

use super::DistanceTable;
use crate::puzzle::{State, TurnId};

impl DistanceTable {
    /// The sequences of exactly `length` turns that solve a state, in lexicographic order.
    pub fn solutions(&self, state: &State, length: usize) -> Vec<Vec<TurnId>> {
        self.build_move_tables();
        self.walk(state, length, false).collect()
    }

    /// The canonical sequences of exactly `length` turns that solve a state, in lexicographic order. They have no two
    /// successive turns of one face, and have successive commuting turns in the order of the puzzle file. (If the table
    /// has all powers of its faces, this agrees with [`Puzzle::is_canonical`](crate::puzzle::Puzzle::is_canonical); if
    /// it has only quarter turns, that function also admits `R R`.)
    pub fn canonical_solutions(&self, state: &State, length: usize) -> Vec<Vec<TurnId>> {
        self.build_move_tables();
        self.walk(state, length, true).collect()
    }

    /// All shortest solutions of a state, in lexicographic order; empty if it cannot be solved.
    pub fn shortest(&self, state: &State) -> impl Iterator<Item = Vec<TurnId>> + '_ {
        let length = self.distance(state).unwrap_or(0);
        self.walk(state, length, false)
    }

    /// All shortest solutions of a state, as a list.
    pub fn shortest_solutions(&self, state: &State) -> Vec<Vec<TurnId>> {
        self.build_move_tables();
        self.shortest(state).collect()
    }

    fn walk<'a>(
        &'a self,
        state: &State,
        length: usize,
        canonical: bool,
    ) -> impl Iterator<Item = Vec<TurnId>> + use<'a> {
        let start = self.index(state);
        let start = start.and_then(|start| Some((start, self.distance_at(start)?)));
        let start = start.filter(|&(_, distance)| distance <= length);
        let walk = start.map(|(start, distance)| PathEnumerator {
            table: self,
            length,
            canonical,
            shortest: distance == length,
            indices: vec![start],
            path: Vec::new(),
            turn: 0,
            fresh: length == 0,
        });
        walk.into_iter().flatten()
    }
}

/// Enumerates the solutions of one length. It is iterative because a caller may choose a length for which recursion
/// would overflow the stack.
struct PathEnumerator<'a> {
    table: &'a DistanceTable,
    length: usize,
    canonical: bool,
    /// Whether every turn must decrease the distance.
    shortest: bool,
    /// The indices along the path, the start first.
    indices: Vec<usize>,
    /// The turns of the path, by their positions among the table's turns.
    path: Vec<usize>,
    /// The next turn to try at the end of the path.
    turn: usize,
    /// Whether the empty path has not been returned yet.
    fresh: bool,
}

impl PathEnumerator<'_> {
    /// Tries the next turn, and makes it unless it leads too far away. Returns whether the turn was made.
    fn step(&mut self) -> bool {
        let turn = self.turn;
        self.turn += 1;
        if let Some(&previous) = self.path.last()
            && self.canonical
            && !self.table.graph.may_follow[previous][turn]
        {
            return false;
        }
        let here = self.indices[self.path.len()];
        let there = self.table.after(here, turn);
        let left = self.length - self.path.len() - 1;
        let leads = if self.shortest {
            self.table.mark_fits(there, left)
        } else {
            let distance = self.table.distance_at(there);
            distance.is_some_and(|distance| distance <= left)
        };
        if !leads {
            return false;
        }
        self.indices.push(there);
        self.path.push(turn);
        self.turn = 0;
        true
    }
}

impl Iterator for PathEnumerator<'_> {
    type Item = Vec<TurnId>;

    fn next(&mut self) -> Option<Vec<TurnId>> {
        let mut is_found = std::mem::take(&mut self.fresh);
        while !is_found {
            if self.path.len() == self.length || self.turn == self.table.turns().len() {
                self.turn = self.path.pop()? + 1;
                self.indices.pop();
            } else {
                is_found = self.step() && self.path.len() == self.length;
            }
        }
        let turn = |&turn: &usize| self.table.turns()[turn];
        Some(self.path.iter().map(turn).collect())
    }
}
