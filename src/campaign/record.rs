//! A line of a ledger: what came of one job, and a hash that tells if it is whole.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::job::Id;
use super::outcome::Outcome;
use crate::text::{hex, message};

/// How many bytes of the hash stand before a record.
const HASH: usize = 8;

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

    /// Reads a line without its end, or says why it is none, or cannot be true.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let (said, text) = line.split_once(' ').unwrap_or(("", line));
        if said != hash(text) {
            return Err(format!(
                "its hash is {}, so it was altered or damaged",
                hash(text)
            ));
        }
        let record: Self =
            serde_json::from_str(text).map_err(|error| message(&error.to_string()))?;
        match record.outcome.contradiction() {
            None => Ok(record),
            Some(why) => Err(format!("its result cannot be true: {why}")),
        }
    }
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes())[..HASH])
}
