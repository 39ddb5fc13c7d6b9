//! Pieces that are only there to fill what others leave.
//!
//! *Idea.* Where all colours of a kind of pieces but one stand on a single sticker each, the pieces
//! that show that one colour only are a background: who knows where the others are knows
//! everything. So nobody need follow them, and there may be hundreds: the facelets of a
//! coordinate that are not marked.

use std::collections::HashSet;
use std::ops::Range;

use super::{Color, Pieces, State};

/// The background of each kind of pieces.
#[derive(Clone, Debug)]
pub(super) struct Background {
    /// By kind the colour, if it has a background.
    colors: Vec<Option<Color>>,
    /// By piece whether it belongs to it.
    members: Vec<bool>,
}

impl Background {
    pub(super) fn of(pieces: &Pieces, solved: &State) -> Self {
        let mut background = Self {
            colors: vec![None; pieces.kinds().len()],
            members: vec![false; pieces.all().len()],
        };
        for (number, kind) in pieces.kinds().iter().enumerate() {
            let Some(color) = repeated_color(pieces, solved, kind) else {
                continue;
            };
            let is_member = |&piece: &usize| {
                let mut stickers = pieces.all()[piece].facelets.iter();
                stickers.all(|&f| solved.color(f) == color)
            };
            let members: Vec<usize> = kind.clone().filter(is_member).collect();
            // A single one is told from the others, and can be followed like them.
            if members.len() > 1 {
                background.colors[number] = Some(color);
                members
                    .iter()
                    .for_each(|&piece| background.members[piece] = true);
            }
        }
        background
    }

    /// Whether a piece belongs to one.
    pub(super) fn is_member(&self, piece: usize) -> bool {
        self.members[piece]
    }

    /// The colour of the background of a kind, if it has one.
    pub(super) fn color(&self, kind: usize) -> Option<Color> {
        self.colors[kind]
    }
}

/// The colour of a kind that stands on several stickers, if there is just one such and others
/// beside it.
fn repeated_color(pieces: &Pieces, solved: &State, kind: &Range<usize>) -> Option<Color> {
    let stickers = kind.clone().flat_map(|piece| &pieces.all()[piece].facelets);
    let mut seen = HashSet::new();
    let mut repeated = None;
    for color in stickers.map(|&facelet| solved.color(facelet)) {
        match seen.insert(color) {
            false if repeated.is_some_and(|known| known != color) => return None,
            false => repeated = Some(color),
            true => {}
        }
    }
    repeated.filter(|_| seen.len() > 1)
}
