//! The piece in each place of a state, and its orientation.

use itertools::Itertools;

use super::assembly::Puzzle;
use super::{Color, Face, Pattern, Piece, Pieces, State};
use crate::error::Error;
use crate::group::{Permutation, is_odd};
use crate::text::join_names;

/// A piece in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The index of the piece, which is also the index of its home place.
    pub piece: usize,
    /// Its orientation: an index into [`Pieces::orientations`] of the place.
    pub orientation: usize,
}

/// The piece in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement(Vec<PlacedPiece>);

// The number of calls of `Arrangement::of_state` in this thread, for a test.
#[cfg(test)]
thread_local!(pub(crate) static TIMES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

impl Arrangement {
    /// Reads a state as pieces in places. `symbols` are the characters of the colors, for error messages.
    ///
    /// # Errors
    /// [`Error`] for colors that no piece has, a mirrored piece or a duplicate piece.
    pub fn of_state(puzzle: &Puzzle, state: &State, symbols: &[char]) -> Result<Self, Error> {
        #[cfg(test)]
        TIMES_READ.set(TIMES_READ.get() + 1);
        let mut places: Vec<PlacedPiece> = Vec::new();
        // The place where each piece was found.
        let mut taken: Vec<Option<usize>> = vec![None; puzzle.pieces().all().len()];
        let pattern = Pattern::from(state);
        for place in 0..puzzle.pieces().all().len() {
            // All pieces of a background look alike, so the next one is taken.
            if pattern.leaves_to_background(puzzle, place)
                && let Some(piece) = next_background(puzzle, place, &taken)
            {
                taken[piece] = Some(place);
                let orientation = 0;
                places.push(PlacedPiece { piece, orientation });
                continue;
            }
            let fits = fitting_pieces(puzzle, place, |facelet| Some(state.color(facelet)));
            let free = fits.iter().find(|fit| taken[fit.piece].is_none());
            let Some(fit) = free.or(fits.first()) else {
                return Err(misfit_error(puzzle, place, state, symbols));
            };
            if let Some(first) = taken[fit.piece].replace(place) {
                let word = puzzle.pieces().all()[place].word;
                let colors = colors_at(puzzle, place, state, symbols);
                let [first, second] = [first, place].map(|it| place_name(puzzle, it, FACELETS));
                let reason = format!(
                    "the {word} with the colors {colors} appears twice: at {first} and at {second}"
                );
                return Err(Error::impossible_value(reason));
            }
            places.push(*fit);
        }
        Ok(Self(places))
    }

    /// For each piece, the facelet of its reference sticker.
    pub fn placements(&self, puzzle: &Puzzle) -> Vec<usize> {
        let pieces = puzzle.pieces();
        let mut placements = vec![0; self.0.len()];
        for (place, placed) in self.0.iter().enumerate() {
            let mut orientations = pieces.orientations(place);
            if let Some(facelet) = orientations.nth(placed.orientation) {
                placements[placed.piece] = facelet;
            }
        }
        placements
    }

    /// The permutation of facelets that produces this arrangement from the solved state; one of several if pieces look
    /// alike.
    pub fn permutation(&self, pieces: &Pieces) -> Permutation {
        let mut sources: Vec<usize> = (0..pieces.size()).collect();
        for (place, placed) in self.0.iter().enumerate() {
            let reference = pieces.orientations(place).nth(placed.orientation);
            let frame = reference.map_or(&[][..], |facelet| pieces.frame(facelet));
            for (&facelet, &source) in frame.iter().zip(&pieces.all()[placed.piece].facelets) {
                sources[facelet] = source;
            }
        }
        Permutation::from_sources(sources)
    }
}

impl Pieces {
    /// Whether a permutation of facelets permutes the places of one kind oddly.
    pub(crate) fn permutes_oddly(&self, permutation: &Permutation, kind: usize) -> bool {
        let places = self.kinds()[kind].clone();
        let from = |place: usize| self.place_of(permutation.source(self.all()[place].facelets[0]));
        is_odd(&places.clone().map(from).collect::<Vec<_>>(), places.start)
    }

    /// The sum of the orientations of one kind of piece after a permutation of the solved facelets.
    pub(super) fn twist(&self, permutation: &Permutation, kind: usize) -> usize {
        let orientation = |place: usize| {
            let piece = self.place_of(permutation.source(self.all()[place].facelets[0]));
            let reference = self.all()[piece].facelets[0];
            let mut orientations = self.orientations(place);
            orientations.position(|facelet| permutation.source(facelet) == reference)
        };
        self.kinds()[kind].clone().filter_map(orientation).sum()
    }
}

/// The first background piece of a place's kind that has no place yet.
fn next_background(puzzle: &Puzzle, place: usize, taken: &[Option<usize>]) -> Option<usize> {
    let pieces = puzzle.pieces();
    let mut kind = pieces.kinds()[pieces.all()[place].kind].clone();
    kind.find(|&piece| puzzle.is_background(piece) && taken[piece].is_none())
}

/// Rejects a pattern in which some place shows no possible piece, or some piece has no possible place.
pub(super) fn check_places(
    puzzle: &Puzzle,
    pattern: &Pattern,
    symbols: &[char],
) -> Result<(), Error> {
    let pieces = puzzle.pieces();
    let placements = pattern.placements(puzzle);
    let is_open = |place: usize| pattern.leaves_to_background(puzzle, place);
    let mut filled: Vec<bool> = (0..pieces.all().len()).map(is_open).collect();
    for &facelet in placements.iter().flatten() {
        filled[pieces.place_of(facelet)] = true;
    }
    if let Some(place) = filled.iter().position(|filled| !filled) {
        return Err(empty_place_error(puzzle, pattern, place, symbols));
    }
    let mut tracked = (0..placements.len()).filter(|&piece| !puzzle.is_background(piece));
    let Some(missing) = tracked.find(|&piece| placements[piece].is_empty()) else {
        return Ok(());
    };
    let word = pieces.all()[missing].word;
    let colors = colors_at(puzzle, missing, puzzle.solved(), symbols);
    let reason = format!("the {word} with the colors {colors} fits nowhere");
    Err(Error::impossible_value(reason))
}

/// The error for a place where no piece can be: no piece has the colors of the place, or the pieces that have them must be
/// elsewhere.
fn empty_place_error(puzzle: &Puzzle, pattern: &Pattern, place: usize, symbols: &[char]) -> Error {
    let all = puzzle.pieces().all();
    let facelets = all[place].facelets.iter();
    let colors = facelets.map(|&f| pattern.sticker(f, symbols)).join(" ");
    let word = all[place].word;
    let here = place_name(puzzle, place, FACELETS);
    let fits = possible_pieces(puzzle, place, |f, color| pattern.admits_color(f, color));
    let pieces: Vec<usize> = fits.iter().map(|fit| fit.piece).dedup().collect();
    let wanted = match pieces[..] {
        [] => return no_such_piece_error(word, &colors, &here),
        [only] => {
            let its_colors = colors_at(puzzle, only, puzzle.solved(), symbols);
            format!("the {word} with the colors {its_colors}")
        }
        _ => format!("each {word} with these colors"),
    };
    Error::impossible_value(format!(
        "{wanted} must be elsewhere, but {here}, which shows {colors}, needs it too"
    ))
}

fn no_such_piece_error(word: &str, colors: &str, place: &str) -> Error {
    let reason = format!("no {word} has the colors {colors}, shown at {place}");
    Error::impossible_value(reason)
}

/// The pieces and orientations that show given colors in a place. A facelet whose color is `None` may show any color.
pub(crate) fn fitting_pieces(
    puzzle: &Puzzle,
    place: usize,
    color: impl Fn(usize) -> Option<Color>,
) -> Vec<PlacedPiece> {
    possible_pieces(puzzle, place, |facelet, shown| {
        color(facelet).is_none_or(|color| color == shown)
    })
}

/// The pieces and orientations that show only admitted colors in a place.
fn possible_pieces(
    puzzle: &Puzzle,
    place: usize,
    admits: impl Fn(usize, Color) -> bool,
) -> Vec<PlacedPiece> {
    let pieces = puzzle.pieces();
    let kind = pieces.kinds()[pieces.all()[place].kind].clone();
    let orientations: Vec<usize> = pieces.orientations(place).collect();
    let mut fits = Vec::new();
    for piece in kind {
        for (orientation, &reference) in orientations.iter().enumerate() {
            let mut stickers = puzzle.stickers(piece, reference);
            if stickers.all(|(facelet, color)| admits(facelet, color)) {
                fits.push(PlacedPiece { piece, orientation });
            }
        }
    }
    fits
}

/// The places whose colors no piece has. For each, also whether some piece has these colors in another order.
pub(crate) fn misfits<'a>(
    puzzle: &'a Puzzle,
    state: &'a State,
) -> impl Iterator<Item = (usize, bool)> + 'a {
    let shows_none = |&place: &usize| {
        let color = |facelet| Some(state.color(facelet));
        fitting_pieces(puzzle, place, color).is_empty()
    };
    (0..puzzle.pieces().all().len())
        .filter(shows_none)
        .map(|place| (place, is_mirrored(puzzle, place, state)))
}

/// Whether some piece of the kind has the colors of a place, in any order.
fn is_mirrored(puzzle: &Puzzle, place: usize, state: &State) -> bool {
    let here = &puzzle.pieces().all()[place];
    let sorted = |facelets: &[usize], state: &State| -> Vec<usize> {
        facelets.iter().map(|&f| state.color(f)).sorted().collect()
    };
    let colors = sorted(&here.facelets, state);
    let kind = &puzzle.pieces().all()[puzzle.pieces().kinds()[here.kind].clone()];
    let shows_them = |piece: &Piece| sorted(&piece.facelets, puzzle.solved()) == colors;
    kind.iter().any(shows_them)
}

fn misfit_error(puzzle: &Puzzle, place: usize, state: &State, symbols: &[char]) -> Error {
    let word = puzzle.pieces().all()[place].word;
    let colors = colors_at(puzzle, place, state, symbols);
    let here = place_name(puzzle, place, FACELETS);
    // In a puzzle read from orbits, twisting a piece also changes the order of its letter and blanks.
    if puzzle.parts.orbits.is_some() || !is_mirrored(puzzle, place, state) {
        return no_such_piece_error(word, &colors, &here);
    }
    Error::impossible_value(format!(
        "the {word} with the colors {colors} at {here} is mirrored: its colors run the other way around"
    ))
}

fn colors_at(puzzle: &Puzzle, place: usize, state: &State, symbols: &[char]) -> String {
    let facelets = puzzle.pieces().all()[place].facelets.iter();
    join_names(facelets.map(|&f| symbols[state.color(f)].to_string()), " ")
}

/// The text before the names of facelets in messages about colors: `URF (facelets U4 R1 F2)`.
const FACELETS: &str = "facelets ";

/// The name of a place: `URF (U4 R1 F2)`, with a text before the names of the facelets; or `position 3 of set CORNER` for
/// a puzzle read from orbits.
pub(super) fn place_name(puzzle: &Puzzle, place: usize, before_facelets: &str) -> String {
    puzzle.positions(place).unwrap_or_else(|| {
        let facelets = &puzzle.pieces().all()[place].facelets;
        let names = join_names(facelets.iter().map(|&it| &puzzle.facelets()[it]), " ");
        let is_here = |face: &&Face| facelets.iter().any(|it| face.facelets.contains(it));
        let faces = puzzle.faces().iter().filter(is_here);
        let faces = join_names(faces.map(|face| &face.name), "");
        format!("{faces} ({before_facelets}{names})")
    })
}

impl Pattern {
    /// The arrangement of the pieces; `None` if the pattern is partly unknown. `symbols` are the characters of the colors,
    /// for error messages.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn arrangement(
        &self,
        puzzle: &Puzzle,
        symbols: &[char],
    ) -> Result<Option<Arrangement>, Error> {
        match self.state() {
            Some(state) => Arrangement::of_state(puzzle, &state, symbols).map(Some),
            None => check_places(puzzle, self, symbols).map(|()| None),
        }
    }

    /// Rejects a pattern that no arrangement of the pieces matches. `symbols` are the characters of the colors, for error
    /// messages.
    ///
    /// # Errors
    /// [`Error`] if the pieces cannot show the pattern.
    pub fn check(&self, puzzle: &Puzzle, symbols: &[char]) -> Result<(), Error> {
        self.arrangement(puzzle, symbols).map(|_| ())
    }
}
