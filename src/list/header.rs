//! The first line of a file of answers: to what they are answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asked::Asked;
use super::line::Numbers;
use super::shard::Shard;

/// The schema of the header that this version writes and reads.
pub const SCHEMA: &str = "twistsat.list/1";

/// The version of twistsat that answers.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// To what a file has the answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of twistsat that began the file. Another one does not go on with it.
    pub version: String,
    /// What answers: `solve`, `prove` or `enumerate`.
    pub command: String,
    /// What the list is called.
    pub list: String,
    /// The SHA-256 of the list, in hexadecimal.
    pub list_sha256: String,
    /// The numbers of the lines that ask something.
    pub lines: Numbers,
    /// Which of them are answered in the file.
    pub shard: Shard,
    /// The SHA-256 of each file that the options name, by key.
    pub inputs: BTreeMap<String, String>,
    /// Other options that answers depend on.
    pub options: BTreeMap<String, Value>,
    /// What all lines have in common, as far as a line does not say otherwise; without limits of time and memory, which may change.
    pub asked: Asked,
}

impl Header {
    /// The header of the answers to a list.
    #[must_use]
    pub fn new(command: &str, list: (&str, String), lines: Numbers, shard: Shard) -> Self {
        let (list, list_sha256) = list;
        Self {
            schema: SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            command: command.to_owned(),
            list: list.to_owned(),
            list_sha256,
            lines,
            shard,
            inputs: BTreeMap::new(),
            options: BTreeMap::new(),
            asked: Asked::default(),
        }
    }

    /// In what two headers differ, apart from the name of the list and the shard, or `None` if they are about one list.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let (one, two) = (&self.asked, &other.asked);
        let same = [
            ("command", self.command == other.command),
            ("list", self.list_sha256 == other.list_sha256),
            ("list", self.lines == other.lines),
            ("input files", self.inputs == other.inputs),
            ("question", one.question == two.question),
            ("method", one.method == two.method),
            ("options", self.options == other.options),
        ];
        let differs = same.into_iter().find(|(_, is_same)| !is_same);
        differs.map(|(what, _)| what)
    }
}
