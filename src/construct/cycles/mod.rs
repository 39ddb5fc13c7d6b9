//! Turns that make a given permutation, by 3-cycles of pieces.
//!
//! *Idea.* A commutator `[A, B]` of two sequences that meet in one piece moves three pieces of
//! one kind in a cycle and nothing else. Turns before it, undone after it, carry the cycle to
//! other places of the kind. So each kind of pieces is brought home by itself, two pieces a
//! cycle. It is how people solve large cubes; see D. Singmaster, *Notes on Rubik's Magic Cube*,
//! 1981. What 3-cycles cannot do, an odd permutation of a kind or a kind that has no 3-cycle, is
//! mended first by a few turns ([`remainders`]).
//!
//! *Cost.* Kinds are few and small even where the group is large: one core of an ordinary machine
//! takes less than a second for a 7×7×7. The sequences are long, some ten turns a piece.

mod commutators;
mod remainders;
mod solve;
mod step;
mod table;
mod three;
mod way;

pub use three::ThreeCycles;
pub use way::{Effort, Parity};
