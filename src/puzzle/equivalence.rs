//! The meaning of a puzzle, independent of how its file expresses it.

use std::fmt::Write;

use itertools::Itertools;

use super::assembly::Puzzle;
use crate::text::sha256;

impl Puzzle {
    /// Whether another puzzle has the same name and meaning: every question can be asked about both in the same words, and
    /// has the same answers. Titles, comments, the colors of pictures and the recommended plan are ignored.
    pub fn is_equivalent_to(&self, other: &Self) -> bool {
        let has_equal_names = self.name() == other.name()
            && self.facelets() == other.facelets()
            && self.symbols() == other.symbols()
            && self.net() == other.net()
            && self.layout() == other.layout()
            && self.aliases() == other.aliases()
            && self.tips() == other.tips();
        has_equal_names
            && self.turns() == other.turns()
            && self.groups() == other.groups()
            && self.solved() == other.solved()
            && self.faces() == other.faces()
            && self.held() == other.held()
            && self.maximum() == other.maximum()
    }

    /// The SHA-256, in hexadecimal, of the puzzle's definition: its faces, the held piece, and the permutation of each
    /// turn. Title, comments, alternative names and the form of the definition do not matter. `docs/json.md` specifies the
    /// hashed text.
    pub fn sha256(&self) -> String {
        String::clone(&self.cached_fact("sha256", || self.compute_sha256()))
    }

    fn compute_sha256(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for face in self.faces() {
            let symbol = self.colors()[face.color].symbol;
            let facelets = face.facelets.iter().format(" ");
            let _ = writeln!(text, "face {} {symbol} {facelets}", face.name);
        }
        let _ = writeln!(text, "held {}", self.held().iter().format(" "));
        for turn in self.turns() {
            let sources = turn.permutation.sources().format(" ");
            let _ = writeln!(text, "turn {} {sources}", turn.name());
        }
        sha256(text.as_bytes())
    }
}
