//! Exports the graph: each state is a node, each turn an edge.
//!
//! *Edges.* An edge is a turn together with its inverse in the other direction. It is written once, in the direction of
//! the clockwise turn; half turns, which are their own inverses, from the smaller name to the larger. The turns are
//! those around the held piece. So the turns along any path can be made by hand, although the names of its nodes are
//! those of rotated states.
//!
//! *Cost.* Computes one name per node and one per edge. Nothing is stored: ranges of the graph are rendered on all
//! cores and written in order, so the same graph gives the same bytes.

mod csv;
mod dot;
mod graphml;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::io;

use super::{DistanceTable, Names};
use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::notation::Notation;
use crate::puzzle::{Puzzle, State, TurnId};

pub use csv::Form;

/// A graph to export, with its distances and names.
pub struct Export<'a> {
    table: &'a DistanceTable,
    names: &'a Names,
    links: Vec<Link>,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// An error of the database.
    #[cfg(feature = "sqlite")]
    #[error("SQLite: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

/// The number of nodes and edges written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// States.
    pub nodes: u64,
    /// Edges, each counted once for both directions.
    pub edges: u64,
}

/// The number of indices between two checks of the control.
const INDICES_PER_CHECK: usize = 8192;

/// A state to export.
struct Node<'a> {
    /// Its number, for databases that number states.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    index: usize,
    name: &'a str,
    distance: usize,
    /// The edges that belong to it.
    edges: Vec<Edge<'a>>,
}

/// A turn that defines edges.
struct Link {
    permutation: Permutation,
    name: String,
    /// The name of the inverse turn; empty if it is not in the graph.
    back: String,
    /// Whether it is its own inverse.
    involution: bool,
}

impl<'a> Export<'a> {
    /// The export of a table, with turns in a notation.
    pub fn new(
        puzzle: &Puzzle,
        table: &'a DistanceTable,
        names: &'a Names,
        notation: Notation,
    ) -> Self {
        let turns = table.turns();
        let link = |&turn: &TurnId| {
            let inverse = puzzle.inverse(turn);
            let known = turns.contains(&inverse);
            let first = !known || turn <= inverse;
            let name = |turn: TurnId| notation.write(&puzzle.turns()[turn]);
            first.then(|| Link {
                permutation: puzzle.turns()[turn].permutation.clone(),
                name: name(turn),
                back: if known { name(inverse) } else { String::new() },
                involution: inverse == turn,
            })
        };
        Self {
            links: turns.iter().filter_map(link).collect(),
            table,
            names,
        }
    }

    /// The state of an index and its distance, if it is a node.
    fn node(&self, index: usize) -> Option<(State, usize)> {
        let distance = self.table.distance_at(index)?;
        Some((self.table.state(index)?, distance))
    }

    /// Passes on all nodes. `notify` is called repeatedly with the number of further indices done.
    fn write_nodes(
        &self,
        control: &Control,
        notify: &dyn Fn(u64),
        write: &mut dyn FnMut(&Node<'_>) -> Result<(), ExportError>,
    ) -> Result<Count, ExportError> {
        let mut count = Count::default();
        for index in 0..self.table.indices() {
            if index % INDICES_PER_CHECK == 0 {
                control.check()?;
                notify((self.table.indices() - index).min(INDICES_PER_CHECK) as u64);
            }
            let Some((state, distance)) = self.node(index) else {
                continue;
            };
            let name = self.names.name(&state);
            let edges: Vec<Edge<'_>> = self.edges(&state, name.as_bytes()).collect();
            count.nodes += 1;
            count.edges += edges.len() as u64;
            write(&Node {
                index,
                name: &name,
                distance,
                edges,
            })?;
        }
        Ok(count)
    }

    /// The edges that belong to a state.
    fn edges<'s>(&'s self, state: &'s State, name: &'s [u8]) -> impl Iterator<Item = Edge<'s>> {
        self.links.iter().filter_map(move |link| {
            let target = state.after(&link.permutation);
            // If pieces look alike, a turn may change nothing.
            if target == *state {
                return None;
            }
            let mut end = Vec::with_capacity(name.len());
            self.names.write(target.colors(), &mut end);
            (!link.involution || name < &end[..]).then_some(Edge { link, target, end })
        })
    }
}

/// An edge, from its first state.
struct Edge<'a> {
    link: &'a Link,
    /// The other state, for databases that number states.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    target: State,
    /// The name of the other state.
    end: Vec<u8>,
}
