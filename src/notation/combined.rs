//! Names that stand for several turns.
//!
//! *Middle layers.* On a cube without a turn named `M`, `M` turns all layers except the outer two, in the direction of
//! `L`. So it equals a rotation of the whole cube in the direction of `L` with the two outer layers turned back:
//! `R L' x'`, for any number of layers. On a 2×2×2 it moves nothing.
//!
//! *Layers by number*, such as `2-3Lw` and `3R`, are in `layers.rs`.
//!
//! *Megaminx.* `R++` holds the L face and turns the rest of the puzzle by two fifths, clockwise as seen from the right. So
//! it equals a rotation of the whole puzzle by two fifths counterclockwise about L, with L turned back: `L2 Lv2'`. `D++`
//! holds U.
//!
//! *Source.* Regulations of the World Cube Association, article 12. npm `cubing` interprets both in the same way
//! (`web/tests/notation.test.mjs`).

use super::error::TurnError;
use super::layers::{Layers, layers};
use super::spelling::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// Turns made one after another. All turn about one axis, so their order does not matter.
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

    /// Each part repeated `times` times, as turns of the puzzle; `None` if it lacks one of them. `order` is the order
    /// of all these turns.
    pub(super) fn from_parts<T: AsRef<str>>(
        puzzle: &Puzzle,
        parts: &[(T, usize)],
        order: usize,
        times: usize,
    ) -> Option<Self> {
        let mut made = [None; MAX_TURNS];
        for (turn, (base, power)) in made.iter_mut().zip(parts) {
            let wanted = (base.as_ref(), power * times % order, order);
            let mut turns = puzzle.turns().iter();
            let found = turns.position(|turn| (&*turn.base, turn.power, turn.order) == wanted);
            *turn = Some(found?);
        }
        Some(Self(made))
    }
}

/// A turn by its base and its power.
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
    /// Every accepted name that stands for several turns, with these turns. Omits names whose turns the puzzle lacks,
    /// and `M`, `E` and `S` if they are turns themselves.
    pub(super) fn combined(self, puzzle: &Puzzle) -> Vec<(String, Combined)> {
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
            for Layers { names: bases, ways } in layers(puzzle) {
                for quarters in 1..4 {
                    let mut ways = ways.iter();
                    let made = ways.find_map(|way| Combined::from_parts(puzzle, way, 4, quarters));
                    let spelled = |base: &String| self.spellings(base, quarters, 4);
                    let spelled = bases.iter().flat_map(spelled);
                    names.extend(spelled.filter_map(|name| Some((name, made?))));
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
        let is_space = |c: &char| c.is_whitespace();
        let before = text[..at].iter().rposition(is_space);
        let start = before.map_or(0, |end| end + 1);
        let token = text[start..].iter().take_while(|c| !is_space(c));
        let token: String = token.collect();
        if !token.ends_with("++") && !token.ends_with("--") {
            return None;
        }
        let names = Notation::Singmaster.combined(puzzle.with_all_groups());
        let is_known = |token: &str| names.iter().any(|(name, _)| name == token);
        let reason = if !is_known("R++") {
            format!("is Megaminx notation; this puzzle is: {}", puzzle.title())
        } else if !is_known(&token) {
            "is not a turn: only R and D can have ++ or -- after them".to_owned()
        } else if self == Notation::Singmaster {
            "also turns the whole puzzle; the group `rotation` of turns must be enabled for that"
                .to_owned()
        } else {
            "is not a turn: it is one in another notation; use notation `singmaster`".to_owned()
        };
        Some(TurnError {
            token,
            column: start + 1,
            reason,
        })
    }
}
