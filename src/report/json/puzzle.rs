//! The result of checking a puzzle file.

use super::object;
use crate::source::FileError;
use crate::text::Object;

/// The report of `puzzle check`; notes are valid parts that may be unintended.
pub fn puzzle_check(file: &str, mistakes: &[FileError], notes: Vec<String>) -> Object {
    let reported = mistakes.iter().map(|mistake| {
        Object::default()
            .with("line", mistake.place.map(|(line, _)| line))
            .with("column", mistake.place.map(|(_, column)| column))
            .with("reason", &*mistake.reason)
    });
    object("twistsat.puzzle-check/1")
        .with("file", file)
        .with("valid", mistakes.is_empty())
        .with_objects("mistakes", reported)
        .with("notes", notes)
}
