//! `M`, `E` and `S` of a cube that has no turns of these names: all layers but the outer two.
//!
//! `M` turns these layers as `L` turns its own. So it is the whole cube turned as `L` turns, and the two outer layers
//! turned back: `R L' x'`, whatever the number of layers. On a 2×2×2 it moves nothing.

use super::spelling::{Names, Notation};
use crate::puzzle::{Puzzle, TurnId};

/// The quarter turns in a full turn.
const QUARTERS: usize = 4;

/// Each name, and the turns that do the same, with their powers.
const INNER: [(&str, [(&str, usize); 3]); 3] = [
    ("M", [("R", 1), ("L", 3), ("x", 3)]),
    ("E", [("U", 1), ("D", 3), ("y", 3)]),
    ("S", [("F", 3), ("B", 1), ("z", 1)]),
];

impl Notation {
    /// Every accepted spelling of turns of the inner layers, and the turns that do the same; none where the puzzle has such
    /// turns itself, or no rotations.
    pub(super) fn known_inner(self, puzzle: &Puzzle) -> Names<[TurnId; 3]> {
        let position = |(base, power): (&str, usize)| {
            let mut turns = puzzle.turns().iter();
            turns.position(|turn| (&*turn.base, turn.power, turn.order) == (base, power, QUARTERS))
        };
        let has = |base: &str| puzzle.turns().iter().any(|turn| turn.base == base);
        let mut names = Vec::new();
        for (name, parts) in INNER.into_iter().filter(|(name, _)| !has(name)) {
            for quarters in 1..QUARTERS {
                let turns =
                    parts.map(|(base, power)| position((base, power * quarters % QUARTERS)));
                if let [Some(one), Some(other), Some(whole)] = turns {
                    let spellings = self.spellings(name, quarters, QUARTERS).into_iter();
                    let turns = [one, other, whole];
                    names.extend(spellings.map(|name| (name.chars().collect(), turns)));
                }
            }
        }
        Names::new(names)
    }
}
