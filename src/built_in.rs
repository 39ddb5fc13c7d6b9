//! Built-in data files: puzzles, recipes and plans. `build.rs` lists the files of each folder of `encodings`.

use crate::names::{UnknownName, resolve};
use crate::source::Source;

/// A built-in file.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    /// The name by which users select it.
    pub(crate) name: &'static str,
    /// Its path in the repository.
    pub(crate) path: &'static str,
    /// Its whole text.
    pub(crate) text: &'static str,
}

impl BuiltIn {
    /// The text, with its name in errors.
    pub(crate) fn source(&self) -> Source<'static> {
        let (name, text) = (self.path, self.text);
        Source { name, text }
    }
}

/// Finds the file with this name. `what` is its kind, for errors; `aliases_of` gives the alternative names of a file.
pub(crate) fn find(
    what: &'static str,
    name: &str,
    files: &'static [BuiltIn],
    aliases_of: impl Fn(&BuiltIn) -> Vec<String>,
) -> Result<&'static BuiltIn, UnknownName> {
    resolve(what, name, files, |file| file.name, aliases_of)
}
