//! What a puzzle means, whatever words its file uses.

use std::fmt::Write;

use itertools::Itertools;

use super::assembly::Puzzle;
use crate::text::sha256;

impl Puzzle {
    /// Whether another puzzle has the same name and means the same: every question can be asked of both in the same words,
    /// and has the same answers. Titles, comments, the colors of pictures and the recommended plan do not count.
    #[must_use]
    pub fn means_the_same_as(&self, other: &Self) -> bool {
        self.words() == other.words() && self.motion() == other.motion()
    }

    /// The SHA-256, in hexadecimal, of what the puzzle is: its faces, the piece that is held, and what each turn does. Title,
    /// comments, alternative names and the form of the definition do not matter. `docs/json.md` specifies the hashed text.
    #[must_use]
    pub fn sha256(&self) -> String {
        let mut text = String::new();
        // Writing to a text does not fail.
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

    /// The words in which states and turns are written.
    fn words(&self) -> impl PartialEq + '_ {
        let reading = (self.net(), self.layout(), self.aliases(), self.tips());
        (self.name(), self.facelets(), self.symbols(), reading)
    }

    /// What turns do to which pieces, and how many of them are claimed to be enough.
    fn motion(&self) -> impl PartialEq + '_ {
        let solved = (self.solved(), self.faces(), self.held());
        (self.turns(), self.groups(), solved, self.maximum())
    }
}
