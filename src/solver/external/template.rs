//! A command with placeholders for files: `prog --flag {cnf}`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::error::{Error, ErrorKind};

pub(super) const CNF: &str = "{cnf}";

/// The placeholder for the file to which the program writes its answer.
pub(super) const RESULT: &str = "{result}";

/// The placeholder for the file to which the program writes its proof.
pub(super) const PROOF: &str = "{proof}";

#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) program: String,
    words: Vec<String>,
}

impl Template {
    /// Parses a command. `hint` is appended to the error for a command without a program.
    pub(super) fn parse(text: &str, hint: &str) -> Result<Self, Error> {
        let mut words = shlex::split(text)
            .ok_or_else(|| unsplittable_error(text))?
            .into_iter();
        match words.next() {
            Some(program) if !program.is_empty() => Ok(Self {
                program,
                words: words.collect(),
            }),
            _ => Err(Error::new(
                ErrorKind::Malformed,
                format!("the command names no program{hint}"),
            )),
        }
    }

    pub(super) fn has_placeholder(&self, placeholder: &str) -> bool {
        self.words.iter().any(|word| word.contains(placeholder))
    }

    /// The words after the program, with placeholders replaced.
    pub(super) fn arguments(&self, files: &Files) -> Vec<OsString> {
        self.words.iter().map(|word| fill(word, files)).collect()
    }
}

/// A word with placeholders replaced by paths, which need not be Unicode.
fn fill(word: &str, files: &Files) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some((at, placeholder, path)) = files
        .paths
        .iter()
        .filter_map(|(placeholder, path)| Some((rest.find(placeholder)?, placeholder, path)))
        .min_by_key(|(at, ..)| *at)
    {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + placeholder.len()..];
    }
    filled.push(rest);
    filled
}

/// The error at the position where splitting fails: the quote or backslash after the longest valid beginning of the text.
fn unsplittable_error(text: &str) -> Error {
    let characters = (1_usize..).zip(text.char_indices());
    let (place, (_, sign)) = characters
        .filter(|(_, (at, _))| shlex::split(&text[..*at]).is_some())
        .last()
        .unwrap_or_default();
    let problem = match sign {
        '\\' => "has nothing after it",
        _ => "is not closed",
    };
    let reason = format!("the `{sign}` at character {place} {problem}");
    Error::new(ErrorKind::Malformed, reason)
}

/// The files of one solve, deleted afterwards.
#[derive(Default)]
pub(super) struct Files {
    /// The placeholders of the command, each with the file that it stands for.
    paths: Vec<(&'static str, PathBuf)>,
    _folder: Option<TempDir>,
}

impl Files {
    pub(super) fn new(template: &Template) -> io::Result<Self> {
        let mut named = vec![(CNF, "formula.cnf"), (RESULT, "result"), (PROOF, "proof")];
        named.retain(|(placeholder, _)| template.has_placeholder(placeholder));
        if named.is_empty() {
            return Ok(Self::default());
        }
        let folder = tempfile::Builder::new().prefix("twistsat-").tempdir()?;
        let path = |(placeholder, name)| (placeholder, folder.path().join(name));
        Ok(Self {
            paths: named.into_iter().map(path).collect(),
            _folder: Some(folder),
        })
    }

    /// The file for a placeholder, if the command has it.
    pub(super) fn path(&self, placeholder: &str) -> Option<&PathBuf> {
        let mut paths = self.paths.iter();
        let found = paths.find(|(known, _)| *known == placeholder);
        found.map(|(_, path)| path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Template {
        Template::parse(text, "").unwrap()
    }

    fn filled(text: &str) -> Vec<OsString> {
        let files = Files {
            paths: [(CNF, "/tmp/a b/{result}"), (RESULT, "out"), (PROOF, "p")]
                .map(|(placeholder, path)| (placeholder, path.into()))
                .into(),
            _folder: None,
        };
        parsed(text).arguments(&files)
    }

    #[test]
    fn files_take_their_places_and_stay_one_word() {
        assert_eq!(filled("p {cnf}"), ["/tmp/a b/{result}"]);
        assert_eq!(filled("p {proof}"), ["p"]);
        assert_eq!(
            filled("p --in={cnf}:{result} {cnf}{cnf} {other}"),
            [
                "--in=/tmp/a b/{result}:out",
                "/tmp/a b/{result}/tmp/a b/{result}",
                "{other}"
            ]
        );
        assert!(!parsed("{cnf} a").has_placeholder(CNF));
    }

    #[test]
    fn malformed_commands_are_refused_with_their_position() {
        let refused = |text: &str| Template::parse(text, "; try").unwrap_err().to_string();
        for text in ["", "  ", "''", "# cadical"] {
            assert_eq!(
                refused(text),
                "the command names no program; try",
                "{text:?}"
            );
        }
        for (text, reason) in [
            ("'prog", "`'` at character 1 is not closed"),
            ("prog 'a' \"b c", "`\"` at character 10 is not closed"),
            (r"a\ 'b", "`'` at character 4 is not closed"),
            ("prøg 'x", "`'` at character 6 is not closed"),
            (r"prog \", r"`\` at character 6 has nothing after it"),
        ] {
            assert_eq!(refused(text), format!("the {reason}"), "{text}");
        }
    }
}
