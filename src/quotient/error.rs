//! Why a puzzle cannot be seen through a goal.

use num_bigint::BigUint;

use crate::group::TooLarge;

/// The most values of a coordinate that must be there.
pub(super) const MOST_VALUES: usize = 4096;

/// Why a puzzle cannot be seen through a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// The turns make a group that is too large to look at.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// What is seen is too large.
    #[error("what the goal sees cannot be followed: {0}")]
    SeenTooLarge(String),
    /// Pieces look alike.
    #[error(
        "pieces of {0} look alike, so a group cannot say which goes where; use a recoloring instead, with a color for each sticker"
    )]
    Alike(String),
    /// Pieces look alike that the recoloring tells apart.
    #[error("the recoloring distinguishes pieces of {0} that look alike")]
    AlikeRecolored(String),
    /// The subgroup is not one.
    #[error("turn {0} of the goal's group leads out of the group of the allowed turns")]
    NoSubgroup(String),
    /// Nothing is left to do.
    #[error("the allowed turns never leave the goal: there is nothing to solve")]
    Nothing,
    /// The cosets are not told apart by small coordinates.
    #[error(
        "the group of the goal has {index} cosets; coordinates of at most {MOST_VALUES} values distinguish only {found} of them"
    )]
    Undecided {
        /// Cosets that are told apart.
        found: BigUint,
        /// All cosets.
        index: BigUint,
    },
    /// Several patterns, and too many colourings to list them.
    #[error(
        "several patterns require a recoloring with at most {MOST_VALUES} colorings under the allowed turns; this one has more"
    )]
    ManyColorings,
    /// No colouring is a goal.
    #[error("the allowed turns lead from the solved puzzle to none of the patterns")]
    NoPattern,
}
