//! Color schemes: the meaning of the user's symbols.
//!
//! Any six symbols may stand for the colors of a cube, so the scheme is inferred: the assignment of symbols to colors under
//! which the most places show a piece of the puzzle. In a possible state every place shows a piece; in an impossible state,
//! the other places are the errors.

use std::cmp::Reverse;

use itertools::Itertools;

use super::inference::{BranchAndBound, color_counts, count_symbols, first_symbols};
use crate::error::Error;
use crate::puzzle::{
    Arrangement, Color, Layout, Pattern, Puzzle, Rotation, State, Sticker, colors_error,
    fitting_pieces, held_piece_error, rotations,
};
use crate::text::{self, excerpt, join_names};

/// The maximum number of schemes to try.
const MAX_SCHEMES: usize = 100;

/// The character for each color of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme(pub(super) Vec<char>);

impl Scheme {
    /// The puzzle's own symbols.
    pub fn own_symbols(puzzle: &Puzzle) -> Self {
        Self(puzzle.symbols())
    }

    /// The scheme with these characters, one per color.
    ///
    /// # Errors
    /// [`Error`] unless the characters are distinct and as many as the puzzle's colors.
    pub fn new(puzzle: &Puzzle, symbols: Vec<char>) -> Result<Self, Error> {
        let expected = puzzle.colors().len();
        if symbols.len() != expected || !symbols.iter().all_unique() {
            let found: String = symbols.iter().collect();
            return Err(Error::impossible_value(format!(
                "`{}` is not {expected} different colors",
                excerpt(&found)
            )));
        }
        check_visible(&symbols)?;
        Ok(Self(symbols))
    }

    /// The character of each color.
    pub fn symbols(&self) -> &[char] {
        &self.0
    }

    /// Reads one character per facelet as a state.
    ///
    /// # Errors
    /// [`Error`] for a character that stands for no color.
    pub fn state(&self, text: &[char]) -> Result<State, Error> {
        let colors = text.iter().map(|&symbol| self.color(symbol));
        Ok(State::new(colors.try_collect()?))
    }

    fn color(&self, symbol: char) -> Result<Color, Error> {
        let found = self.0.iter().position(|&known| known == symbol);
        found.ok_or_else(|| {
            Error::impossible_value(format!(
                "`{}` is not one of the colors in use, which are {}",
                symbol.escape_debug(),
                first_symbols(&self.0)
            ))
        })
    }

    /// Reads stickers as a pattern.
    ///
    /// # Errors
    /// [`Error`] for a character that stands for no color.
    pub fn pattern(&self, text: &[Sticker]) -> Result<Pattern, Error> {
        let set = |sticker: &Sticker| match sticker {
            Sticker::Any => Ok((0..self.0.len()).collect()),
            Sticker::OneOf(symbols) => symbols.iter().map(|&c| self.color(c)).try_collect(),
        };
        Ok(Pattern::new(text.iter().map(set).try_collect()?))
    }

    /// The stickers of a pattern.
    pub fn stickers(&self, pattern: &Pattern) -> Vec<Sticker> {
        let facelets = 0..pattern.sets().len();
        facelets.map(|it| pattern.sticker(it, &self.0)).collect()
    }

    /// Writes a pattern as text.
    pub fn write_pattern(&self, puzzle: &Puzzle, pattern: &Pattern, layout: Layout) -> String {
        layout.write(puzzle, &self.stickers(pattern))
    }

    /// The stickers of a pattern as text, in the order of the facelets.
    pub fn text(&self, pattern: &Pattern) -> String {
        self.stickers(pattern).iter().format("").to_string()
    }

    /// The character of each facelet of a state.
    pub fn state_characters(&self, state: &State) -> Vec<char> {
        state.colors().iter().map(|&color| self.0[color]).collect()
    }

    /// Writes a state as text.
    pub fn write(&self, puzzle: &Puzzle, state: &State, layout: Layout) -> String {
        layout.write(puzzle, &self.state_characters(state))
    }

    /// Infers the scheme from one character per facelet: the puzzle's own scheme if it fits, otherwise another that fits.
    ///
    /// # Errors
    /// [`Error`] if the state is impossible under every scheme.
    pub fn infer(puzzle: &Puzzle, text: &[char]) -> Result<Self, Error> {
        if let Some(classes) = &puzzle.parts.classes {
            let own = Self::own_symbols(puzzle);
            let (state, solved) = (own.state(text)?, puzzle.solved());
            let wrong = classes.describe_wrong_counts(&own.0, state.colors(), solved.colors());
            return wrong.map_or(Ok(own), |wrong| Err(Error::impossible_value(wrong)));
        }
        check_counts(puzzle, text)?;
        if let Some(found) = Self::infer_without_search(puzzle, text, |_| true)? {
            return Ok(found);
        }
        let (symbols, _) = BranchAndBound::best_scheme(puzzle, all_known(text), &[])?;
        Self(symbols).check_state(puzzle, text)
    }

    /// Other schemes that fit as well as the result of [`Scheme::infer`].
    ///
    /// # Errors
    /// [`Error`] if there are too many.
    pub(crate) fn others(&self, puzzle: &Puzzle, text: &[char]) -> Result<Vec<Self>, Error> {
        if Self::uses_own_symbols(puzzle, text) {
            return Ok(Vec::new());
        }
        let best = BranchAndBound::best_schemes(puzzle, all_known(text), &[], MAX_SCHEMES).ok();
        let best = best.filter(|best| best.len() < MAX_SCHEMES);
        let others = best.map(|best| best.into_iter().skip(1).map(Self).collect());
        others.ok_or_else(|| ambiguous_error(puzzle))
    }

    /// Infers the scheme under which the held piece is at home, so that the state is in the orientation of the solved
    /// puzzle. The puzzle's own scheme is preferred.
    ///
    /// # Errors
    /// As [`Scheme::infer`]. Also if the state is possible, but the held piece is at home under no scheme or several.
    pub fn infer_held(puzzle: &Puzzle, text: &[char]) -> Result<Self, Error> {
        check_counts(puzzle, text)?;
        let symbols = all_known(text);
        let home = home_symbols(puzzle, &symbols, puzzle.held());
        let at_home = |scheme: &Self| scheme.assigns(&home);
        if let Some(found) = Self::infer_without_search(puzzle, text, at_home)? {
            return Ok(found);
        }
        let (symbols, is_unique) = BranchAndBound::best_scheme(puzzle, symbols, &home)?;
        match Self(symbols).check_state(puzzle, text) {
            Ok(scheme) if at_home(&scheme) && is_unique => Ok(scheme),
            Ok(scheme) if at_home(&scheme) => Err(ambiguous_error(puzzle)),
            // If no scheme fits even without the held piece, that error says more.
            _ => Self::infer(puzzle, text).and(Err(held_piece_error())),
        }
    }

    /// The scheme that `admits` accepts and that follows from the symbols or the centers; `None` if none follows.
    fn infer_without_search(
        puzzle: &Puzzle,
        text: &[char],
        admits: impl Fn(&Self) -> bool,
    ) -> Result<Option<Self>, Error> {
        if let Some(own) = Self::own_symbols(puzzle).held_to_fit(puzzle, text, &admits) {
            return Ok(Some(own));
        }
        if let Some(by_centers) = Self::scheme_of_centers(puzzle, text)?.filter(&admits) {
            return by_centers.check_state(puzzle, text).map(Some);
        }
        if Self::uses_own_symbols(puzzle, text) {
            // If the state is possible, it is so in none of the orientations that `admits` accepts.
            Self::own_symbols(puzzle).check_state(puzzle, text)?;
            return Err(held_piece_error());
        }
        let named = Self::scheme_of_symbols(puzzle, text);
        Ok(named.and_then(|named| named.held_to_fit(puzzle, text, admits)))
    }

    /// Whether a text has only the puzzle's own symbols. Such symbols stand for the puzzle's own colors: if the state is
    /// impossible with these colors, no other assignment of the symbols is tried.
    fn uses_own_symbols(puzzle: &Puzzle, text: &[char]) -> bool {
        Self::own_symbols(puzzle).state(text).is_ok()
    }

    /// This scheme in the first orientation of the puzzle in which the text is a state of the puzzle, among the
    /// orientations that `admits` accepts.
    fn held_to_fit(
        self,
        puzzle: &Puzzle,
        text: &[char],
        admits: impl Fn(&Self) -> bool,
    ) -> Option<Self> {
        // Every orientation has the same symbols, so a text with another symbol fits none.
        self.state(text).ok()?;
        let fits = |scheme: &Self| {
            let state = scheme.state(text);
            admits(scheme) && state.is_ok_and(|state| scheme.is_complete_state(puzzle, &state))
        };
        if fits(&self) {
            return Some(self);
        }
        self.orientations(puzzle).into_iter().find(fits)
    }

    /// This scheme in each orientation of the puzzle, itself first; none if the puzzle has too many.
    pub(super) fn orientations(&self, puzzle: &Puzzle) -> Vec<Self> {
        let all = rotations(puzzle).unwrap_or_default();
        let names = all.iter().map(|(rotation, _)| &rotation.colors);
        names.unique().map(|names| self.renamed(names)).collect()
    }

    /// Whether the scheme assigns these symbols to these colors.
    fn assigns(&self, pairs: &[(char, Color)]) -> bool {
        pairs.iter().all(|&(symbol, color)| self.0[color] == symbol)
    }

    /// These symbols after renaming each color `c` to `names[c]`.
    #[must_use]
    pub(crate) fn renamed(&self, names: &[Color]) -> Self {
        let mut symbols = self.0.clone();
        for (color, &name) in names.iter().enumerate() {
            symbols[name] = self.0[color];
        }
        Self(symbols)
    }

    /// This scheme in the orientations of the puzzle in which a partly unknown text shows pieces at the most places.
    /// Orientations that differ by a rotation of the held piece are equivalent; only the first of these is listed.
    pub(crate) fn best_fitting_schemes(&self, puzzle: &Puzzle, text: &[Sticker]) -> Vec<Self> {
        let mut orientations = vec![self.clone()];
        for other in self.orientations(puzzle) {
            let is_equivalent = |known: &Self| {
                let mut held = puzzle.rotations().iter();
                held.any(|rotation| known.renamed(&rotation.colors) == other)
            };
            if !orientations.iter().any(is_equivalent) {
                orientations.push(other);
            }
        }
        let misfits = |scheme: &Self| {
            let Ok(pattern) = scheme.pattern(text) else {
                return usize::MAX;
            };
            let shows_none =
                |&place: &usize| fitting_pieces(puzzle, place, |f| pattern.color(f)).is_empty();
            let places = 0..puzzle.pieces().all().len();
            places.filter(shows_none).count()
        };
        orientations.into_iter().min_set_by_key(misfits)
    }

    /// The scheme of a partly unknown text: the puzzle's own scheme if the text has only its symbols, otherwise a scheme
    /// of which all other schemes are rotations.
    ///
    /// *Idea.* Take a place to which a rotation brings the held piece. Of all rotations of a scheme, exactly one has
    /// the right piece at home there. So if only one scheme has that property, all schemes are rotations of this scheme.
    /// If all stickers of the place are known, the converse holds, too.
    ///
    /// # Errors
    /// [`Error`] if there are several interpretations or none.
    pub(crate) fn of_partly_known(puzzle: &Puzzle, text: &[Sticker]) -> Result<Self, Error> {
        let own = Self::own_symbols(puzzle);
        if own.pattern(text).is_ok() {
            return Ok(own);
        }
        let symbols: Vec<Option<char>> = text.iter().map(Sticker::symbol).collect();
        let known: Vec<char> = symbols.iter().copied().flatten().collect();
        check_visible(&known)?;
        check_partial_counts(puzzle, &known)?;
        let place = |rotation: &Rotation| -> Vec<usize> {
            let held = puzzle.held().iter();
            held.map(|&it| rotation.facelets.source(it)).collect()
        };
        let unknown = |place: &Vec<usize>| place.iter().filter(|&&f| symbols[f].is_none()).count();
        let places = puzzle.rotations().iter().map(place);
        let Some(place) = places.min_by_key(unknown) else {
            return Err(ambiguous_error(puzzle));
        };
        let home = home_symbols(puzzle, &symbols, &place);
        let (symbols, is_unique) = BranchAndBound::best_scheme(puzzle, symbols, &home)?;
        match Self(symbols) {
            scheme if !scheme.assigns(&home) => Err(held_piece_error()),
            scheme if is_unique => Ok(scheme),
            _ => Err(ambiguous_error(puzzle)),
        }
    }

    /// Whether every place of a state shows a piece and no piece occurs twice.
    pub(crate) fn is_complete_state(&self, puzzle: &Puzzle, state: &State) -> bool {
        Arrangement::of_state(puzzle, state, &self.0).is_ok()
    }

    fn check_state(self, puzzle: &Puzzle, text: &[char]) -> Result<Self, Error> {
        let state = self.state(text)?;
        let fits = Arrangement::of_state(puzzle, &state, &self.0);
        fits.or_else(|error| self.check_centers(puzzle, &state).and(Err(error)))?;
        Ok(self)
    }
}

fn all_known(text: &[char]) -> Vec<Option<char>> {
    text.iter().copied().map(Some).collect()
}

/// The known symbols of some facelets, each with the color of the facelet on the solved puzzle.
fn home_symbols(
    puzzle: &Puzzle,
    symbols: &[Option<char>],
    facelets: &[usize],
) -> Vec<(char, Color)> {
    let facelets = facelets.iter();
    let known = facelets.filter_map(|&it| Some((symbols[it]?, puzzle.solved().color(it))));
    known.collect()
}

fn ambiguous_error(puzzle: &Puzzle) -> Error {
    Error::impossible_value(format!(
        "the colors can be identified in more than one way; write the state in the colors of the {}, \
         which are {}",
        puzzle.name(),
        first_symbols(&puzzle.symbols())
    ))
}

/// Requires visible symbols.
fn check_visible(symbols: &[char]) -> Result<(), Error> {
    let hidden = |c: &&char| c.is_whitespace() || text::is_invisible(**c);
    match symbols.iter().find(hidden) {
        None => Ok(()),
        Some(c) => Err(Error::impossible_value(format!(
            "the character {} cannot stand for a color, because it cannot be seen",
            c.escape_unicode()
        ))),
    }
}

fn check_counts(puzzle: &Puzzle, text: &[char]) -> Result<(), Error> {
    check_visible(text)?;
    let found = count_symbols(text);
    let expected = puzzle.colors().len();
    if found.len() != expected {
        return Err(colors_error(found.keys(), expected));
    }
    let wanted: Vec<usize> = color_counts(puzzle).into_iter().sorted().collect();
    if found.values().copied().sorted().eq(wanted.iter().copied()) {
        return Ok(());
    }
    let message = if wanted.iter().all_equal() {
        let wrong = found.iter().filter(|&(_, &count)| count != wanted[0]);
        let wrong = wrong.map(|(symbol, count)| format!("`{symbol}` occurs {count} times"));
        let wrong = join_names(wrong, ", ");
        format!("{wrong}; each color must occur {} times", wanted[0])
    } else {
        let found = join_names(found.values().sorted().map(usize::to_string), ", ");
        let wanted = join_names(wanted.iter().map(usize::to_string), ", ");
        format!("the colors occur {found} times; they must occur {wanted} times")
    };
    Err(Error::impossible_value(message))
}

/// Rejects a text with unknown stickers in which a color occurs too often.
fn check_partial_counts(puzzle: &Puzzle, known: &[char]) -> Result<(), Error> {
    let found = count_symbols(known);
    let expected = puzzle.colors().len();
    if found.len() > expected {
        return Err(colors_error(found.keys(), expected));
    }
    let wanted = color_counts(puzzle).into_iter().sorted().rev();
    let by_count = |&(_, count): &(char, usize)| Reverse(count);
    let found = found.into_iter().sorted_by_key(by_count);
    match found.zip(wanted).find(|&((_, count), most)| count > most) {
        None => Ok(()),
        Some(((symbol, count), most)) => Err(Error::impossible_value(format!(
            "`{symbol}` occurs {count} times; each color must occur {most} times"
        ))),
    }
}

impl Puzzle {
    /// Whether a state with uniform faces and with the held piece at home must be the solved state. It must on a cube with
    /// a held corner, because the other pieces determine the colors of the other faces.
    pub fn uniform_faces_imply_solved(&self) -> bool {
        let solved = all_known(&Scheme::own_symbols(self).state_characters(self.solved()));
        let home = home_symbols(self, &solved, self.held());
        let face_colors_differ = self.faces().iter().map(|face| face.color).all_unique();
        face_colors_differ
            && BranchAndBound::best_scheme(self, solved, &home).is_ok_and(|(_, unique)| unique)
    }
}
