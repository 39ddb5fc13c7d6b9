//! Selects a solver and a time limit.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::Value;
use twistsat::answer::{Engine, Method, Seconds, Task};
use twistsat::control::Control;
use twistsat::problem::Question;
use twistsat::puzzle::Puzzle;
use twistsat::solver;
use twistsat::solver::{Backend, External, no_proof_error, prover_names};
use twistsat::{Error, Exclusion};

use super::problem::ProblemArgs;
use super::values::duration;
use crate::{Failure, interrupt, loading};

/// Selects a solver and a time limit.
#[derive(Args, Clone)]
pub(crate) struct SolverArgs {
    #[arg(long, value_name = "NAME", help = format!("The solver, built in or a program on PATH (see `twistsat list solvers`) [default: {}]", solver::built_in()[0].name()))]
    solver: Option<String>,
    /// Use any other program as the solver, such as `prog --flag {cnf}`: {cnf} stands for the file with the formula
    /// (without it, the formula is written to stdin), {result} for the file with the answer (without it, the answer is read
    /// from stdout)
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver")]
    solver_command: Option<String>,
    /// Stop after this time and report what is known by then: seconds, or `90s`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

impl SolverArgs {
    /// The selected solver. If it is an external program, it is looked up now, before any work.
    pub(crate) fn backend(&self) -> Result<Box<dyn Backend>, Failure> {
        self.backend_with(None)
    }

    /// The selected solver, if it writes proofs. The program of `--solver-command` writes them to this file, if given.
    pub(crate) fn prover(&self, proof: Option<&Path>) -> Result<Box<dyn Backend>, Failure> {
        let backend = self.backend_with(proof)?;
        if backend.writes_proofs() {
            return Ok(backend);
        }
        Err(Failure::Usage(format!(
            "{}; {} do, and so does any program with --solver-command \"prog {{cnf}} {{proof}}\"",
            no_proof_error(backend.name()),
            prover_names()
        )))
    }

    fn backend_with(&self, proof: Option<&Path>) -> Result<Box<dyn Backend>, Failure> {
        let program = match &self.solver_command {
            Some(command) => {
                let program = External::from_command(command).map_err(|error| {
                    Failure::Usage(format!("--solver-command `{command}`: {error}"))
                })?;
                Some(match proof {
                    Some(file) => program.with_proof_file(file.to_owned()),
                    None => program,
                })
            }
            None => {
                let name = self.named_backend()?.name();
                let mut programs = solver::known_programs().iter();
                programs.find(|program| program.name() == name).cloned()
            }
        };
        if let Some(program) = program {
            program.find_executable().map_err(Failure::error)?;
            return Ok(Box::new(program));
        }
        Ok(Box::new(self.named_backend()?))
    }

    fn named_backend(&self) -> Result<&'static dyn Backend, Failure> {
        Ok(match &self.solver {
            Some(name) => solver::by_name(name)?,
            None => solver::built_in()[0],
        })
    }

    /// Whether `--solver-command` sets the solver.
    pub(crate) fn has_command(&self) -> bool {
        self.solver_command.is_some()
    }

    /// Sets the solver and the time limit of a method.
    pub(crate) fn apply_to(&self, method: &mut Method) {
        method.solver.clone_from(&self.solver);
        if self.has_command() && method.engine == Engine::default() {
            method.engine = Engine::Sat;
        }
        method.time_limit = self.time_limit.map(Seconds);
    }

    /// The task of a question and a method, with the selected solver.
    pub(crate) fn task(
        &self,
        problem: &ProblemArgs,
        question: Question,
        method: Method,
        puzzle: &Arc<Puzzle>,
    ) -> Result<Task, Failure> {
        let task = Task::new(question, method, puzzle);
        self.with_solver(task.map_err(|error| problem.explain_error(&error))?)
    }

    /// Sets the solver of a task that makes formulas. Rejects `--solver-command` for engines that make none.
    pub(crate) fn with_solver(&self, task: Task) -> Result<Task, Failure> {
        let command = ("{solver_command}", self.has_command());
        Error::check_exclusions([Exclusion {
            one: command,
            other: match task.method().engine {
                Engine::Graph => ("{method} graph", true),
                Engine::Table => ("{method} table", true),
                Engine::Auto | Engine::Sat => ("", false),
            },
            why: ", which uses no formula",
        }])?;
        if !task.makes_formulas() {
            return Ok(task);
        }
        let solver = self.for_method(task.method())?.backend()?;
        Ok(task.with_solver(solver))
    }

    /// These arguments with the solver that a method names, unless `--solver-command` overrides it. A list may be
    /// untrusted, so it can only start programs that the options also name.
    pub(crate) fn for_method(&self, method: &Method) -> Result<Self, Failure> {
        let solver = method.solver.clone().filter(|_| !self.has_command());
        let args = Self {
            solver,
            ..self.clone()
        };
        let name = args.named_backend()?.name();
        let is_program = solver::known_programs().iter().any(|it| it.name() == name);
        if args.solver.is_some() && is_program && self.named_backend()?.name() != name {
            return Err(Failure::Error(format!(
                "the line names `{name}`, which is an external program; --solver {name} allows it"
            )));
        }
        Ok(args)
    }

    /// The settings that affect answers but are not part of a method.
    pub(crate) fn settings_outside_method(&self) -> BTreeMap<String, Value> {
        let command = self.solver_command.clone();
        let command = command.map(|it| ("solver_command".to_owned(), Value::String(it)));
        command.into_iter().collect()
    }

    /// Starts the time limit for all further reading and work.
    pub(crate) fn start_limit(&self) {
        loading::start_limit(self.time_limit);
    }

    /// A control that stops on Ctrl-C and at the time limit, counted from [`Self::start_limit`]. Ends the loading phase: a
    /// stop from now on leads to a report.
    pub(crate) fn control(&self) -> Result<Control, Failure> {
        // Until the cancel flag exists, a signal ends the process, which loses nothing.
        loading::finish();
        Ok(loading::control().with_cancel_flag(interrupt::cancel_flag()?))
    }

    /// Like [`Self::control`], with this number of threads, if given.
    pub(crate) fn control_on(&self, jobs: Option<NonZeroUsize>) -> Result<Control, Failure> {
        let control = self.control()?;
        Ok(match jobs {
            Some(jobs) => control.with_jobs(jobs),
            None => control,
        })
    }
}
