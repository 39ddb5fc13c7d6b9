//! The question: from which state, to which, with which turns, in how many; and its
//! replayed answer.

mod budget;
mod builder;
mod closure;
mod constraints;
mod coordinates;
mod maximum;
mod orientations;
mod possible;
mod premise;
mod question;
mod requirements;
mod rotation;
mod solution;
mod stage_context;
mod stage_problem;
mod stage_statement;
mod start;
mod statement;
mod target;
mod unsolvable;

pub use budget::Budget;
pub use constraints::{AtMost, Constraints, Cost};
pub use coordinates::{Coordinates, Family};
pub use possible::possible;
pub use question::{Problem, ProblemError, other_layout};
pub use requirements::{RequiredAtMost, RequiredCost, RequirementError, Requirements};
pub use rotation::Rotations;
pub use solution::{ReplayError, Solution};
pub use stage_context::StageContext;
pub use stage_statement::{StageStatement, StageStatementError};
pub use start::Start;
pub use statement::{Statement, StatementError};
pub use target::Target;
pub use unsolvable::Unsolvable;
