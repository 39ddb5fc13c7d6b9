//! Finds shortest turn sequences for twisty puzzles with SAT formulas: a puzzle and a state become clauses, and a model
//! of the clauses becomes turns.
//!
//! ```
#![doc = include_str!("../examples/first.rs")]
//! ```
//!
//! # Primary types
//!
//! In the order of their use:
//!
//! 1. A [`Puzzle`] defines the effect of turns. Some are [built in](Puzzle::built_in), others are
//!    [read from a file](Puzzle::from_toml).
//! 2. A [`Problem`] has a start ([a scramble](Problem::scrambled) or [a state](Problem::of_state)),
//!    [a goal](Problem::to), and [a number of turns](Problem::at_most).
//! 3. A [`Recipe`] selects an encoding, with which [`encode`](fn@encode) converts a problem to a
//!    [`Formula`]: clauses, with the meaning of their variables.
//! 4. A solver is [built in or an external program](solver::by_name), or [your own](#a-solver-of-your-own).
//!    Its [`Verdict`](solver::Verdict) is a model, "unsatisfiable" or "unknown".
//! 5. A [`Solution`] is a sequence of turns from a model, [replayed](Formula::decode) on the puzzle.
//!
//! [`Search`] repeats these steps as often as necessary and returns [the result](Minimum): a shortest
//! solution with the refutations of shorter lengths, or [every solution](Search::enumerate) of a
//! length. [`Stages`] carries out a [`Plan`], which solves a large puzzle in stages, each a smaller puzzle.
//!
//! # Guarantees
//!
//! - Every solution is replayed on the puzzle before it is returned. A model that does not
//!   replay is an error, never a solution.
//! - A timeout, a crash or a limit is "unknown", never "unsatisfiable".
//! - "Minimal" means that every shorter length is refuted; [`Minimum::proof_of_minimality`] names the sources.
//!   With [`proof`], refutations are checked.
//! - The same input gives the same output, unless a clock ends or divides the work. Nothing is printed.
//!
//! # Step by step
//!
//! Is there a solution of exactly three turns? This is `examples/step_by_step.rs`:
//!
//! ```
#![doc = include_str!("../examples/step_by_step.rs")]
//! ```
//!
//! # A solver of your own
//!
//! A formula consists of RustSAT's clauses ([`sat`]), so it works with any solver. This one, in
//! `examples/own_solver.rs`, keeps its clauses and is called again with other assumptions:
//!
//! ```
#![doc = include_str!("../examples/own_solver.rs")]
//! ```
//!
//! # More examples
//!
//! The programs in `examples/` do one task each: solve with a time limit, enumerate, solve a batch on
//! several threads, encode and decode for external programs, show a state, define your own puzzle.
//!
//! # Modules
//!
//! Each step has a module, with more than the types above: [`puzzle`] has states, patterns and layouts, [`notation`]
//! the names of turns, and [`problem`] the questions. The modules of the later steps are [`mod@encode`], [`solver`],
//! [`search`], [`plan`], [`proof`] and [`report`]. In addition, [`graph`] finds exact results without SAT, [`answer`]
//! chooses between the methods, [`ask`] answers questions in JSON, [`picture`] draws, and [`control`] stops long work.
//!
//! The other modules are private. Mathematics: `group` (the group that turns generate), `circuit` (the gates that
//! formulas consist of), `automaton` (finite automata over turns), `reach` (what a few pieces at a time cannot do in a
//! given number of turns), `quotient` (the smaller puzzles on which stages are solved), `construct` (turns for any
//! permutation, not the fewest). Files: `formats` (puzzles), `list` (lists of questions, one per line, and their
//! answers), `benchmark` (families of formulas), `source` (data files with the positions of their mistakes), `built_in`
//! (built-in data files). Foundations: `platform` and `sys` (features that not every platform has, and differences between
//! operating systems), `names` (names as users type them) and `text` (external texts, prepared for display).
//! `tests/command/docs/rooms.rs` checks which module may import which.
//!
//! # Features
//!
//! `os`, on by default, provides the features of an operating system: its clock, threads, files, and external programs as
//! solvers. Without it the library only computes, and compiles for `wasm32-unknown-unknown`; the caller can provide a clock
//! ([`Control::with_clock`]). `internals` makes internal modules and items public for the command (`cli/`) and the tests of
//! this project; they change without notice.
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Some of the internal items are called by the command only, and some of their names are used by the tests only.
// tests/command/docs/callers.rs finds those without a caller.
#![cfg_attr(not(feature = "internals"), allow(dead_code))]
#![cfg_attr(not(feature = "internals"), allow(unused_imports))]
// Links to private items resolve only in documentation that includes these items.
#![allow(rustdoc::private_intra_doc_links)]

/// `internal!(use path)` re-exports items for the crate alone; the feature `internals` makes them public.
macro_rules! internal {
    (use $($tree:tt)+) => {
        #[cfg(feature = "internals")]
        pub use $($tree)+;
        #[cfg(not(feature = "internals"))]
        pub(crate) use $($tree)+;
    };
}

pub mod answer;
pub mod ask;
#[cfg(feature = "internals")]
pub mod automaton;
#[cfg(not(feature = "internals"))]
mod automaton;
#[cfg(feature = "internals")]
pub mod benchmark;
#[cfg(not(feature = "internals"))]
mod benchmark;
mod built_in;
#[cfg(feature = "internals")]
pub mod circuit;
#[cfg(not(feature = "internals"))]
mod circuit;
mod clauses;
#[cfg(feature = "internals")]
pub mod construct;
#[cfg(not(feature = "internals"))]
mod construct;
pub mod control;
pub mod encode;
mod error;
#[cfg(feature = "internals")]
pub mod formats;
#[cfg(not(feature = "internals"))]
mod formats;
pub mod graph;
#[cfg(feature = "internals")]
pub mod group;
#[cfg(not(feature = "internals"))]
mod group;
#[cfg(all(feature = "os", feature = "internals"))]
pub mod list;
#[cfg(all(feature = "os", not(feature = "internals")))]
mod list;
mod names;
pub mod notation;
pub mod picture;
pub mod plan;
#[cfg(feature = "internals")]
pub mod platform;
#[cfg(not(feature = "internals"))]
mod platform;
pub mod problem;
pub mod proof;
pub mod puzzle;
#[cfg(feature = "internals")]
pub mod quotient;
#[cfg(not(feature = "internals"))]
mod quotient;
#[cfg(feature = "internals")]
pub mod reach;
#[cfg(not(feature = "internals"))]
mod reach;
pub mod report;
pub mod sat;
pub mod search;
pub mod solver;
#[cfg(feature = "internals")]
pub mod source;
#[cfg(not(feature = "internals"))]
mod source;
#[cfg(all(feature = "os", feature = "internals"))]
pub mod sys;
#[cfg(all(feature = "os", not(feature = "internals")))]
mod sys;
#[cfg(feature = "internals")]
pub mod text;
#[cfg(not(feature = "internals"))]
mod text;

pub use control::{CancelFlag, Control};
pub use encode::{Formula, Recipe, encode};
pub use error::{Error, ErrorKind, Undecided};
internal!(use error::Exclusion);
pub use names::UnknownName;
pub use notation::Notation;
pub use plan::Plan;
pub use problem::{Budget, Problem, Solution, Target};
pub use puzzle::{Layout, Metric, Puzzle, State};
pub use search::{Minimum, NoSolution, Search, Stages, Strategy};
pub use source::FileError;
