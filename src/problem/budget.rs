//! The allowed number of turns.

use serde::{Deserialize, Serialize};

use crate::puzzle::{MAX_TURNS, Metric};

/// The allowed number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// Exactly this many.
    Exactly(usize),
    /// At most this many.
    AtMost(usize),
}

impl Budget {
    /// The number of turn slots.
    pub fn slots(self) -> usize {
        match self {
            Budget::Exactly(turns) | Budget::AtMost(turns) => turns,
        }
    }

    /// Whether the budget allows any number of turns.
    pub fn is_unlimited(self) -> bool {
        matches!(self, Budget::AtMost(turns) if turns >= MAX_TURNS)
    }

    /// In words: `exactly 4 turns`, `at most 1 quarter turn`.
    pub fn in_words(self, metric: Metric) -> String {
        match self {
            _ if self.is_unlimited() => "any number of turns".to_owned(),
            Budget::Exactly(turns) => format!("exactly {}", metric.count(turns)),
            Budget::AtMost(turns) => format!("at most {}", metric.count(turns)),
        }
    }

    /// As a part of the name of a file: `exactly-4`, `qtm-at-most-1`.
    pub(crate) fn in_file_name(self, metric: Metric) -> String {
        let metric = match metric {
            Metric::HalfTurn => String::new(),
            Metric::QuarterTurn => format!("{metric}-"),
        };
        match self {
            Budget::Exactly(turns) => format!("{metric}exactly-{turns}"),
            Budget::AtMost(turns) => format!("{metric}at-most-{turns}"),
        }
    }

    /// Whether a sequence of this length is within the budget.
    pub fn allows(self, length: usize) -> bool {
        match self {
            Budget::Exactly(turns) => length == turns,
            Budget::AtMost(turns) => length <= turns,
        }
    }
}
