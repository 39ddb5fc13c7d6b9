//! A smaller recipe, where the default one needs more clauses than can be built.
//!
//! *Idea.* The default recipe spares a solver most of its work, for clauses that grow with pieces, their places
//! and turns. On a puzzle of hundreds of pieces and turns there are too many of them after a few turns. Recipes that
//! take colors one by one need fewer, and say the same.
//!
//! *Measured.* On a puzzle of 360 pieces and 78 turns, a turn takes 2.8 million clauses with the default recipe, 1.2
//! million with `onehot` and 0.3 million with `conditional`. A scramble of four turns was solved in 3 s with either; binary selectors and multiplexers
//! took more than 20 s.

use super::error::EncodeError;
use super::options::Options;
use super::recipe::Recipe;
use super::size::check;
use crate::control::Control;
use crate::problem::Problem;

/// Recipes that need fewer clauses than the default one, the fewest last.
const SMALLER: [&str; 2] = ["onehot", "conditional"];

/// A recipe that took the place of a larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The name of the smaller one.
    pub by: String,
    /// What the larger one needs: [`EncodeError::TooLarge`].
    pub why: EncodeError,
}

/// The first of these recipes with which a formula for the budget of a problem can be built, and what of it is in force.
pub(super) fn smaller(
    problem: &Problem,
    control: &Control,
) -> Result<Option<(Recipe, Options)>, EncodeError> {
    for recipe in SMALLER.iter().flat_map(|name| Recipe::built_in(name)) {
        let options = Options::new(problem, &recipe);
        match check(problem, &recipe, &options, control) {
            Err(EncodeError::TooLarge { .. }) => (),
            checked => return checked.map(|()| Some((recipe, options))),
        }
    }
    Ok(None)
}
