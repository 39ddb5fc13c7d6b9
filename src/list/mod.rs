//! Lists of questions, one per line, and their answer files.
//!
//! *Idea.* An existing scheduler (Slurm, GNU parallel, make, Dask) starts processes. Each answers a [`Shard`] of the list
//! and appends its answers to a file of its own, one JSON object per line. The first line of the file is its [`Header`],
//! which identifies the list and the options. Every other line ends with a hash of itself. A restarted process reads its
//! file, drops an incomplete last line, and answers the remaining questions.
//!
//! *Assumptions* about the file system: data written before `fsync` returned survives a crash. One process writes to a
//! file; a lock excludes a second one. Without locks, two writers only repeat some work: each appends whole lines, and
//! the best of several answers to a line counts.

mod check;
mod file;
mod header;
mod line;
mod record;
mod request;
mod verdict;

pub use check::Checker;
pub use file::{AnswerFile, Answers, Entry, best, disagreement};
pub use header::{Header, SCHEMA};
pub use line::{Line, LineNumbers, Shard, lines};
pub use record::Record;
pub use request::Request;
pub use verdict::{LineVerdict, Tally};
