//! Places and pieces of a puzzle read from orbits, in its own terms: sets, positions in them and numbers of pieces, not
//! facelets.
//!
//! *Idea.* A facelet of such a puzzle is named by its set, its position and the orientation of the letter on it:
//! `CORNER-3.1`. All positions that always move together are one place, so a place may have positions of several sets.

use itertools::Itertools;

use super::assembly::Puzzle;
use super::{Color, Pattern};
use crate::text::join_names;

/// A position: the set, and the position in it, from 1.
type Position<'a> = (&'a str, &'a str);

impl Puzzle {
    /// `position 3 of set CORNER` for each position that has some of the facelets; `None` for a puzzle not read from
    /// orbits.
    pub(super) fn positions(&self, facelets: &[usize]) -> Option<String> {
        self.parts.orbits.as_ref()?;
        let positions = facelets.iter().map(|&facelet| self.position(facelet));
        let names = positions.unique().map(name);
        Some(join_names(names, " and "))
    }

    /// The sets of some facelets: `set CORNER`; `None` for a puzzle not read from orbits.
    pub(super) fn sets_of(&self, facelets: &[usize]) -> Option<String> {
        self.parts.orbits.as_ref()?;
        let sets = facelets.iter().map(|&facelet| self.position(facelet).0);
        let names = sets.unique().map(|set| format!("set {set}"));
        Some(join_names(names, " and "))
    }

    /// The content of a place that no turns produce: `piece 2, turned by 1, to position 3 of set CORNER`; `None` for a
    /// puzzle not read from orbits. Of positions that move together, names those that do not match the others.
    pub(super) fn impossible_content(&self, place: usize, pattern: &Pattern) -> Option<String> {
        self.parts.orbits.as_ref()?;
        let facelets = &self.pieces().all()[place].facelets;
        let positions = facelets.iter().map(|&it| self.position(it)).unique();
        let wrong = self.wrong_positions(place, pattern);
        let (wrong, others): (Vec<_>, Vec<_>) =
            positions.partition(|it| wrong.is_empty() || wrong.contains(it));
        let of_position = facelets.iter().copied();
        let of_position = of_position.into_group_map_by(|&it| self.position(it));
        let brought = wrong.into_iter().map(|position| {
            let piece = self.piece_shown(position, &of_position[&position], pattern);
            format!("{piece} to {}", name(position))
        });
        let brought = join_names(brought, " and ");
        if others.is_empty() {
            return Some(brought);
        }
        let others = join_names(others.into_iter().map(name), " and ");
        Some(format!(
            "{brought} with {others} unchanged: these positions always move together"
        ))
    }

    /// The positions of a place whose content differs from that of the best-fitting piece.
    fn wrong_positions(&self, place: usize, pattern: &Pattern) -> Vec<Position<'_>> {
        let pieces = self.pieces();
        let wrong = |piece: usize, facelet: usize| -> Vec<Position<'_>> {
            let stickers = self.stickers(piece, facelet);
            let wrong = stickers.filter(|&(at, color)| !pattern.admits_color(at, color));
            wrong.map(|(at, _)| self.position(at)).unique().collect()
        };
        let kind = pieces.kinds()[pieces.all()[place].kind].clone();
        let orientations: Vec<usize> = pieces.orientations(place).collect();
        let candidates = kind.cartesian_product(orientations);
        let wrong = candidates.map(|(piece, facelet)| wrong(piece, facelet));
        wrong.min_by_key(Vec::len).unwrap_or_default()
    }

    /// The piece at a position: `piece 2, turned by 1`.
    fn piece_shown(&self, (set, _): Position<'_>, facelets: &[usize], pattern: &Pattern) -> String {
        // In the order of their orientations.
        let facelets = facelets.iter();
        let facelets = facelets.sorted_by_key(|&&it| self.position_and_orientation(it).1);
        let shown: Option<Vec<Color>> = facelets.map(|&facelet| pattern.color(facelet)).collect();
        let number = |color: Color| {
            let facelets = 0..self.facelets().len();
            let mut home = facelets.filter(|&facelet| self.position(facelet).0 == set);
            let home = home.find(|&facelet| self.solved().color(facelet) == color)?;
            self.number_at_home(self.position(home))
        };
        let blank = self.symbols().iter().position(|&symbol| symbol == BLANK);
        let letter = |shown: &Vec<Color>| shown.iter().position(|&color| Some(color) != blank);
        let Some((shown, turned)) = shown.and_then(|it| letter(&it).map(|turned| (it, turned)))
        else {
            return "what is shown there".to_owned();
        };
        let Some(number) = number(shown[turned]) else {
            return "what is shown there".to_owned();
        };
        match turned {
            0 => format!("piece {number}"),
            turned => format!("piece {number}, turned by {turned},"),
        }
    }

    /// The number, from 1, of the piece at a position in the solved state.
    fn number_at_home(&self, (set, position): Position<'_>) -> Option<usize> {
        let orbits = self.parts.orbits.as_ref()?;
        let number = orbits.orbits.iter().position(|orbit| orbit.name == set)?;
        let position: usize = position.parse().ok()?;
        let piece = orbits.solved[number].pieces.get(position.checked_sub(1)?)?;
        Some(piece + 1)
    }

    fn position(&self, facelet: usize) -> Position<'_> {
        self.position_and_orientation(facelet).0
    }

    fn position_and_orientation(&self, facelet: usize) -> (Position<'_>, usize) {
        let name = self.facelets()[facelet].as_str();
        let (set, place) = name.rsplit_once('-').unwrap_or((name, ""));
        let (position, turned) = place.split_once('.').unwrap_or((place, ""));
        ((set, position), turned.parse().unwrap_or(0))
    }
}

/// The symbol of a facelet without the piece's letter.
const BLANK: char = '_';

fn name((set, position): Position<'_>) -> String {
    format!("position {position} of set {set}")
}
