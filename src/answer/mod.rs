//! From a question and a method to an answer: selects the engine, its input, and its time.
//!
//! *Idea.* A [`Question`](crate::problem::Question) says what is asked, a [`Method`] how it is answered, both as plain
//! data. A [`Task`] combines a question and a method, and answers the question from any number of starts. Every front
//! end creates a task; only this module chooses engine, recipe and time. Results that later questions can reuse, such
//! as tables, are stored in a [`Cache`](crate::problem::Cache).
//!
//! ```
//! use twistsat::answer::{Method, Task};
//! use twistsat::control::Control;
//! use twistsat::problem::Question;
//!
//! let question = Question {
//!     puzzle: Some("pocket".to_owned()),
//!     scramble: Some("R U2 F'".to_owned()),
//!     ..Question::default()
//! };
//! let puzzle = question.puzzle()?;
//! let problem = question.problem_of(&puzzle)?;
//! let task = Task::new(question, Method::default(), &puzzle)?;
//! let answer = task.solve(&problem, &Control::unlimited(), &|_| ())?;
//! assert!(answer.found.is_minimal());
//! # Ok::<(), twistsat::Error>(())
//! ```

mod anytime;
mod auto;
#[cfg(feature = "internals")]
mod cases;
mod enumerate;
mod exclusions;
mod free_turns;
mod graph;
mod listing;
mod method;
mod outcome;
mod plan;
mod prediction;
mod prove;
mod solve;
mod stage_tables;
mod table;
mod task;
mod whole_plan;

#[cfg(feature = "internals")]
pub use cases::{CaseResult, Ranking};
#[cfg(feature = "internals")]
pub use exclusions::{ExtraTasks, check_combination};
pub use listing::{Enumerated, ListOptions, ListedSolution};
pub use method::{Axis, Engine, Method, Seconds};
pub use outcome::{Answer, Outcome};
pub use plan::PlanAnswer;
pub use task::Task;
