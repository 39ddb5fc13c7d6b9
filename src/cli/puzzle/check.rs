//! `twistsat puzzle check`.

use std::path::PathBuf;

use crate::cli::files::{self, Kind};
use crate::cli::{Exit, Failure, output};
use crate::puzzle::Puzzle;

const EXAMPLES: &str = "\
Example:
  twistsat puzzle check mine.toml";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The puzzle file, `-` for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let name = files::name(&args.file);
    let text = files::read(&args.file, Kind::Definition)?;
    Puzzle::from_toml(&name, &text).map_err(Failure::error)?;
    output::line(&format!("{name}: no mistakes"))?;
    Ok(Exit::Done)
}
