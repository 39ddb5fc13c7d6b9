//! `twistsat campaign retry`.

use super::folder::FolderArgs;
use crate::campaign::{Reopened, Which};
use crate::cli::{Exit, Failure, output};

const EXAMPLES: &str = "\
Examples:
  twistsat campaign retry far
  twistsat campaign retry far --only unknown
  twistsat campaign work far --time-limit 1h

Jobs that were given up get the time limit that the next `work` has, or none. Answers that are there stay.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Only jobs with this verdict, and what was lost [default: both]
    #[arg(long, value_enum)]
    only: Option<Only>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// Jobs that were not found out
    Unknown,
    /// Jobs that failed
    Failed,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let campaign = args.folder.open()?;
    let Reopened { jobs, lost, blocks } = campaign.retry(Which {
        unknown: args.only != Some(Only::Failed),
        failed: args.only != Some(Only::Unknown),
    })?;
    output::line(&format!(
        "asked for again: {jobs} without an answer, {lost} without a result; blocks opened: {blocks}"
    ))?;
    Ok(Exit::Done)
}
