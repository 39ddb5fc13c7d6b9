//! Exports the graph: each state is a node, each turn an edge.
//!
//! *Edges.* An edge is a turn together with its inverse in the other direction. An edge is written once, in the
//! direction of the clockwise turn. A half turn, which is its own inverse, is written from the smaller name to the
//! larger name. All turns leave the held piece in place, so a path can be followed on a puzzle without rotating
//! it. The names along the path may be those of rotated states, because a name does not depend on the orientation.
//!
//! *Cost.* The names of all nodes and of one end of all edges are computed on all cores, a small part of the graph at a
//! time. They are written in order, so the same graph gives the same bytes.

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
use crate::platform::in_parallel;
use crate::puzzle::{Puzzle, TurnId};

pub use csv::CsvForm;

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

/// The number of indices that a thread takes at a time.
const INDICES_PER_CHUNK: usize = 4096;

struct Node<'a> {
    /// The index of the state, for databases that number states.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    index: usize,
    name: String,
    distance: usize,
    /// The edges that begin at the node.
    edges: Vec<Edge<'a>>,
}

/// An edge, as seen from its first state.
struct Edge<'a> {
    link: &'a Link,
    /// The name of the other state.
    end: String,
}

/// A turn that defines edges.
struct Link {
    permutation: Permutation,
    name: String,
    /// The name of the inverse turn; empty if it is not in the graph.
    back: String,
    is_involution: bool,
}

impl<'a> Export<'a> {
    /// The export of a table, with turns in a notation.
    pub fn new(
        puzzle: &Puzzle,
        table: &'a DistanceTable,
        names: &'a Names,
        notation: Notation,
    ) -> Self {
        // Distances beyond the range of marks are found turn by turn, for which move tables pay off.
        table.build_move_tables();
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
                is_involution: inverse == turn,
            })
        };
        Self {
            links: turns.iter().filter_map(link).collect(),
            table,
            names,
        }
    }

    /// Passes on all nodes in the order of their indices. `notify` is called repeatedly with the number of indices
    /// processed since the last call.
    fn write_nodes(
        &self,
        control: &Control,
        notify: &dyn Fn(u64),
        write: &mut dyn FnMut(&Node<'_>) -> Result<(), ExportError>,
    ) -> Result<Count, ExportError> {
        let mut count = Count::default();
        let (size, jobs) = (self.table.indices(), control.jobs().get());
        for start in (0..size).step_by(jobs * INDICES_PER_CHUNK) {
            control.check()?;
            let nodes_of_job = |job: usize| -> Vec<Node<'_>> {
                let first = start + job * INDICES_PER_CHUNK;
                let indices = first..size.min(first + INDICES_PER_CHUNK);
                indices.filter_map(|index| self.node(index)).collect()
            };
            for node in in_parallel(jobs, nodes_of_job).iter().flatten() {
                count.nodes += 1;
                count.edges += node.edges.len() as u64;
                write(node)?;
            }
            notify((size - start).min(jobs * INDICES_PER_CHUNK) as u64);
        }
        Ok(count)
    }

    /// The node of an index; `None` if the state is unreachable.
    fn node(&self, index: usize) -> Option<Node<'_>> {
        let distance = self.table.distance_at(index)?;
        let state = self.table.state(index)?;
        let name = self.names.name(&state);
        let edges = self.links.iter().filter_map(|link| {
            let target = state.after(&link.permutation);
            // If pieces look alike, a turn may change nothing.
            let end = (target != state).then(|| self.names.name(&target))?;
            (!link.is_involution || name < end).then_some(Edge { link, end })
        });
        Some(Node {
            index,
            edges: edges.collect(),
            name,
            distance,
        })
    }
}
