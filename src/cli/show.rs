//! `twistsat show`.

use super::args::{PuzzleArgs, StartArgs, TextArgs};
use super::{Exit, Failure, args, output};
use crate::puzzle::Layout;
use crate::report;

const EXAMPLES: &str = "\
Examples:
  twistsat show pocket --scramble \"R U2 F'\"
  twistsat show pocket --state UFFULDRFRULBLLFRURBBDBDD --apply \"R U\" --as faces";

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
    /// Print the state as text in a layout instead: net, faces or urfdlb
    #[arg(long = "as", value_name = "LAYOUT")]
    as_layout: Option<Layout>,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    let (scheme, state) = args::shown(&puzzle, &args.start, &args.text)?;
    args.text.check(&puzzle)?;
    let turns = args
        .text
        .turns("--apply", &puzzle, &args::or_stdin(&args.apply)?)?;
    let state = puzzle.apply(&state, &turns);
    match args.as_layout {
        Some(layout) => output::line(&scheme.write_pattern(&puzzle, &state, layout))?,
        None => output::print(&report::pattern(&puzzle, &scheme, &state))?,
    }
    Ok(Exit::Done)
}
