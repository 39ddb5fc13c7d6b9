//! Why a puzzle has no quotient for a goal.

use num_bigint::BigUint;

use crate::group::TooLarge;

/// The maximum number of values of a required coordinate.
pub(super) const MAX_VALUES: usize = 4096;

/// Why a puzzle has no quotient for a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// The group of the turns is too large to analyze.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The quotient is too large.
    #[error("the quotient of the goal is too large: {0}")]
    ImageTooLarge(String),
    /// Pieces look alike.
    #[error(
        "pieces of {0} look alike, so a group cannot say which goes where; use a recoloring instead, with a color for each sticker"
    )]
    Alike(String),
    /// The recoloring distinguishes pieces that look alike.
    #[error("the recoloring distinguishes pieces of {0} that look alike")]
    AlikeRecolored(String),
    /// The turns do not generate a subgroup.
    #[error("turn {0} of the goal's group leads out of the group of the allowed turns")]
    NoSubgroup(String),
    /// The goal contains all reachable states.
    #[error("the allowed turns never leave the goal: there is nothing to solve")]
    Nothing,
    /// Small coordinates do not distinguish all cosets.
    #[error(
        "the group of the goal has {index} cosets; coordinates of at most {MAX_VALUES} values distinguish only {found} of them"
    )]
    Undecided {
        /// The number of distinguished cosets.
        found: BigUint,
        /// The number of cosets.
        index: BigUint,
    },
    /// Several patterns, with too many colorings to list.
    #[error(
        "several patterns require a recoloring with at most {MAX_VALUES} colorings under the allowed turns; this one has more"
    )]
    ManyColorings,
    /// No reachable coloring is a goal.
    #[error("the allowed turns lead from the solved puzzle to none of the patterns")]
    NoPattern,
}

impl From<QuotientError> for crate::error::Error {
    fn from(error: QuotientError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
