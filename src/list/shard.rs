//! A part of a list, for one process of several.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::shown;

/// Every N-th line of a list, from the I-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The index of the shard, from 0.
    number: usize,
    of: usize,
}

/// The error for a text that does not name a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a shard; expected I/N with I from 1 to N, such as 2/8", shown(.0))]
pub struct NoShard(String);

impl Shard {
    /// The shard of all lines.
    pub const ALL: Self = Self { number: 0, of: 1 };

    /// Whether the question with this 0-based index belongs to the shard.
    #[must_use]
    pub fn contains(self, place: usize) -> bool {
        place % self.of == self.number
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

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}
