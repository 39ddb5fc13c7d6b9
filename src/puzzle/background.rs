//! Background pieces, which only fill the places that other pieces leave empty.
//!
//! *Idea.* If, in a kind of piece, every color except one is on a single sticker, the pieces that show only this exception
//! are a *background*: the places of the other pieces determine the state. So background pieces need not be tracked. There
//! may be hundreds of them, for example the unmarked facelets of a coset coordinate.

use std::ops::Range;

use itertools::Itertools;

use super::{Color, Pieces, State};

#[derive(Clone, Debug)]
pub(super) struct Background {
    /// The color of each kind's background, if any.
    pub(super) colors: Vec<Option<Color>>,
    /// For each piece, whether it belongs to a background.
    pub(super) members: Vec<bool>,
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
            // A single piece is distinguishable and can be tracked like the others.
            if members.len() > 1 {
                background.colors[number] = Some(color);
                for piece in members {
                    background.members[piece] = true;
                }
            }
        }
        background
    }
}

/// The color that several stickers of a kind have, if exactly one color does and the kind also has other colors.
fn repeated_color(pieces: &Pieces, solved: &State, kind: &Range<usize>) -> Option<Color> {
    let stickers = kind.clone().flat_map(|piece| &pieces.all()[piece].facelets);
    let counts = stickers.counts_by(|&facelet| solved.color(facelet));
    let repeated = counts.iter().filter(|&(_, &count)| count > 1);
    let (&color, _) = repeated.exactly_one().ok()?;
    (counts.len() > 1).then_some(color)
}
