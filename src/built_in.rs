//! Data files that are compiled in: puzzles, recipes and plans. `build.rs` lists the files
//! of each folder of `encodings`.

use crate::names::{UnknownName, resolve};
use crate::source::{FileError, Source};

/// A file that is compiled in.
#[derive(Debug)]
pub(crate) struct BuiltIn {
    /// The name by which users choose it.
    pub(crate) name: &'static str,
    /// Where it is in the repository.
    pub(crate) path: &'static str,
    /// Its whole text.
    pub(crate) text: &'static str,
}

impl BuiltIn {
    /// The text, under the name that errors show.
    pub(crate) fn source(&self) -> Source<'static> {
        let (name, text) = (self.path, self.text);
        Source { name, text }
    }
}

/// Why there is no built-in puzzle, recipe or plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltInError {
    /// Nothing has the name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The file is wrong. Of those that are compiled in tests exclude it, but a plan can be
    /// for another puzzle.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The file of a kind that a name means. `others` gives the other names of each.
pub(crate) fn find(
    what: &'static str,
    name: &str,
    files: &'static [BuiltIn],
    others: impl Fn(&BuiltIn) -> Vec<String>,
) -> Result<&'static BuiltIn, UnknownName> {
    resolve(what, name, files, |file| file.name, others)
}
