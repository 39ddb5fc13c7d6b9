//! Plans that are created while they are carried out: the table `[peel]` of a plan file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The name by which a puzzle file or a user selects peeling instead of a plan file.
pub const PEEL: &str = "peel";

/// How the stages of a plan are created while it is carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Peel {
    /// Where it begins.
    pub order: PeelOrder,
    /// The minimum number of positions to fix at a time, if that many are available.
    pub positions: Option<usize>,
    /// The maximum number of turns of a stage.
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

/// The allowed minimum number of positions in a stage.
pub(super) const POSITIONS: RangeInclusive<usize> = 1..=14;

/// The allowed maximum number of turns in a stage.
pub(super) const TURNS: RangeInclusive<usize> = 1..=20;
