//! States that include the stickers of tips.
//!
//! *Idea.* Turns carry a tip along with the piece beneath it. So comparing a tip with that piece gives the orientation of
//! the tip. The other stickers are a state without tips.

use super::letters::question_mark_error;
use crate::error::Error;
use crate::puzzle::{Layout, Puzzle, Sticker, Tip, TipCell, TipTurn, Tips, corner_turn};
use crate::text::join_names;

impl Layout {
    /// Reads the stickers of a text, as [`Self::read_stickers`] does, and the orientation of each tip. If the text has no
    /// stickers of tips, all tips are solved.
    ///
    /// # Errors
    /// [`Error`] as for [`Self::read_stickers`], and if a tip and the piece beneath it have different stickers.
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
        let mut tips = Tips::after(puzzle, &[]);
        for (tip, shown) in of_tips.iter().enumerate() {
            let power = tip_orientation(puzzle, &puzzle.tips()[tip], shown, &stickers)?;
            tips = tips.turned(puzzle, &[TipTurn { tip, power }]);
        }
        Ok((stickers, tips))
    }
}

/// The orientation of a tip, from its stickers and those of the piece beneath it. `shown` are the tip's stickers, each with
/// the facelet next to it.
fn tip_orientation(
    puzzle: &Puzzle,
    tip: &Tip,
    shown: &[(usize, Sticker)],
    stickers: &[Sticker],
) -> Result<usize, Error> {
    let source = |facelet: usize| {
        corner_turn(puzzle, tip).map_or(facelet, |turn| turn.permutation.source(facelet))
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
    let powers: Vec<usize> = (0..tip.order).filter(fits).collect();
    let what = match powers[..] {
        [power] => return Ok(power),
        [] => {
            let neighbors = || shown.iter().map(|(neighbor, _)| *neighbor);
            let facelets = join_names(neighbors().map(|it| &puzzle.facelets()[it]), " ");
            let on_tip = join_names(shown.iter().map(|(_, it)| it.to_string()), " ");
            let on_piece = join_names(neighbors().map(|it| stickers[it].to_string()), " ");
            format!(
                "shows {on_tip} next to {facelets}, which show {on_piece}: no turn of the tip does that"
            )
        }
        _ => "fits in several orientations: give more of its stickers, or omit those of all tips"
            .to_owned(),
    };
    let reason = format!("the tip `{}` {what}", tip.name);
    Err(Error::impossible_value(reason))
}
