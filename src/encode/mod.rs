//! A problem and a recipe become a [`Formula`]; a model becomes turns.
//!
//! The only room where puzzle and circuit meet. One technique a file:
//! [`encode()`] puts them together as the recipe says, [`decode()`] reads a model
//! back, [`map`] keeps what the variables mean in a file.

mod code;
mod color_binary;
mod color_onehot;
mod conditional;
mod constraints;
pub mod decode;
mod describe;
mod distinct;
mod encoder;
mod formula;
mod goal;
mod idle;
mod legal;
mod lemmas;
pub mod map;
mod orbits;
mod order;
mod placements;
mod plan;
mod recipe;
mod reference;
mod representation;
mod select_binary;
mod select_face;
mod select_onehot;
mod selector;
mod selectors;
mod size;
mod states;
mod transition;

use crate::control::{Control, Stop};
use crate::puzzle::{Budget, MOST_TURNS, Problem, StateError};
use size::{MOST_CLAUSES, memory};
use states::Representation;

pub use code::Code;
pub use decode::{DecodeError, decode};
pub use describe::describe;
pub use encoder::Encoder;
pub use formula::{Formula, Meaning};
pub use plan::{Argument, Covers, Plan};
pub use recipe::{
    Form, GoalEncoding, Idle, MOST_LEMMAS, Order, Quotient, Recipe, SelectorEncoding,
    StateEncoding, Transition,
};
pub use selectors::{Choice, Selectors};
pub use states::States;

/// Why a problem cannot be encoded with a recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Uniform faces do not say in which orientation.
    #[error(
        "recipe `{0}` only asks for uniform faces, which do not decide this goal; it needs --to any, and a puzzle \
         whose held piece leaves no choice for the colors of the faces. Take another recipe"
    )]
    UniformGoal(String),
    /// A published formula is about states that are known.
    #[error(
        "recipe `{0}` is a published formula, whose start and goal are single states: it has no room for unknown \
         stickers. Take another recipe"
    )]
    ReferencePattern(String),
    /// More clauses than a machine can be expected to hold.
    #[error(
        "{slots} turns need about {clauses} clauses with recipe `{recipe}`, {} of memory and as much again to \
         solve them; at most {MOST_CLAUSES} clauses ({}) are built",
        memory(*.clauses),
        memory(MOST_CLAUSES)
    )]
    TooLarge {
        /// The budget.
        slots: usize,
        /// The estimate.
        clauses: usize,
        /// The recipe's name.
        recipe: String,
    },
    /// A budget past all sense.
    #[error("a budget is at most {MOST_TURNS} turns, not {0}")]
    TooManyTurns(usize),
    /// The start has colours that no pieces have.
    #[error("{0}")]
    Start(#[from] StateError),
    /// The work was stopped before the formula was complete.
    #[error("{0}")]
    Stopped(Stop),
}

/// About how many clauses the formula of a problem and a recipe has, without
/// building it; without lemmas.
///
/// # Errors
/// [`EncodeError`] if the recipe cannot express the problem.
pub fn estimate(problem: &Problem, recipe: &Recipe) -> Result<usize, EncodeError> {
    estimate_under(problem, recipe, &Control::unlimited())
}

/// The same until `control` says stop: to look at all pairs of thousands of turns takes a while.
fn estimate_under(
    problem: &Problem,
    recipe: &Recipe,
    control: &Control,
) -> Result<usize, EncodeError> {
    check_budget(problem.budget)?;
    let plan = Plan::new(problem, recipe);
    let states = Representation::new(problem, recipe.state)?;
    let selectors = Selectors::new(problem, recipe.selector, plan.idle);
    let part = states.part();
    size::estimate(problem, recipe, &plan, &selectors, part, control)
}

/// An error if it is time to stop.
fn go_on(control: &Control) -> Result<(), EncodeError> {
    control
        .stop()
        .map_or(Ok(()), |stop| Err(EncodeError::Stopped(stop)))
}

/// Refuses a budget past all sense, before anything is made that is as large.
fn check_budget(budget: Budget) -> Result<(), EncodeError> {
    match budget.slots() {
        slots if slots > MOST_TURNS => Err(EncodeError::TooManyTurns(slots)),
        _ => Ok(()),
    }
}

/// Encodes a problem as a recipe says.
///
/// # Errors
/// [`EncodeError`] if the recipe cannot express the problem, or the formula
/// would not fit into memory.
pub fn encode(problem: &Problem, recipe: &Recipe) -> Result<Formula, EncodeError> {
    encode_under(problem, recipe, &Control::unlimited())
}

/// The same until `control` says stop: a formula near the limit of what is
/// built takes seconds.
///
/// # Errors
/// As [`encode()`], and [`EncodeError::Stopped`].
pub fn encode_under(
    problem: &Problem,
    recipe: &Recipe,
    control: &Control,
) -> Result<Formula, EncodeError> {
    Encoder::new(problem, recipe).encode(problem.budget, control)
}
