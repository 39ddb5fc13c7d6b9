//! `twistsat campaign`: many questions in a folder, and workers on as many machines as there are.
//! One file a subcommand.

mod cubes;
mod family;
mod folder;
mod lists;
mod merge;
mod new;
mod parts;
mod retry;
mod runner;
mod script;
mod status;
mod verify;
mod work;

use clap::Subcommand;

use super::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  twistsat campaign new far --question antipodes -- solve pocket --method table
  twistsat campaign work far --jobs 0
  twistsat campaign status far
  twistsat campaign merge far --format csv -o far.csv";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a folder with a list of jobs
    New(new::Args),
    /// Do jobs that are open, until none is left; as many workers as you like, on any machines that
    /// have the folder
    Work(work::Args),
    /// Tell how far a campaign has come
    Status(status::Args),
    /// Ask again for jobs without an answer, and for what was lost
    Retry(retry::Args),
    /// Check all results, and print them as one table
    Merge(merge::Args),
    /// Check all results and every certificate
    Verify(verify::Args),
    /// Print a script that starts workers: for Slurm, GNU parallel or make
    Script(script::Args),
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    match args.command {
        Command::New(args) => new::run(args),
        Command::Work(args) => work::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Retry(args) => retry::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Script(args) => script::run(&args),
    }
}
