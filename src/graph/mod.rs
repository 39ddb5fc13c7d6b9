//! Breadth-first search: exact results for small puzzles.
//!
//! A puzzle with few enough states needs no clauses: a [`DistanceTable`] stores the distance of every state from the
//! solved state, and a walk along decreasing distances finds and counts all solutions. The results of all other methods
//! are compared with tables, so the code that computes distances shares only foundations, such as [`puzzle`], with
//! them. For puzzles with too many states, `meet` searches from both ends and, for longer solutions, with tables of
//! cosets. Both searches depend on [`problem`](crate::problem), but not on clauses.
//!
//! ```
//! use twistsat::graph::DistanceTable;
//! use twistsat::notation::Notation;
//! use twistsat::puzzle::Puzzle;
//!
//! let puzzle = Puzzle::built_in("pocket").unwrap();
//! let turns = Notation::Singmaster.read(&puzzle, "R R2 R' U U2 U'").unwrap();
//! let table = DistanceTable::build(&puzzle, &turns).unwrap();
//! let state = puzzle.apply(puzzle.solved(), &turns[..1]);
//! assert_eq!(table.distance(&state), Some(1));
//! assert_eq!(table.shortest_solutions(&state), [[turns[2]]]);
//! ```
//!
//! [`puzzle`]: crate::puzzle

mod cells;
mod classes;
#[cfg(feature = "internals")]
pub mod cosets;
#[cfg(not(feature = "internals"))]
pub(crate) mod cosets;
#[cfg(feature = "internals")]
pub mod deepening;
#[cfg(not(feature = "internals"))]
pub(crate) mod deepening;
mod digit_actions;
#[cfg(feature = "internals")]
pub mod export;
#[cfg(not(feature = "internals"))]
pub(crate) mod export;
mod kind;
mod maxima;
#[cfg(feature = "internals")]
pub mod meet;
#[cfg(not(feature = "internals"))]
pub(crate) mod meet;
mod names;
mod path_ends;
mod paths;
mod rank;
mod rotation;
mod sampling;
mod search;
mod size;
mod state_graph;
mod store;
mod table;
mod views;

internal!(use path_ends::{PathEnds, StateInput, Orientation});
internal!(use maxima::wrong_maxima);
pub use sampling::DistanceSampler;
internal!(use names::{Names, is_name});
internal!(use rotation::held_as);
pub use size::MAX_BYTES;
internal!(use size::{MAX_INDICES, Size});
internal!(use store::Damage);
pub use state_graph::Graph;
pub use table::DistanceTable;
internal!(use search::Distances);
