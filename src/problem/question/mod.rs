//! Questions as data, and their conversion to problems.
//!
//! *Idea.* [`Question`] contains everything that can be asked, as texts and numbers, in the words of the user. It is
//! checked once, when it is converted to a [`Problem`](super::Problem). Each front end (the command, the Python package,
//! the web page, a file) fills in a question and leaves the parsing of states and turns to this module.
//! `docs/decisions/0028-question.md` defines what belongs to a question.

mod data;
mod impossible_state;
mod layout;
mod named_goal;
mod pose;
mod restate;
mod side_constraints;
mod stage;
mod texts;
mod turn_sets;

pub(crate) use data::knows_key;
pub use data::{CostFile, Question, StartText, TextFile};
pub use layout::TextLayout;
#[cfg(feature = "internals")]
pub use pose::check_notation;
#[cfg(feature = "internals")]
pub use side_constraints::parse_number;
pub(crate) use stage::known_start;
pub use texts::StateText;
