//! Patterns: sets of states, with several possible colors per facelet.
//!
//! *Idea.* A pattern has one set of colors per facelet: the colors that the facelet may have. A state is a pattern whose
//! sets have one color each. In a start, a set of several colors means "unknown"; in a goal, "don't care". Turns move sets
//! as they move colors, so a pattern can be turned like a state.

use itertools::Itertools;

use super::{Color, State};
use crate::group::Permutation;

/// The possible colors of each facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(Vec<Vec<Color>>);

impl Pattern {
    /// The pattern in which facelet `f` may have any color of `colors[f]`.
    pub fn new(mut colors: Vec<Vec<Color>>) -> Self {
        for set in &mut colors {
            set.sort_unstable();
            set.dedup();
        }
        Self(colors)
    }

    /// The colors of each facelet, each set in ascending order.
    pub fn sets(&self) -> &[Vec<Color>] {
        &self.0
    }

    /// The color of a facelet; `None` if there are several.
    pub fn color(&self, facelet: usize) -> Option<Color> {
        match self.0[facelet][..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The sticker that a text shows for a facelet; `symbols` are the characters of the colors.
    pub(crate) fn sticker(&self, facelet: usize, symbols: &[char]) -> Sticker {
        let set = &self.0[facelet];
        if set.len() == symbols.len() && set.len() > 1 {
            return Sticker::Any;
        }
        Sticker::OneOf(set.iter().map(|&color| symbols[color]).collect())
    }

    /// Whether a facelet may have a color.
    pub fn admits_color(&self, facelet: usize, color: Color) -> bool {
        self.0[facelet].binary_search(&color).is_ok()
    }

    /// Whether the pattern contains a state.
    pub fn admits(&self, state: &State) -> bool {
        let mut colors = state.colors().iter().enumerate();
        self.0.len() == state.colors().len() && colors.all(|(f, &c)| self.admits_color(f, c))
    }

    /// The state, if the pattern contains only one.
    pub fn state(&self) -> Option<State> {
        let colors = (0..self.0.len()).map(|facelet| self.color(facelet));
        colors.collect::<Option<_>>().map(State::new)
    }

    /// Whether the pattern contains only one state.
    pub fn is_state(&self) -> bool {
        self.0.iter().all(|set| set.len() == 1)
    }

    /// The pattern that admits, at each facelet, every color that some of these patterns admits.
    pub(crate) fn covering(patterns: &[Self]) -> Self {
        let facelets = 0..patterns.first().map_or(0, |it| it.0.len());
        let admitted = |facelet: usize| {
            let sets = patterns.iter().flat_map(|it| &it.0[facelet]);
            sets.copied().collect()
        };
        Self::new(facelets.map(admitted).collect())
    }

    /// The pattern with the colors of a state at some facelets.
    #[must_use]
    pub(crate) fn with_colors_of(&self, state: &State, facelets: &[usize]) -> Self {
        let mut sets = self.0.clone();
        for &facelet in facelets {
            sets[facelet] = vec![state.color(facelet)];
        }
        Self(sets)
    }

    /// Whether some facelet has no color that both patterns admit.
    pub fn contradicts(&self, other: &Self) -> bool {
        (0..self.0.len()).any(|facelet| !self.is_compatible_at(other, facelet))
    }

    /// Whether a facelet has a color that both patterns admit.
    pub fn is_compatible_at(&self, other: &Self, facelet: usize) -> bool {
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

/// States, patterns and permutations, on which turns act.
pub trait Permutable: Clone {
    /// The result of a turn.
    #[must_use]
    fn after(&self, permutation: &Permutation) -> Self;
}

impl Permutable for State {
    fn after(&self, permutation: &Permutation) -> Self {
        State::after(self, permutation)
    }
}

impl Permutable for Permutation {
    fn after(&self, permutation: &Permutation) -> Self {
        self.then(permutation)
    }
}

impl Permutable for Pattern {
    fn after(&self, permutation: &Permutation) -> Self {
        let sources = permutation.sources();
        Self(sources.map(|source| self.0[source].clone()).collect())
    }
}

/// What a text says about a facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sticker {
    /// `.`: any color.
    Any,
    /// A symbol, or several symbols in brackets: the sticker has one of them.
    OneOf(Vec<char>),
}

impl Sticker {
    /// The sticker with a single symbol.
    pub fn known(symbol: char) -> Self {
        Sticker::OneOf(vec![symbol])
    }

    /// The stickers of a text in which every sticker is known.
    pub fn all_known(symbols: &[char]) -> Vec<Self> {
        symbols.iter().copied().map(Self::known).collect()
    }

    /// The symbols of some stickers; `None` unless each has exactly one.
    pub fn all_symbols(stickers: &[Self]) -> Option<Vec<char>> {
        stickers.iter().map(Self::symbol).collect()
    }

    /// The symbols in the text; empty for [`Self::Any`].
    pub(crate) fn symbols(&self) -> &[char] {
        match self {
            Sticker::Any => &[],
            Sticker::OneOf(symbols) => symbols,
        }
    }

    /// The symbol, if there is exactly one.
    pub fn symbol(&self) -> Option<char> {
        self.symbols().iter().copied().exactly_one().ok()
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
