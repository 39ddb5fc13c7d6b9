//! The list of blocks: where in the list of jobs each begins, and the hash of its part.
//!
//! So whoever works reads its block alone, and knows that it is as it was, however long the list is.

use std::fmt;

/// So many blocks there are at most, unless one was asked for that has fewer jobs: a folder with so many files is read in
/// milliseconds, and each worker reads it for each block.
const MOST: usize = 4096;

/// How many jobs a block has, where nobody says.
#[must_use]
pub fn block_size(jobs: usize) -> usize {
    jobs.div_ceil(MOST).max(1)
}

/// A part of the list of jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number, from 0.
    pub number: usize,
    /// Where in the list it begins, in bytes.
    pub(super) offset: u64,
    /// How long it is, in bytes.
    pub(super) length: usize,
    /// How many jobs come before it.
    pub(super) before: usize,
    /// How many jobs it has.
    pub jobs: usize,
    /// The SHA-256 of its part of the list, in hexadecimal.
    pub(super) sha256: String,
}

impl Block {
    /// Reads a line of the list of blocks.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.split('\t');
        let mut number = || words.next()?.parse::<u64>().ok();
        let block = Self {
            number: number()?.try_into().ok()?,
            offset: number()?,
            length: number()?.try_into().ok()?,
            before: number()?.try_into().ok()?,
            jobs: number()?.try_into().ok()?,
            sha256: words.next()?.to_owned(),
        };
        words.next().is_none().then_some(block)
    }
}

/// The line of the list, without its end.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            offset,
            length,
            before,
            jobs,
            sha256,
        } = self;
        write!(
            f,
            "{number}\t{offset}\t{length}\t{before}\t{jobs}\t{sha256}"
        )
    }
}

/// What the token of a block is called.
pub(super) fn name(number: usize) -> String {
    format!("{number:06}")
}

/// The block whose token has this name.
pub(super) fn number(name: &str) -> Option<usize> {
    let is_name = name.len() >= 6 && name.bytes().all(|byte| byte.is_ascii_digit());
    is_name.then(|| name.parse().ok()).flatten()
}
