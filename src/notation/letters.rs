//! The meanings of symbols: a puzzle's own letters, the letters of its faces, or the letters of colors.
//!
//! *Idea.* `W` is white and `U` is the upper face, regardless of what the puzzle file calls that color. Such symbols are
//! displayed in the paint that they name, in any orientation of the puzzle, and they determine which orientation of the
//! solved puzzle is meant.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::inference::fill_with_own_symbols;
use super::scheme::Scheme;
use crate::error::Error;
use crate::puzzle::{Color, ColorName, Layout, Paint, Puzzle, State, Sticker};
use crate::text::excerpt;

/// The symbols of each paint: a letter, unique even among the colors of the Megaminx, and the colored square, if any.
const LETTERS: [(Paint, &str); 14] = [
    (Paint::White, "W⬜"),
    (Paint::Yellow, "Y🟨"),
    (Paint::Cream, "E"),
    (Paint::Red, "R🟥"),
    (Paint::Orange, "O🟧"),
    (Paint::Blue, "B🟦"),
    (Paint::Green, "G🟩"),
    (Paint::Lime, "L"),
    (Paint::Purple, "P🟪"),
    (Paint::Pink, "I"),
    (Paint::Cyan, "C"),
    (Paint::Brown, "N🟫"),
    (Paint::Gray, "A"),
    (Paint::Black, "K⬛"),
];

impl Scheme {
    /// The paint in which the symbol of each color is shown.
    pub fn paints(&self, puzzle: &Puzzle) -> Vec<Paint> {
        let shown = self.shown_as(puzzle).into_iter();
        shown.map(|color| puzzle.colors()[color].paint).collect()
    }

    /// The scheme of the letters of the paints in the puzzle file; `None` if two are equal.
    pub fn of_paints(puzzle: &Puzzle) -> Option<Self> {
        let letter = |color: &ColorName| letters(color.paint).next();
        let symbols: Option<Vec<char>> = puzzle.colors().iter().map(letter).collect();
        Self::new(puzzle, symbols?).ok()
    }

    /// Rewrites stickers in the puzzle's own symbols, matched by paint.
    pub fn in_puzzle_symbols(&self, puzzle: &Puzzle, text: &[Sticker]) -> Vec<Sticker> {
        let (own, shown) = (puzzle.symbols(), self.shown_as(puzzle));
        let own = |symbol: &char| {
            let color = self.symbols().iter().position(|known| known == symbol);
            color.map_or(*symbol, |color| own[shown[color]])
        };
        let sticker = |sticker: &Sticker| match sticker {
            Sticker::Any => Sticker::Any,
            Sticker::OneOf(symbols) => Sticker::OneOf(symbols.iter().map(own).collect()),
        };
        text.iter().map(sticker).collect()
    }

    /// For each color, the color of the puzzle whose paint its symbol gets: the color that the symbol names; otherwise the
    /// color itself; if that is in use, an unused color.
    fn shown_as(&self, puzzle: &Puzzle) -> Vec<Color> {
        let mut shown = named_colors(puzzle, self.symbols());
        let all = 0..shown.len();
        for color in all.clone() {
            if shown[color].is_none() && !shown.contains(&Some(color)) {
                shown[color] = Some(color);
            }
        }
        let is_unused = |&color: &Color| !shown.contains(&Some(color));
        let mut unused = all.clone().filter(is_unused);
        all.map(|color| shown[color].or_else(|| unused.next()).unwrap_or(color))
            .collect()
    }

    /// The scheme that the symbols name: the puzzle's own letters, the letters of its faces, or the letters of colors.
    /// Targets in a fixed orientation and starts with unknown stickers must use such symbols.
    ///
    /// # Errors
    /// [`Error`] for other symbols.
    pub fn of_letters(puzzle: &Puzzle, text: &[Sticker]) -> Result<Self, Error> {
        let symbols: Vec<char> = text.iter().flat_map(Sticker::symbols).copied().collect();
        let own = Self::own_symbols(puzzle);
        let Some(first) = symbols.iter().find(|it| !own.symbols().contains(it)) else {
            return Ok(own);
        };
        if let Some(named) = Self::scheme_of_symbols(puzzle, &symbols) {
            return Ok(named);
        }
        let own: String = own.symbols().iter().collect();
        let (own, first) = (excerpt(&own), first.escape_debug());
        let instead = if text.iter().all(|sticker| sticker.symbol().is_some()) {
            "give the target as text in the symbols of the state"
        } else {
            "write a state with unknown stickers in these"
        };
        Err(Error::impossible_value(format!(
            "`{first}` is not one of the colors {own} of the solved {}; {instead}",
            puzzle.name()
        )))
    }

    /// The scheme that the symbols of a text name, if each symbol names a color.
    pub(super) fn scheme_of_symbols(puzzle: &Puzzle, text: &[char]) -> Option<Self> {
        let symbols: Vec<char> = text.iter().copied().unique().collect();
        let mut named = vec![None; puzzle.colors().len()];
        for (color, symbol) in named_colors(puzzle, &symbols).into_iter().zip(symbols) {
            named[color?] = Some(symbol);
        }
        Some(Self(fill_with_own_symbols(puzzle, named)))
    }
}

impl Puzzle {
    /// Reads a state in the puzzle's own letters. Its layout is detected.
    ///
    /// # Errors
    /// [`Error`] if the text does not match the facelets, or has other letters.
    pub fn read_state(&self, text: &str) -> Result<State, Error> {
        let symbols = Layout::guess(self, text).read(self, text)?;
        Scheme::own_symbols(self).state(&symbols)
    }

    /// Writes a state in the puzzle's own letters and its default layout.
    pub fn write_state(&self, state: &State) -> String {
        Scheme::own_symbols(self).write(self, state, self.layout())
    }
}

/// The error for a text that has a `?`, unless `?` is a color of the puzzle.
pub(crate) fn question_mark_error(puzzle: &Puzzle, text: &[Sticker]) -> Option<Error> {
    let mut symbols = text.iter().flat_map(Sticker::symbols);
    let is_wrong = symbols.contains(&'?') && !puzzle.symbols().contains(&'?');
    is_wrong.then(|| Error::impossible("`?` is not a color; an unknown sticker is written `.`"))
}

/// The name of each color of a scheme: `white` if its symbol is the letter of white, otherwise the symbol. If the state is
/// given by turns (`only_turned`), its letters are those of the puzzle file and stand for the file's colors.
pub fn color_words(puzzle: &Puzzle, scheme: &Scheme, only_turned: bool) -> Vec<String> {
    let own = puzzle.symbols();
    let word = |&symbol: &char| match own.iter().position(|&it| it == symbol) {
        Some(color) if only_turned => puzzle.colors()[color].paint.name().to_owned(),
        _ => symbol_word(puzzle, scheme.symbols(), symbol),
    };
    scheme.symbols().iter().map(word).collect()
}

/// The name of a symbol of a text: `white` if it is the letter of white, otherwise the symbol itself. If all symbols of
/// the text are names of faces, none stands for a color.
pub fn symbol_word(puzzle: &Puzzle, text: &[char], symbol: char) -> String {
    let is_face = |symbol: &char| face_letters(puzzle).any(|(letter, _)| letter == *symbol);
    let named = LETTERS.iter().find(|(_, letters)| letters.contains(symbol));
    match named {
        Some((paint, _)) if !text.iter().all(is_face) => paint.name().to_owned(),
        _ => symbol.to_string(),
    }
}

/// The color of the solved puzzle that each symbol names, without repeated colors; `None` for a symbol that names no color.
///
/// If all symbols are the puzzle's own, they mean the puzzle's colors. If all are names of faces, they mean the colors of
/// the faces. Otherwise each symbol means the color whose letter it is, if any. Case does not matter.
fn named_colors(puzzle: &Puzzle, symbols: &[char]) -> Vec<Option<Color>> {
    let own = colors_of_symbols(symbols, puzzle.symbols().into_iter().zip(0..));
    if own.iter().all(Option::is_some) {
        return own;
    }
    let of_faces = colors_of_symbols(symbols, face_letters(puzzle));
    if of_faces.iter().all(Option::is_some) {
        return of_faces;
    }
    let paints = puzzle.colors().iter().zip(0..);
    let letters_of = |(color, number): (&ColorName, Color)| {
        letters(color.paint).map(move |letter| (letter, number))
    };
    colors_of_symbols(symbols, paints.flat_map(letters_of))
}

/// The color of each symbol in a list of letters, without repeated colors.
fn colors_of_symbols(
    symbols: &[char],
    letters: impl Iterator<Item = (char, Color)>,
) -> Vec<Option<Color>> {
    let mut known: HashMap<char, Color> = HashMap::new();
    for (letter, color) in letters {
        known.entry(letter).or_insert(color);
    }
    let mut taken = HashSet::new();
    let color = |symbol: &char| {
        // `b` is `B` unless both are in use.
        let mut letters = known.keys();
        let other = letters.find(|it| *it != symbol && it.eq_ignore_ascii_case(symbol));
        let other = other.filter(|other| !symbols.contains(other));
        let color = known.get(symbol).or_else(|| known.get(other?));
        color.copied().filter(|&color| taken.insert(color))
    };
    symbols.iter().map(color).collect()
}

/// The faces whose name is a single letter: that letter, and the color of the face.
fn face_letters(puzzle: &Puzzle) -> impl Iterator<Item = (char, Color)> {
    let faces = puzzle.faces().iter();
    faces.filter_map(|face| Some((face.name.chars().exactly_one().ok()?, face.color)))
}

fn letters(paint: Paint) -> impl Iterator<Item = char> {
    let found = LETTERS.iter().filter(move |(it, _)| *it == paint);
    found.flat_map(|(_, letters)| letters.chars())
}
