//! External programs that generate a formula independently and print it, to be compared with ours.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

use super::process::{self, RunEnd};
use super::template::{Files, Template, TemplateError};
use crate::control::{Control, Stop};

/// A program that reads a file and prints a formula.
#[derive(Clone, Debug)]
pub struct Generator {
    template: Template,
}

/// Why a generator returned no formula.
#[derive(Debug, thiserror::Error)]
pub enum GeneratorError {
    /// The program was not found.
    #[error("{0} was not found: give its path, or put its folder on PATH")]
    NotFound(String),
    /// The program ended with an error.
    #[error("{program} failed ({status}){}", last_error_line.as_ref().map(|line| format!(": {line}")).unwrap_or_default())]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        status: String,
        /// The last line that it printed to stderr.
        last_error_line: Option<String>,
    },
    /// The program printed too much.
    #[error("{program} prints more than {most} bytes, far more than the formula has")]
    TooMuchOutput {
        /// The program.
        program: String,
        /// The limit.
        most: usize,
    },
    /// The program could not be run to completion.
    #[error("cannot run {program}: {error}")]
    Run {
        /// The program.
        program: String,
        /// The reason.
        error: io::Error,
    },
    /// The control stopped the program.
    #[error("{0}")]
    Stopped(Stop),
}

impl Generator {
    /// A program with its arguments. The text is split into words as by a shell, but no shell is involved.
    ///
    /// # Errors
    /// [`TemplateError`] if the text is not a command.
    pub fn from_command(text: &str) -> Result<Self, TemplateError> {
        let template = Template::parse(text)?;
        Ok(Self { template })
    }

    /// The output of the program, called with the path of a file as its last argument: at most `most` bytes.
    ///
    /// # Errors
    /// [`GeneratorError`] if it is not found, fails or is stopped.
    pub fn output(
        &self,
        file: &Path,
        most: usize,
        control: &Control,
    ) -> Result<String, GeneratorError> {
        let name = || self.template.program.clone();
        let cannot = |error| GeneratorError::Run {
            program: name(),
            error,
        };
        let program = process::find(&name()).ok_or_else(|| GeneratorError::NotFound(name()))?;
        let files = Files::empty();
        let mut command = Command::new(program);
        command
            .args(self.template.arguments(&files))
            .arg(argument(file));
        match process::run(&mut command, None, most, control).map_err(cannot)? {
            RunEnd::Stopped(stop) => Err(GeneratorError::Stopped(stop)),
            RunEnd::TooMuchOutput => Err(GeneratorError::TooMuchOutput {
                program: name(),
                most,
            }),
            RunEnd::Finished(ended) if ended.status.success() => Ok(ended.output),
            RunEnd::Finished(ended) => Err(GeneratorError::Failed {
                program: name(),
                status: ended.status.to_string(),
                last_error_line: ended.last_error_line(),
            }),
        }
    }
}

/// A path that no program interprets as an option.
fn argument(file: &Path) -> OsString {
    match file.as_os_str().as_encoded_bytes() {
        [b'-', ..] => Path::new(".").join(file).into(),
        _ => file.into(),
    }
}
