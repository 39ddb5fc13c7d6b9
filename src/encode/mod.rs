//! A problem and a recipe become a [`Formula`]; a model becomes turns.
//!
//! The only room where puzzle and circuit meet. One technique a file:
//! [`encode()`] puts them together as the recipe says, [`decode()`] reads a model
//! back, [`map`] keeps what the variables mean in a file.

mod colors;
pub mod decode;
mod distinct;
mod formula;
mod goal;
mod idle;
pub mod map;
mod order;
mod plan;
mod recipe;
mod reference;
mod selectors;
mod transition;

use crate::circuit::{Circuit, GateOptions, width_for};
use crate::control::{Control, Stop};
use crate::puzzle::Problem;

pub use decode::{DecodeError, decode};
pub use formula::{Code, Formula, Meaning};
pub use plan::{Argument, Covers, Plan};
pub use recipe::{
    Form, GoalEncoding, Idle, Order, Recipe, SelectorEncoding, StateEncoding, Transition,
};

/// Why a problem cannot be encoded with a recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Uniform faces do not say in which orientation.
    #[error(
        "recipe `{0}` only asks for uniform faces, which do not decide this goal; it needs --to any, and a puzzle \
         whose held piece leaves no choice for the colors of the faces. Take another recipe"
    )]
    UniformGoal(String),
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
    /// The work was stopped before the formula was complete.
    #[error("{0}")]
    Stopped(Stop),
}

/// A formula with this many clauses takes most of a gigabyte, and a solver as
/// much again.
const MOST_CLAUSES: usize = 10_000_000;

/// What a clause takes in memory, in bytes, with its share of the map. Measured
/// on formulas of all recipes: 60 to 90.
const BYTES_A_CLAUSE: u64 = 75;

/// What so many clauses take in memory, in words: `18.4 GB`.
fn memory(clauses: usize) -> String {
    let bytes = (clauses as u64).saturating_mul(BYTES_A_CLAUSE) as f64;
    if bytes < 1e9 {
        format!("{:.0} MB", bytes / 1e6)
    } else {
        format!("{:.1} GB", bytes / 1e9)
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
    let go_on = || {
        control
            .stop()
            .map_or(Ok(()), |stop| Err(EncodeError::Stopped(stop)))
    };
    let uniform_decides = || problem.up_to_rotation && problem.puzzle.held_decides_uniform_faces();
    if recipe.goal == GoalEncoding::Uniform && !uniform_decides() {
        return Err(EncodeError::UniformGoal(recipe.name.clone()));
    }
    let plan = Plan::new(problem, recipe);
    check_size(problem, recipe, &plan)?;
    let compact = recipe.form == Form::Compact;
    let mut circuit = Circuit::with_options(GateOptions {
        fold: compact,
        share: compact,
    });
    let selectors = selectors::Selectors::new(&mut circuit, problem, plan.idle);
    let mut colors = colors::Colors::new(problem.puzzle.colors().len());
    match recipe.form {
        Form::Reference => {
            reference::add_states(&mut circuit, problem, &selectors, &mut colors);
            for facelet in 0..problem.puzzle.facelets().len() {
                go_on()?;
                reference::add_facelet(&mut circuit, problem, &selectors, &colors, facelet);
            }
        }
        Form::Compact => {
            selectors.forbid_unused_codes(&mut circuit);
            colors.push_known(&problem.start);
            for slot in 0..selectors.slots() {
                go_on()?;
                transition::add_step(
                    &mut circuit,
                    &problem.puzzle,
                    recipe.transition,
                    &selectors,
                    &mut colors,
                    slot,
                );
                colors.forbid_unused_codes(&mut circuit);
            }
        }
    }
    order::require(&mut circuit, problem, plan.order, &selectors);
    if plan.idle {
        idle::require_trailing(&mut circuit, &selectors);
    }
    if plan.distinct {
        for later in 1..=selectors.slots() {
            go_on()?;
            distinct::require(&mut circuit, &colors, &selectors, later);
        }
    }
    goal::require(
        &mut circuit,
        problem,
        recipe.goal,
        &colors,
        selectors.slots(),
    );
    let (cnf, variables) = circuit.into_parts();
    let (selectors, codes) = selectors.into_parts();
    Ok(Formula {
        cnf,
        variables,
        meaning: Meaning {
            selectors,
            codes,
            colors: colors.into_steps(),
        },
        covers: plan.covers,
    })
}

/// Refuses a formula that would not fit, before it is built. The estimate
/// counts what grows: multiplexers, gates that compare states, pairs of turns, and
/// the facelets of each state, which take room even where they have one colour
/// and no clause.
fn check_size(problem: &Problem, recipe: &Recipe, plan: &Plan) -> Result<(), EncodeError> {
    let slots = problem.budget.slots();
    let puzzle = &problem.puzzle;
    let bits = puzzle.facelets().len() * width_for(puzzle.colors().len());
    let codes = 1 << width_for(problem.allowed.len() + usize::from(plan.idle));
    let multiplexers = slots.saturating_mul(bits).saturating_mul(2 * codes + 2);
    let pairs = slots.saturating_mul(slots) / 2;
    let comparisons = if plan.distinct {
        pairs.saturating_mul(4 * bits)
    } else {
        0
    };
    let orders = slots.saturating_mul(order::excluded(problem, plan.order).len());
    let facelets = slots.saturating_mul(puzzle.facelets().len());
    let clauses = multiplexers
        .saturating_add(comparisons)
        .saturating_add(orders)
        .saturating_add(facelets);
    if clauses <= MOST_CLAUSES {
        return Ok(());
    }
    Err(EncodeError::TooLarge {
        slots,
        clauses,
        recipe: recipe.name.clone(),
    })
}
