//! A problem and a recipe become a [`Formula`]; a model becomes turns.
//!
//! The only room where puzzle and circuit meet. One technique a file:
//! [`encode`] puts them together as the recipe says, [`decode`] reads a model
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

use crate::circuit::{Circuit, GateOptions};
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
        "recipe `{0}` only asks for uniform faces, which cannot tell one orientation from another; \
         use it with --to any, or take another recipe"
    )]
    UniformGoal(String),
}

/// Encodes a problem as a recipe says.
///
/// # Errors
/// [`EncodeError`] if the recipe cannot express the problem.
pub fn encode(problem: &Problem, recipe: &Recipe) -> Result<Formula, EncodeError> {
    if recipe.goal == GoalEncoding::Uniform && !problem.up_to_rotation {
        return Err(EncodeError::UniformGoal(recipe.name.clone()));
    }
    let plan = Plan::new(problem, recipe);
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
    order::require(
        &mut circuit,
        &problem.puzzle,
        &problem.allowed,
        plan.order,
        &selectors,
    );
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
