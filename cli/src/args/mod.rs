//! Arguments shared by several subcommands, and their meaning.

mod constraints;
mod definitions;
mod free;
mod memory;
mod plan;
mod problem;
mod proof;
mod puzzle;
mod recipe;
mod solver;
mod start;
mod text;
mod values;

pub(super) use constraints::cost_path;
pub(super) use definitions::{DefinitionArgs, check_plan_is_used, explain_missing};
pub(super) use free::FreeArgs;
pub(super) use memory::MemoryArgs;
pub(super) use problem::ProblemArgs;
pub(super) use proof::ProofFormat;
pub(super) use puzzle::{PuzzleArgs, SourceArgs};
pub(super) use recipe::RecipeArgs;
pub(super) use solver::SolverArgs;
pub(super) use start::{StartArgs, state_to_show};
pub(super) use text::{TextArgs, note_tips, turns as read_turns};
pub(super) use values::{
    MEBIBYTE, TurnRange, at_least_one, at_least_two, axis, duration, engine, listing_engine,
    mebibytes, strategy, threads, turn_range, turns,
};
