//! External solvers.
//!
//! A program gets the formula as DIMACS, in a file or on stdin, and reports the result with its exit code and its
//! output. A result is accepted only if both agree (see [`judge`]), and a model is checked like any other. To stop a
//! program, it is killed with all processes that it started (see [`process`]).
//!
//! A program is not incremental: each solve runs it again, on all clauses.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use rustsat::types::Cl;

use super::backend::complete_model;
use super::error::no_proof_error;
use super::{Backend, Engine, MAX_PROOF_BYTES, ProofLog, Verdict};
use crate::clauses::Clauses;
use crate::control::{CancelFlag, Control};
use crate::error::Error;

mod generator;
mod judge;
mod known;
mod process;
mod template;
mod version;

use process::RunEnd;
use template::{Files, Template};

pub use generator::Generator;
pub use known::known_programs;

/// The time limit for printing a version.
const VERSION_LIMIT: Duration = Duration::from_secs(2);

/// The maximum size of the output besides the model, in bytes; most of it is comments.
const MAX_EXTRA_OUTPUT: usize = 16 * 1024 * 1024;

/// The maximum size of the model per variable, in bytes. A literal has at most 11 characters, and may be alone on a
/// line.
const MAX_PER_VARIABLE: usize = 32;

/// An external solver.
///
/// ```
/// use twistsat::solver::{Backend, External};
///
/// let solver = External::from_command("/opt/bin/glucose -model {cnf}")?;
/// assert_eq!(solver.name(), "glucose");
/// # Ok::<(), twistsat::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct External {
    name: String,
    title: String,
    template: Template,
    /// The command with which the program also writes a proof, if it can.
    proving: Option<Template>,
    /// The file to which the command writes its proof, if it has no `{proof}`.
    proof_file: Option<PathBuf>,
    /// The argument that makes the program print its version, if known.
    version: Option<&'static str>,
}

impl External {
    /// A solver that is run by a command.
    ///
    /// The text is split into words as by a shell, but no shell is involved. In the words after the first, `{cnf}` stands
    /// for a file with the formula; without it the formula is written to stdin. `{result}` stands for a file to which the
    /// program writes its answer; without it the answer is read from stdout. `{proof}` stands for a file to which it writes
    /// its proof, in DRAT or LRAT. The program's file name becomes the solver's name.
    ///
    /// # Errors
    /// [`Error`] if the text is not a command.
    pub fn from_command(text: &str) -> Result<Self, Error> {
        let template = Template::parse(text, "; expected for example `prog --flag {cnf}`")?;
        let name = Path::new(&template.program)
            .file_name()
            .map_or_else(|| template.program.clone(), |n| n.to_string_lossy().into());
        let writes_proof = template.has_placeholder(template::PROOF);
        Ok(Self {
            name,
            title: format!("the command `{text}`"),
            proving: writes_proof.then(|| template.clone()),
            template,
            proof_file: None,
            version: None,
        })
    }

    /// Sets the file to which a command without `{proof}` writes its proof.
    #[must_use]
    pub fn with_proof_file(self, file: PathBuf) -> Self {
        Self {
            proving: Some(self.template.clone()),
            proof_file: Some(file),
            ..self
        }
    }

    /// The path of the program, looked up on `PATH` unless its name contains a slash.
    ///
    /// # Errors
    /// [`Error`] if it does not exist, or is not a program.
    pub fn find_executable(&self) -> Result<PathBuf, Error> {
        let program = &self.template.program;
        process::find(program).ok_or_else(|| not_found_error(program))
    }

    /// The version that the program prints; `None` if it prints none within two seconds, or if no option for it is known.
    pub fn version(&self) -> Option<String> {
        let mut command = Command::new(self.find_executable().ok()?);
        command.arg(self.version?);
        let control = Control::new(CancelFlag::default(), Some(VERSION_LIMIT));
        match process::run(&mut command, None, MAX_EXTRA_OUTPUT, &control) {
            Ok(RunEnd::Finished(ended)) => version::parse_version(&ended.output),
            _ => None,
        }
    }
}

impl Backend for External {
    fn name(&self) -> &str {
        &self.name
    }

    /// The program's title and whether it was found. Runs the program to get its version.
    fn description(&self) -> String {
        let found = match (self.find_executable(), self.version()) {
            (Err(_), _) => "not found".to_owned(),
            (Ok(_), None) => "found".to_owned(),
            (Ok(_), Some(version)) => format!("found, version {version}"),
        };
        format!("{}; {found}", self.title)
    }

    fn start(&self, variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
        let template = match log {
            Some(_) => self.proving.as_ref(),
            None => Some(&self.template),
        };
        let template = template.ok_or_else(|| no_proof_error(&self.name))?;
        Ok(Box::new(ExternalEngine {
            solver: Self {
                template: template.clone(),
                ..self.clone()
            },
            clauses: Clauses::new(),
            occurs: Vec::new(),
            variables,
            log,
        }))
    }

    fn writes_proofs(&self) -> bool {
        self.proving.is_some()
    }
}

struct ExternalEngine {
    solver: External,
    clauses: Clauses,
    /// Whether each variable occurs in a clause. The vector ends at the last variable that does. Later variables are not
    /// declared to the program, because it may ignore them: minisat omits them from its models.
    occurs: Vec<bool>,
    variables: u32,
    log: Option<ProofLog>,
}

impl Engine for ExternalEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        let program = self.solver.find_executable()?;
        let used = u32::try_from(self.occurs.len()).unwrap_or(u32::MAX);
        let mut formula = Vec::new();
        let written = self.clauses.write_dimacs(&mut formula, used);
        written.map_err(self.io_error("cannot write the formula"))?;
        let files = Files::new(&self.solver.template);
        let files = files.map_err(self.io_error("cannot create a temporary folder"))?;
        let input = match files.path(template::CNF) {
            Some(path) => {
                let cannot = "cannot write the formula to a temporary file";
                fs::write(path, &formula).map_err(self.io_error(cannot))?;
                None
            }
            None => Some(formula),
        };
        let mut command = Command::new(&program);
        command.args(self.solver.template.arguments(&files));
        let limit = self.occurs.len().saturating_mul(MAX_PER_VARIABLE);
        let limit = limit.saturating_add(MAX_EXTRA_OUTPUT);
        let end = process::run(&mut command, input, limit, control);
        let mut ended = match end.map_err(self.io_error("it could not be run to completion"))? {
            RunEnd::Stopped(stop) => return Ok(Verdict::Unknown(stop)),
            RunEnd::TooMuchOutput => return Err(self.too_much_output(limit)),
            RunEnd::Finished(ended) => ended,
        };
        if let Some(path) = files.path(template::RESULT) {
            let answer = read(path, limit).map_err(self.io_error("its result file cannot be read"));
            ended.output = answer?.ok_or_else(|| self.too_much_output(limit))?;
        }
        if let Some(model) = judge::judge(&self.solver.name, &ended, &self.occurs)? {
            return Ok(Verdict::Sat(complete_model(model.iter(), self.variables)));
        }
        if let Some(log) = &self.log {
            self.copy_proof(&files, &mut log.clone())?;
        }
        Ok(Verdict::Unsat)
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        for variable in clause.iter().map(|literal| literal.vidx()) {
            if self.occurs.len() <= variable {
                self.occurs.resize(variable + 1, false);
            }
            self.occurs[variable] = true;
        }
        self.clauses.add(clause);
        Ok(())
    }
}

impl ExternalEngine {
    fn copy_proof(&self, files: &Files, log: &mut ProofLog) -> Result<(), Error> {
        let (path, shown) = match (files.path(template::PROOF), &self.solver.proof_file) {
            (Some(path), _) => (path, template::PROOF.to_owned()),
            (None, Some(path)) => (path, path.display().to_string()),
            (None, None) => return Ok(()),
        };
        let mut copy = || {
            // Opening a pipe without a writer would block.
            if path.metadata().is_ok_and(|there| !there.is_file()) {
                return Err(io::Error::other("it is not a regular file"));
            }
            // The session reports a full log.
            io::copy(&mut File::open(path)?.take(MAX_PROOF_BYTES as u64 + 1), log)
        };
        let cannot = format!("its proof, {shown}, cannot be read");
        copy().map(drop).map_err(self.io_error(&cannot))
    }

    /// Converts an I/O error; `what` says what failed.
    fn io_error(&self, what: &str) -> impl FnOnce(io::Error) -> Error {
        let name = &self.solver.name;
        move |error| Error::failed(format!("cannot use {name}: {what}: {error}"))
    }

    fn too_much_output(&self, limit: usize) -> Error {
        let reason = format!("it is longer than {limit} bytes, more than any answer needs");
        judge::bad_answer_error(&self.solver.name, &reason)
    }
}

fn not_found_error(program: &str) -> Error {
    Error::failed(if Path::new(program).components().count() > 1 {
        format!("{program} is not a program: there is no such file, or it is not executable")
    } else {
        format!(
            "{program} was not found: install it, or put its folder on PATH; \
             `twistsat list solvers` shows which ones are found"
        )
    })
}

/// The content of a file that a program wrote, empty if there is no such file; `None` if it is more than `limit` bytes.
fn read(path: &Path, limit: usize) -> io::Result<Option<String>> {
    if !path.is_file() {
        return Ok(Some(String::new()));
    }
    let bytes = process::read_limited(File::open(path)?, limit)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}
