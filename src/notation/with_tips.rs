//! States that include the stickers of tips.
//!
//! *Idea.* Turns carry a tip along with the piece beneath it. So the orientation of a tip is found by comparing it with
//! that piece, and the rest is a state without tips.

use super::letters::question_mark_error;
use crate::error::Error;
use crate::puzzle::{Layout, Puzzle, Sticker, TipCell, TipTurn, Tips, corner_turn};
use crate::text::join_names;

impl Layout {
    /// Reads the stickers of a text, as [`Self::read_stickers`] does, and the orientation of each tip. Without stickers of
    /// tips, all tips are solved.
    ///
    /// # Errors
    /// [`Error`] as for [`Self::read_stickers`], and if the stickers of a tip are not those of the piece beneath
    /// it.
    pub fn read_start(self, puzzle: &Puzzle, text: &str) -> Result<(Vec<Sticker>, Tips), Error> {
        let cells = &puzzle.parts.with_tips;
        let word: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let written = Sticker::read_all(&word).unwrap_or_default();
        if cells.is_empty() || self != puzzle.layout() || written.len() != cells.len() {
            let stickers = self.read_stickers(puzzle, text)?;
            return Ok((stickers, Tips::after(puzzle, &[])));
        }
        if let Some(error) = question_mark_error(puzzle, &written) {
            return Err(error);
        }
        let mut stickers = vec![Sticker::Any; puzzle.facelets().len()];
        let mut of_tips = vec![Vec::new(); puzzle.tips().len()];
        for (cell, sticker) in cells.iter().zip(written) {
            match *cell {
                TipCell::Facelet(facelet) => stickers[facelet] = sticker,
                TipCell::Tip { tip, neighbor } => of_tips[tip].push((neighbor, sticker)),
            }
        }
        let turned = |(tip, shown): (usize, &Vec<(usize, Sticker)>)| {
            Ok(TipTurn {
                tip,
                power: tip_orientation(puzzle, tip, shown, &stickers)?,
            })
        };
        let turned: Result<Vec<TipTurn>, Error> = of_tips.iter().enumerate().map(turned).collect();
        Ok((stickers, Tips::after(puzzle, &turned?)))
    }
}

/// The orientation of a tip, from its stickers (`shown`) and those of the piece beneath it.
fn tip_orientation(
    puzzle: &Puzzle,
    tip: usize,
    shown: &[(usize, Sticker)],
    stickers: &[Sticker],
) -> Result<usize, Error> {
    let definition = &puzzle.tips()[tip];
    let wrong = |what: String| {
        Err(Error::impossible_value(format!(
            "the tip `{}` {what}",
            definition.name
        )))
    };
    let source = |facelet: usize| {
        corner_turn(puzzle, definition).map_or(facelet, |turn| turn.permutation.source(facelet))
    };
    let fits = |power: &usize| {
        shown.iter().all(|(neighbor, sticker)| {
            let from = (0..*power).fold(*neighbor, |facelet, _| source(facelet));
            match (sticker.symbol(), stickers[from].symbol()) {
                (Some(tip), Some(piece)) => tip == piece,
                _ => true,
            }
        })
    };
    let powers: Vec<usize> = (0..definition.order).filter(fits).collect();
    let seen = |stickers: Vec<&Sticker>| join_names(stickers.iter().map(ToString::to_string), " ");
    match powers[..] {
        [power] => Ok(power),
        [] => {
            let tip = seen(shown.iter().map(|(_, sticker)| sticker).collect());
            let piece = seen(
                shown
                    .iter()
                    .map(|(neighbor, _)| &stickers[*neighbor])
                    .collect(),
            );
            let facelets = shown
                .iter()
                .map(|(neighbor, _)| &puzzle.facelets()[*neighbor]);
            let facelets = join_names(facelets, " ");
            wrong(format!(
                "shows {tip} next to {facelets}, which show {piece}: no turn of the tip does that"
            ))
        }
        _ => wrong(
            "fits in several orientations: give more of its stickers, or omit those of all tips"
                .to_owned(),
        ),
    }
}
