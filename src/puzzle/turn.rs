//! Turns: the powers of a puzzle's generators.

use super::Permutation;

/// The number of a turn in [`Puzzle::turns`](super::Puzzle::turns).
pub type TurnId = usize;

/// One move: a power of a generator, for example a half turn of the face R.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The name of the generator, `R` for all of `R`, `R2` and `R'`.
    pub base: String,
    /// The number of the generator in the puzzle file. On a cube: the face.
    pub face: usize,
    /// The power of the generator, from 1 to `order - 1`.
    pub power: usize,
    /// How often the generator must be made to move nothing.
    pub order: usize,
    /// What it does to the facelets.
    pub permutation: Permutation,
}

impl Turn {
    /// The turn's name in Singmaster's notation: `R`, `R2`, `R'`. Powers past
    /// the half are written as inverses.
    #[must_use]
    pub fn name(&self) -> String {
        let back = self.order - self.power;
        let (count, mark) = if self.power <= back {
            (self.power, "")
        } else {
            (back, "'")
        };
        let count = if count == 1 {
            String::new()
        } else {
            count.to_string()
        };
        format!("{}{count}{mark}", self.base)
    }

    /// Whether this is the generator's square and its own inverse: `R2`.
    #[must_use]
    pub fn is_half(&self) -> bool {
        self.power * 2 == self.order
    }
}

/// How the length of a turn sequence is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Metric {
    /// The half-turn metric: every turn of a face counts one, `R2` too.
    #[default]
    #[serde(rename = "htm")]
    HalfTurn,
}

impl std::fmt::Display for Metric {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Metric::HalfTurn => "htm",
        })
    }
}
