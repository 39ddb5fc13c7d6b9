//! Printing: results to stdout, diagnostics to stderr. `NO_COLOR` and whether
//! there is a terminal are looked after by `anstream`.

use std::io::{ErrorKind, IsTerminal, Write, stdout};

use serde::Serialize;

use super::Failure;
use crate::report::text;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Text for people to read
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Only the turns
    Alg,
}

/// How results without turns are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TextOrJson {
    /// Text for people to read
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// Prints a result to stdout, escape sequences only if it shows them. If its reader has gone, the result stands all the
/// same, and so does the exit code that says it.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    match part(text) {
        Err(Failure::OutputClosed) => Ok(()),
        printed => printed,
    }
}

/// Prints one of several results to stdout: if its reader has gone, there is no need for the others.
pub(super) fn part(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(closed)
}

/// Prints an answer to stdout; on a terminal its turns are numbered, ten on a line.
pub(super) fn answer(text: &str, turns: Option<&str>) -> Result<(), Failure> {
    let lines = turns.filter(|_| stdout().is_terminal()).map(text::in_tens);
    match turns.zip(lines) {
        None => print(text),
        Some((turns, lines)) => {
            let line = |line: &str| {
                if line == turns {
                    lines.clone()
                } else {
                    line.to_owned() + "\n"
                }
            };
            print(&text.lines().map(line).collect::<String>())
        }
    }
}

/// Prints a line to stdout.
pub(super) fn line(text: &str) -> Result<(), Failure> {
    print(&format!("{text}\n"))
}

/// Prints a line to stdout, as [`part`] does.
pub(super) fn part_line(text: &str) -> Result<(), Failure> {
    part(&format!("{text}\n"))
}

/// Prints one JSON object to stdout.
pub(super) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::error)?;
    line(&text)
}

/// Prints one JSON object of several to stdout, on one line, as [`part`] does.
pub(super) fn json_line(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(Failure::error)?;
    part_line(&text)
}

/// Prints a line to stderr. If stderr is gone too, there is nobody to tell.
pub(super) fn diagnose(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// What went wrong when writing to stdout.
pub(super) fn closed(error: std::io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::OutputClosed
    } else {
        Failure::Error(format!("cannot write to stdout: {error}"))
    }
}
