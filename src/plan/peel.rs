//! How a plan is found while it is carried out: the table `[peel]` of a plan file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The name under which a puzzle file or a user asks for peeling instead of a plan file.
pub const PEEL: &str = "peel";

/// How the stages of a plan are found while it is carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Peel {
    /// Where it begins.
    pub order: PeelOrder,
    /// At least so many positions are fixed at a time, where so many can be had.
    pub positions: Option<usize>,
    /// So many turns a stage takes at most.
    pub turns: Option<usize>,
}

/// Where peeling begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PeelOrder {
    /// With what lies outside.
    #[default]
    Inwards,
    /// With what lies inside.
    Outwards,
}

/// How many positions a stage may be asked to have.
pub(super) const POSITIONS: RangeInclusive<usize> = 1..=14;

/// How many turns a stage may be asked to take at most.
pub(super) const TURNS: RangeInclusive<usize> = 1..=20;
