//! Shortest solutions of a stage of a plan, by iterative deepening with pattern databases.
//!
//! *Idea.* A stage reduces a puzzle to a few coordinates, on each of which every turn acts independently. The stage may
//! have billions of states, but a pair of its coordinates has few joint values: a table stores the number of turns
//! that the pair needs, ignoring the rest, which is a lower bound for the state. So a depth-first search limited to `n`
//! turns can prune wherever a table requires more turns than are left; with `n` increasing by one, the first solution
//! is a shortest one.
//!
//! *Coordinates.* Dependent coordinates are combined while the result has few values: the eight corners of the 3×3×3
//! appear as four pairs, and become one coordinate with 40,320 values.
//!
//! *Source.* R. E. Korf, *Depth-first iterative-deepening* (1985); J. C. Culberson and J. Schaeffer, *Pattern
//! databases* (1998); the pairs are those of H. Kociemba's two-phase algorithm (1992), but are derived
//! here.
//!
//! *Cost.* A byte for each pair of values, and one lookup in each table for each turn that is tried.

mod coordinate;
mod search;

pub use search::{Deepening, DeepeningResult};
