//! Which recipe.

use std::path::PathBuf;

use clap::Args;

use crate::cli::files::Kind;
use crate::cli::places::Places;
use crate::cli::{Failure, files};
use crate::encode::Recipe;

/// Which encoding.
#[derive(Args)]
pub(crate) struct RecipeArgs {
    /// A built-in recipe (see `twistsat list recipes`)
    #[arg(long, value_name = "NAME", default_value = Recipe::DEFAULT)]
    recipe: String,
    /// Read the recipe from a file instead
    #[arg(long, value_name = "PATH", conflicts_with = "recipe")]
    recipe_file: Option<PathBuf>,
}

impl RecipeArgs {
    /// Notes what is read.
    pub(crate) fn note(&self, places: &mut Places) {
        if let Some(path) = &self.recipe_file {
            places.reads("--recipe-file", path);
        }
    }

    pub(crate) fn recipe(&self) -> Result<Recipe, Failure> {
        match &self.recipe_file {
            Some(path) => {
                let text = files::read(path, Kind::Definition)?;
                Recipe::from_toml(&files::name(path), &text).map_err(Failure::error)
            }
            None => Ok(Recipe::built_in(&self.recipe)?),
        }
    }
}
