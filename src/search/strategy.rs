//! In which direction a search goes.

use serde::{Deserialize, Serialize};

/// In which direction the budget goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// From the smallest budget up: mostly faster, as short budgets are refuted soon
    #[default]
    Ascend,
    /// From the largest budget down: there is a solution early, if not yet a shortest one
    Descend,
}
