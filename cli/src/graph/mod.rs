//! `twistsat graph`: works on the graph of all states. One file per subcommand.
//!
//! Nothing here uses a SAT solver, and no formula uses a table of distances, so the two methods can check each other.

mod args;
pub(crate) mod cache;
mod distances;
mod export;
mod name;
mod path;
mod states;

use clap::Subcommand;

use super::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  twistsat graph distances pocket
  twistsat graph path pocket \"R U2\" \"F' R\"
  twistsat graph name pocket 000044335522443355221111";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the states at each distance from the solved one
    Distances(distances::Args),
    /// List the states at a given distance from the solved one, for --batch
    States(states::Args),
    /// Find a shortest path between two states
    Path(path::Args),
    /// Print the canonical name of a state
    Name(name::Args),
    /// Write the whole graph for a database, or for programs that draw graphs
    Export(export::Args),
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    match args.command {
        Command::Distances(args) => distances::run(&args),
        Command::States(args) => states::run(&args),
        Command::Path(args) => path::run(&args),
        Command::Name(args) => name::run(&args),
        Command::Export(args) => export::run(&args),
    }
}
