//! A question as data, and the problem that it poses.
//!
//! *Idea.* [`Question`] is everything that can be asked, as texts and numbers, in the words of the user. It is
//! checked once, on the way to a [`Problem`](super::Problem). Options of the command, keyword arguments of Python, requests
//! of a page and files are forms of it, and none of them reads a state or a turn by itself.
//! `docs/decisions/0028-question.md` says what belongs to it.

mod data;
mod file;
mod free_turns;
mod goal;
mod layout;
mod line;
mod named_goal;
mod pose;
mod refused;
mod restate;
mod serial;
mod side_constraints;
mod stage;
mod texts;
mod turn_sets;

pub use data::{CostFile, Question, StartText, TextFile};
pub use layout::TextLayout;
#[cfg(feature = "cli")]
pub(crate) use pose::check_notation;
pub(crate) use serial::knows_key;
#[cfg(feature = "cli")]
pub(crate) use side_constraints::number;
pub(crate) use stage::known_start;
pub use texts::{StateText, Texts};
#[cfg(feature = "cli")]
pub(crate) use turn_sets::TurnSets;
