//! Shortest solutions of a stage of a plan, by iterative deepening under tables of parts of it.
//!
//! *Idea.* A stage sees a puzzle as a few coordinates, each of which every turn changes by itself. The stage may have
//! thousands of millions of states, but two of its coordinates have few: a table holds how many turns those
//! two need, whatever the others do. That is never more than what all need. So a search that goes at most `n` turns
//! deep may turn back wherever a table says that more are needed than are left; with `n` one greater
//! each time, the first solution is a shortest one.
//!
//! *Coordinates.* Coordinates that depend on each other are made one as long as it has few values: eight
//! corners of the 3×3×3 are seen as four pairs, and become one coordinate of 40,320 values.
//!
//! *Source.* R. E. Korf, *Depth-first iterative-deepening* (1985); J. C. Culberson and J. Schaeffer, *Pattern
//! databases* (1998); the pairs are those of H. Kociemba's two-phase algorithm (1992), but are derived
//! here.
//!
//! *Cost.* A byte for each pair of values, and one look into each table for each turn that is tried.

mod coordinate;
mod error;
mod search;

pub use error::DeepeningError;
pub use search::{Deepened, Deepening};
