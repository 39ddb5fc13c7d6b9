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
        "{slots} turns need about {clauses} clauses with recipe `{recipe}`; at most {MOST_CLAUSES} are built"
    )]
    TooLarge {
        /// The budget.
        slots: usize,
        /// The estimate.
        clauses: usize,
        /// The recipe's name.
        recipe: String,
    },
}

/// A formula with this many clauses takes about a gigabyte, and a solver as much again.
const MOST_CLAUSES: usize = 10_000_000;

/// Encodes a problem as a recipe says.
///
/// # Errors
/// [`EncodeError`] if the recipe cannot express the problem.
pub fn encode(problem: &Problem, recipe: &Recipe) -> Result<Formula, EncodeError> {
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
        Form::Reference => reference::add_steps(&mut circuit, problem, &selectors, &mut colors),
        Form::Compact => {
            selectors.forbid_unused_codes(&mut circuit);
            colors.push_known(&problem.start);
            for slot in 0..selectors.slots() {
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
        distinct::require(&mut circuit, &colors, &selectors);
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
/// counts what grows: multiplexers, gates that compare states, and pairs of turns.
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
    let clauses = multiplexers
        .saturating_add(comparisons)
        .saturating_add(orders);
    if clauses <= MOST_CLAUSES {
        return Ok(());
    }
    Err(EncodeError::TooLarge {
        slots,
        clauses,
        recipe: recipe.name.clone(),
    })
}
