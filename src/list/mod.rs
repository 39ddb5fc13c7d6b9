//! Many questions, a line each, and files of their answers.
//!
//! *Idea.* A list has a question a line. Schedulers that exist (Slurm, GNU parallel, make, Dask) start processes, each of
//! which answers a [`Shard`] of it and appends its answers to a file of its own, a JSON object a line. The first line of
//! such a file is its [`Header`]: which list, and what was asked beyond it. Every other line ends with a hash of itself. So a process that
//! is started again reads its file, drops a last line that has no end, and answers what is left.
//!
//! *What is relied on* of the file system: what was written before `fsync` returned is there after a crash. One process
//! writes to a file; a lock keeps a second one away. Where there are no locks, two writers only do some work twice: each
//! appends whole lines, and of several answers to one line the best one counts.

mod asked;
mod file;
mod header;
mod line;
mod outcome;
mod record;
mod shard;

pub use asked::Asked;
pub use file::{Answered, Entry, ListError, Mistake, Opened, Results, read};
pub use header::{Header, SCHEMA};
pub use line::{Line, Numbers, lines};
pub use outcome::{Outcome, Verdict};
pub use record::{Record, Recorded, seal};
pub use shard::{NoShard, Shard};
