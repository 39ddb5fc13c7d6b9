//! `twistsat show`.

use std::str::FromStr;

use super::args::{PuzzleArgs, StartArgs, TextArgs};
use super::{Exit, Failure, args, output};
use crate::names::UnknownName;
use crate::picture;
use crate::puzzle::Layout;
use crate::report;

const EXAMPLES: &str = "\
Examples:
  twistsat show pocket --scramble \"R U2 F'\"
  twistsat show pocket --state UFFULDRFRULBLLFRURBBDBDD --apply \"R U\" --as faces
  twistsat show megaminx --scramble \"R U'\" --as svg > megaminx.svg";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Turns to apply before the state is shown
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    apply: String,
    /// Print the state as text in a layout instead, net, faces or urfdlb; or as a picture, svg
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
}

/// How a state is printed.
#[derive(Clone, Copy)]
enum Form {
    Layout(Layout),
    Svg,
}

impl FromStr for Form {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name.to_lowercase().as_str() {
            "svg" => Ok(Form::Svg),
            _ => name
                .parse()
                .map(Form::Layout)
                .map_err(|error: UnknownName| {
                    let svg = "svg (a picture)".to_owned();
                    let known = error.known.into_iter().chain([svg]).collect();
                    UnknownName { known, ..error }
                }),
        }
    }
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    let (scheme, state) = args::shown(&puzzle, &args.start, &args.text)?;
    args.text.check(&puzzle)?;
    let turns = args
        .text
        .scramble("--apply", &puzzle, &args::or_stdin(&args.apply)?)?;
    let state = turns.apply(&puzzle, &state);
    match args.form {
        Some(Form::Svg) => output::print(&picture::svg(&puzzle, &scheme, &state))?,
        Some(Form::Layout(layout)) => output::line(&scheme.write_pattern(&puzzle, &state, layout))?,
        None => output::print(&report::pattern(&puzzle, &scheme, &state))?,
    }
    Ok(Exit::Done)
}
