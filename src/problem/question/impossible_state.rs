//! The error for an impossible state, with a guess at the mistake.

use std::sync::Arc;

use super::layout::TextLayout;
use super::texts::StateText;
use crate::error::Error;
use crate::problem::misread::describe_misread;
use crate::problem::possible::possible_state;
use crate::problem::proposals::{Proposal, proposal};
use crate::problem::repair::{Repair, repair};
use crate::puzzle::{Layout, Puzzle};
use crate::text::join_names;

impl StateText {
    /// The error for an impossible state, with the misread sticker and a proposed reading or repair, if known.
    pub fn impossible_state_error(&self, puzzle: &Arc<Puzzle>, text: &str, error: Error) -> Error {
        let error = match describe_misread(puzzle, &self.stickers) {
            Some(misread) => error.text(format!("; {misread}")),
            None => error,
        };
        if let Some(proposal) = proposal(puzzle, text, &self.stickers) {
            return self.with_proposal(error, puzzle, &proposal);
        }
        match repair(puzzle, &self.stickers) {
            Some(repair) => self.with_repair(error, puzzle, &repair),
            None => error,
        }
    }

    /// The error for an impossible state that is possible in another reading; `None` for any other state.
    pub fn misread_state_error(&self, puzzle: &Arc<Puzzle>, text: &str) -> Option<Error> {
        let error = possible_state(puzzle, &self.stickers).err()?;
        let proposal = proposal(puzzle, text, &self.stickers)?;
        Some(self.with_proposal(error, puzzle, &proposal))
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
        let state = layout.write(puzzle, &repair.symbols);
        error.key("state").text(format!(" {state}"))
    }

    /// The error with another reading in which the state is possible.
    fn with_proposal(&self, error: Error, puzzle: &Puzzle, proposal: &Proposal) -> Error {
        let error = error.text("\nhint: it was read as ").key("layout");
        let error = error.text(format!(" {}; ", self.layout));
        let order = proposal.order.as_ref().map(|layout| match layout {
            TextLayout::Named(layout) => format!("in the layout `{layout}`"),
            TextLayout::Faces(letters) => {
                let faces = letters.chars().map(|it| it.to_uppercase().to_string());
                format!("read as {}", join_names(faces, " "))
            }
        });
        if let (Some(layout), Some(order), []) =
            (&proposal.order, &order, &proposal.rotated_faces[..])
        {
            let error = error.text(format!("{order} it is a possible state: "));
            return error.key("layout").text(format!(" {layout}"));
        }
        let rotated = join_names(proposal.rotated_faces.iter(), ", ");
        let order = order.map_or(String::new(), |order| format!("{order}, and "));
        let layout = puzzle.layout();
        let state = layout.write(puzzle, &proposal.stickers);
        let error = error.text(format!(
            "{order}with faces turned in place ({rotated}) it is a possible state: "
        ));
        let error = error.key("layout").text(format!(" {layout} "));
        error.key("state").text(format!(" {state}"))
    }
}
