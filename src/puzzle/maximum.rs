//! The distance of the worst state from the solved one.

use super::Metric;

/// The length of the longest shortest solution, in each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaxDistance {
    /// Up to whole-puzzle rotation, with the held piece held.
    pub any: Option<usize>,
    /// To one fixed orientation, with all turns.
    pub exact: Option<usize>,
}
