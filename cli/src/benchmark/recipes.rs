//! `twistsat benchmark recipes`: one question in each encoding, with each solver.

use std::path::PathBuf;
use std::time::Duration;

use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::report::comparison::{self, RecipeResult};
use twistsat::search::Search;

use crate::args::{self, ProblemArgs};
use crate::files::drafts::Draft;
use crate::progress::Bar;
use crate::{Exit, Failure, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  twistsat benchmark recipes pocket --scramble \"R U2 F' R2\" --turns 4 --recipes mux,lemmas
  twistsat benchmark recipes pocket --scramble \"R U2 F'\" --turns 3 --csv 3.csv --svg 3.svg";

/// Selects the question, the encodings and the solvers.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Find solutions of exactly N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    turns: usize,
    /// The recipes [default: all built-in ones]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    recipes: Vec<String>,
    /// The solvers, built in or programs on PATH
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "batsat"
    )]
    solvers: Vec<String>,
    /// The time limit for each formula and its answer
    #[arg(long, value_name = "TIME", value_parser = args::duration, default_value = "10")]
    time_limit: Duration,
    /// Also write the table as comma-separated values; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also draw sizes and times as an SVG file; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let question = args
        .problem
        .question(|question| question.turns = Some(args.turns))?;
    question.check_single_problem("benchmark recipes")?;
    let problem = args.problem.problem(&question)?;
    let names = match &args.recipes[..] {
        [] => Recipe::built_in_names().map(ToOwned::to_owned).collect(),
        some => some.to_vec(),
    };
    let recipes: Vec<Recipe> = names
        .iter()
        .map(|name| Recipe::built_in(name))
        .collect::<Result<_, _>>()?;
    let cancel = interrupt::cancel_flag()?;
    let bar = Bar::new(recipes.len() * args.solvers.len(), args.quiet);
    let mut rows = Vec::new();
    for recipe in &recipes {
        for solver in &args.solvers {
            let control = Control::new(cancel.clone(), Some(args.time_limit));
            let search = Search::default()
                .recipe(recipe)
                .solver(solver.as_str())
                .control(control);
            let found = search.exactly(&problem);
            if cancel.is_raised() {
                return Err(Failure::Interrupted);
            }
            rows.push(RecipeResult::new(recipe, solver, found));
            bar.advance(1);
        }
    }
    drop(bar);
    if let Some(disagreement) = comparison::disagreement(&rows) {
        return Err(Failure::Error(disagreement));
    }
    let files = [
        (&args.csv, comparison::csv(&rows)),
        (&args.svg, comparison::svg(&rows)),
    ];
    let mut drafts = Vec::new();
    for (path, text) in &files {
        if let Some(path) = path {
            drafts.push(Draft::write_bytes(path, &cancel, text.as_bytes())?);
        }
    }
    Draft::publish_all(drafts)?;
    output::print(&comparison::text(&rows))?;
    Ok(Exit::Done)
}
