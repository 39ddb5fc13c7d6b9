//! Notes on a puzzle file: valid definitions that may not be what the author intended.

use itertools::Itertools;

use crate::group::Orbits;
use crate::puzzle::{Metric, Puzzle, TurnId};
use crate::text::join_names;

impl Puzzle {
    /// The orbits of the facelets under some turns; each orbit is in ascending order.
    pub fn orbits(&self, turns: &[TurnId]) -> Vec<Vec<usize>> {
        let turns = turns.iter().map(|&turn| &self.turns()[turn].permutation);
        Orbits::generated_by(self.facelets().len(), turns).all()
    }

    /// The parts of another program's definition that were ignored, as sentences.
    pub fn ignored_parts(&self) -> &[String] {
        let orbits = self.parts.orbits.as_ref();
        orbits.map_or(&[], |orbits| &orbits.notes)
    }

    /// Points that the author may want to check, as sentences.
    pub fn notes(&self) -> Vec<String> {
        let own = [
            self.note_unmoved_facelets(),
            self.note_held_piece(),
            self.note_identical_pieces(),
            self.note_paints(),
            self.note_maximum(),
        ];
        let mut notes = self.ignored_parts().to_vec();
        notes.extend(own.into_iter().flatten());
        notes
    }

    fn names(&self, facelets: impl Iterator<Item = usize>) -> String {
        join_names(facelets.map(|facelet| &self.facelets()[facelet]), " ")
    }

    fn note_unmoved_facelets(&self) -> Option<String> {
        let all = self.all_turns();
        let fixed = (0..self.facelets().len()).filter(|&facelet| !self.moves(&all, facelet));
        let names = self.names(fixed);
        (!names.is_empty())
            .then(|| format!("no turn moves {names}: the color there is the same in every state"))
    }

    fn note_held_piece(&self) -> Option<String> {
        let &first = self.held().first()?;
        let place = self.pieces().place_of(first);
        let piece = &self.pieces().all()[place].facelets;
        let is_whole = self.held().iter().sorted().eq(piece.iter().sorted());
        (!is_whole).then(|| {
            format!(
                "the held facelets, {}, are not one whole piece; the piece at {} is {}",
                self.names(self.held().iter().copied()),
                self.facelets()[first],
                self.names(piece.iter().copied())
            )
        })
    }

    fn note_identical_pieces(&self) -> Option<String> {
        let kinds = 0..self.pieces().kinds().len();
        let mut alike = kinds.filter(|&kind| !self.tells_apart(kind));
        let piece = self.pieces().kinds()[alike.next()?].start;
        let piece = self.pieces().all()[piece].facelets.iter();
        let names = self.names(piece.copied());
        Some(format!(
            "some pieces of the same kind as {names} look alike, so a state does not show which of them is where"
        ))
    }

    fn note_paints(&self) -> Option<String> {
        let mut pairs = self.colors().iter().array_combinations();
        let [a, b] = pairs.find(|[a, b]| a.paint == b.paint)?;
        Some(format!(
            "the colors {} and {} have the same `paint`: a terminal shows them in the same color",
            a.symbol, b.symbol
        ))
    }

    fn note_maximum(&self) -> Option<String> {
        let longest = self.maximum().in_metric(Metric::HalfTurn);
        let (key, known) = if self.held().is_empty() {
            ("exact", longest.exact)
        } else {
            ("any", longest.any)
        };
        known.is_none().then(|| {
            format!("`maximum.htm.{key}` is not known: without it, a search does not know at which length to stop")
        })
    }
}
