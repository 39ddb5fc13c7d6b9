//! The possible places of the pieces in the states of a pattern.

use std::ops::Range;

use itertools::Itertools;

use super::assembly::Puzzle;
use super::pattern::Pattern;
use super::state::Color;

impl Puzzle {
    /// The stickers of a piece whose reference sticker is at a facelet: the facelet and the color of each.
    pub(crate) fn stickers(
        &self,
        piece: usize,
        facelet: usize,
    ) -> impl Iterator<Item = (usize, Color)> + '_ {
        let home = &self.pieces().all()[piece].facelets;
        let stickers = self.pieces().frame(facelet).iter().zip(home);
        stickers.map(|(&at, &home)| (at, self.solved().color(home)))
    }
}

impl Pattern {
    /// For each piece, the possible facelets of its reference sticker in the states of the pattern, in ascending order.
    /// Some of these may be impossible, but no possible facelet is missing: a facelet is removed only if another piece must
    /// be there, or if the piece must be elsewhere. Empty for background pieces ([`Puzzle::is_background`]), which fill the
    /// remaining places.
    pub fn placements(&self, puzzle: &Puzzle) -> Vec<Vec<usize>> {
        let kinds = puzzle.pieces().kinds().iter();
        kinds
            .flat_map(|kind| self.placements_of_kind(puzzle, kind.clone()))
            .collect()
    }

    pub(super) fn placements_of_kind(
        &self,
        puzzle: &Puzzle,
        kind: Range<usize>,
    ) -> Vec<Vec<usize>> {
        let pieces = puzzle.pieces();
        let fits = |piece: usize, facelet: usize| {
            let mut stickers = puzzle.stickers(piece, facelet);
            stickers.all(|(facelet, color)| self.admits_color(facelet, color))
        };
        let of_piece = |piece: usize| {
            if puzzle.is_background(piece) {
                return Vec::new();
            }
            let facelets = kind.clone().flat_map(|place| pieces.orientations(place));
            facelets.filter(|&f| fits(piece, f)).sorted().collect()
        };
        let mut placements: Vec<Vec<usize>> = kind.clone().map(of_piece).collect();
        // A place that a background piece may fill needs no other piece.
        let is_open = |place: usize| self.leaves_to_background(puzzle, place);
        let open: Vec<bool> = kind.clone().map(is_open).collect();
        propagate(puzzle, kind.start, &open, &mut placements);
        placements
    }

    /// Whether a place may be left to the background of its kind.
    pub(crate) fn leaves_to_background(&self, puzzle: &Puzzle, place: usize) -> bool {
        let place = &puzzle.pieces().all()[place];
        let admits = |color| place.facelets.iter().all(|&f| self.admits_color(f, color));
        puzzle.background_color(place.kind).is_some_and(admits)
    }
}

/// Removes impossible placements until nothing changes: a piece that a place requires is nowhere else, and a place that
/// a piece requires has no other piece. `first` is the first place of the kind; an open place needs no piece.
fn propagate(puzzle: &Puzzle, first: usize, open: &[bool], placements: &mut [Vec<usize>]) {
    let place = |&facelet: &usize| puzzle.pieces().place_of(facelet) - first;
    let count = |placements: &[Vec<usize>]| placements.iter().map(Vec::len).sum::<usize>();
    loop {
        let before = count(placements);
        // The pieces that may be in each place.
        let mut candidates: Vec<Vec<usize>> = vec![Vec::new(); open.len()];
        for (piece, list) in placements.iter().enumerate() {
            for place in list.iter().map(place) {
                if candidates[place].last() != Some(&piece) {
                    candidates[place].push(piece);
                }
            }
        }
        // The piece that requires each place.
        let mut taken: Vec<Option<usize>> = vec![None; open.len()];
        for (piece, list) in placements.iter_mut().enumerate() {
            let mut places = list.iter().map(place);
            if let Some(own) = places.find(|&it| !open[it] && candidates[it] == [piece]) {
                list.retain(|facelet| place(facelet) == own);
            }
            if let Ok(only) = list.iter().map(place).dedup().exactly_one() {
                taken[only].get_or_insert(piece);
            }
        }
        for (piece, list) in placements.iter_mut().enumerate() {
            list.retain(|facelet| taken[place(facelet)].is_none_or(|by| by == piece));
        }
        if count(placements) == before {
            return;
        }
    }
}
