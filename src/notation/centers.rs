//! The color schemes that the centers of a state allow.
//!
//! *Idea.* If each color has exactly one facelet that no turn moves, its center, the centers show how the puzzle is
//! held. In the puzzle's own symbols, their order must be a rotation of the solved order. A mirror image is not a rotation:
//! its corners would be mirrored. The pieces tell rotations from other orders: if the solved puzzle is repainted in the
//! order of the centers, all its places must show pieces of the puzzle.
//!
//! If the symbols are not the puzzle's own, it is unknown which colors are adjacent. Then the pieces decide, and the
//! centers must agree.

use itertools::Itertools;

use super::scheme::Scheme;
use crate::error::Error;
use crate::puzzle::{Color, Puzzle, State, TurnId, misfits};
use crate::text::join_names;

impl Puzzle {
    /// For each color, its only facelet that no turn moves, except turns in optional groups such as rotations; `None`
    /// unless every color has exactly one such facelet.
    fn centers(&self) -> Option<Vec<usize>> {
        let is_outside = |turn: &TurnId| {
            let mut groups = self.groups().iter();
            !groups.any(|group| group.turns.contains(&self.turns()[*turn].base))
        };
        let turns: Vec<TurnId> = (0..self.turns().len()).filter(is_outside).collect();
        let fixed = (0..self.facelets().len()).filter(|&facelet| !self.moves(&turns, facelet));
        let by_color = fixed.into_group_map_by(|&facelet| self.solved().color(facelet));
        let center = |color: Color| by_color.get(&color)?.iter().copied().exactly_one().ok();
        (0..self.colors().len()).map(center).collect()
    }

    /// What is wrong if the center of each color `c` shows the color `shown[c]`; `None` for a rotation of the puzzle.
    fn mistake_of_centers(&self, shown: &[Color]) -> Option<&'static str> {
        let paint = |facelet| shown[self.solved().color(facelet)];
        let painted = State::new((0..self.facelets().len()).map(paint).collect());
        let is_center = |place: usize| self.pieces().all()[place].facelets.len() == 1;
        let mut misfits = misfits(self, &painted)
            .filter(|&(place, _)| !is_center(place))
            .map(|(_, is_mirrored)| is_mirrored);
        if !misfits.next()? || !misfits.all(|is_mirrored| is_mirrored) {
            return Some("are in an order that the puzzle does not have");
        }
        Some("are a mirror image")
    }
}

impl Scheme {
    /// The schemes that follow without examining the pieces: the scheme of the centers or, on a puzzle without centers, the
    /// scheme that the letters name, in each orientation. Empty if neither determines the colors of the symbols.
    pub(crate) fn schemes_without_pieces(puzzle: &Puzzle, text: &[char]) -> Vec<Self> {
        if let Some(centers) = puzzle.centers() {
            let seen: Vec<char> = centers.iter().map(|&facelet| text[facelet]).collect();
            let scheme = seen.iter().all_unique().then_some(Self(seen));
            return scheme.into_iter().collect();
        }
        let named = Self::scheme_of_symbols(puzzle, text);
        named.map_or_else(Vec::new, |named| named.distinct_orientations(puzzle))
    }

    /// This scheme in every orientation of the puzzle. Omits an orientation if its solved state, read in the colors of an
    /// earlier orientation, is also a state of the puzzle.
    fn distinct_orientations(&self, puzzle: &Puzzle) -> Vec<Self> {
        let mut distinct: Vec<Self> = Vec::new();
        for orientation in self.orientations(puzzle) {
            let solved = orientation.state_characters(puzzle.solved());
            let reads_as_state = |other: &Self| {
                let state = other.state(&solved);
                state.is_ok_and(|state| other.is_complete_state(puzzle, &state))
            };
            if !distinct.iter().any(reads_as_state) {
                distinct.push(orientation);
            }
        }
        distinct
    }

    /// The scheme that the centers determine, for a text in the puzzle's own symbols. `None` for other symbols, for a
    /// puzzle without centers, and if two centers show the same color.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot be held in that orientation.
    pub(super) fn scheme_of_centers(puzzle: &Puzzle, text: &[char]) -> Result<Option<Self>, Error> {
        let own = Self::own_symbols(puzzle);
        let (Some(centers), Ok(state)) = (puzzle.centers(), own.state(text)) else {
            return Ok(None);
        };
        own.check_centers(puzzle, &state)?;
        let seen: Vec<char> = centers.iter().map(|&facelet| text[facelet]).collect();
        // If two centers show the same color, the check of the pieces reports them.
        Ok(seen.iter().all_unique().then_some(Self(seen)))
    }

    /// Rejects a state whose centers are in an order that no rotation produces.
    pub(super) fn check_centers(&self, puzzle: &Puzzle, state: &State) -> Result<(), Error> {
        let centers = puzzle.centers().unwrap_or_default();
        let shown: Vec<Color> = centers.iter().map(|&f| state.color(f)).collect();
        if centers.is_empty() || !shown.iter().all_unique() {
            return Ok(());
        }
        let Some(what) = puzzle.mistake_of_centers(&shown) else {
            return Ok(());
        };
        let symbols = shown.iter().map(|&color| self.symbols()[color].to_string());
        let colors = join_names(symbols, " ");
        let facelets = join_names(centers.iter().map(|&f| &puzzle.facelets()[f]), " ");
        let reason = format!(
            "the centers {what}: the puzzle cannot be held so that they are {colors} at {facelets}"
        );
        Err(Error::impossible_value(reason))
    }
}
