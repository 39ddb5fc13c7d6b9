//! The options of lists.

use std::path::{Path, PathBuf};

use twistsat::list::{LineVerdict, Shard};

use crate::path_conflicts::PathRegistry;
use crate::{Failure, usage};

/// Selects a list, and where its answers go.
#[derive(clap::Args)]
pub(crate) struct ListArgs {
    /// Answer every line of a file, `-` for stdin: a line is a scramble if each of its words is one turn, else a state,
    /// or a whole question such as `{"question": {"scramble": "R U"}, "method": {}}`, whose keys override
    /// the options; `#` starts a comment. A `.scr` file is read in twsearch's format. --time-limit applies to each line
    #[arg(long, value_name = "FILE|-", groups = ["start_source", "several"])]
    pub(crate) batch: Option<PathBuf>,
    /// Answer only every N-th question of the list, from the I-th on
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Write the answers to FILE, one JSON object per line; if it exists, continue where it ends. `twistsat merge` reads
    /// such files
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    pub(crate) resume: Option<PathBuf>,
    /// Also retry lines that have no answer in FILE because a limit was reached (unknown) or because of an error (failed)
    #[arg(long, value_name = "WHICH", value_enum, requires = "resume")]
    again: Option<Retry>,
}

/// The lines to retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Retry {
    Unknown,
    Failed,
}

impl ListArgs {
    /// The path of the list, if one is given.
    ///
    /// # Errors
    /// [`Failure::Usage`] if options for lists are given without a list.
    pub(crate) fn path(&self) -> Result<Option<&Path>, Failure> {
        // `requires` is not enough: clap ignores it if an argument that is given conflicts with the required one.
        let given = [
            ("--shard", self.shard.is_some()),
            ("--resume", self.resume.is_some()),
            ("--again", self.again.is_some()),
        ];
        let given = given.iter().find(|(_, is_given)| *is_given);
        match given.filter(|_| self.batch.is_none()) {
            Some((option, _)) => usage(&format!("{option} requires --batch FILE")),
            None => Ok(self.batch.as_deref()),
        }
    }

    /// The part of the list to answer.
    pub(super) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::ALL)
    }

    /// Whether a line with this verdict need not be retried.
    pub(super) fn is_final(&self, verdict: LineVerdict) -> bool {
        match verdict {
            LineVerdict::Interrupted => false,
            LineVerdict::Unknown => self.again != Some(Retry::Unknown),
            LineVerdict::Failed => self.again != Some(Retry::Failed),
            _ => true,
        }
    }

    /// Registers the list, if any, and the answer file.
    pub(crate) fn register_paths(&self, paths: &mut PathRegistry) {
        paths.register_optional_input("--batch", self.batch.as_deref());
        if let Some(path) = &self.resume {
            paths.register_output("--resume", path);
        }
    }
}

/// Makes the puzzle argument optional with a list, whose lines may name puzzles.
pub(crate) fn optional_with_batch(puzzle: clap::Arg) -> clap::Arg {
    puzzle.required_unless_present_any(["puzzle_source", "batch"])
}
