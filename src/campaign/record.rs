//! A line of a ledger: what came of one job, and a hash that tells if it is whole.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::job::Id;
use super::outcome::Outcome;
use crate::text::{hex, message};

/// How many bytes of the hash stand before a record.
const HASH: usize = 8;

/// What is wrong with a line of a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// It is not as it was written.
    Altered,
    /// It is as it was written, and contradicts itself.
    Contradictory,
    /// It is about a job that is not among those of its block.
    Foreign,
}

/// What came of a job, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Of which job.
    pub job: Id,
    /// How often the job had been asked for again.
    pub attempt: u32,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
    /// When it was done, by the clock of the host, in seconds since 1970. For people: nothing depends on it.
    pub at: u64,
    /// Where.
    pub host: String,
}

impl Record {
    /// The line of a ledger, with its end.
    ///
    /// # Errors
    /// Where a number is none.
    pub(super) fn line(&self) -> Result<String, serde_json::Error> {
        let text = serde_json::to_string(self)?;
        Ok(format!("{} {text}\n", hash(&text)))
    }

    /// Reads a line without its end, or says why it does not count.
    pub(super) fn read(line: &[u8]) -> Result<Self, (MistakeKind, String)> {
        let record = Self::parse(line).map_err(|why| (MistakeKind::Altered, why))?;
        match record.outcome.contradiction() {
            None => Ok(record),
            Some(why) => {
                let why = format!("its result contradicts itself: {why}");
                Err((MistakeKind::Contradictory, why))
            }
        }
    }

    fn parse(line: &[u8]) -> Result<Self, String> {
        let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let (said, text) = line.split_once(' ').unwrap_or(("", line));
        if said != hash(text) {
            return Err(format!(
                "its hash is {}, so it was altered or damaged",
                hash(text)
            ));
        }
        serde_json::from_str(text).map_err(|error| message(&error.to_string()))
    }
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes())[..HASH])
}
