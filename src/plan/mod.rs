//! Plans: solving a puzzle in stages. Each stage has its own allowed turns and its own goal; the next stage starts in a
//! state of this goal. `encodings/README.md` describes the file format.
//!
//! *Idea.* A chain of small formulas replaces one formula that would be too large. A stage is solved on a smaller
//! puzzle, the quotient that the goal of the stage defines. Turns that solve the quotient bring the full puzzle to a
//! state where the next stage can start.
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

internal!(use peel::{PEEL, Peel, PeelOrder});
internal!(use smaller_puzzle::SmallerPuzzle);
pub use stage::{Plan, Stage};
pub(crate) use stage::{not_question_error, stage_error};
internal!(use stage::Steps);
internal!(use stage::StageKind);
internal!(use symmetry::HeldOrientation);
