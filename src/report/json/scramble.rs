//! What `scramble` drew.

use serde::Serialize;

use super::About;
use crate::puzzle::Metric;

/// One of the scrambles of `scramble`.
#[derive(Debug, Serialize)]
pub struct Scramble {
    /// The puzzle.
    #[serde(flatten)]
    pub about: About,
    /// Which turns were used.
    pub metric: Metric,
    /// How turns are written.
    pub notation: &'static str,
    /// Where the random numbers began.
    pub seed: u64,
    /// Which of the scrambles of this seed, from 1.
    pub number: usize,
    /// The state, as states of this puzzle are written unless told otherwise.
    pub state: String,
    /// The turns that lead there; null if none were found.
    pub turns: Option<Vec<String>>,
}
