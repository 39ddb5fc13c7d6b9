//! Why a question has no answer: a mistake in the question, or a failure during the work.
//!
//! A message names keys of the question or of the method. Each front end has its own names for keys (`max_turns` is
//! `--max-turns` on a command line), so a message keeps keys separate from text until it is written.

use std::fmt;

use crate::control::Stop;
use crate::names::UnknownName;

/// A mistake in a question or a method, or a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    parts: Vec<Part>,
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Keys are missing or exclude each other, or a value is malformed.
    Malformed,
    /// A value is impossible: an impossible state, a turn that the puzzle does not have, a mistake in a file.
    Impossible,
    /// The puzzle cannot be in the start state, or a stage of a plan cannot begin there.
    ImpossibleStart,
    /// The recipe or the method cannot express the question. Another one may.
    Unsupported,
    /// The work needs more memory, turns or states than there is room for.
    TooLarge,
    /// It was not decided whether the puzzle can reach a state.
    Undecided(Undecided),
    /// The work was stopped.
    Stopped(Stop),
    /// A solver gave a wrong verdict or model, or an answer that cannot be read.
    WrongAnswer,
    /// A solver crashed, failed or gave up. Earlier results remain valid.
    NoAnswer,
    /// A solver or a file cannot be used, turns are not a solution, or this program has an error.
    Failed,
}

/// Why it is undecided whether turns lead to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The group of the turns is too large.
    #[error("the group of the turns is too large to be analyzed quickly")]
    Group,
    /// The search of the elements of the group found nothing and was incomplete.
    #[error("the search of the group of the turns was abandoned")]
    Search,
    /// Neither start nor goal is a single state, and some turns are not allowed.
    #[error("neither start nor goal is a single state, and not all turns may be used")]
    Open,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Key(&'static str),
}

impl Error {
    /// An error about missing or malformed keys. In the template, `{max_turns}` stands for the name of that key.
    pub(crate) fn malformed(template: &'static str) -> Self {
        Self {
            kind: ErrorKind::Malformed,
            parts: parts(template),
        }
    }

    /// An error about an impossible value, with a template as for [`Self::malformed`].
    pub(crate) fn impossible(template: &'static str) -> Self {
        Self {
            kind: ErrorKind::Impossible,
            parts: parts(template),
        }
    }

    /// An error about the value of a key.
    pub(crate) fn for_key(key: &'static str, reason: impl fmt::Display) -> Self {
        Self::impossible("").key(key).text(": ").text(reason)
    }

    /// Checks that no pair of keys that exclude each other is given.
    ///
    /// # Errors
    /// [`Error`] about the first pair of which both are given, with the reason.
    #[doc(hidden)] // For the command.
    pub fn check_exclusions(exclusions: impl IntoIterator<Item = Exclusion>) -> Result<(), Self> {
        let both = |it: &Exclusion| it.one.1 && it.other.1;
        match exclusions.into_iter().find(both) {
            None => Ok(()),
            Some(it) => Err(Self::malformed(it.one.0)
                .text(" cannot be combined with ")
                .template(it.other.0)
                .template(it.why)),
        }
    }

    /// An error of this kind, for example from a solver of your own: see [`Engine::solve`](crate::solver::Engine::solve).
    pub fn new(kind: ErrorKind, reason: impl fmt::Display) -> Self {
        let parts = Vec::new();
        Self { kind, parts }.text(reason)
    }

    pub(crate) fn failed(reason: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Failed, reason)
    }

    /// An error in this program, which tests rule out.
    pub(crate) fn internal(reason: impl fmt::Display) -> Self {
        Self::failed(format!("internal error: {reason}"))
    }

    /// An error about an impossible value, with the whole message and no template.
    pub(crate) fn impossible_value(reason: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Impossible, reason)
    }

    #[must_use]
    pub(crate) fn text(mut self, text: impl fmt::Display) -> Self {
        self.parts.push(Part::Text(text.to_string()));
        self
    }

    /// Appends a template as for [`Self::malformed`].
    #[must_use]
    pub(crate) fn template(mut self, template: &'static str) -> Self {
        self.parts.extend(parts(template));
        self
    }

    #[must_use]
    pub(crate) fn key(mut self, key: &'static str) -> Self {
        self.parts.push(Part::Key(key));
        self
    }

    /// Prefixes the message about an impossible value with its subject. Errors of other kinds stay unchanged.
    #[must_use]
    pub(crate) fn with_subject(mut self, template: &'static str) -> Self {
        if self.kind == ErrorKind::Impossible {
            let front = parts(template).into_iter();
            let colon = Part::Text(": ".to_owned());
            self.parts = front.chain([colon]).chain(self.parts).collect();
        }
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message, with keys renamed by `name`.
    pub fn in_words(&self, name: impl Fn(&str) -> String) -> String {
        let words = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Key(key) => name(key),
        });
        words.collect()
    }
}

/// Two requests that cannot be combined: for each a template as for [`Error::malformed`], and whether it is made.
pub struct Exclusion {
    /// The request that the message names first.
    pub one: (&'static str, bool),
    /// The request that excludes it.
    pub other: (&'static str, bool),
    /// The end of the message, with the reason.
    pub why: &'static str,
}

fn parts(template: &'static str) -> Vec<Part> {
    // Texts and keys alternate.
    let parts = template.split(['{', '}']).enumerate();
    let parts = parts.filter(|(_, part)| !part.is_empty());
    let part = |(number, part): (usize, &'static str)| match number % 2 {
        0 => Part::Text(part.to_owned()),
        _ => Part::Key(part),
    };
    parts.map(part).collect()
}

impl fmt::Display for Error {
    /// The message with keys unchanged: `to: …` if the whole message is about one key, `` `turns` `` within a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.in_words(|key| format!("`{key}`"));
        match &self.parts[..] {
            [Part::Key(key), Part::Text(after), ..] if after.starts_with(':') => {
                write!(f, "{key}{}", &text[key.len() + 2..])
            }
            _ => f.write_str(&text),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Self::new(ErrorKind::Stopped(stop), stop)
    }
}

impl From<UnknownName> for Error {
    fn from(error: UnknownName) -> Self {
        Self::malformed("").text(error)
    }
}
