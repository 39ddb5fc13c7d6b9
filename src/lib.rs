//! Finds shortest turn sequences for twisty puzzles with SAT formulas: a puzzle and a state become clauses, and a model of
//! the clauses becomes turns.
//!
//! ```
#![doc = include_str!("../examples/first.rs")]
//! ```
//!
//! # Primary types
//!
//! They stand on one road, in this order:
//!
//! 1. A [`Puzzle`] says what turns do. Some are [built in](Puzzle::built_in), others are
//!    [read from a file](Puzzle::from_toml).
//! 2. A [`Problem`] asks for turns: from [a scramble](Problem::scrambled) or
//!    [a state](Problem::of_state), [to a goal](Problem::to), [so many of them](Problem::at_most).
//! 3. A [`Recipe`] says how a problem becomes clauses, and [`encode`](fn@encode) makes a
//!    [`Formula`]: the clauses, and what their variables mean.
//! 4. A solver is [built in or a program](solver::by_name), or [your own](#a-solver-of-your-own).
//!    Its [`Verdict`](solver::Verdict) is a model, "unsatisfiable" or "unknown".
//! 5. A [`Solution`] is turns that were read from a model and [replayed](Formula::decode) on the
//!    puzzle.
//!
//! [`Search`] goes that road as often as it takes, and says [what it found](Minimum): a shortest
//! solution and what refutes the shorter lengths, or [every solution](Search::enumerate) of a
//! length. [`Stages`] carries out a [`Plan`]: a large puzzle solved in stages, each a small puzzle
//! of its own.
//!
//! # What is promised
//!
//! - Every solution was replayed on the puzzle before anyone sees it. A model that does not
//!   replay is an error, never a solution.
//! - A timeout, a crash or a limit is "unknown", never "unsatisfiable".
//! - "Minimal" means that every shorter length is refuted; [`Minimum::minimal_by`] says by whom.
//!   [`proof`] has refutations checked.
//! - The same input gives the same bytes. Nothing is printed.
//!
//! # The road by hand
//!
//! Is there a solution of exactly three turns? This is `examples/road.rs`:
//!
//! ```
#![doc = include_str!("../examples/road.rs")]
//! ```
//!
//! # A solver of your own
//!
//! A formula is RustSAT's clauses ([`sat`]), so any solver will do. This one, in
//! `examples/own_solver.rs`, keeps its clauses and is asked again under other assumptions:
//!
//! ```
#![doc = include_str!("../examples/own_solver.rs")]
//! ```
//!
//! # More examples
//!
//! The programs in `examples/` do one task each: solve with a time limit, enumerate, a batch on
//! several threads, encode and decode for programs elsewhere, show a state, a puzzle of your own.
//!
//! # Modules
//!
//! The stations of the road have a module each, with what the first page does not need:
//! [`formats`] reads files into a [`puzzle`] (states, patterns, layouts), [`notation`] has the names of
//! its turns and [`group`] what they make, a [`problem`] asks; then [`mod@encode`], [`solver`], [`search`],
//! [`plan`] (whose stages see a [`quotient`]), [`proof`] and [`report`]. Beside the road, [`graph`] knows
//! the truth about small puzzles without any clauses, [`reach`] finds what a few pieces at a time cannot
//! do in so many turns, [`benchmark`] makes families of formulas, [`automaton`] reads words over turns, [`construct`] finds turns for any permutation, as many as it takes, and
//! [`circuit`] has the gates that formulas are made of. [`list`] is many questions, a line each, and files of their answers. [`source`] is a data file with the places of its
//! mistakes. `tests/command/docs/rooms.rs` holds which module may import which.
//!
//! Not public are `files` (reading and writing of the command that can be ended), `platform` and `sys`
//! (what not every platform has, and what differs between operating systems), `names` (names as people
//! type them), `built_in` (data files that are compiled in) and `text` (texts from outside, fit to be
//! shown).
//!
//! # Features
//!
//! `cli`, on by default, is the command. `os`, which it brings along, is what an
//! operating system has: its clock, threads, files, and other programs as solvers. Without
//! both the library does nothing by itself but compute, and compiles for
//! `wasm32-unknown-unknown`; a clock can be handed in ([`Control::with_clock`]).
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod answer;
pub mod automaton;
pub mod benchmark;
mod built_in;
pub mod circuit;
mod clauses;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod construct;
pub mod control;
pub mod encode;
mod error;
#[cfg(feature = "cli")]
mod files;
pub mod formats;
pub mod graph;
pub mod group;
#[cfg(feature = "os")]
pub mod list;
mod names;
pub mod notation;
pub mod picture;
pub mod plan;
mod platform;
pub mod problem;
pub mod proof;
pub mod puzzle;
pub mod quotient;
pub mod reach;
pub mod report;
pub mod sat;
pub mod search;
pub mod solver;
pub mod source;
#[cfg(feature = "os")]
mod sys;
mod text;

pub use built_in::BuiltInError;
pub use control::{CancelFlag, Control};
pub use encode::{Formula, Recipe, encode};
pub use error::{Error, ErrorKind};
pub use names::UnknownName;
pub use notation::Notation;
pub use plan::Plan;
pub use problem::{Budget, Problem, Solution, Target};
pub use puzzle::{Layout, Metric, Puzzle, State};
pub use search::{Minimum, NoSolution, Search, Stages, Strategy};
