//! The question: from which state, to which, with which turns, in how many; and its
//! replayed answer.

mod budget;
mod builder;
mod cache;
mod carriers;
#[cfg(feature = "cli")]
pub(crate) mod case_file;
mod checked;
mod classes;
mod closure;
mod constraints;
mod coordinates;
mod cost;
mod cost_file;
mod cycles;
mod free;
mod goal_file;
mod goals;
mod in_metric;
mod known;
mod known_solutions;
mod lengths;
mod maximum;
mod misread;
mod orientations;
mod possible;
mod premise;
mod proposals;
mod question;
mod reduction;
mod repair;
mod requirements;
mod rotation;
mod scramble;
mod seen_from;
mod sequences;
mod solution;
mod stage_context;
mod stage_problem;
mod stage_statement;
mod start;
mod statement;
mod symmetry;
mod target;
mod unsolvable;
mod window;

pub use crate::puzzle::{TooManyRotations, names_of_rotations, rotations_named};
pub use budget::Budget;
pub use cache::Cache;
pub use checked::{Problem, ProblemError};
pub use classes::{Classes, Sameness};
pub use constraints::{AtMost, Constraints};
pub use coordinates::{Coordinates, Family};
pub(crate) use cost::Paid;
pub use cost::{Cost, GripStep, Grips};
pub use free::{Free, FreeError, Freed};
pub use goal_file::NamedGoal;
pub use in_metric::in_metric;
pub use known::Known;
pub use lengths::Lengths;
pub use misread::misread;
pub use possible::possible;
pub use proposals::{Proposal, StickerOrder, proposal};
pub use question::{CostFile, Question, StartText, StateText, TextFile, TextLayout, Texts};
#[cfg(feature = "cli")]
pub(crate) use question::{TurnSets, check_notation, number};
pub(crate) use question::{known_start, knows_key};
pub use reduction::Reduction;
pub use repair::{Repair, repair};
pub use requirements::{
    RequiredAtMost, RequiredCost, RequiredGrips, RequiredSequence, RequirementError, Requirements,
};
pub use rotation::Rotations;
pub use scramble::Scramble;
pub use sequences::{Rule, Sequence};
pub use solution::{ReplayError, Solution};
pub use stage_context::StageContext;
pub use stage_statement::{StageStatement, StageStatementError};
pub use start::Start;
pub use statement::{Statement, StatementError};
pub use symmetry::Symmetry;
pub use target::Target;
pub use unsolvable::Unsolvable;
pub use window::Window;
pub(crate) use window::{Mark, Painting};
