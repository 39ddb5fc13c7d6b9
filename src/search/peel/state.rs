//! A state on the way.

use super::frontier::Frontier;

/// A state of the beam.
#[derive(Clone)]
pub(super) struct Peeled {
    pub(super) colors: Vec<u16>,
    pub(super) frontier: Frontier,
    /// Numbers of turns on the board.
    pub(super) turns: Vec<u16>,
    /// Less is better.
    pub(super) cost: f64,
}
