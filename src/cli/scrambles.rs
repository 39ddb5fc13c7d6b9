//! States in files: `@FILE` where a state is asked for, `@FILE#NAME` for one of several
//! scrambles of twsearch.

use std::path::Path;

use super::files::Kind;
use super::{Failure, files};
use crate::formats::are_scrambles;
use crate::puzzle::Puzzle;
use crate::text::{listed, shown};

/// A state from a file.
pub(super) enum FromFile {
    /// One character a facelet.
    State(Vec<char>),
    /// A text in one of the layouts.
    Text(String),
}

/// The path in a text that names a file with a state. A text as long as a state is one,
/// whatever it begins with, unless there is such a file.
pub(super) fn path<'a>(puzzle: &Puzzle, text: &'a str) -> Option<&'a str> {
    let symbols = text.chars().filter(|c| !c.is_whitespace()).count();
    let path = text.strip_prefix('@').filter(|path| !path.is_empty())?;
    let exists = Path::new(file_and_name(path).0).exists();
    (exists || symbols != puzzle.facelets().len()).then_some(path)
}

/// The file that `@FILE` names, if it is there.
pub(super) fn file(text: &str) -> Option<&Path> {
    let path = Path::new(file_and_name(text.strip_prefix('@')?).0);
    path.exists().then_some(path)
}

/// The file, and the name of a scramble in it. A file whose own name has a `#`
/// comes first.
fn file_and_name(path: &str) -> (&str, Option<&str>) {
    match path.rsplit_once('#') {
        Some((file, name)) if !Path::new(path).exists() => (file, Some(name)),
        _ => (path, None),
    }
}

/// Whether a file has scrambles of twsearch, by the end of its name or by what stands in it.
pub(super) fn are_in(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|end| end == "scr") || are_scrambles(text)
}

/// Reads the state of a file: a scramble of twsearch, or a state as text.
pub(super) fn read(puzzle: &Puzzle, path: &str) -> Result<FromFile, Failure> {
    let (path, wanted) = file_and_name(path);
    let text = files::read(Path::new(path), Kind::Text)?;
    if wanted.is_none() && !are_in(Path::new(path), &text) {
        return Ok(FromFile::Text(text.trim().to_owned()));
    }
    let name = files::name(Path::new(path));
    let scrambles = puzzle
        .read_scrambles(&name, &text)
        .map_err(Failure::error)?;
    let mut found = scrambles
        .iter()
        .filter(|s| wanted.is_none_or(|name| s.name == name));
    match (found.next(), found.next()) {
        (Some(scramble), None) => Ok(FromFile::State(scramble.state.clone())),
        (first, _) => {
            let names = listed(scrambles.iter().map(|scramble| &scramble.name), ", ");
            let name = shown(&name);
            Err(Failure::Error(match first {
                Some(_) => {
                    format!("{name} has several scrambles; choose one with @{name}#NAME: {names}")
                }
                None => {
                    let wanted = shown(wanted.unwrap_or_default());
                    format!("{name} has no scramble `{wanted}`; its scrambles are: {names}")
                }
            }))
        }
    }
}
