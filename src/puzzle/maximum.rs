//! The distance of the worst state from the solved one.

use super::Metric;

/// The length of the longest shortest solution, in each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maximum {
    /// In the half-turn metric.
    pub htm: Longest,
    /// In the quarter-turn metric.
    pub qtm: Longest,
}

impl Maximum {
    /// The length in one metric.
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> Longest {
        match metric {
            Metric::HalfTurn => self.htm,
            Metric::QuarterTurn => self.qtm,
        }
    }
}

/// The length of the longest shortest solution, in turns; `None` if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Longest {
    /// Up to whole-puzzle rotation, with the held piece held.
    pub any: Option<usize>,
    /// To one fixed orientation, with all turns.
    pub exact: Option<usize>,
}
