//! `twistsat puzzle show`.

use crate::cli::input::PuzzleArgs;
use crate::cli::{Exit, Failure, output};
use crate::puzzle::Scheme;
use crate::report;

const EXAMPLES: &str = "\
Example:
  twistsat puzzle show pocket";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    output::line(puzzle.title())?;
    output::print(&report::net(
        &puzzle,
        &Scheme::own(&puzzle),
        puzzle.solved(),
    ))?;
    Ok(Exit::Done)
}
