//! Selects a recipe.

use std::path::PathBuf;

use clap::Args;
use twistsat::answer::Method;
use twistsat::encode::Recipe;

use crate::path_conflicts::PathRegistry;
use crate::{Failure, files};

/// Selects a recipe.
#[derive(Args)]
pub(crate) struct RecipeArgs {
    #[arg(long, value_name = "NAME", help = format!("A built-in recipe (see `twistsat list recipes`) [default: {}]", Recipe::DEFAULT))]
    recipe: Option<String>,
    /// Read the recipe from a file instead
    #[arg(long, value_name = "PATH", conflicts_with = "recipe")]
    recipe_file: Option<PathBuf>,
}

impl RecipeArgs {
    /// Registers the input files.
    pub(crate) fn register_paths(&self, paths: &mut PathRegistry) {
        paths.register_optional_input("--recipe-file", self.recipe_file.as_deref());
    }

    /// Sets the recipe of a method.
    pub(crate) fn apply_to(&self, method: &mut Method) -> Result<(), Failure> {
        method.recipe.clone_from(&self.recipe);
        let file = self.recipe_file.as_deref().map(files::read_definition);
        method.recipe_file = file.transpose()?;
        Ok(())
    }

    pub(crate) fn recipe(&self) -> Result<Recipe, Failure> {
        let mut method = Method::default();
        self.apply_to(&mut method)?;
        Ok(method.read_recipe()?)
    }
}
