//! `twistsat list`.

use twistsat::Error;
use twistsat::encode::Recipe;
use twistsat::formats::PuzzleEntry;
use twistsat::plan::{PEEL, Plan};
use twistsat::problem::{Cost, NamedGoal};
use twistsat::puzzle::Puzzle;
use twistsat::solver;

use super::cases::Cases;
use super::{Exit, Failure, output, usage};

const EXAMPLES: &str = "\
Examples:
  twistsat list recipes
  twistsat list goals rubik";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// What to list
    #[arg(value_enum)]
    what: Catalog,
    /// With `goals`: the puzzle
    puzzle: Option<String>,
}

/// The description of `peel`, the plan that has no file.
const PEELING_TITLE: &str = "stages found while solving (if each turn moves few stickers)";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Catalog {
    Puzzles,
    Recipes,
    Plans,
    Costs,
    Cases,
    Goals,
    Solvers,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    if args.puzzle.is_some() && !matches!(args.what, Catalog::Goals) {
        return usage("only `list goals` takes a puzzle");
    }
    let rows: Vec<(String, String)> = match args.what {
        Catalog::Puzzles => Puzzle::built_in_entries()
            .map_err(Failure::error)?
            .into_iter()
            .map(|puzzle| (puzzle.name.to_owned(), title_with_aliases(&puzzle)))
            .collect(),
        Catalog::Recipes => Recipe::built_in_names()
            .map(|name| Recipe::built_in(name).map(|recipe| (recipe.name, recipe.title)))
            .collect::<Result<_, _>>()?,
        Catalog::Plans => Plan::built_in_names()
            .map(|name| {
                let (puzzle, title) = Plan::puzzle_and_title(name)?;
                Ok((name.to_owned(), format!("{title} ({puzzle})")))
            })
            .chain([Ok((PEEL.to_owned(), PEELING_TITLE.to_owned()))])
            .collect::<Result<_, Error>>()?,
        Catalog::Costs => Cost::built_in_names()
            .map(|name| Ok((name.to_owned(), Cost::title(name)?)))
            .collect::<Result<_, Error>>()?,
        Catalog::Cases => Cases::built_in_names()
            .map(|name| Ok((name.to_owned(), Cases::built_in(name)?.title)))
            .collect::<Result<_, Error>>()?,
        Catalog::Goals => goals(args.puzzle.as_deref())?,
        Catalog::Solvers => solver::all()
            .map(|backend| (backend.name().to_owned(), backend.description()))
            .collect(),
    };
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let has_default = matches!(args.what, Catalog::Recipes | Catalog::Solvers);
    for (row, (name, title)) in rows.iter().enumerate() {
        let default = if row == 0 && has_default {
            " (default)"
        } else {
            ""
        };
        output::print_line(&format!("{name:width$}  {title}{default}"))?;
    }
    Ok(Exit::Done)
}

/// The goals of a puzzle, or the puzzles that have named goals.
fn goals(puzzle: Option<&str>) -> Result<Vec<(String, String)>, Failure> {
    let Some(name) = puzzle else {
        let names = |name: &str| {
            let goals =
                NamedGoal::named_goals_of(&*Puzzle::built_in(name)?).map_err(Failure::error)?;
            let names = goals.iter().map(|goal| goal.name.as_str());
            Ok((name.to_owned(), names.collect::<Vec<_>>().join(", ")))
        };
        return NamedGoal::puzzles().map(names).collect();
    };
    let puzzle = Puzzle::built_in(name)?;
    let goals = NamedGoal::named_goals_of(&puzzle).map_err(Failure::error)?;
    if goals.is_empty() {
        let known: Vec<&str> = NamedGoal::puzzles().collect();
        let title = puzzle.title();
        return Err(Failure::Usage(format!(
            "{title} has no named goals; these puzzles have some: {}",
            known.join(", ")
        )));
    }
    let row = |goal: NamedGoal| match goal.also.join(", ") {
        also if also.is_empty() => (goal.name, goal.title),
        also => (goal.name, format!("{}; also {also}", goal.title)),
    };
    Ok(goals.into_iter().map(row).collect())
}

/// `Rubik's Cube (3×3×3); also 3x3x3, 3x3`.
fn title_with_aliases(puzzle: &PuzzleEntry) -> String {
    let PuzzleEntry { title, also, .. } = puzzle;
    match also.join(", ") {
        also if also.is_empty() => title.clone(),
        also => format!("{title}; also {also}"),
    }
}
