//! What is told instead of an answer.

use serde::Serialize;

use super::{About, Made, Schema};

/// A line of a list that asks nothing that could be answered.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// Which line, of which puzzle.
    #[serde(flatten)]
    pub about: About,
    /// What is wrong with it.
    pub error: String,
}

/// A request to the web module that cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// What is wrong with it.
    pub error: String,
}

impl Mistake {
    /// The report of a mistake.
    #[must_use]
    pub fn new(error: String) -> Self {
        let made = Made::new(Schema::Error);
        Self { made, error }
    }
}
