//! The first line of an answer file: identifies the list and the options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::line::{LineNumbers, Shard};
use super::request::Request;

/// The schema of the header that this version writes and reads.
pub const SCHEMA: &str = "twistsat.list/2";

/// This version of twistsat.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The list and options that an answer file belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of twistsat that created the file. No other version resumes it.
    pub version: String,
    /// The command: `solve`, `prove` or `enumerate`.
    pub command: String,
    /// The name of the list.
    pub list: String,
    /// The SHA-256 of the list, in hexadecimal.
    pub list_sha256: String,
    /// The numbers of the lines with questions.
    pub lines: LineNumbers,
    /// The shard of these lines that the file answers.
    pub shard: Shard,
    /// The SHA-256 of each file that the options name, by the key of the option.
    pub inputs: BTreeMap<String, String>,
    /// Other options on which answers depend.
    pub options: BTreeMap<String, Value>,
    /// The defaults for all lines, without time and memory limits, which may change between runs.
    pub request: Request,
}

impl Header {
    /// The first difference between two headers, such as `another list`; `None` if command, list, inputs, request and
    /// options are the same. The schema, the version, the name of the list and the shard are ignored.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let (one, two) = (&self.request, &other.request);
        let same = [
            ("another command", self.command == other.command),
            ("another list", self.list_sha256 == other.list_sha256),
            ("another list", self.lines == other.lines),
            ("other input files", self.inputs == other.inputs),
            ("another question", one.question == two.question),
            ("another method", one.method == two.method),
            ("other options", self.options == other.options),
        ];
        let mut same = same.into_iter();
        same.find_map(|(what, is_same)| (!is_same).then_some(what))
    }
}
