//! Data files: size limits, errors with a position, and reading them as TOML.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

use crate::text;

/// The maximum size of a file, in bytes: of a TOML file, and of a file in any other format.
const MAX_TOML_BYTES: usize = 4 * 1024 * 1024;
const MAX_OTHER_BYTES: usize = 16 * 1024 * 1024;

/// A mistake in a data file, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {reason}", place.map_or_else(String::new, |(line, column)| format!(":{line}:{column}")))]
pub struct FileError {
    /// The file as the user named it, or the name of a built-in one.
    pub file: String,
    /// Line and column, counted from 1, if the mistake has a position.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what is expected instead.
    pub reason: String,
}

impl FileError {
    pub(crate) fn without_place(file: &str, reason: String) -> Self {
        Self {
            file: file.to_owned(),
            place: None,
            reason,
        }
    }
}

/// The text of a data file, and the file's name in error messages.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The file as the user named it.
    pub name: &'a str,
    /// Its whole text.
    pub text: &'a str,
}

impl Source<'_> {
    /// Reads the text as TOML.
    ///
    /// # Errors
    /// The TOML parser's error, with line and column, or an error if the text is larger than 4 MiB.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        self.check_at_most(MAX_TOML_BYTES)?;
        toml::from_str(self.text).map_err(|error| self.toml_error(&error))
    }

    /// Rejects a text in a format other than TOML that is larger than 16 MiB.
    pub(crate) fn check_size(&self) -> Result<(), FileError> {
        self.check_at_most(MAX_OTHER_BYTES)
    }

    fn check_at_most(&self, most: usize) -> Result<(), FileError> {
        if self.text.len() <= most {
            return Ok(());
        }
        let size = self.text.len();
        let reason = format!("the file has {size} bytes; the limit is {most}");
        Err(FileError::without_place(self.name, reason))
    }

    /// The TOML parser's error, as an error of this file.
    fn toml_error(&self, error: &toml::de::Error) -> FileError {
        FileError {
            file: self.name.to_owned(),
            place: error.span().map(|span| self.place(span.start)),
            reason: text::readable_parser_message(&error.message().trim().replace('\n', ": ")),
        }
    }

    /// An error about the part of the text at `span`.
    pub fn error(&self, span: Range<usize>, reason: impl Into<String>) -> FileError {
        FileError {
            file: self.name.to_owned(),
            place: Some(self.place(span.start)),
            reason: reason.into(),
        }
    }

    /// The position of the value of a top-level key, for an error about that value; 0..0 if the key is missing. It is
    /// searched for only after a mistake, because few keys are read with their positions.
    pub(crate) fn span_of(&self, key: &str) -> Range<usize> {
        let (table, _) = DeTable::parse_recoverable(self.text);
        let span = table.get_ref().get(key).map(Spanned::span);
        span.unwrap_or_default()
    }

    /// Rejects a text in the file that cannot be displayed unchanged.
    pub(crate) fn check_visible(
        &self,
        what: &str,
        text: &Spanned<String>,
    ) -> Result<(), FileError> {
        text::check_visible(what, text.get_ref()).map_err(|reason| self.error(text.span(), reason))
    }

    /// Line and column (in characters, from 1) of a byte offset.
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

impl From<FileError> for crate::error::Error {
    fn from(error: FileError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
