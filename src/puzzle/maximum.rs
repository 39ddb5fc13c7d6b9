//! The greatest distance of a state from the solved state.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{MAX_TURNS, Metric};

/// The length of the longest shortest solution, in each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Maximum {
    /// In the half-turn metric.
    pub htm: MaxDistance,
    /// In the quarter-turn metric.
    pub qtm: MaxDistance,
}

impl Maximum {
    /// The length in one metric.
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> MaxDistance {
        match metric {
            Metric::HalfTurn => self.htm,
            Metric::QuarterTurn => self.qtm,
        }
    }
}

/// The length of the longest shortest solution, in turns; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MaxDistance {
    /// Up to whole-puzzle rotation, with the held piece held.
    #[serde(deserialize_with = "read_length")]
    pub any: Option<usize>,
    /// To one fixed orientation, with all turns.
    #[serde(deserialize_with = "read_length")]
    pub exact: Option<usize>,
}

fn read_length<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    let turns = usize::deserialize(from)?;
    if turns > MAX_TURNS {
        let reason = format!("a maximum must be at most {MAX_TURNS} turns");
        return Err(D::Error::custom(reason));
    }
    Ok(Some(turns))
}
