//! Breadth-first search from both ends: shortest solutions of puzzles with far too many states for a table.
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
//! *Idea.* A solution is found where the last layers of both sides meet (`engine`). Nodes include the data for side
//! constraints (`context`). If a goal has several states, the search goes backwards from all of them. If they are too many
//! to list, it only goes forwards.
//!
//! *Longer solutions.* If a few layers take too much memory and both ends are single states, the search continues
//! [with tables of cosets](super::cosets), if the puzzle has such tables and they fit into memory. If the start differs
//! from the goal by an element of the tables' subgroup, the tables prune little. So the search from both ends first uses
//! more memory, enough for 13 turns of a 3×3×3.
//!
//! *Independence.* The search shares nothing with the SAT method except the question.

mod answer;
mod context;
mod engine;
mod filter;
mod meeting;
mod node;
mod node_set;
mod projection;
mod search;
mod side;
mod solutions;
mod symmetries;

pub(in crate::graph) use context::{Contexts, Direction, Rules};

pub use answer::{Halt, MeetError, MeetResult, Outcome};
pub use search::Meet;
