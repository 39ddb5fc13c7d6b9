//! Solutions made of 3-cycles of pieces.
//!
//! *Idea.* A commutator `[A, B]` of two sequences that share one piece cycles three pieces of one kind and moves
//! nothing else. Conjugation by turns moves the cycle to other places of the kind. So each kind of piece is solved
//! separately, two pieces per cycle, which is how people solve large cubes. A few turns first correct what 3-cycles
//! cannot do: an odd permutation of a kind, or a kind without 3-cycles ([`remainders`]).
//!
//! *Source.* D. Singmaster, *Notes on Rubik's Magic Cube* (1981).
//!
//! *Cost.* There are few kinds, each small, even if the group is large: one core of an ordinary machine takes less than
//! a second for a 7×7×7. The sequences are long, about ten turns per piece.

mod commutators;
mod remainders;
mod solution;
mod table;
mod three_cycles;
mod twists;

pub use solution::{ConstructionEffort, Parity};
pub use three_cycles::ThreeCycles;
