//! The piece in each place of a state, and its orientation.

use itertools::Itertools;

use super::assembly::Puzzle;
use super::{Color, Pattern, Piece, Pieces, State};
use crate::error::Error;
use crate::group::{Permutation, is_odd};
use crate::text::join_names;

/// A piece in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The piece, by its home place.
    pub piece: usize,
    /// Its orientation: an index into [`Pieces::orientations`] of the place.
    pub orientation: usize,
}

/// The piece in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement(Vec<PlacedPiece>);

// The number of times this thread called `Arrangement::of_state`, for a test.
#[cfg(test)]
thread_local!(pub(crate) static TIMES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

impl Arrangement {
    /// Reads a state as pieces in places.
    ///
    /// `symbols` are the characters of the colors, for error messages.
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
            // All pieces of a background look alike, so take the next one.
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
            match (free, fits.first()) {
                (Some(&fit), _) => {
                    taken[fit.piece] = Some(place);
                    places.push(fit);
                }
                (None, Some(fit)) => {
                    let first = taken[fit.piece].unwrap_or(place);
                    let word = puzzle.pieces().all()[place].word;
                    let colors = colors_at(puzzle, place, state, symbols);
                    let [first, second] = [first, place].map(|place| place_name(puzzle, place));
                    let reason = format!(
                        "the {word} with the colors {colors} appears twice: at {first} and at {second}"
                    );
                    return Err(Error::impossible_value(reason));
                }
                (None, None) => return Err(misfit_error(puzzle, place, state, symbols)),
            }
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

    /// The permutation of facelets that produces this arrangement from the solved pieces: one of several if pieces look
    /// alike.
    pub fn permutation(&self, pieces: &Pieces) -> Permutation {
        let mut sources: Vec<usize> = (0..pieces.size()).collect();
        for (place, placed) in self.0.iter().enumerate() {
            let reference = pieces.orientations(place).nth(placed.orientation);
            let frame = reference.map_or(&[][..], |facelet| pieces.frame(facelet));
            let home = &pieces.all()[placed.piece].facelets;
            for (&facelet, &source) in frame.iter().zip(home) {
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
        let comes = |place: usize| self.place_of(permutation.source(self.all()[place].facelets[0]));
        is_odd(&places.clone().map(comes).collect::<Vec<_>>(), places.start)
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

/// A piece of the background that has no place yet.
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

/// The error for a place where no piece can be: none has these colors, or those that do must be elsewhere.
fn empty_place_error(puzzle: &Puzzle, pattern: &Pattern, place: usize, symbols: &[char]) -> Error {
    let all = puzzle.pieces().all();
    let facelets = all[place].facelets.iter();
    let colors = facelets.map(|&f| pattern.sticker(f, symbols)).join(" ");
    let word = all[place].word;
    let here = place_name(puzzle, place);
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

/// The error for colors that no piece has.
fn no_such_piece_error(word: &str, colors: &str, place: &str) -> Error {
    let reason = format!("no {word} has the colors {colors}, shown at {place}");
    Error::impossible_value(reason)
}

/// The pieces and orientations that show given colors in a place. A facelet whose color is `None` may show any.
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
    let kind = pieces.all()[place].kind;
    let orientations = pieces.orientations(place);
    let frames: Vec<&[usize]> = orientations.map(|it| pieces.frame(it)).collect();
    let solved = puzzle.solved();
    let mut fits = Vec::new();
    for piece in pieces.kinds()[kind].clone() {
        let home = &pieces.all()[piece].facelets;
        for (orientation, frame) in frames.iter().enumerate() {
            let mut stickers = frame.iter().zip(home);
            if stickers.all(|(&facelet, &sticker)| admits(facelet, solved.color(sticker))) {
                fits.push(PlacedPiece { piece, orientation });
            }
        }
    }
    fits
}

/// The places whose colors no piece has, each with whether some piece has these colors in another order.
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
    let here = place_name(puzzle, place);
    // A turned piece of a puzzle read from orbits also has its letter and blanks in another order.
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

/// `URF (facelets U4 R1 F2)`, or `position 3 of set CORNER`.
fn place_name(puzzle: &Puzzle, place: usize) -> String {
    let by_facelets = || {
        let (faces, names) = place_words(puzzle, place);
        format!("{faces} (facelets {names})")
    };
    puzzle.positions(place).unwrap_or_else(by_facelets)
}

/// The faces and the facelets of a place: `URF` and `U4 R1 F2`.
pub(super) fn place_words(puzzle: &Puzzle, place: usize) -> (String, String) {
    let facelets = &puzzle.pieces().all()[place].facelets;
    let names = facelets.iter().map(|&f| puzzle.facelets()[f].as_str());
    let names = join_names(names, " ");
    let faces = puzzle
        .faces()
        .iter()
        .filter(|face| facelets.iter().any(|f| face.facelets.contains(f)))
        .map(|face| face.name.as_str());
    (join_names(faces, ""), names)
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
