//! Breadth-first truth about small puzzles.
//!
//! A puzzle with few enough states needs no clauses: a [`DistanceTable`] holds
//! the distance of every state from the solved one, and a walk down the
//! distances finds and counts all solutions. This is what the rest of the
//! house is judged by, so it shares no code with it; only [`puzzle`] is
//! imported. [`brute`] gives the judge a second opinion, without any index.
//!
//! ```
//! use twistsat::graph::DistanceTable;
//! use twistsat::puzzle::{Notation, built_in};
//!
//! let puzzle = built_in("pocket").unwrap().unwrap();
//! let turns = Notation::Singmaster.read(&puzzle, "R R2 R' U U2 U'").unwrap();
//! let table = DistanceTable::build(&puzzle, &turns).unwrap();
//! let state = puzzle.apply(puzzle.solved(), &turns[..1]);
//! assert_eq!(table.distance(&state), Some(1));
//! assert_eq!(table.shortest_solutions(&state), [[turns[2]]]);
//! ```
//!
//! [`puzzle`]: crate::puzzle

pub mod brute;
mod canonical;
mod coordinates;
mod kind;
mod paths;
mod rank;
mod table;

pub use table::DistanceTable;

use crate::control::Stop;
use crate::puzzle::TurnId;

/// More indices than this are refused: a table takes one byte for each.
pub const MOST_INDICES: usize = 1_000_000_000;

/// More entries of move tables than this are refused: each takes four
/// bytes, and four more during the search.
pub const MOST_MOVES: usize = 100_000_000;

/// Why a puzzle's graph cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A turn that the puzzle does not have.
    #[error("there is no turn number {0}")]
    NoSuchTurn(TurnId),
    /// Too many states.
    #[error("these turns may reach more than {MOST_INDICES} states, too many for a table")]
    TooManyStates,
    /// One kind of pieces can be arranged in too many ways.
    #[error("the move tables of these turns would have more than {MOST_MOVES} entries")]
    TooManyMoves,
    /// Which of two equal pieces lies where cannot be seen, so states that
    /// look alike would get several indices.
    #[error("some pieces look alike, at facelet {0} for example; states have no unique index")]
    Alike(String),
    /// Distances that do not fit into a byte.
    #[error("some states are more than {0} turns from the solved one")]
    TooDeep(usize),
    /// The work was stopped before the table was complete.
    #[error("{0}")]
    Stopped(Stop),
}
