//! Solutions known before a question is asked: the inverse of the scramble, or results of other searches.
//!
//! They are not part of the question, and no answer is derived from them. But they expose a wrong solver: one that
//! refutes the length of a known solution.

use crate::puzzle::{State, TurnId};

/// Turns known to lead from the start of a question to its goal. Whether they are a solution, possibly up to rotation or in
/// its metric, is checked by replay, so they can be kept when a question changes.
#[derive(Clone, Debug)]
pub struct KnownTurns {
    /// Their start, if the question leaves it open.
    pub(super) start: Option<State>,
    pub(super) turns: Vec<TurnId>,
}
