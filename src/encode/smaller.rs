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
use super::size::check;
use super::{Encoder, Recipe};
use crate::control::Control;
use crate::problem::Problem;

/// Recipes that need fewer clauses than the default one, the fewest last.
const SMALLER: [&str; 2] = ["onehot", "conditional"];

/// A recipe that needed too many clauses, and was replaced by a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The budget.
    pub turns: usize,
    /// How many clauses it needed, about.
    pub clauses: usize,
    /// Its name.
    pub recipe: String,
    /// The name of the smaller one.
    pub by: String,
}

impl Encoder {
    /// The same, but where the default recipe needs too many clauses, a smaller one takes its place from then on.
    #[must_use]
    pub fn or_smaller(mut self) -> Self {
        self.may_be_smaller = self.recipe.name == Recipe::DEFAULT;
        self
    }

    /// The recipe that was too large, if one was replaced since this was called last.
    pub fn take_replaced(&mut self) -> Option<Replaced> {
        self.replaced.take()
    }

    /// Goes on with a recipe that is small enough, if there is one: what of it is in force.
    pub(super) fn replace_recipe(
        &mut self,
        problem: &Problem,
        (turns, clauses): (usize, usize),
        control: &Control,
    ) -> Result<Options, EncodeError> {
        for recipe in SMALLER.iter().flat_map(|name| Recipe::built_in(name)) {
            let options = Options::new(problem, &recipe);
            match check(problem, &recipe, &options, control) {
                Err(EncodeError::TooLarge { .. }) => continue,
                checked => checked?,
            }
            let replaced = Replaced {
                turns,
                clauses,
                recipe: self.recipe.name.clone(),
                by: recipe.name.clone(),
            };
            // What was computed for the other recipe is of no use.
            *self = Self::new(&self.problem, &recipe);
            self.may_be_smaller = true;
            self.replaced = Some(replaced);
            return Ok(options);
        }
        Err(EncodeError::TooLarge {
            slots: turns,
            clauses,
            recipe: self.recipe.name.clone(),
        })
    }
}
