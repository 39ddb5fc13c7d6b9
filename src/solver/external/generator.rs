//! External programs that generate a formula independently and print it, so that it can be compared with ours.

use std::path::Path;
use std::process::Command;

use super::process::{self, RunEnd};
use super::template::{Files, Template};
use crate::control::Control;
use crate::error::Error;

/// A program that reads a file and prints a formula.
#[derive(Clone, Debug)]
pub struct Generator {
    template: Template,
}

impl Generator {
    /// A program with its arguments. The text is split into words as by a shell, but no shell is involved.
    ///
    /// # Errors
    /// [`Error`] if the text is not a command.
    pub fn from_command(text: &str) -> Result<Self, Error> {
        let template = Template::parse(text, "")?;
        Ok(Self { template })
    }

    /// Runs the program with the path of a file as its last argument, and returns its output.
    ///
    /// # Errors
    /// [`Error`] if it is not found, fails, is stopped or prints more than `limit` bytes.
    pub fn output(&self, file: &Path, limit: usize, control: &Control) -> Result<String, Error> {
        let name = &self.template.program;
        let fail = |reason: &str| Error::failed(format!("{name} {reason}"));
        let program = process::find(name)
            .ok_or_else(|| fail("was not found: give its path, or put its folder on PATH"))?;
        let mut command = Command::new(program);
        command.args(self.template.arguments(&Files::default()));
        // A path that begins with `-` could be mistaken for an option.
        command.arg(match file.as_os_str().as_encoded_bytes() {
            [b'-', ..] => Path::new(".").join(file),
            _ => file.to_owned(),
        });
        let end = process::run(&mut command, None, limit, control);
        match end.map_err(|error| Error::failed(format!("cannot run {name}: {error}")))? {
            RunEnd::Stopped(stop) => Err(stop.into()),
            RunEnd::TooMuchOutput => Err(fail(&format!(
                "prints more than {limit} bytes, far more than the formula has"
            ))),
            RunEnd::Finished(ended) if ended.code == Some(0) => Ok(ended.output),
            RunEnd::Finished(ended) => {
                let said = ended.last_error_line.map(|line| format!(": {line}"));
                let said = said.unwrap_or_default();
                Err(fail(&format!("failed ({}){said}", ended.status_text)))
            }
        }
    }
}
