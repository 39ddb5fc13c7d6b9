//! The meaning of a puzzle, independent of how its file expresses it.

use std::fmt::Write;

use itertools::Itertools;

use super::assembly::Puzzle;
use crate::text::sha256;

impl Puzzle {
    /// Whether another puzzle has the same name and meaning: every question can be asked about both in the same words, and
    /// has the same answers. Titles, comments, the colors of pictures and the recommended plan are ignored.
    pub fn is_equivalent_to(&self, other: &Self) -> bool {
        self.names_and_symbols() == other.names_and_symbols()
            && self.action_of_turns() == other.action_of_turns()
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

    /// The names and symbols for writing states and turns.
    fn names_and_symbols(&self) -> impl PartialEq + '_ {
        let reading = (self.net(), self.layout(), self.aliases(), self.tips());
        (self.name(), self.facelets(), self.symbols(), reading)
    }

    /// The action of turns on pieces, and the claimed maximum.
    fn action_of_turns(&self) -> impl PartialEq + '_ {
        let solved = (self.solved(), self.faces(), self.held());
        (self.turns(), self.groups(), solved, self.maximum())
    }
}
