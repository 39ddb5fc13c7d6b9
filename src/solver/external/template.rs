//! Commands with placeholders for files: `prog --flag {cnf}`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::error::{Error, ErrorKind};

/// The placeholder for the file with the formula.
pub(super) const CNF: &str = "{cnf}";

/// The placeholder for the file to which the program writes its answer.
pub(super) const RESULT: &str = "{result}";

/// The placeholder for the file to which the program writes its proof.
pub(super) const PROOF: &str = "{proof}";

/// A command, split into words.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) program: String,
    words: Vec<String>,
}

impl Template {
    /// Parses a command. `hint` is appended to the error for a command without a program.
    pub(super) fn parse(text: &str, hint: &str) -> Result<Self, Error> {
        let words = shlex::split(text).ok_or_else(|| unsplittable_error(text))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or_else(|| {
            let reason = format!("the command names no program{hint}");
            Error::new(ErrorKind::Malformed, reason)
        })?;
        let words = words.collect();
        Ok(Self { program, words })
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
    let first = |rest: &str| {
        let paths = files.paths.iter();
        let found = paths.filter_map(|(name, path)| Some((rest.find(name)?, name, path)));
        found.min_by_key(|&(at, ..)| at)
    };
    while let Some((at, placeholder, path)) = first(rest) {
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

    #[test]
    fn files_replace_their_placeholders_within_words() {
        let paths = [(CNF, "/tmp/a b/{result}"), (RESULT, "out"), (PROOF, "p")];
        let files = Files {
            paths: paths.map(|(name, path)| (name, path.into())).into(),
            _folder: None,
        };
        for (command, words) in [
            ("p {cnf}", &["/tmp/a b/{result}"][..]),
            ("p {proof} {other}", &["p", "{other}"]),
            ("p --in={cnf}:{result}", &["--in=/tmp/a b/{result}:out"]),
            ("p {result}{result}", &["outout"]),
        ] {
            assert_eq!(parsed(command).arguments(&files), words);
        }
        assert!(!parsed("{cnf} a").has_placeholder(CNF));
    }

    #[test]
    fn malformed_commands_are_refused_with_their_position() {
        let no_program = "command names no program; try";
        for (text, reason) in [
            ("", no_program),
            ("''", no_program),
            ("# cadical", no_program),
            ("'prog", "`'` at character 1 is not closed"),
            ("prog 'a' \"b c", "`\"` at character 10 is not closed"),
            (r"a\ 'b", "`'` at character 4 is not closed"),
            ("prøg 'x", "`'` at character 6 is not closed"),
            (r"prog \", r"`\` at character 6 has nothing after it"),
        ] {
            let error = Template::parse(text, "; try").unwrap_err().to_string();
            assert_eq!(error, format!("the {reason}"), "{text}");
        }
    }
}
