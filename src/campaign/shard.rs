//! A part of all blocks, for one worker of several.

use std::fmt;
use std::str::FromStr;

use crate::text::shown;

/// One of so many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    number: usize,
    of: usize,
}

/// A text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no shard; expected I/N with I from 1 to N, such as 2/8", shown(.0))]
pub struct NoShard(String);

impl Shard {
    /// All there is.
    pub const ALL: Self = Self { number: 0, of: 1 };

    /// Whether a block belongs to it.
    #[must_use]
    pub fn has(self, block: usize) -> bool {
        block % self.of == self.number
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then(|| Self {
                number: number - 1,
                of,
            })
        });
        shard.ok_or_else(|| NoShard(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number + 1, self.of)
    }
}
