//! How a run ends: exit codes and failures.

use twistsat::UnknownName;
use twistsat::answer::Outcome;
use twistsat::control::Stop;
use twistsat::search::UnknownReason;
use twistsat::{Error, ErrorKind};

/// The exit code that shells report for a command ended by Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;

/// The exit code of a run. The numbers are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The command did what was requested.
    Done = 0,
    /// No solution within the budget, every length up to it refuted.
    NoSolution = 20,
    /// Unknown, or a solution that is not proved minimal.
    Unknown = 30,
}

impl Exit {
    /// Done if the whole answer is known, otherwise unknown.
    pub(super) fn if_known(is_known: bool) -> Self {
        if is_known { Exit::Done } else { Exit::Unknown }
    }
}

/// The option for a key of a question.
pub(super) fn option_name(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

/// Why a run failed.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    /// A usage error: exit code 2.
    Usage(String),
    /// Anything else: exit code 1.
    Error(String),
    /// Ctrl-C, SIGTERM or SIGHUP before any result: exit code 130. The memory limit before any result: 30.
    Interrupted,
    /// The work, with its description, was stopped before any result: exit code 130 if it was cancelled, otherwise 30.
    Stopped(Stop, String),
    /// An error that was already reported: exit code 1.
    Reported,
    /// The reader of stdout closed the pipe: exit code 0.
    OutputClosed,
}

/// A usage error.
pub(super) fn usage<T>(why: &str) -> Result<T, Failure> {
    Err(Failure::Usage(why.to_owned()))
}

impl Failure {
    pub(super) fn error(error: impl std::fmt::Display) -> Self {
        Failure::Error(error.to_string())
    }

    /// The error for a question, with each of the question's keys written as `name` says.
    pub(super) fn of_question(error: &Error, name: impl Fn(&str) -> String) -> Self {
        let message = error.in_words(name);
        match error.kind() {
            ErrorKind::Malformed => Failure::Usage(message),
            ErrorKind::Stopped(stop @ Stop::TimeLimit) => {
                Failure::Stopped(stop, "answering".to_owned())
            }
            ErrorKind::Stopped(_) => Failure::Interrupted,
            _ => Failure::Error(message),
        }
    }

    /// The failure to split a question into parts.
    pub(super) fn of_split(error: Error) -> Self {
        match UnknownReason::of(&error) {
            Some(UnknownReason::Stopped(stop)) => {
                Failure::Stopped(stop, "splitting the question".to_owned())
            }
            Some(why) => Failure::error(why),
            None => error.into(),
        }
    }

    /// Adds the name of the file that the failure is about.
    pub(super) fn of_file(self, file: &str) -> Self {
        match self {
            Failure::Usage(message) => Failure::Usage(format!("{file}: {message}")),
            other => other.with_subject(file),
        }
    }

    /// Adds what an error, other than a usage error, is about.
    pub(super) fn with_subject(self, what: &str) -> Self {
        match self {
            Failure::Error(message) => Failure::Error(format!("{what}: {message}")),
            other => other,
        }
    }

    /// The text of the message.
    pub(super) fn message(self) -> String {
        match self {
            Failure::Usage(message) | Failure::Error(message) => message,
            Failure::Stopped(stop, doing) => format!("{stop} while {doing}"),
            Failure::Interrupted | Failure::Reported | Failure::OutputClosed => String::new(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::of_question(&error, option_name)
    }
}

impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Solved => Exit::Done,
            Outcome::NoSolution => Exit::NoSolution,
            Outcome::Unknown => Exit::Unknown,
        }
    }
}

impl From<UnknownName> for Failure {
    fn from(error: UnknownName) -> Self {
        Failure::Usage(error.to_string())
    }
}
