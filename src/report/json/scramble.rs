//! The result of `scramble`.

use serde::Serialize;

use super::PuzzleHeader;
use crate::puzzle::Metric;

/// One of the scrambles of `scramble`.
#[derive(Debug, Serialize)]
pub struct Scramble {
    /// The puzzle.
    #[serde(flatten)]
    pub about: PuzzleHeader,
    /// The metric, which determines the turns used.
    pub metric: Metric,
    /// The notation of turns.
    pub notation: &'static str,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The index of the scramble for this seed, from 1.
    pub number: usize,
    /// The state, in the default layout of this puzzle.
    pub state: String,
    /// The turns that lead there; null if none were found.
    pub turns: Option<Vec<String>>,
}
