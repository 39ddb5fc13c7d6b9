//! Questions as data, and their conversion to problems.
//!
//! *Idea.* [`Question`] contains everything that can be asked, as texts and numbers, in the words of the user. It is
//! checked once, when it is converted to a [`Problem`](super::Problem). The options of the command, the keyword arguments
//! of Python, the requests of a page, and files are all forms of it, and none of them parses states or turns itself.
//! `docs/decisions/0028-question.md` defines what belongs to it.

mod data;
mod file;
mod free_turns;
mod impossible_state;
mod layout;
mod line;
mod named_goal;
mod pose;
mod restate;
mod serial;
mod side_constraints;
mod stage;
mod texts;
mod turn_sets;

pub use data::{CostFile, Question, StartText, TextFile};
pub use layout::TextLayout;
#[cfg(feature = "internals")]
pub use pose::check_notation;
pub(crate) use serial::knows_key;
#[cfg(feature = "internals")]
pub use side_constraints::parse_number;
pub(crate) use stage::known_start;
pub use texts::StateText;
#[cfg(feature = "internals")]
pub use turn_sets::TurnSets;
