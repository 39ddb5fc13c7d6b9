//! Arguments that several subcommands share, and what they mean.

mod constraints;
mod either;
mod free;
mod given;
mod goal;
mod layout;
mod memory;
mod method;
mod plan;
mod problem;
mod proof;
mod puzzle;
mod recipe;
mod solver;
mod start;
mod text;
mod turn_sets;
mod values;

pub(super) use free::FreeArgs;
pub(super) use given::{GivenArgs, check_plan_is_used, explained};
pub(super) use memory::MemoryArgs;
pub(super) use method::Method;
pub(super) use problem::{ProblemArgs, Question, Start, whole_start};
pub(super) use proof::ProofFormat;
pub(super) use puzzle::{PuzzleArgs, SourceArgs};
pub(super) use recipe::RecipeArgs;
pub(super) use solver::SolverArgs;
pub(super) use start::{StartArgs, or_stdin, shown, twice_stdin};
pub(super) use text::{TextArgs, check_notation};
pub(super) use turn_sets::TurnSets;
pub(super) use values::{
    TurnRange, at_least_one, at_least_two, duration, max_turns, threads, turn_range, turns,
};
