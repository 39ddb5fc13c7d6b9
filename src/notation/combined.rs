//! Names that stand for several turns.
//!
//! *Middle layers.* On a cube without a turn named `M`, `M` turns all layers except the outer two, in the direction of
//! `L`. So `M` equals a rotation of the whole cube in the direction of `L` with the two outer layers turned back:
//! `R L' x'`, for any number of layers. On a 2×2×2, `M` moves nothing.
//!
//! *Layers by number*, such as `2-3Lw` and `3R`, are in `layers.rs`.
//!
//! *Megaminx.* `R++` holds the L face and turns everything else by two fifths, clockwise as seen from the right. So `R++`
//! equals a rotation of the whole puzzle by two fifths counterclockwise about L, with L turned back: `L2 Lv2'`. `D++` holds
//! the U face.
//!
//! *Source.* Regulations of the World Cube Association, article 12. npm `cubing` interprets these names in the same way
//! (`web/tests/notation.test.mjs`).

use super::error::TurnError;
use super::layers::layers;
use super::spelling::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// Turns made one after another, all about the same axis, so their order does not matter.
#[derive(Clone, Copy)]
pub(super) struct Combined([Option<TurnId>; MAX_TURNS]);

/// The maximum number of turns that a name stands for.
const MAX_TURNS: usize = 3;

impl Combined {
    pub(super) fn one(turn: TurnId) -> Self {
        Self([Some(turn), None, None])
    }

    pub(super) fn turns(self) -> impl Iterator<Item = TurnId> {
        self.0.into_iter().flatten()
    }

    /// These turns repeated `times` times; a negative number undoes them.
    pub(super) fn power(self, puzzle: &Puzzle, times: i64) -> Self {
        Self(self.0.map(|turn| puzzle.power(turn?, times)))
    }

    /// Each part repeated `times` times, as turns of the puzzle; `None` if the puzzle lacks one of these turns. `order` is
    /// the order of every part.
    pub(super) fn from_parts<T: AsRef<str>>(
        puzzle: &Puzzle,
        parts: &[(T, usize)],
        order: usize,
        times: usize,
    ) -> Option<Self> {
        let mut combined = [None; MAX_TURNS];
        for (turn, (base, power)) in combined.iter_mut().zip(parts) {
            let wanted = (base.as_ref(), power * times % order, order);
            let mut turns = puzzle.turns().iter();
            let found = turns.position(|turn| (&*turn.base, turn.power, turn.order) == wanted);
            *turn = Some(found?);
        }
        Some(Self(combined))
    }
}

/// The base of a turn, and the power.
type Part = (&'static str, usize);

/// Quarter turns of middle layers, with equivalent turns.
const MIDDLE: [(&str, [Part; 3]); 3] = [
    ("M", [("R", 1), ("L", 3), ("x", 3)]),
    ("E", [("U", 1), ("D", 3), ("y", 3)]),
    ("S", [("F", 3), ("B", 1), ("z", 1)]),
];

/// Turns of all but a face of a dodecahedron, with equivalent turns.
const ALL_BUT_A_FACE: [(&str, [Part; 2]); 4] = [
    ("R++", [("L", 2), ("Lv", 3)]),
    ("R--", [("L", 3), ("Lv", 2)]),
    ("D++", [("U", 2), ("Uv", 3)]),
    ("D--", [("U", 3), ("Uv", 2)]),
];

impl Notation {
    /// Every accepted name that stands for several turns, with these turns. Omits a name if the puzzle lacks its turns, and
    /// `M`, `E` or `S` if that is a turn itself.
    pub(super) fn combined_names(self, puzzle: &Puzzle) -> Vec<(String, Combined)> {
        let mut names = Vec::new();
        let is_turn = |name: &str| puzzle.turns().iter().any(|turn| turn.base == name);
        for (name, parts) in MIDDLE.into_iter().filter(|(name, _)| !is_turn(name)) {
            for quarters in 1..4 {
                if let Some(combined) = Combined::from_parts(puzzle, &parts, 4, quarters) {
                    let spellings = self.spellings(name, quarters, 4).into_iter();
                    names.extend(spellings.map(|name| (name, combined)));
                }
            }
        }
        if self == Notation::Singmaster {
            for layers in layers(puzzle) {
                for quarters in 1..4 {
                    let mut all = layers.sequences.iter();
                    let turns = all.find_map(|it| Combined::from_parts(puzzle, it, 4, quarters));
                    let spelled = |base: &String| self.spellings(base, quarters, 4);
                    let spelled = layers.names.iter().flat_map(spelled);
                    names.extend(spelled.filter_map(|name| Some((name, turns?))));
                }
            }
            for (name, parts) in ALL_BUT_A_FACE {
                let combined = Combined::from_parts(puzzle, &parts, 5, 1);
                names.extend(combined.map(|combined| (name.to_owned(), combined)));
            }
        }
        names
    }

    /// The error for the word at a position of a text if it ends like `R++`; `None` for other words.
    pub(super) fn all_but_a_face_error(
        self,
        puzzle: &Puzzle,
        text: &[char],
        at: usize,
    ) -> Option<TurnError> {
        let before = text[..at].iter().rposition(|c| c.is_whitespace());
        let start = before.map_or(0, |end| end + 1);
        let rest = text[start..].iter();
        let token: String = rest.take_while(|c| !c.is_whitespace()).collect();
        if !token.ends_with("++") && !token.ends_with("--") {
            return None;
        }
        let names = Notation::Singmaster.combined_names(puzzle.with_all_groups());
        let is_known = |token: &str| names.iter().any(|(name, _)| name == token);
        let megaminx_notation = format!("is Megaminx notation; this puzzle is: {}", puzzle.title());
        let reason = if !is_known("R++") {
            megaminx_notation.as_str()
        } else if !is_known(&token) {
            "is not a turn: only R and D can have ++ or -- after them"
        } else if self == Notation::Singmaster {
            "also turns the whole puzzle; the group `rotation` of turns must be enabled for that"
        } else {
            "is not a turn: it is one in another notation; use notation `singmaster`"
        };
        let (column, reason) = (start + 1, reason.to_owned());
        Some(TurnError {
            token,
            column,
            reason,
        })
    }
}
