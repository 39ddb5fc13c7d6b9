//! Texts and what they stand for: names of turns, algs, sets of turns, layouts of a state,
//! color schemes.

mod alg;
mod centers;
mod combined;
mod error;
mod inference;
mod layout;
mod reading;
mod scheme;
mod sequence;
mod spelling;
mod turn_set;

pub(crate) use alg::Parser;
pub use error::TurnError;
pub use reading::Reading;
pub use scheme::Scheme;
pub use spelling::Notation;
