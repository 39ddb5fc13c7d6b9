//! SAT solvers behind one trait.
//!
//! [`Session`] is what the rest of the program uses: it takes a formula to a
//! [`Backend`] and checks what comes back. A backend that is built in is one
//! file here and one line in [`all`]. With the feature `os`, a program is one row in
//! the table of `external()`, or any command: see `External`.
//!
//! ```
//! use rustsat::lit;
//! use twistsat::clauses::Clauses;
//! use twistsat::control::Control;
//! use twistsat::solver::{Session, Verdict, by_name};
//!
//! let mut formula = Clauses::new();
//! formula.add([lit![0], lit![1]]);
//! formula.add([!lit![0]]);
//!
//! let backend = by_name("varisat").ok_or("no such solver")?;
//! let mut session = Session::new(backend, &formula, 2)?;
//! let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
//!     return Err("not satisfiable".into());
//! };
//! assert_eq!(model.to_string(), "01");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules that hold for every backend:
//!
//! - A time limit, a cancellation, a crash or an exhausted resource is never
//!   [`Verdict::Unsat`].
//! - The same formula gives the same answer every time (unless it is stopped).
//! - Nothing is printed. (A crash is the exception: Rust's panic hook writes
//!   to stderr before the crash is caught.)

use std::any::Any;

use rustsat::types::{Assignment, Cl, Clause, Lit};

use crate::control::{Control, Stop};

mod answer;
mod batsat;
#[cfg(feature = "os")]
mod external;
mod log;
mod session;
#[cfg(feature = "os")]
mod splr;
mod varisat;

pub use answer::{Answer, AnswerError};
#[cfg(feature = "os")]
pub use external::{External, TemplateError, external};
pub use log::{MOST_PROOF, ProofLog, Proving};
pub use session::Session;

/// A solver that can be chosen by name. It starts [`Engine`]s.
pub trait Backend: Sync {
    /// The name by which users choose the solver.
    fn name(&self) -> &str;

    /// What the solver is, with its version, in one line.
    fn description(&self) -> String;

    /// Makes an engine for a formula over the variables `0..variables`, without
    /// clauses yet.
    ///
    /// # Errors
    ///
    /// When the solver cannot take that many variables.
    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError>;

    /// Whether it can write proofs.
    fn writes_proofs(&self) -> bool {
        false
    }

    /// As [`Self::start`], and the engine writes a proof: why the clauses that it was
    /// given have no model, if it finds that they have none. It may be solved
    /// once.
    ///
    /// # Errors
    ///
    /// Also [`SolverError::NoProof`] if the solver writes none.
    fn start_with_proof(
        &self,
        _variables: u32,
        _log: ProofLog,
    ) -> Result<Box<dyn Engine>, SolverError> {
        Err(SolverError::NoProof {
            solver: self.name().to_owned(),
        })
    }
}

impl<B: Backend + ?Sized> Backend for &B {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn description(&self) -> String {
        (**self).description()
    }

    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError> {
        (**self).start(variables)
    }

    fn writes_proofs(&self) -> bool {
        (**self).writes_proofs()
    }

    fn start_with_proof(
        &self,
        variables: u32,
        log: ProofLog,
    ) -> Result<Box<dyn Engine>, SolverError> {
        (**self).start_with_proof(variables, log)
    }
}

/// A solver at work on one formula, clause by clause.
///
/// [`Session`] drives it: it adds no empty clause and no variable but those
/// announced, and asks only about a formula that has a clause. An engine stays
/// on the thread that started it.
pub trait Engine {
    /// Searches for a model until `control` says stop.
    ///
    /// A model must give a value to every variable of the formula.
    ///
    /// # Errors
    ///
    /// When the solver fails. A solver that merely ran out of time says
    /// [`Verdict::Unknown`].
    fn solve(&mut self, control: &Control) -> Result<Verdict, SolverError>;

    /// Adds a clause, before the first solve or between two.
    ///
    /// # Errors
    ///
    /// When the solver cannot take the clause.
    fn add_clause(&mut self, clause: &Cl) -> Result<(), SolverError>;

    /// Whether the engine has had its day: it must be started anew, from all
    /// clauses, before it can solve again.
    fn is_spent(&self) -> bool {
        false
    }
}

/// What a solver says about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable, by this model. It gives a value to every variable;
    /// variables that do not matter are false.
    Sat(Assignment),
    /// Unsatisfiable, by the word of the solver.
    Unsat,
    /// Stopped before there was an answer.
    Unknown(Stop),
}

/// What goes wrong with a solver. None of this says anything about the formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The solver claims a model that is none.
    #[error("{solver} returned a wrong model: {reason}")]
    WrongModel {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        reason: String,
    },
    /// The solver panicked.
    #[error("{solver} crashed: {message}")]
    Crashed {
        /// The solver's name.
        solver: String,
        /// What it said last.
        message: String,
    },
    /// A clause mentions a variable that the formula does not have.
    #[error("clause {clause} mentions a variable beyond the formula's {variables}")]
    UnknownVariable {
        /// The clause.
        clause: Clause,
        /// How many variables the formula has.
        variables: u32,
    },
    /// The solver cannot number that many variables.
    #[error("{solver} takes at most {limit} variables, the formula has {variables}")]
    TooManyVariables {
        /// The solver's name.
        solver: String,
        /// How many variables it can number.
        limit: u32,
        /// How many variables the formula has.
        variables: u32,
    },
    /// The solver is a program that does not know, and says so.
    #[error("{solver} gave up: {message}")]
    GaveUp {
        /// The solver's name.
        solver: String,
        /// How it said so.
        message: String,
    },
    /// The solver is a program, and what it says is no answer.
    #[error("{solver} gave a bad answer: {reason}")]
    BadAnswer {
        /// The solver's name.
        solver: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// The solver is a program that is not there.
    #[error("{}", not_found(program))]
    NotFound {
        /// The program, as it was called.
        program: String,
    },
    /// The solver is a program that could not be run to its end.
    #[error("cannot use {solver}: {reason}")]
    Unusable {
        /// The solver's name.
        solver: String,
        /// Why not.
        reason: String,
    },
    /// The solver says only that there is no model, not why.
    #[error(
        "{solver} writes no proof; {} do, and any program with --solver-command \"prog {{cnf}} {{proof}}\"",
        log::provers()
    )]
    NoProof {
        /// The solver's name.
        solver: String,
    },
    /// The proof grew beyond what can be held.
    #[error("the proof of {solver} is larger than {} MiB", MOST_PROOF / (1024 * 1024))]
    ProofTooLarge {
        /// The solver's name.
        solver: String,
    },
    /// The solver gave up for another reason.
    #[error("{solver} failed: {message}")]
    Failed {
        /// The solver's name.
        solver: String,
        /// The reason, in the solver's words where it has any.
        message: String,
    },
}

/// Every backend that is built in, the default first: the one that measured best, see
/// `docs/benchmarks.md`.
#[must_use]
pub fn all() -> &'static [&'static dyn Backend] {
    &[
        &batsat::Batsat,
        &varisat::Varisat,
        #[cfg(feature = "os")]
        &splr::Splr,
    ]
}

/// The backend of that name, built in or, with the feature `os`, a known program.
///
/// A program need not be installed: see `External::program`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Backend> {
    named().find(|backend| backend.name() == name)
}

/// Every backend that has a name: those built in, then the known programs.
fn named() -> impl Iterator<Item = &'static dyn Backend> {
    let built_in = all().iter().copied();
    #[cfg(feature = "os")]
    let built_in = built_in.chain(external().iter().map(|program| program as &dyn Backend));
    built_in
}

/// Completes what a solver says about some variables to a model of all.
fn complete(literals: impl IntoIterator<Item = Lit>, variables: u32) -> Assignment {
    let mut values = vec![false; variables as usize];
    for literal in literals {
        if let Some(value) = values.get_mut(literal.vidx()) {
            *value = literal.is_pos();
        }
    }
    values.into_iter().collect()
}

/// Refuses a formula whose variables the solver cannot number.
fn check_capacity(solver: &str, variables: u32, limit: u32) -> Result<(), SolverError> {
    if variables <= limit {
        return Ok(());
    }
    Err(SolverError::TooManyVariables {
        solver: solver.to_owned(),
        limit,
        variables,
    })
}

/// The message about a program that is not there.
fn not_found(program: &str) -> String {
    if std::path::Path::new(program).components().count() > 1 {
        return format!(
            "{program} is not a program: there is no such file, or it is not executable"
        );
    }
    format!(
        "{program} was not found: install it, or put its folder on PATH; \
         `twistsat list solvers` shows what is there"
    )
}

/// The error for a caught panic.
fn crashed(solver: &str, panic: &(dyn Any + Send)) -> SolverError {
    let message = panic
        .downcast_ref::<&str>()
        .map(|message| (*message).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned());
    SolverError::Crashed {
        solver: solver.to_owned(),
        message,
    }
}
