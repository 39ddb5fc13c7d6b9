//! The error for an impossible state, with a guess at the mistake.

use std::sync::Arc;

use super::layout::TextLayout;
use super::texts::StateText;
use crate::error::Error;
use crate::problem::misread::misread;
use crate::problem::possible::possible;
use crate::problem::proposals::{Proposal, proposal};
use crate::problem::repair::{Repair, repair};
use crate::puzzle::{Layout, Puzzle};
use crate::text::join_names;

impl StateText {
    /// The error for an impossible state, with the misread sticker and a proposed reading if known.
    pub fn impossible_state_error(&self, puzzle: &Arc<Puzzle>, text: &str, error: Error) -> Error {
        let misread =
            misread(puzzle, &self.stickers).map_or(String::new(), |misread| format!("; {misread}"));
        let error = error.text(misread);
        match proposal(puzzle, text, &self.stickers) {
            Some(proposal) => with_proposal(error, puzzle, &self.layout, &proposal),
            None => match repair(puzzle, &self.stickers) {
                Some(repair) => self.with_repair(error, puzzle, &repair),
                None => error,
            },
        }
    }

    /// The error for an impossible state that is possible in another reading; `None` for any other state.
    pub fn misread_state_error(&self, puzzle: &Arc<Puzzle>, text: &str) -> Option<Error> {
        let error = possible(puzzle, &self.stickers).err()?;
        let proposal = proposal(puzzle, text, &self.stickers)?;
        Some(with_proposal(error, puzzle, &self.layout, &proposal))
    }

    /// The error with a change that makes the state possible.
    fn with_repair(&self, error: Error, puzzle: &Puzzle, repair: &Repair) -> Error {
        let error = error.text(format!(
            "\nhint: the smallest change that makes it possible is {}: ",
            repair.words
        ));
        let own = puzzle.layout();
        // The layout of the input, unless it needs spaces.
        let layout = match self.layout {
            TextLayout::Named(Layout::Net) => Layout::Net,
            _ => own,
        };
        let is_detected = layout == own && self.layout == TextLayout::Named(own);
        let error = if is_detected {
            error
        } else {
            error.key("layout").text(format!(" {layout} "))
        };
        error
            .key("state")
            .text(format!(" {}", layout.write(puzzle, &repair.symbols)))
    }
}

fn with_proposal(error: Error, puzzle: &Puzzle, used: &TextLayout, proposal: &Proposal) -> Error {
    let was = error.text("\nhint: it was read as ").key("layout");
    let was = was.text(format!(" {used}; "));
    let words = proposal.order.as_ref().map(|layout| match layout {
        TextLayout::Named(layout) => format!("in the layout `{layout}`"),
        TextLayout::Faces(letters) => {
            let faces = letters.chars().map(|it| it.to_uppercase().to_string());
            format!("read as {}", join_names(faces, " "))
        }
    });
    if let Some(layout) = &proposal.order
        && let Some(words) = &words
        && proposal.rotated_faces.is_empty()
    {
        return was
            .text(format!("{words} it is a possible state: "))
            .key("layout")
            .text(format!(" {layout}"));
    }
    let turned = join_names(proposal.rotated_faces.iter(), ", ");
    let order = words.map_or(String::new(), |words| format!("{words}, and "));
    let layout = puzzle.layout();
    let state = layout.write(puzzle, &proposal.stickers);
    was.text(format!(
        "{order}with faces turned in place ({turned}) it is a possible state: "
    ))
    .key("layout")
    .text(format!(" {layout} "))
    .key("state")
    .text(format!(" {state}"))
}
