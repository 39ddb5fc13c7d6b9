//! Plans: solving a puzzle in stages. Each has its own allowed turns, and its own goal, where the next one starts.
//! `encodings/README.md` describes the file format.
//!
//! *Idea.* A chain of small formulas replaces one that would be too large. A stage is a
//! `Reduction`: the quotient of the puzzle that its goal defines, which is a smaller puzzle. The
//! turns that solve the quotient bring the full puzzle to where the next stage starts.
//!
//! *Source.* M. Thistlethwaite's chain of four groups (1981); H. Kociemba's of two (1992).

mod file;
mod meaning;
mod peel;
mod restricted_plan;
mod smaller_puzzle;
mod stage;
mod stage_keys;
mod symmetry;

inner!(use peel::{PEEL, Peel, PeelOrder});
inner!(use smaller_puzzle::SmallerPuzzle);
pub use stage::{Plan, Stage};
pub(crate) use stage::{not_question_error, stage_error};
inner!(use stage::Steps);
inner!(use stage::StageKind);
inner!(use symmetry::HeldOrientation);
