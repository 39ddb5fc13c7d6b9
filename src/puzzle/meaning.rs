//! What a puzzle means, whatever words its file uses.

use super::assembly::Puzzle;

impl Puzzle {
    /// Whether another puzzle has the same name and means the same: every question can be asked of both in the same words,
    /// and has the same answers. Titles, comments, the colors of pictures and the recommended plan do not count.
    #[must_use]
    pub fn means_the_same_as(&self, other: &Self) -> bool {
        self.words() == other.words() && self.motion() == other.motion()
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
