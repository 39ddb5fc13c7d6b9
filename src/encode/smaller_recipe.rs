//! A smaller recipe for problems for which the default one needs too many clauses.
//!
//! *Idea.* The default recipe saves a solver most of its work, at the price of clauses that grow with the number of pieces,
//! places and turns. On a puzzle with hundreds of pieces and turns, a few turns already need too many clauses. Recipes
//! that encode the colors one by one need fewer, and are equivalent.
//!
//! *Measured.* On a puzzle of 360 pieces and 78 turns, a turn takes 2.8 million clauses with the default recipe, 1.2
//! million with `onehot` and 0.3 million with `conditional`. A scramble of four turns was solved in 3 s with either of
//! the latter two; binary selectors and multiplexers took more than 20 s.

use super::recipe::Recipe;
use super::size::check;
use super::sound_options::SoundOptions;
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::problem::Problem;

/// Recipes that need fewer clauses than the default one, in descending order.
const SMALLER: [&str; 2] = ["onehot", "conditional"];

/// A recipe that replaced a larger one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedRecipe {
    /// The name of the smaller one.
    pub by: String,
    /// The error for the larger one, of kind [`ErrorKind::TooLarge`].
    pub why: Error,
}

/// The first smaller recipe with which a formula for the budget of a problem can be built, and the options in force;
/// `None` if even the smallest recipe is too large.
pub(super) fn find_smaller_recipe(
    problem: &Problem,
    control: &Control,
) -> Result<Option<(Recipe, SoundOptions)>, Error> {
    for recipe in SMALLER.iter().flat_map(|name| Recipe::built_in(name)) {
        let options = SoundOptions::new(problem, &recipe);
        match check(problem, &recipe, &options, control) {
            Err(error) if error.kind() == ErrorKind::TooLarge => (),
            checked => return checked.map(|()| Some((recipe, options))),
        }
    }
    Ok(None)
}
