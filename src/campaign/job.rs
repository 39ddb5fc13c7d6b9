//! A job: a line of the list.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::text::{hex, shown};

/// How many bytes of the hash are kept: two of 10⁹ jobs have the same with a chance of one in two million.
const BYTES: usize = 10;

/// What a job is called: the beginning of the SHA-256 of its arguments, in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Id([u8; BYTES]);

impl Id {
    /// The name of the job with these arguments.
    #[must_use]
    pub fn of(arguments: &str) -> Self {
        let hash = Sha256::digest(arguments.as_bytes());
        let mut id = [0; BYTES];
        id.copy_from_slice(&hash[..BYTES]);
        Self(id)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

/// A text that is no name of a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no name of a job: 20 digits 0 to 9 and a to f", shown(.0))]
pub struct NoId(String);

impl FromStr for Id {
    type Err = NoId;

    fn from_str(text: &str) -> Result<Self, NoId> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let no_id = || NoId(text.to_owned());
        let bytes = text.as_bytes();
        if bytes.len() != 2 * BYTES {
            return Err(no_id());
        }
        let mut id = [0; BYTES];
        for (at, pair) in bytes.chunks_exact(2).enumerate() {
            let digits = digit(pair[0]).zip(digit(pair[1]));
            let (high, low) = digits.ok_or_else(no_id)?;
            id[at] = high << 4 | low;
        }
        Ok(Self(id))
    }
}

impl TryFrom<String> for Id {
    type Error = NoId;

    fn try_from(text: String) -> Result<Self, NoId> {
        text.parse()
    }
}

/// One question, as it could be typed behind `twistsat` in the folder of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its name.
    pub id: Id,
    /// The arguments, quoted as a shell wants them.
    pub arguments: String,
}

impl Job {
    /// The job with these words as arguments; `None` if a word cannot be quoted, or is more than a line.
    #[must_use]
    pub fn of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let arguments = shlex::try_join(words).ok()?;
        let is_line = !arguments.contains(['\n', '\r', '\t']);
        is_line.then(|| Self {
            id: Id::of(&arguments),
            arguments,
        })
    }

    /// The words of its arguments; `None` where a quotation does not end.
    #[must_use]
    pub fn words(&self) -> Option<Vec<String>> {
        shlex::split(&self.arguments)
    }

    /// Reads a line of the list.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let (id, arguments) = line
            .split_once('\t')
            .ok_or("there is no tab behind the name of the job")?;
        let id: Id = id.parse().map_err(|error: NoId| error.to_string())?;
        let is = Id::of(arguments);
        if id == is {
            Ok(Self {
                id,
                arguments: arguments.to_owned(),
            })
        } else {
            Err(format!(
                "the job is called {id}, but its arguments make it {is}"
            ))
        }
    }
}

/// The line of the list, without its end.
impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.id, self.arguments)
    }
}
