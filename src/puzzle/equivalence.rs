//! The meaning of a puzzle, independent of how its file expresses it.

use itertools::Itertools;

use super::assembly::Puzzle;
use crate::text::sha256;

impl Puzzle {
    /// Whether another puzzle has the same name and meaning: every question about one is a question about the other in the
    /// same words, with the same answers. Titles, comments, the colors of pictures and the recommended plan are ignored.
    pub fn is_equivalent_to(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.facelets() == other.facelets()
            && self.symbols() == other.symbols()
            && self.net() == other.net()
            && self.layout() == other.layout()
            && self.aliases() == other.aliases()
            && self.tips() == other.tips()
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
        String::clone(&self.cached_fact("sha256", || {
            let faces = self.faces().iter().map(|face| {
                let symbol = self.colors()[face.color].symbol;
                let facelets = face.facelets.iter().format(" ");
                format!("face {} {symbol} {facelets}\n", face.name)
            });
            let held = format!("held {}\n", self.held().iter().format(" "));
            let turns = self.turns().iter().map(|turn| {
                let sources = turn.permutation.sources().format(" ");
                format!("turn {} {sources}\n", turn.name())
            });
            let text: String = faces.chain([held]).chain(turns).collect();
            sha256(text.as_bytes())
        }))
    }
}
