//! States in files: `@FILE` in place of a state, `@FILE#NAME` for one of several twsearch scrambles.

use std::path::Path;

use twistsat::formats::is_scramble_text;
use twistsat::problem::TextLayout;
use twistsat::puzzle::Puzzle;
use twistsat::text::{excerpt, join_names};

use super::files::Kind;
use super::{Failure, files};

/// The path in a text that names a file with a state. A text with the length of a state is read as a state, unless it
/// names an existing file.
fn path<'a>(puzzle: &Puzzle, text: &'a str) -> Option<&'a str> {
    let symbols = text.chars().filter(|c| !c.is_whitespace()).count();
    let path = text.strip_prefix('@').filter(|path| !path.is_empty())?;
    let exists = Path::new(file_and_name(path).0).exists();
    (exists || symbols != puzzle.facelets().len()).then_some(path)
}

/// The file named by `@FILE`, if it exists.
pub(super) fn existing_file(text: &str) -> Option<&Path> {
    let path = Path::new(file_and_name(text.strip_prefix('@')?).0);
    path.exists().then_some(path)
}

/// The file and the name of a scramble in it. A file whose own name contains `#` takes precedence.
fn file_and_name(path: &str) -> (&str, Option<&str>) {
    match path.rsplit_once('#') {
        Some((file, name)) if !Path::new(path).exists() => (file, Some(name)),
        _ => (path, None),
    }
}

/// Whether a file contains twsearch scrambles, judged by its extension or its content.
pub(super) fn is_scramble_file(path: &Path, text: &str) -> bool {
    path.extension().is_some_and(|end| end == "scr") || is_scramble_text(text)
}

/// The text itself, or for `@FILE` the state in the file, as text or as a twsearch scramble. The layout is given if the
/// file determines it.
pub(super) fn text_or_file(
    puzzle: &Puzzle,
    text: &str,
) -> Result<(String, Option<TextLayout>), Failure> {
    let Some(path) = path(puzzle, text) else {
        return Ok((text.to_owned(), None));
    };
    let (path, wanted) = file_and_name(path);
    let text = files::read(Path::new(path), Kind::Text)?;
    if wanted.is_none() && !is_scramble_file(Path::new(path), &text) {
        return Ok((text.trim().to_owned(), None));
    }
    let name = files::display_name(Path::new(path));
    let scrambles = puzzle
        .read_scrambles(&name, &text)
        .map_err(Failure::error)?;
    let mut found = scrambles
        .iter()
        .filter(|s| wanted.is_none_or(|name| s.name == name));
    match (found.next(), found.next()) {
        (Some(scramble), None) => {
            let layout = puzzle.layout();
            let text = layout.write(puzzle, &scramble.state);
            Ok((text, Some(TextLayout::Named(layout))))
        }
        (first, _) => {
            let names = join_names(scrambles.iter().map(|scramble| &scramble.name), ", ");
            let name = excerpt(&name);
            Err(Failure::Error(match first {
                Some(_) => {
                    format!("{name} has several scrambles; choose one with @{name}#NAME: {names}")
                }
                None => {
                    let wanted = excerpt(wanted.unwrap_or_default());
                    format!("{name} has no scramble `{wanted}`; its scrambles are: {names}")
                }
            }))
        }
    }
}
