//! Sets of words: regular expressions, and automata that read words symbol by symbol. A symbol is only a number, so
//! this module does not depend on puzzles.
//!
//! ```
//! use twistsat::automaton::{Dfa, Expression};
//!
//! // A zero and a one, repeated any number of times.
//! let pair = Expression::Concatenation(vec![Expression::one(0), Expression::one(1)]);
//! let automaton = Dfa::of(&Expression::repeated(pair), 2)?;
//! assert!(automaton.accepts_word(&[0, 1, 0, 1]));
//! assert!(!automaton.accepts_word(&[0, 1, 1]));
//! # Ok::<(), twistsat::automaton::TooLarge>(())
//! ```

mod dfa;
mod expression;
mod nfa;

pub use dfa::Dfa;
pub use expression::Expression;

/// The maximum number of states of an automaton.
pub const MAX_STATES: usize = 5_000;

/// The error for an automaton that would have too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rule requires an automaton of more than {MAX_STATES} states; use a shorter rule")]
pub struct TooLarge;
