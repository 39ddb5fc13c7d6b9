//! A part of a list, for one of several processes.

use std::fmt;
use std::str::FromStr;

use crate::names::serde_as_text;
use crate::text::excerpt;

/// Shard I of N: every N-th question of a list, from the I-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The index of the shard, from 0.
    index: usize,
    /// The number of shards.
    count: usize,
}

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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shard = text.split_once('/').and_then(|(number, count)| {
            let (number, count): (usize, usize) = (number.parse().ok()?, count.parse().ok()?);
            (1..=count).contains(&number).then(|| Self {
                index: number - 1,
                count,
            })
        });
        shard.ok_or_else(|| {
            let is = excerpt(text);
            format!("`{is}` is not a shard; expected I/N with I from 1 to N, such as 2/8")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

serde_as_text!(Shard);
