//! `twistsat puzzle`: information about a puzzle. One file per subcommand.

mod check;
mod convert;
mod show;

use clap::Subcommand;

use super::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  twistsat puzzle show pocket
  twistsat puzzle show --help";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a puzzle's turns, pieces, and other properties derived from its file
    Show(show::Args),
    /// Explain the mistakes in a puzzle file
    Check(check::Args),
    /// Convert a puzzle to the format of this program, twsearch or cubing.js
    Convert(convert::Args),
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    match args.command {
        Command::Show(args) => show::run(args),
        Command::Check(args) => check::run(args),
        Command::Convert(args) => convert::run(args),
    }
}
