//! What a slot can contain: a turn, or none.

use crate::puzzle::TurnId;

/// The meaning of a selector code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A turn is made.
    Turn(TurnId),
    /// No turn is made, here and in all later slots.
    Idle,
}
