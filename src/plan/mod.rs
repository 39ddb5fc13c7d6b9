//! Plans: a puzzle solved in stages, each with turns of its own and a goal that the next
//! one starts from. `encodings/README.md` describes the file format.
//!
//! *Idea.* Where one formula would be too large, a chain of them is not. A stage is a
//! [`Reduction`](crate::problem::Reduction): the puzzle as far as its goal can see it, which is a smaller puzzle. What solves
//! that one, turn for turn, leads the whole puzzle to where the next stage starts.
//!
//! *Source.* M. Thistlethwaite's chain of four groups (1981); H. Kociemba's of two (1992).

mod error;
mod file;
mod library;
mod meaning;
mod means;
mod middle;
mod peel;
mod smaller;
mod stage;
mod symmetry;

pub use error::StageError;
pub use peel::{PEEL, Peel, PeelOrder};
pub use smaller::Smaller;
pub use stage::{Means, Plan, Stage, Steps};
pub use symmetry::Hold;
