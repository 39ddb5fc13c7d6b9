//! Plans: solving a puzzle in stages, each with its own turns and a goal from which the next one starts.
//! `encodings/README.md` describes the file format.
//!
//! *Idea.* If one formula would be too large, a chain of formulas is not. A stage is a
//! `Reduction`: the quotient of the puzzle that its goal defines, which is a smaller puzzle. A
//! solution of the quotient, turn for turn, leads the full puzzle to where the next stage starts.
//!
//! *Source.* M. Thistlethwaite's chain of four groups (1981); H. Kociemba's of two (1992).

mod error;
mod file;
mod library;
mod meaning;
mod peel;
mod restricted_plan;
mod smaller_puzzle;
mod stage;
mod stage_keys;
mod symmetry;
mod two_stages;

pub(crate) use error::{no_question_error, stage_error};
inner!(use peel::{PEEL, Peel, PeelOrder});
inner!(use restricted_plan::RestrictedPlan);
inner!(use smaller_puzzle::SmallerPuzzle);
pub use stage::{Plan, Stage};
inner!(use stage::Steps);
inner!(use stage::StageKind);
inner!(use symmetry::HeldOrientation);
