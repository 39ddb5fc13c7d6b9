//! `twistsat graph name`.

use super::super::args::{SourceArgs, TextArgs, note_tips};
use super::super::{Exit, Failure, output, usage};
use super::args;

const EXAMPLES: &str = "\
Examples:
  twistsat graph name pocket 000044335522443355221111
  twistsat graph name pocket \"R U F\"";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "twistsat graph name [OPTIONS] PUZZLE STATE")]
pub(super) struct Args {
    /// The puzzle (unless --puzzle-file names one), and the state: in the puzzle's own colors or in the characters of
    /// a name, in any orientation; or turns from the solved state; `-` reads stdin
    #[arg(value_name = "PUZZLE STATE", required = true, num_args = 1..=2)]
    words: Vec<String>,
    #[command(flatten)]
    puzzle: SourceArgs,
    #[command(flatten)]
    text: TextArgs,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (puzzle, words) = args.puzzle.split(&args.words)?;
    let [state] = words else {
        return usage("give the state: graph name PUZZLE STATE");
    };
    args.text.check(&puzzle)?;
    let names = args::names(&puzzle)?;
    let given = args.text.state_input(&puzzle, state)?;
    note_tips("the state has turned tips", given.tips());
    let state = names.state_of(&puzzle, &given).map_err(Failure::Error)?;
    output::print_line(&names.name(&state))?;
    Ok(Exit::Done)
}
