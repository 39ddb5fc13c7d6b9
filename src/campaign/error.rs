//! What can be wrong with a campaign.

use std::io;
use std::path::{Path, PathBuf};

use crate::text::{message, shown};

/// Why nothing is done.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file or a folder cannot be read or written.
    #[error("cannot {doing} {}: {}", .path.display(), reason(.error))]
    Io {
        /// `read`, `write`, …
        doing: &'static str,
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no campaign.
    #[error("{} is no campaign: it has no campaign.json; `twistsat campaign new {}` makes one", .0.display(), .0.display())]
    NoCampaign(PathBuf),
    /// The place is taken.
    #[error("{} is there already; choose another folder, or remove it", .0.display())]
    Exists(PathBuf),
    /// The question cannot be read.
    #[error("{}: {}", .path.display(), message(.why))]
    Question {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It was made by another version.
    #[error(
        "the campaign was made by twistsat {}; this is {here}, whose answers may differ. Use that version, or make a new campaign",
        shown(.made)
    )]
    Version {
        /// The version that made it.
        made: String,
        /// This version.
        here: &'static str,
    },
    /// A file of the campaign is another one by now.
    #[error("{} is not as it was when the campaign was made: its SHA-256 is {is}, not {was}", .path.display())]
    Altered {
        /// The file.
        path: PathBuf,
        /// Its hash now.
        is: String,
        /// Its hash then.
        was: String,
    },
    /// A line of the list is wrong.
    #[error("{}:{line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// There is nothing to do.
    #[error("there are no jobs: {0}")]
    Empty(&'static str),
    /// A record cannot be written as JSON.
    #[error("the result of job {job} cannot be written: {error}")]
    Record {
        /// The job.
        job: String,
        /// Why not.
        error: serde_json::Error,
    },
    /// The machine fails, and not the question.
    #[error("job {job}: {why}")]
    Broken {
        /// The job.
        job: String,
        /// Why it cannot be done here.
        why: String,
    },
    /// A thread panicked.
    #[error("a thread of the worker ended by itself")]
    Thread,
    /// The machine has no thread for what tells others that a worker lives.
    #[error("cannot start a thread: {}", reason(.0))]
    NoThread(io::Error),
}

/// The kind of an error, where the whole would say less.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}

/// An error of the file system, with what was done to what.
pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CampaignError {
    let path = path.to_owned();
    move |error| CampaignError::Io { doing, path, error }
}
