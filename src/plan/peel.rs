//! Peeling: stages found during the search, each fixing a few positions. The table `[peel]` of a plan file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The name by which a puzzle file or a user selects peeling instead of a plan file.
pub const PEEL: &str = "peel";

/// How the stages of a plan are found during the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Peel {
    /// Which positions are fixed first.
    pub order: PeelOrder,
    /// The minimum number of positions that a stage fixes, if that many are left; `None` if the search chooses it.
    pub positions: Option<usize>,
    /// The maximum number of turns of a stage; `None` for the default of the search.
    pub turns: Option<usize>,
}

/// The order of peeling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PeelOrder {
    /// From the outside inwards.
    #[default]
    Inwards,
    /// From the inside outwards.
    Outwards,
}

/// The allowed values of `positions`.
pub(super) const POSITIONS: RangeInclusive<usize> = 1..=14;

/// The allowed values of `turns`.
pub(super) const TURNS: RangeInclusive<usize> = 1..=20;
