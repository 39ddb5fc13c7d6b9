//! Patterns: states of which not everything is said.
//!
//! *Idea.* A pattern is one set of colours a facelet: those that the facelet may
//! show. A state is the pattern whose sets have one colour each. In a start, a
//! set of several colours means "unknown"; in a goal, "don't care". Turns carry
//! sets about as they carry colours, so a pattern can be turned like a state.

use std::ops::Range;

use super::{Color, Permutation, Puzzle, State};

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
        let colors = state.colors().iter().enumerate();
        self.0.len() == state.colors().len() && { colors }.all(|(f, &c)| self.admits_color(f, c))
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
        let pairs = self.0.iter().zip(&other.0);
        { pairs }.any(|(a, b)| !a.iter().any(|color| b.binary_search(color).is_ok()))
    }

    /// For each piece the facelets where its reference sticker can be in the
    /// states of the pattern, in increasing order. There may be some too many,
    /// never one too few: a piece is struck out only where another one must be, or
    /// where it would have to be elsewhere. None are told of a background
    /// ([`Puzzle::is_background`]), which is where the others are not.
    #[must_use]
    pub fn placements(&self, puzzle: &Puzzle) -> Vec<Vec<usize>> {
        let kinds = puzzle.pieces().kinds().iter();
        kinds
            .flat_map(|kind| self.placements_of(puzzle, kind.clone()))
            .collect()
    }

    /// The same for the pieces of one kind.
    pub(super) fn placements_of(&self, puzzle: &Puzzle, kind: Range<usize>) -> Vec<Vec<usize>> {
        let pieces = puzzle.pieces();
        let fits = |piece: usize, facelet: usize| {
            let home = &pieces.all()[piece].facelets;
            let mut stickers = pieces.frame(facelet).iter().zip(home);
            stickers.all(|(&f, &h)| self.admits_color(f, puzzle.solved().color(h)))
        };
        let of_piece = |piece: usize| {
            if puzzle.is_background(piece) {
                return Vec::new();
            }
            let facelets = kind.clone().flat_map(|place| pieces.orientations(place));
            let mut facelets: Vec<usize> = facelets.filter(|&f| fits(piece, f)).collect();
            facelets.sort_unstable();
            facelets
        };
        let mut placements: Vec<Vec<usize>> = kind.clone().map(of_piece).collect();
        // A place where a background may be needs none of the others.
        let is_open = |place: usize| self.leaves_to_background(puzzle, place);
        strike_out(puzzle, kind, &is_open, &mut placements);
        placements
    }
}

/// Where a place must have one piece, it is nowhere else; where a piece must be
/// in one place, no other one is there. Until nothing changes.
fn strike_out(
    puzzle: &Puzzle,
    kind: Range<usize>,
    is_open: &dyn Fn(usize) -> bool,
    placements: &mut [Vec<usize>],
) {
    let place = |facelet: usize| puzzle.pieces().place_of(facelet) - kind.start;
    let count = |placements: &[Vec<usize>]| placements.iter().map(Vec::len).sum::<usize>();
    loop {
        let before = count(placements);
        // The piece that must be in each place; `Err` where there is a choice.
        let owner = |place| is_open(place).then_some(Err(()));
        let mut owners: Vec<Option<Result<usize, ()>>> = kind.clone().map(owner).collect();
        for (piece, list) in placements.iter().enumerate() {
            for owner in list.iter().map(|&f| place(f)) {
                owners[owner] = match owners[owner] {
                    None => Some(Ok(piece)),
                    Some(Ok(known)) if known == piece => Some(Ok(piece)),
                    _ => Some(Err(())),
                };
            }
        }
        // Where each piece must be, and the one piece that must be in each place.
        let mut taken: Vec<Option<usize>> = vec![None; kind.len()];
        for (piece, list) in placements.iter_mut().enumerate() {
            let own = list.iter().map(|&f| place(f));
            if let Some(own) = { own }.find(|&own| owners[own] == Some(Ok(piece))) {
                list.retain(|&facelet| place(facelet) == own);
            }
            let mut places = list.iter().map(|&f| place(f));
            if let Some(first) = places.next()
                && places.all(|place| place == first)
            {
                taken[first].get_or_insert(piece);
            }
        }
        for (piece, list) in placements.iter_mut().enumerate() {
            list.retain(|&f| taken[place(f)].is_none_or(|by| by == piece));
        }
        if count(placements) == before {
            return;
        }
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
        let sources = permutation.sources().iter();
        Self(sources.map(|&source| self.0[source].clone()).collect())
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
