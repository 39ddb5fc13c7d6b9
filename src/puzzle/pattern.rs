//! Patterns: states of which not everything is said.
//!
//! *Idea.* A pattern is one set of colours a facelet: those that the facelet may
//! show. A state is the pattern whose sets have one colour each. In a start, a
//! set of several colours means "unknown"; in a goal, "don't care". Turns carry
//! sets about as they carry colours, so a pattern can be turned like a state.

use super::{Color, State};
use crate::group::Permutation;

/// The colours that each facelet may show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(Vec<Vec<Color>>);

impl Pattern {
    /// The pattern in which facelet `f` may show each of `colors[f]`.
    #[must_use]
    pub fn new(mut colors: Vec<Vec<Color>>) -> Self {
        for set in &mut colors {
            set.sort_unstable();
            set.dedup();
        }
        Self(colors)
    }

    /// The colours of each facelet, each set in increasing order.
    #[must_use]
    pub fn sets(&self) -> &[Vec<Color>] {
        &self.0
    }

    /// The one colour that a facelet shows; `None` if there is a choice.
    #[must_use]
    pub fn color(&self, facelet: usize) -> Option<Color> {
        match self.0[facelet][..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a facelet may show a colour.
    #[must_use]
    pub fn admits_color(&self, facelet: usize, color: Color) -> bool {
        self.0[facelet].binary_search(&color).is_ok()
    }

    /// Whether a state is one of those that the pattern stands for.
    #[must_use]
    pub fn admits(&self, state: &State) -> bool {
        let mut colors = state.colors().iter().enumerate();
        self.0.len() == state.colors().len() && colors.all(|(f, &c)| self.admits_color(f, c))
    }

    /// The state, if the pattern stands for one state only.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        let colors = (0..self.0.len()).map(|facelet| self.color(facelet));
        colors.collect::<Option<_>>().map(State::new)
    }

    /// Whether the pattern stands for one state only.
    #[must_use]
    pub fn is_state(&self) -> bool {
        self.0.iter().all(|set| set.len() == 1)
    }

    /// Whether some facelet has no colour that both patterns admit.
    #[must_use]
    pub fn contradicts(&self, other: &Self) -> bool {
        (0..self.0.len()).any(|facelet| !self.meets_at(other, facelet))
    }

    /// Whether a facelet has a colour that both patterns admit.
    #[must_use]
    pub fn meets_at(&self, other: &Self, facelet: usize) -> bool {
        let mut colors = self.0[facelet].iter();
        colors.any(|&color| other.admits_color(facelet, color))
    }
}

impl From<&State> for Pattern {
    fn from(state: &State) -> Self {
        Self(state.colors().iter().map(|&color| vec![color]).collect())
    }
}

impl From<&Pattern> for Pattern {
    fn from(pattern: &Pattern) -> Self {
        pattern.clone()
    }
}

impl From<State> for Pattern {
    fn from(state: State) -> Self {
        Self::from(&state)
    }
}

impl PartialEq<State> for Pattern {
    fn eq(&self, state: &State) -> bool {
        self.is_state() && self.admits(state)
    }
}

impl PartialEq<Pattern> for State {
    fn eq(&self, pattern: &Pattern) -> bool {
        pattern == self
    }
}

/// What turns can be made on: a state, or a pattern.
pub trait Turned: Clone {
    /// The same after a turn.
    #[must_use]
    fn after(&self, permutation: &Permutation) -> Self;
}

impl Turned for State {
    fn after(&self, permutation: &Permutation) -> Self {
        State::after(self, permutation)
    }
}

impl Turned for Pattern {
    fn after(&self, permutation: &Permutation) -> Self {
        let sources = permutation.sources();
        Self(sources.map(|source| self.0[source].clone()).collect())
    }
}

/// What a text says of a facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sticker {
    /// `.`: nothing.
    Any,
    /// A symbol, or several in brackets: it shows one of these.
    OneOf(Vec<char>),
}

impl Sticker {
    /// The sticker that shows one symbol.
    #[must_use]
    pub fn known(symbol: char) -> Self {
        Sticker::OneOf(vec![symbol])
    }

    /// The stickers of a text in which everything is said.
    #[must_use]
    pub fn all_known(symbols: &[char]) -> Vec<Self> {
        symbols.iter().copied().map(Self::known).collect()
    }

    /// Its symbol, if there is just one.
    #[must_use]
    pub fn symbol(&self) -> Option<char> {
        match self {
            Sticker::OneOf(symbols) if symbols.len() == 1 => Some(symbols[0]),
            _ => None,
        }
    }
}

impl std::fmt::Display for Sticker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sticker::Any => f.write_str("."),
            Sticker::OneOf(symbols) if symbols.len() == 1 => write!(f, "{}", symbols[0]),
            Sticker::OneOf(symbols) => write!(f, "[{}]", symbols.iter().collect::<String>()),
        }
    }
}
