//! A line of an answer file, which ends with its own hash.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::verdict::LineVerdict;
use crate::text::{hex, readable_parser_message, with_tips};

/// The text before the hash at the end of a line.
const HASH_PREFIX: &str = ",\"sha256\":\"";
/// The text after the hash.
const HASH_SUFFIX: &str = "\"}";

/// An answer to be written: the report that `--format json` prints, with additional keys.
#[derive(Debug, Serialize)]
pub struct RecordToWrite<'a, T: Serialize> {
    /// The report.
    #[serde(flatten)]
    pub report: &'a T,
    /// The verdict.
    pub outcome: LineVerdict,
    /// The time it took, in seconds.
    pub seconds: f64,
}

/// An answer read from a file, with the keys that `merge` needs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Record {
    /// The number of the line in the list.
    pub line: usize,
    /// The text of the line.
    pub input: String,
    /// The verdict.
    #[serde(rename = "outcome")]
    pub verdict: LineVerdict,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// The length of the solution, in the metric of the question.
    pub turns: Option<usize>,
    /// The solution, in the notation of the question.
    pub(super) solution: Option<String>,
    /// The solutions listed by `enumerate`.
    #[serde(default)]
    pub(super) solutions: Vec<String>,
    pub(super) start: Option<String>,
    #[serde(default)]
    pub(super) starts: Vec<String>,
    /// The turns that solve the tips; `None` if the start turns none.
    pub(super) tips: Option<String>,
    /// Whether the list of solutions is complete.
    #[serde(default)]
    pub(super) complete: bool,
    /// No solution has fewer turns.
    pub at_least: Option<usize>,
    #[serde(default)]
    pub(super) refuted: Vec<String>,
    /// The certificate, a file.
    pub certificate: Option<String>,
    /// Its SHA-256, in hexadecimal.
    pub(super) certificate_sha256: Option<String>,
    pub(super) stopped: Option<String>,
    pub(super) error: Option<String>,
}

impl Record {
    /// All solutions, each with the state that it solves if the start leaves stickers open.
    ///
    /// # Errors
    /// If the numbers of states and solutions differ.
    pub(super) fn solutions_with_starts(&self) -> Result<Vec<(&str, Option<&str>)>, String> {
        let one = self.solution.iter();
        let mut solved: Vec<_> = one
            .map(|solution| (solution.as_str(), self.start.as_deref()))
            .collect();
        let (solutions, starts) = (&self.solutions, &self.starts);
        if !starts.is_empty() && starts.len() != solutions.len() {
            let (few, many) = (starts.len(), solutions.len());
            return Err(format!("it has {few} starts for {many} solutions"));
        }
        let starts = starts.iter().map(|start| Some(start.as_str()));
        let starts = starts.chain(std::iter::repeat(None));
        solved.extend(solutions.iter().map(String::as_str).zip(starts));
        Ok(solved)
    }

    /// The solution, or the solutions separated by semicolons, each followed by the turns that solve the tips.
    pub fn solutions_with_tips(&self) -> Option<String> {
        let all = match &self.solution {
            Some(solution) => std::slice::from_ref(solution),
            None => &self.solutions,
        };
        let all = all.iter();
        let all: Vec<String> = all.map(|it| with_tips(it, self.tips.as_deref())).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// What refuted the shorter solutions, or all solutions.
    pub fn refuted_by(&self) -> Option<String> {
        let by = match self.verdict {
            LineVerdict::Refuted => "checked proof".to_owned(),
            _ => self.refuted.join("; "),
        };
        (self.verdict.is_answer() && !by.is_empty()).then_some(by)
    }

    /// Why there is no answer.
    pub fn reason(&self) -> Option<&str> {
        self.error.as_deref().or(self.stopped.as_deref())
    }

    /// Parses a line without its line ending; the error says why it is invalid.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let split = line.strip_suffix(HASH_SUFFIX).and_then(|line| {
            let (text, stored) = line.rsplit_once(HASH_PREFIX)?;
            Some((format!("{text}}}"), stored))
        });
        let Some((text, stored)) = split else {
            return Err("altered or damaged: it does not end with its hash".to_owned());
        };
        if stored != hash(&text) {
            return Err(format!(
                "altered or damaged: its hash should be {}",
                hash(&text)
            ));
        }
        serde_json::from_str(&text).map_err(|error| readable_parser_message(&error.to_string()))
    }
}

/// A JSON object with the hash of its text appended as its last key.
pub(super) fn append_hash(object: &str) -> String {
    let hash = hash(object);
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open}{HASH_PREFIX}{hash}{HASH_SUFFIX}")
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
