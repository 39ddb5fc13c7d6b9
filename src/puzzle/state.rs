//! States: the color of each facelet.

use crate::group::Permutation;

/// The index of a color in [`Puzzle::colors`](crate::puzzle::assembly::Puzzle::colors).
pub type Color = usize;

/// A state of a puzzle: the color of each facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Vec<Color>);

impl State {
    /// The state in which facelet `f` has `colors[f]`.
    #[must_use]
    pub fn new(colors: Vec<Color>) -> Self {
        Self(colors)
    }

    /// The color of each facelet.
    #[must_use]
    pub fn colors(&self) -> &[Color] {
        &self.0
    }

    /// The color of a facelet.
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

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Why a text or a state is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Too few or too many facelets.
    #[error("the state has {found} facelet{}; it must have {expected}", plural(*found))]
    Length {
        /// Facelets in the text.
        found: usize,
        /// Facelets of the puzzle.
        expected: usize,
    },
    /// A group of the *faces* layout is wrong.
    #[error("{0}")]
    Face(String),
    /// Too few or too many different symbols.
    #[error("the state has {found} different color{} ({symbols}); it must have {expected}", plural(*found))]
    Colors {
        /// Different symbols in the text.
        found: usize,
        /// Those symbols.
        symbols: String,
        /// Colors of the puzzle.
        expected: usize,
    },
    /// Symbols that occur too often or too rarely.
    #[error("{0}")]
    Count(String),
    /// Symbols other than the puzzle's, where its own are required.
    #[error("{0}")]
    Symbols(String),
    /// Colors that no piece has.
    #[error("no {word} has the colors {colors}, shown at {place}")]
    NoSuchPiece {
        /// Corner, edge, …
        word: &'static str,
        /// The colors in the text.
        colors: String,
        /// Name and facelets of the place.
        place: String,
    },
    /// Centers in an arrangement that no orientation of the puzzle has.
    #[error(
        "the centers {what}: the puzzle cannot be held so that they are {colors} at {facelets}"
    )]
    Centers {
        /// What is wrong with them.
        what: &'static str,
        /// Their colors in the text.
        colors: String,
        /// The facelets of the centers.
        facelets: String,
    },
    /// The colors of a piece in mirrored order.
    #[error(
        "the {word} with the colors {colors} at {place} is mirrored: its colors run the other way around"
    )]
    Mirrored {
        /// Corner, edge, …
        word: &'static str,
        /// The colors in the text.
        colors: String,
        /// Name and facelets of the place.
        place: String,
    },
    /// One piece in two places.
    #[error("the {word} with the colors {colors} appears twice: at {first} and at {second}")]
    Twice {
        /// Corner, edge, …
        word: &'static str,
        /// The colors in the text.
        colors: String,
        /// The first place.
        first: String,
        /// The second place.
        second: String,
    },
    /// A place whose colors match pieces that must be elsewhere.
    #[error("{wanted} must be elsewhere, but {place}, which shows {colors}, needs it too{other}")]
    Wanted {
        /// The pieces that match.
        wanted: String,
        /// The colors in the place.
        colors: String,
        /// Name and facelets of the place.
        place: String,
        /// The other place, if only one such piece exists.
        other: String,
    },
    /// A piece for which no place is left.
    #[error("the {word} with the colors {piece} fits nowhere")]
    NoPlace {
        /// Corner, edge, …
        word: &'static str,
        /// Its colors.
        piece: String,
    },
    /// Twists with a wrong sum.
    #[error("one {word} is {how} in its place{which}: no turns can do that")]
    Twisted {
        /// Corner, edge, …
        word: &'static str,
        /// Twisted or flipped.
        how: &'static str,
        /// The piece, if all others of its kind have the right orientation.
        which: String,
    },
    /// A permutation that turns cannot produce.
    #[error("two pieces are swapped{which}: no turns can do that")]
    Parity {
        /// The pieces, if all others are in the right places; otherwise the kinds that are permuted oddly.
        which: String,
    },
    /// None of the above, although no turns lead there.
    #[error("every piece is there, but no turns lead from the solved state to this state")]
    OtherGroup,
    /// Pieces in positions that no turns bring them to, on a puzzle read from orbits.
    #[error("no turns bring {0}")]
    Brought(String),
    /// More pieces of one number than turns bring to some positions, on such a puzzle.
    #[error("{first} and {second} show the same piece: turns bring fewer of these pieces there")]
    BroughtTwice {
        /// The first position.
        first: String,
        /// The second position.
        second: String,
    },
    /// No rotation brings the held piece home.
    #[error("no rotation of the whole puzzle brings the held piece to its place")]
    HeldPiece,
}

impl From<StateError> for crate::error::Error {
    fn from(error: StateError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
