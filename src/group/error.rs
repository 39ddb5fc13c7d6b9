//! Why a group cannot be looked at.

/// A group that is too large to be looked at in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the group of these turns is too large to be analyzed quickly")]
pub struct TooLarge;
