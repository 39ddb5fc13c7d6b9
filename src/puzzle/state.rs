//! States: which colour each facelet shows.

use super::Permutation;

/// The number of a colour in [`Puzzle::colors`](super::Puzzle::colors).
pub type Color = usize;

/// A state of a puzzle: the colour of each facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Vec<Color>);

impl State {
    /// The state in which facelet `f` shows `colors[f]`.
    #[must_use]
    pub fn new(colors: Vec<Color>) -> Self {
        Self(colors)
    }

    /// The colour of each facelet.
    #[must_use]
    pub fn colors(&self) -> &[Color] {
        &self.0
    }

    /// The colour that a facelet shows.
    #[must_use]
    pub fn color(&self, facelet: usize) -> Color {
        self.0[facelet]
    }

    /// The state after a turn.
    #[must_use]
    pub fn after(&self, permutation: &Permutation) -> Self {
        Self(permutation.apply(&self.0))
    }
}
