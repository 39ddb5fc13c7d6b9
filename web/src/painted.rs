//! A painted or typed state: its stickers, how the puzzle is held, and what is impossible.
//!
//! *Idea.* Messages of the library write colors as symbols of the puzzle, some of which are also names of faces. To let
//! the page replace symbols with colors, the library checks a copy of the puzzle whose symbols occur in no other text.

use std::sync::Arc;

use serde_json::{Value, json};
use twistsat::ask::{Answer, Request};
use twistsat::notation::Scheme;
use twistsat::problem::{Scramble, StartText, describe_misread, possible_state, repair};
use twistsat::puzzle::{Color, Layout, Puzzle, Sticker};

use crate::Result;

/// The symbols of the colors in messages, in the order of the colors: Braille patterns, which occur in no name or word.
const SYMBOLS: std::ops::RangeInclusive<char> = '\u{2801}'..='\u{28FF}';

/// The stickers in the layout `net`, the color of each face and, if the state is impossible, the reason and a repair.
pub(crate) fn check(request: &Request) -> Result<Answer> {
    let question = &request.question;
    let puzzle = question.puzzle()?;
    let stickers = match question.start()? {
        StartText::Scramble(turns) => {
            let scramble = Scramble::read(question.notation, &puzzle, turns);
            let scramble = scramble.map_err(|error| format!("scramble: {error}"))?;
            // Rotations in the scramble change how the puzzle is held.
            let (scheme, state) = (scramble.scheme(&puzzle), scramble.state(&puzzle));
            Sticker::all_known(&scheme.state_characters(&state))
        }
        StartText::State(text) | StartText::TurnsOrState(text) => {
            question.read_state(&puzzle, text)?.stickers
        }
    };
    let is_empty = stickers.iter().all(|sticker| *sticker == Sticker::Any);
    let read = (!is_empty).then(|| possible_state(&puzzle, &stickers));
    let (scheme, wrong) = match read {
        // A completely unknown state is not a mistake.
        None => (None, None),
        Some(Ok((scheme, _))) => (Some(scheme), None),
        Some(Err(error)) => (Scheme::of_letters(&puzzle, &stickers).ok(), Some(error)),
    };
    // The page uses the puzzle's own letters.
    let shown = match &scheme {
        Some(scheme) => scheme.in_puzzle_symbols(&puzzle, &stickers),
        None => stickers,
    };
    let hold = scheme.filter(|_| wrong.is_none());
    let hold = hold.and_then(|scheme| face_colors(&puzzle, &scheme));
    let (wrong, repair) = match wrong {
        None => (String::new(), None),
        Some(error) => in_colors(&puzzle, &shown).unwrap_or_else(|| (error.to_string(), None)),
    };
    let state = Layout::Net.write(&puzzle, &shown);
    let answer = json!({ "state": state, "wrong": wrong, "repair": repair, "hold": hold });
    Ok(Answer::new(answer, Vec::new())?)
}

/// The color of each face of the solved puzzle, held as the scheme says; `None` if a color is not the puzzle's own.
fn face_colors(puzzle: &Puzzle, scheme: &Scheme) -> Option<Vec<Color>> {
    let solved = Sticker::all_known(&scheme.state_characters(puzzle.solved()));
    let solved = scheme.in_puzzle_symbols(puzzle, &solved);
    let solved = Scheme::own_symbols(puzzle).pattern(&solved).ok()?;
    let color = |facelets: &[usize]| solved.color(*facelets.first()?);
    let faces = puzzle.faces().iter();
    faces.map(|face| color(&face.facelets)).collect()
}

/// The reason why the stickers are impossible, and the smallest change that makes them possible, if one is known. The
/// texts contain [`SYMBOLS`]. `None` if a sticker has a symbol that is not the puzzle's own.
fn in_colors(puzzle: &Puzzle, stickers: &[Sticker]) -> Option<(String, Option<Value>)> {
    let own = Scheme::own_symbols(puzzle);
    let pattern = own.pattern(stickers).ok()?;
    let copy = Arc::new(puzzle.with_symbols(SYMBOLS));
    let scheme = Scheme::own_symbols(&copy);
    let stickers = scheme.stickers(&pattern);
    let error = possible_state(&copy, &stickers).err()?;
    let message = match describe_misread(&copy, &stickers) {
        Some(misread) => format!("{error}; {misread}"),
        None => error.to_string(),
    };
    let change = repair(&copy, &stickers).and_then(|repair| {
        let state = scheme.state(&repair.symbols).ok()?;
        let state = own.write(puzzle, &state, Layout::Net);
        Some(json!({ "words": repair.words, "state": state }))
    });
    Some((message, change))
}
