//! Breadth-first search from both ends: shortest solutions of puzzles whose states are far too many for
//! a table.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use twistsat::control::Control;
//! use twistsat::graph::meet::{Meet, Outcome};
//! use twistsat::{Problem, Puzzle};
//!
//! let puzzle = Puzzle::built_in("rubik")?;
//! let problem = Problem::scrambled(&puzzle, "R U F' D2")?;
//! let control = Control::unlimited();
//! let search = Meet::new(&problem, 1 << 30, &control);
//! let mut solutions = Vec::new();
//! let found = search.run(&mut |turns| {
//!     solutions.push(turns.to_vec());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found.outcome, Outcome::Found(4));
//! assert_eq!(solutions.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Idea.* See `engine`: the last layers of both sides meet where a solution passes. What side constraints ask is
//! kept in the nodes (`context`); turns that a solution must begin or end with are made before the search.
//! Where a goal stands for several states, the search goes back from all of them if they can be
//! listed; else it goes forward only.
//!
//! *Beyond its reach.* Where the states of a few layers take too much memory, and one known state is to be brought to
//! another one, the search goes on [beneath tables of cosets](super::cosets), if the puzzle has such tables and they fit into memory.
//!
//! *What it shares.* Nothing with the SAT method but the question itself.

mod answer;
mod context;
mod engine;
mod kept;
mod layer;
mod lengths;
mod node;
mod search;
mod side;
mod ways;

pub(in crate::graph) use context::{Contexts, Rules, Way};

pub use answer::{Halt, MeetError, Met, Outcome};
pub use kept::Kept;
pub use search::Meet;
