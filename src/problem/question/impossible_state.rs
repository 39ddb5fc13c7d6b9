//! The error for an impossible state, with a guess at the mistake.

use std::fmt;
use std::sync::Arc;

use super::layout::TextLayout;
use super::texts::StateText;
use crate::error::Error;
use crate::problem::misread::misread;
use crate::problem::proposals::{Proposal, StickerOrder, proposal};
use crate::problem::repair::{Repair, repair};
use crate::puzzle::Puzzle;
use crate::text::listed;

impl StateText {
    /// The error for an impossible state, with the misread sticker and a proposed reading if known.
    #[must_use]
    pub fn refused(&self, puzzle: &Arc<Puzzle>, text: &str, error: impl fmt::Display) -> Error {
        let misread =
            misread(puzzle, &self.stickers).map_or(String::new(), |misread| format!("; {misread}"));
        let error = Error::because(error).text(misread);
        match proposal(puzzle, text, &self.stickers) {
            Some(proposal) => hint(error, puzzle, &self.layout, &proposal),
            None => match repair(puzzle, &self.stickers) {
                Some(repair) => self.repaired(error, puzzle, &repair),
                None => error,
            },
        }
    }

    /// The error with a change that makes the state possible.
    fn repaired(&self, error: Error, puzzle: &Puzzle, repair: &Repair) -> Error {
        let error = error.text(format!(
            "\nhint: the smallest change that makes it possible is {}: ",
            repair.words
        ));
        let layout = puzzle.layout();
        let error = if self.layout == TextLayout::Named(layout) {
            error
        } else {
            error.key("layout").text(format!(" {layout} "))
        };
        error
            .key("state")
            .text(format!(" {}", layout.write(puzzle, &repair.symbols)))
    }
}

fn hint(error: Error, puzzle: &Puzzle, used: &TextLayout, proposal: &Proposal) -> Error {
    let was = error.text("\nhint: it was read as ").key("layout");
    let was = was.text(format!(" {used}; "));
    let (was, letters) = match &proposal.order {
        None => (was, None),
        Some(StickerOrder::Layout(layout)) => {
            let as_layout = was.text("as ").key("layout").text(format!(" {layout}"));
            (as_layout, None)
        }
        Some(StickerOrder::Faces(order)) => {
            let letters = order.letters();
            let faces = letters
                .chars()
                .map(|letter| letter.to_uppercase().to_string());
            let was = was.text(format!("read as {}", listed(faces, " ")));
            (was, Some(letters))
        }
    };
    if proposal.turned.is_empty() {
        let possible = was.text(" it is a possible state");
        return match letters {
            Some(letters) => possible
                .text(": ")
                .key("layout")
                .text(format!(" {letters}")),
            None => possible,
        };
    }
    let turned = listed(proposal.turned.iter(), ", ");
    let and = if proposal.order.is_none() {
        ""
    } else {
        ", and "
    };
    let layout = puzzle.layout();
    let state = layout.write(puzzle, &proposal.symbols);
    was.text(format!(
        "{and}with faces turned in place ({turned}) it is a possible state: "
    ))
    .key("layout")
    .text(format!(" {layout} "))
    .key("state")
    .text(format!(" {state}"))
}
