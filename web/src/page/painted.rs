//! What was painted or typed: how it looks, and what is impossible about it, at its place.

use serde::Serialize;
use twistsat::notation::Scheme;
use twistsat::problem::{Scramble, StartText, misread, possible};
use twistsat::puzzle::{Layout, Puzzle, Sticker};

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

#[derive(Serialize)]
struct Painted {
    /// In the layout `net`, which the page writes.
    state: String,
    /// What is impossible, in words.
    wrong: Option<String>,
    /// The facelets that it is about.
    at: Vec<usize>,
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
        StartText::State(text) | StartText::Either(text) => {
            question.texts().state(&puzzle, text)?.stickers
        }
    };
    let nothing = stickers.iter().all(|sticker| *sticker == Sticker::Any);
    // That everything is open is no mistake.
    let (scheme, wrong) = if nothing {
        (None, None)
    } else {
        match possible(&puzzle, &stickers) {
            Ok((scheme, _)) => (Some(scheme), None),
            Err(error) => (Scheme::of_letters(&puzzle, &stickers).ok(), Some(error)),
        }
    };
    // The page paints the puzzle's own letters.
    let shown = match scheme {
        Some(scheme) => scheme.in_own_letters(&puzzle, &stickers),
        None => stickers.clone(),
    };
    let wrong = wrong.map(|error| match misread(&puzzle, &stickers) {
        Some(misread) => format!("{error}; {misread}"),
        None => error.to_string(),
    });
    Answer::new(&Painted {
        state: Layout::Net.write(&puzzle, &shown),
        at: wrong
            .as_ref()
            .map_or(Vec::new(), |wrong| places(&puzzle, &stickers, wrong)),
        wrong,
    })
}

/// The facelets that a message names; or those that show a colour that it names.
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
