//! The direction of a search.

use serde::{Deserialize, Serialize};

/// The direction in which the budget changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// From the smallest budget up: usually faster, because short budgets are refuted quickly
    #[default]
    Ascend,
    /// From the largest budget down: finds a solution early, though not yet a shortest one
    Descend,
}
