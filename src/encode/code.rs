//! What a slot can choose.

use crate::puzzle::TurnId;

/// What a selector code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A turn is made.
    Turn(TurnId),
    /// No turn is made, here and in all later slots.
    Idle,
}
