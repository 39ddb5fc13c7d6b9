//! A part of a list, for one of several processes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::excerpt;

/// Shard I of N: every N-th question of a list, from the I-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The index of the shard, from 0.
    index: usize,
    /// The number of shards.
    count: usize,
}

/// The text is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a shard; expected I/N with I from 1 to N, such as 2/8", excerpt(.0))]
pub struct ParseShardError(String);

impl Shard {
    /// The only shard of one: all lines.
    pub const ALL: Self = Self { index: 0, count: 1 };

    /// Whether the question with this 0-based index belongs to the shard.
    #[must_use]
    pub fn contains(self, position: usize) -> bool {
        position % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let shard = text.split_once('/').and_then(|(number, count)| {
            let (number, count): (usize, usize) = (number.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&number).then(|| Self {
                index: number - 1,
                count,
            })
        });
        shard.ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl TryFrom<String> for Shard {
    type Error = ParseShardError;

    fn try_from(text: String) -> Result<Self, ParseShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}
