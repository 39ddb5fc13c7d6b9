//! The question: from which state, to which, with which turns, in how many; and its
//! replayed answer.

mod asked;
mod builder;
mod closure;
mod constraints;
mod orientations;
mod premise;
mod question;
mod rotation;
mod seen;
mod sight;
mod solution;
mod stage_context;
mod unsolvable;

pub use asked::{Asked, AskedAtMost, AskedCost, AskedError};
pub use constraints::{AtMost, Constraints, Cost};
pub use question::{Budget, Problem, ProblemError, Target, other_layout};
pub use rotation::Rotations;
pub use sight::{Sight, SightError};
pub use solution::{ReplayError, Solution};
pub use stage_context::StageContext;
pub use unsolvable::Unsolvable;
