//! Shortest solutions of a stage of a plan, by iterative deepening with pattern databases.
//!
//! *Idea.* A stage reduces a puzzle to a few coordinates, on each of which every turn acts independently of the others.
//! The stage may have billions of states, but a pair of coordinates has few joint values. A table stores the number of
//! turns that each pair of values needs: a lower bound for the state. So a depth-first search limited to `n` turns can
//! prune wherever a table requires more turns than are left. Because `n` increases by one at a time, the first solution
//! found is a shortest one.
//!
//! *Coordinates.* Dependent coordinates are combined while the result has few values: the eight corners of the 3×3×3
//! appear as four pairs, and become one coordinate with 40,320 values.
//!
//! *Source.* R. E. Korf, *Depth-first iterative-deepening* (1985); J. C. Culberson and J. Schaeffer, *Pattern databases* (1998).
//! H. Kociemba's two-phase algorithm (1992) uses pairs that its author chose; here, they are derived.
//!
//! *Cost.* A byte for each pair of values, and one lookup in each table for each turn tried.

mod coordinate;
mod search;

pub use search::{Deepening, DeepeningResult};
