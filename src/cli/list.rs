//! `twistsat list`.

use super::{Exit, Failure, output};
use crate::encode::Recipe;
use crate::formats::{built_in, built_in_names};
use crate::plan::Plan;
use crate::solver;
use crate::solver::Backend;

const EXAMPLES: &str = "\
Examples:
  twistsat list recipes
  twistsat list plans";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// What to list
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum What {
    Puzzles,
    Recipes,
    Plans,
    Solvers,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let rows: Vec<(String, String)> = match args.what {
        What::Puzzles => built_in_names()
            .filter_map(built_in)
            .map(|puzzle| {
                puzzle.map(|puzzle| (puzzle.name().to_owned(), puzzle.title().to_owned()))
            })
            .collect::<Result<_, _>>()
            .map_err(Failure::error)?,
        What::Recipes => Recipe::built_in_names()
            .filter_map(Recipe::built_in)
            .map(|recipe| recipe.map(|recipe| (recipe.name, recipe.title)))
            .collect::<Result<_, _>>()
            .map_err(Failure::error)?,
        What::Plans => Plan::built_in_names()
            .filter_map(|name| Some((name, Plan::about(name)?)))
            .map(|(name, about)| {
                about.map(|(puzzle, title)| (name.to_owned(), format!("{title} ({puzzle})")))
            })
            .collect::<Result<_, _>>()
            .map_err(Failure::error)?,
        What::Solvers => solvers()
            .map(|backend| (backend.name().to_owned(), backend.description()))
            .collect(),
    };
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let has_default = matches!(args.what, What::Recipes | What::Solvers);
    for (row, (name, title)) in rows.iter().enumerate() {
        let default = if row == 0 && has_default {
            " (default)"
        } else {
            ""
        };
        output::line(&format!("{name:width$}  {title}{default}"))?;
    }
    Ok(Exit::Done)
}

/// Those that are built in, then the programs.
fn solvers() -> impl Iterator<Item = &'static dyn Backend> {
    let programs = solver::external().iter();
    let programs = programs.map(|program| program as &dyn Backend);
    solver::all().iter().copied().chain(programs)
}
