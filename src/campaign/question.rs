//! What a campaign asks, as a file in its folder.

use serde::{Deserialize, Serialize};

/// The format that this version writes and reads.
pub(super) const FORMAT: &str = "twistsat-campaign-1";

/// The version of twistsat, by which the jobs are done.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is asked, and of which files the campaign consists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// `twistsat-campaign-1`.
    pub format: String,
    /// The version of twistsat that made it. Another one does not work on it.
    pub version: String,
    /// Where the jobs come from, in words.
    pub question: String,
    /// What all jobs have in common, as words of a command.
    pub command: Vec<String>,
    /// How many jobs there are.
    pub jobs: usize,
    /// How many of them are in a block; the last one may have fewer.
    pub block: usize,
    /// The files that the jobs read, which lie in the folder.
    pub inputs: Vec<Input>,
    /// The SHA-256 of the list of blocks, which has a hash of each part of the list of jobs.
    pub blocks_sha256: String,
}

/// What any campaign has: read first, because the rest may differ.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) version: String,
}

/// A file that the jobs read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Where it lies in the folder.
    pub file: String,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}
