//! `--layout`: the order of the stickers in a text.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::cli::Failure;
use crate::names::UnknownName;
use crate::notation::FaceOrder;
use crate::problem::{Proposal, StickerOrder, misread, proposal};
use crate::puzzle::{Layout, Puzzle, Sticker, Tips};
use crate::text::listed;

/// A shorter list of faces is a mistake: every solid has at least four.
const FEWEST_FACES: usize = 4;

/// The order of the stickers in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextLayout {
    /// A layout that each puzzle has.
    Named(Layout),
    /// Face by face, in the order of these letters.
    Faces(String),
}

/// A state as it was read.
pub(crate) struct ReadState {
    /// One sticker per facelet.
    pub(crate) stickers: Vec<Sticker>,
    /// How far its tips are turned.
    pub(crate) tips: Tips,
    /// The layout that was used.
    pub(crate) layout: TextLayout,
}

impl FromStr for TextLayout {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let is_face = |letter: char| "URFDLB".contains(letter.to_ascii_uppercase());
        match name.parse::<Layout>() {
            Ok(layout) => Ok(Self::Named(layout)),
            Err(_) if name.len() >= FEWEST_FACES && name.chars().all(is_face) => {
                Ok(Self::Faces(name.to_lowercase()))
            }
            Err(mut error) => {
                error
                    .known
                    .push("the faces in another order, such as ulfrbd".to_owned());
                Err(error)
            }
        }
    }
}

impl fmt::Display for TextLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(layout) => layout.fmt(f),
            Self::Faces(letters) => f.write_str(letters),
        }
    }
}

impl TextLayout {
    /// Reads the stickers and the tips of a state in this layout.
    pub(super) fn read(
        &self,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<(Vec<Sticker>, Tips), Failure> {
        let read = match self {
            Self::Named(layout) => layout.read_start(puzzle, text),
            Self::Faces(letters) => {
                let order = FaceOrder::of(puzzle, letters).ok_or_else(|| {
                    let faces = puzzle.faces().iter().map(|face| &face.name);
                    let faces = listed(faces, ", ");
                    Failure::Usage(format!(
                        "--layout {letters}: the faces of {} are {faces}; name each of them once",
                        puzzle.name()
                    ))
                })?;
                let stickers = order.read_stickers(text);
                stickers.map(|stickers| (stickers, Tips::after(puzzle, &[])))
            }
        };
        read.map_err(Failure::error)
    }
}

/// The error for an impossible state, with the misread sticker and a proposed reading where they are known.
pub(super) fn refused(
    puzzle: &Arc<Puzzle>,
    text: &str,
    state: &ReadState,
    error: impl fmt::Display,
) -> Failure {
    let ReadState {
        stickers, layout, ..
    } = state;
    let misread = misread(puzzle, stickers).map_or(String::new(), |misread| format!("; {misread}"));
    let hint = proposal(puzzle, text, stickers)
        .map_or(String::new(), |proposal| hint(puzzle, layout, &proposal));
    Failure::Error(format!("{error}{misread}{hint}"))
}

fn hint(puzzle: &Puzzle, used: &TextLayout, proposal: &Proposal) -> String {
    let (order, option) = match &proposal.order {
        None => (String::new(), String::new()),
        Some(StickerOrder::Layout(layout)) => (format!("as --layout {layout}"), String::new()),
        Some(StickerOrder::Faces(order)) => {
            let letters = order.letters();
            let faces = letters
                .chars()
                .map(|letter| letter.to_uppercase().to_string());
            let order = format!("read as {}", listed(faces, " "));
            (order, format!(": --layout {letters}"))
        }
    };
    let was = format!("\nhint: it was read as --layout {used};");
    if proposal.turned.is_empty() {
        return format!("{was} {order} it is a possible state{option}");
    }
    let turned = listed(proposal.turned.iter(), ", ");
    let and = if order.is_empty() { "" } else { ", and " };
    let layout = puzzle.layout();
    let state = layout.write(puzzle, &proposal.symbols);
    format!(
        "{was} {order}{and}with faces turned in place ({turned}) it is a possible state: \
         --layout {layout} --state {state}"
    )
}
