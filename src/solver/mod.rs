//! SAT solvers behind a common trait.
//!
//! [`Session`] is the interface for the rest of the program: it passes a formula to a [`Backend`] and checks every model.
//! A built-in backend consists of one file here and one line in [`built_in()`]. With the feature `os`, external programs can
//! be used as well: known ones, which `known_programs` returns, and any command that a user gives (see `External`).
//!
//! ```
//! use rustsat::lit;
//! use twistsat::control::Control;
//! use twistsat::sat::Clauses;
//! use twistsat::solver::{Session, Verdict, by_name};
//!
//! let mut formula = Clauses::new();
//! formula.add([lit![0], lit![1]]);
//! formula.add([!lit![0]]);
//!
//! let backend = by_name("varisat")?;
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
//! - A time limit, a cancellation, a crash or an exhausted resource is never [`Verdict::Unsat`].
//! - A solver gives the same answer to the same formula every time, unless it is stopped. For Splr this holds only for the
//!   verdict: the order of its hash maps differs from run to run, so it may find another model.
//! - Nothing is printed, except by Rust's panic hook, which writes to stderr before a crash is caught.

mod answer;
mod backend;
mod batsat;
mod built_in;
#[cfg(feature = "cadical")]
mod cadical;
mod error;
#[cfg(feature = "os")]
mod external;
mod log;
#[cfg(any(feature = "glucose", feature = "minisat"))]
mod minisat_glucose;
mod session;
#[cfg(feature = "os")]
mod splr;
mod table;
#[cfg(any(test, feature = "internals"))]
mod test_solver;
mod varisat;

pub use answer::Answer;
pub use backend::{Backend, Engine, Verdict};
#[cfg(feature = "internals")]
pub use error::no_proof_error;
pub(crate) use error::wrong_refutation_error;
#[cfg(feature = "internals")]
pub use external::Generator;
#[cfg(feature = "os")]
pub use external::{External, known_programs};
internal!(use log::MAX_PROOF_BYTES);
pub use log::ProofLog;
pub use session::Session;
pub use table::{all, built_in, by_name, prover_names};
#[cfg(any(test, feature = "internals"))]
pub use test_solver::TestSolver;
