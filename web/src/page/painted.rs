//! A painted or typed state: its picture, how the puzzle is held, and what is impossible, with its place.
//!
//! *Idea.* Messages of the library write colors as the symbols of the puzzle, some of which are also names of faces. So
//! that the page can show colors, the library checks a copy of the puzzle whose symbols occur in no other text.

use std::sync::Arc;

use serde::Serialize;
use twistsat::notation::Scheme;
use twistsat::problem::{Scramble, StartText, misread, possible, repair};
use twistsat::puzzle::{Color, Layout, Puzzle, Sticker};

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

#[derive(Serialize)]
struct Painted {
    /// In the layout `net`, which the page writes.
    state: String,
    /// What is impossible, in words and colors.
    wrong: Vec<Part>,
    /// The facelets concerned.
    at: Vec<usize>,
    /// The smallest change that makes it possible, if one is known: proposed, never made without being asked for.
    repair: Option<Change>,
    /// The color of each face of the solved puzzle, held as painted, if known.
    hold: Option<Vec<Color>>,
}

/// A change of what is painted.
#[derive(Serialize)]
struct Change {
    /// In words and colors.
    words: Vec<Part>,
    /// The changed state in the layout `net`.
    state: String,
}

/// A part of a message.
#[derive(Serialize)]
#[serde(untagged)]
enum Part {
    Words(String),
    Color(Color),
}

pub(super) fn painted(request: &Request) -> Result<Answer> {
    let question = &request.question;
    let puzzle = question.puzzle()?;
    let stickers = match question.start()? {
        StartText::Scramble(turns) => {
            let scramble = Scramble::read(question.notation, &puzzle, turns);
            let scramble = scramble.map_err(|error| format!("scramble: {error}"))?;
            // Rotations in the scramble change how the puzzle is held.
            let (scheme, state) = (scramble.scheme(&puzzle), scramble.state(&puzzle));
            Sticker::all_known(&scheme.characters(&state))
        }
        StartText::State(text) | StartText::TurnsOrState(text) => {
            question.texts().state(&puzzle, text)?.stickers
        }
    };
    let nothing = stickers.iter().all(|sticker| *sticker == Sticker::Any);
    // A completely open state is not a mistake.
    let (scheme, wrong) = if nothing {
        (None, None)
    } else {
        match possible(&puzzle, &stickers) {
            Ok((scheme, _)) => (Some(scheme), None),
            Err(error) => (Scheme::of_letters(&puzzle, &stickers).ok(), Some(error)),
        }
    };
    // The page uses the puzzle's own letters.
    let shown = match &scheme {
        Some(scheme) => scheme.in_own_letters(&puzzle, &stickers),
        None => stickers.clone(),
    };
    let hold = scheme.as_ref().filter(|_| wrong.is_none());
    let hold = hold.and_then(|scheme| hold_of(&puzzle, scheme));
    let (at, wrong, repair) = match wrong {
        None => (Vec::new(), Vec::new(), None),
        Some(error) => {
            let colored = in_colors(&puzzle, &shown);
            let repair = colored.as_ref().and_then(|it| change(&puzzle, it));
            let (puzzle, stickers) = match &colored {
                Some((puzzle, stickers)) => (puzzle, stickers),
                None => (&puzzle, &stickers),
            };
            let error = possible(puzzle, stickers).err().unwrap_or(error);
            let message = match misread(puzzle, stickers) {
                Some(misread) => format!("{error}; {misread}"),
                None => error.to_string(),
            };
            let at = places(puzzle, stickers, &message);
            (at, parts(&message), repair)
        }
    };
    Answer::new(&Painted {
        state: Layout::Net.write(&puzzle, &shown),
        wrong,
        at,
        repair,
        hold,
    })
}

/// The color of each face in the puzzle's own colors, under a scheme.
fn hold_of(puzzle: &Puzzle, scheme: &Scheme) -> Option<Vec<Color>> {
    let solved = Sticker::all_known(&scheme.characters(puzzle.solved()));
    let solved = scheme.in_own_letters(puzzle, &solved);
    let symbols = puzzle.symbols();
    let color = |facelet: usize| {
        let symbol = solved[facelet].symbol()?;
        symbols.iter().position(|&own| own == symbol)
    };
    let faces = puzzle.faces().iter();
    faces.map(|face| color(*face.facelets.first()?)).collect()
}

/// Symbols that occur in no name and no word: Braille patterns.
const SYMBOLS: std::ops::RangeInclusive<char> = '\u{2801}'..='\u{28FF}';

/// The puzzle and the stickers in symbols that occur nowhere else, if all stickers are in the puzzle's own.
fn in_colors(puzzle: &Puzzle, stickers: &[Sticker]) -> Option<(Arc<Puzzle>, Vec<Sticker>)> {
    let own = puzzle.symbols();
    let symbols: Vec<char> = SYMBOLS.take(own.len()).collect();
    let symbol = |own_symbol: &char| {
        let color = own.iter().position(|known| known == own_symbol)?;
        symbols.get(color).copied()
    };
    let sticker = |sticker: &Sticker| match sticker {
        Sticker::Any => Some(Sticker::Any),
        Sticker::OneOf(those) => {
            let those: Option<_> = those.iter().map(symbol).collect();
            those.map(Sticker::OneOf)
        }
    };
    let stickers: Option<Vec<Sticker>> = stickers.iter().map(sticker).collect();
    let is_enough = symbols.len() == own.len();
    let puzzle = is_enough.then(|| Arc::new(puzzle.with_symbols(symbols.iter().copied())));
    puzzle.zip(stickers)
}

/// The smallest change that makes stickers possible, as found in symbols that occur nowhere else.
fn change(own: &Puzzle, (puzzle, stickers): &(Arc<Puzzle>, Vec<Sticker>)) -> Option<Change> {
    let repair = repair(puzzle, stickers)?;
    let color = |symbol: &char| puzzle.symbols().iter().position(|known| known == symbol);
    let symbol = |symbol| own.symbols().get(color(symbol)?).copied();
    let symbols: Option<Vec<char>> = repair.symbols.iter().map(symbol).collect();
    Some(Change {
        words: parts(&repair.words),
        state: Layout::Net.write(own, &Sticker::all_known(&symbols?)),
    })
}

/// A message as words and colors.
fn parts(message: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut words = String::new();
    for character in message.chars() {
        if !SYMBOLS.contains(&character) {
            words.push(character);
            continue;
        }
        parts.push(Part::Words(std::mem::take(&mut words)));
        parts.push(Part::Color(character as usize - *SYMBOLS.start() as usize));
    }
    parts.push(Part::Words(words));
    parts
}

/// The facelets that a message names, or those with a color that it names.
fn places(puzzle: &Puzzle, stickers: &[Sticker], message: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = message.split(|c| !is_word(c)).collect();
    // A name of one letter could be any word.
    let is_named = |name: &String| name.chars().count() > 1 && words.contains(&name.as_str());
    let named = puzzle
        .facelets()
        .iter()
        .enumerate()
        .filter(|(_, name)| is_named(name));
    let named: Vec<usize> = named.map(|(facelet, _)| facelet).collect();
    if !named.is_empty() {
        return named;
    }
    let quoted = |symbol: char| message.contains(&format!("`{symbol}`"));
    let shows = |sticker: &Sticker| sticker.symbol().is_some_and(quoted);
    let shown = stickers.iter().enumerate().filter(|(_, it)| shows(it));
    shown.map(|(facelet, _)| facelet).collect()
}
