//! Prints results to stdout and diagnostics to stderr. `anstream` handles `NO_COLOR` and the detection of terminals.

use std::io::{ErrorKind, IsTerminal, Write, stdout};

use serde::Serialize;
use twistsat::report::text;
use twistsat::text::{JsonLayout, to_json};

use super::Failure;

/// The output format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Human-readable text
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Only the turns
    Alg,
}

/// The output format of results without turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TextOrJson {
    /// Human-readable text
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// Prints a result to stdout, with escape sequences only if stdout supports them. A closed pipe changes neither the
/// result nor the exit code.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    match print_part(text) {
        Err(Failure::OutputClosed) => Ok(()),
        printed => printed,
    }
}

/// Prints one of several results to stdout. A closed pipe is an error, so that the remaining results are not computed.
pub(super) fn print_part(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(output_error)
}

/// Whether stdout is a terminal.
pub(super) fn is_terminal() -> bool {
    stdout().is_terminal()
}

/// Prints an answer to stdout. On a terminal, lines equal to `turns` are printed with ten turns per line, numbered.
pub(super) fn print_answer(text: &str, turns: Option<&str>) -> Result<(), Failure> {
    let lines = turns.filter(|_| is_terminal()).map(text::ten_per_line);
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
pub(super) fn print_line(text: &str) -> Result<(), Failure> {
    print(&format!("{text}\n"))
}

/// Prints a line to stdout, as [`print_part`] does.
pub(super) fn print_part_line(text: &str) -> Result<(), Failure> {
    print_part(&format!("{text}\n"))
}

/// Prints one JSON object to stdout.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = to_json(value, JsonLayout::Indented).map_err(Failure::error)?;
    print_line(&text)
}

/// Prints one JSON object of several to stdout, on one line, as [`print_part`] does.
pub(super) fn print_json_line(value: &impl Serialize) -> Result<(), Failure> {
    print_part_line(&json_line(value)?)
}

/// A JSON object on one line.
pub(super) fn json_line(value: &impl Serialize) -> Result<String, Failure> {
    to_json(value, JsonLayout::OneLine).map_err(Failure::error)
}

/// Prints a line to stderr. Errors are ignored, as they could not be reported.
pub(super) fn diagnose(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The failure for an error in writing to stdout.
pub(super) fn output_error(error: std::io::Error) -> Failure {
    if error.kind() == ErrorKind::BrokenPipe {
        Failure::OutputClosed
    } else {
        Failure::Error(format!("cannot write to stdout: {error}"))
    }
}
