//! Reads and writes names of turns, turn sequences, sets of turns, layouts of a state, and color schemes.

mod alg;
mod centers;
mod combined;
mod cursor;
mod error;
mod face_order;
mod inference;
mod layers;
mod layout;
mod letters;
mod name_index;
mod reading;
mod scheme;
mod sequence;
mod spelling;
mod turn_set;
mod with_tips;

pub(crate) use alg::Parser;
pub use error::TurnError;
internal!(use face_order::FaceOrder);
pub(crate) use layers::name_of_outer_layers;
pub(crate) use letters::question_mark_error;
internal!(use letters::{color_words, symbol_word});
internal!(use reading::ScrambleReader);
pub use scheme::Scheme;
pub use spelling::Notation;
