//! A question in a file: JSON or TOML.

use super::data::Question;
use crate::source::{FileError, Source};
use crate::text;

impl Question {
    /// Reads a question: JSON if the text begins with `{`, otherwise TOML. Errors call the file `name`.
    pub fn from_text(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        if !text.trim_start().starts_with('{') {
            return source.read();
        }
        source.check_length()?;
        serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            FileError {
                file: name.to_owned(),
                place: Some((error.line(), error.column())),
                reason: text::readable_parser_message(
                    reason.strip_suffix(&place).unwrap_or(&reason),
                ),
            }
        })
    }
}
