//! Twistsat turns a puzzle and a state into clauses, and a model of the
//! clauses back into turns.
//!
//! # The road
//!
//! Everything here serves one road, and the modules are its stations:
//!
//! 1. A puzzle file says what the turns do. [`formats`] reads it into a
//!    [`Puzzle`](puzzle::Puzzle), whose turns are permutations of facelets; [`group`] knows what
//!    permutations make, and [`notation`] how people write states and turns.
//! 2. A [`Problem`](problem::Problem) asks a question of the puzzle: from this
//!    start to that goal, with these turns, so many of them.
//! 3. [`encode`] makes a [`Formula`](encode::Formula) of a problem: clauses, and
//!    what their variables mean. A [`Recipe`](encode::Recipe) file chooses how.
//!    The clauses come from a [`circuit`] of gates and multiplexers.
//! 4. [`solver`] hands the clauses to a SAT solver. Its
//!    [`Verdict`](solver::Verdict) is a model, "unsatisfiable" or "unknown".
//! 5. [`encode::decode()`] reads the turns from a model and replays them on the
//!    puzzle. Only what leads to the goal becomes a
//!    [`Solution`](problem::Solution).
//! 6. [`report`] writes it down, for people and for programs.
//!
//! [`reach`] finds what a few pieces at a time cannot do in so many turns: clauses
//! that a formula implies, and that save a solver work.
//! [`proof`] checks what a solver writes down to show that there is no model, and makes proofs that a
//! puzzle has no short solution.
//!
//! [`search`] goes that road more than once: until every shorter length is
//! refuted, or until all solutions of a length are found. A [`plan`] solves a large puzzle in stages,
//! each of them a puzzle of its own ([`quotient::Quotient`]). [`control`] lets its
//! caller stop it. Module `cli` is the command line. [`graph`] knows the truth about
//! small puzzles without any clauses; tests hold the rest against it. [`construct`] finds turns for any
//! permutation, as many as it takes. `tests/docs/rooms.rs` holds which module may import which.
//!
//! # Features
//!
//! `cli`, on by default, is the command. `os`, which it brings along, is what an
//! operating system has: its clock, threads, files, and other programs as solvers. Without
//! both the library does nothing by itself but compute, and compiles for
//! `wasm32-unknown-unknown`; a clock can be handed in
//! ([`Control::with_clock`](control::Control::with_clock)).
//!
//! # The road by hand
//!
//! This is `examples/road.rs`:
//!
//! ```
#![doc = include_str!("../examples/road.rs")]
//! ```
//!
//! The other programs in `examples/` do one task each: solve, enumerate, encode,
//! decode, show, a batch on several threads, a puzzle of one's own.
//!
//! # The shortest solution
//!
//! [`search::minimum`] takes budget after budget and says what makes the
//! result minimal:
//!
//! ```
//! use std::sync::Arc;
//!
//! use twistsat::control::Control;
//! use twistsat::encode::Recipe;
//! use twistsat::formats::built_in;
//! use twistsat::notation::Notation;
//! use twistsat::problem::{Budget, Problem, Target};
//! use twistsat::puzzle::Layout;
//! use twistsat::search::{Strategy, minimum};
//! use twistsat::solver::by_name;
//!
//! let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
//! let state = Layout::Net.read(&puzzle, "UDUDLLFRFFLBLBRRFRBBUUDD")?;
//! let problem = Problem::new(puzzle.clone(), &state, &Target::Any, Budget::AtMost(11))?;
//! let recipe = Recipe::built_in("mux-idle").ok_or("no such recipe")??;
//! let solver = by_name("batsat").ok_or("no such solver")?;
//!
//! let control = Control::unlimited();
//! let result = minimum(&problem, &recipe, solver, Strategy::Ascend, &control, &mut |_| ())?;
//!
//! assert!(result.is_minimal());
//! assert_eq!(
//!     result.minimal_by(),
//!     "lengths 0 to 2: unsat by batsat, unchecked; idle slots cover the shorter lengths",
//! );
//! let solution = result.solution.ok_or("no solution")?;
//! println!("{}", Notation::Singmaster.write_all(&puzzle, solution.turns()));
//! assert_eq!(solution.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod circuit;
pub mod clauses;
#[cfg(feature = "cli")]
pub mod cli;
pub mod construct;
pub mod control;
pub mod encode;
#[cfg(feature = "cli")]
mod files;
pub mod formats;
pub mod graph;
pub mod group;
pub mod notation;
pub mod plan;
mod platform;
pub mod problem;
pub mod proof;
pub mod puzzle;
pub mod quotient;
pub mod reach;
pub mod report;
pub mod search;
pub mod solver;
pub mod source;
#[cfg(feature = "os")]
mod sys;
mod text;
