//! The part of a puzzle file that says how far the worst state is.

use serde::Deserialize;
use toml::Spanned;

use super::Metric;
use super::file::{FileError, Source};
use super::limits::MOST_TURNS;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MaximumEntry {
    htm: LongestEntry,
    qtm: LongestEntry,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LongestEntry {
    any: Option<Spanned<usize>>,
    exact: Option<Spanned<usize>>,
}

/// The longest shortest solution, in each metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maximum {
    /// In the half-turn metric.
    pub htm: Longest,
    /// In the quarter-turn metric.
    pub qtm: Longest,
}

impl Maximum {
    /// The longest shortest solution in a metric.
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> Longest {
        match metric {
            Metric::HalfTurn => self.htm,
            Metric::QuarterTurn => self.qtm,
        }
    }
}

/// The longest shortest solution, in turns; `None` where unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Longest {
    /// Up to whole-puzzle rotation, with the held piece held.
    pub any: Option<usize>,
    /// To one fixed orientation, with all turns.
    pub exact: Option<usize>,
}

impl MaximumEntry {
    /// What the file says, if it is not out of this world.
    pub(super) fn read(&self, source: &Source<'_>) -> Result<Maximum, FileError> {
        Ok(Maximum {
            htm: self.htm.read(source)?,
            qtm: self.qtm.read(source)?,
        })
    }
}

impl LongestEntry {
    fn read(&self, source: &Source<'_>) -> Result<Longest, FileError> {
        let number = |turns: &Option<Spanned<usize>>| match turns {
            Some(turns) if *turns.get_ref() > MOST_TURNS => {
                let reason = format!("a maximum is at most {MOST_TURNS} turns");
                Err(source.error(turns.span(), reason))
            }
            turns => Ok(turns.as_ref().map(|turns| *turns.get_ref())),
        };
        Ok(Longest {
            any: number(&self.any)?,
            exact: number(&self.exact)?,
        })
    }
}
