//! The possible places of the pieces in the states of a pattern.

use std::ops::Range;

use super::assembly::Puzzle;
use super::pattern::Pattern;
use super::state::Color;

impl Puzzle {
    /// The stickers of a piece whose reference sticker is at a facelet: facelets with their colors.
    pub(crate) fn stickers(
        &self,
        piece: usize,
        facelet: usize,
    ) -> impl Iterator<Item = (usize, Color)> + '_ {
        let home = &self.pieces().all()[piece].facelets;
        let frame = self.pieces().frame(facelet).iter();
        let stickers = frame.zip(home);
        stickers.map(|(&at, &home)| (at, self.solved().color(home)))
    }
}

impl Pattern {
    /// For each piece, the possible facelets of its reference sticker in the states of the pattern, in ascending order.
    /// Some may be impossible, but none is missing: a placement is removed only if another piece must be there, or if
    /// the piece must be elsewhere. Empty for background pieces ([`Puzzle::is_background`]), which fill the remaining
    /// places.
    pub fn placements(&self, puzzle: &Puzzle) -> Vec<Vec<usize>> {
        let kinds = puzzle.pieces().kinds().iter();
        kinds
            .flat_map(|kind| self.placements_of_kind(puzzle, kind.clone()))
            .collect()
    }

    /// The placements of the pieces of one kind.
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
            let mut facelets: Vec<usize> = facelets.filter(|&f| fits(piece, f)).collect();
            facelets.sort_unstable();
            facelets
        };
        let mut placements: Vec<Vec<usize>> = kind.clone().map(of_piece).collect();
        // A place that a background piece may fill needs no other piece.
        let is_open = |place: usize| self.leaves_to_background(puzzle, place);
        propagate(puzzle, kind, &is_open, &mut placements);
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
/// a piece requires has no other piece.
fn propagate(
    puzzle: &Puzzle,
    kind: Range<usize>,
    is_open: &dyn Fn(usize) -> bool,
    placements: &mut [Vec<usize>],
) {
    let place = |facelet: usize| puzzle.pieces().place_of(facelet) - kind.start;
    let count = |placements: &[Vec<usize>]| placements.iter().map(Vec::len).sum::<usize>();
    loop {
        let before = count(placements);
        // The piece that must be in each place; `Err` if there is a choice.
        let owner = |place| is_open(place).then_some(Err(()));
        let mut owners: Vec<Option<Result<usize, ()>>> = kind.clone().map(owner).collect();
        for (piece, list) in placements.iter().enumerate() {
            for owner in list.iter().map(|&f| place(f)) {
                owners[owner] = match owners[owner] {
                    None => Some(Ok(piece)),
                    Some(Ok(known)) if known == piece => Some(Ok(piece)),
                    _ => Some(Err(())),
                };
            }
        }
        // The required place of each piece, and the required piece of each place.
        let mut taken: Vec<Option<usize>> = vec![None; kind.len()];
        for (piece, list) in placements.iter_mut().enumerate() {
            let mut own = list.iter().map(|&f| place(f));
            if let Some(own) = own.find(|&own| owners[own] == Some(Ok(piece))) {
                list.retain(|&facelet| place(facelet) == own);
            }
            let mut places = list.iter().map(|&f| place(f));
            if let Some(first) = places.next()
                && places.all(|place| place == first)
            {
                taken[first].get_or_insert(piece);
            }
        }
        for (piece, list) in placements.iter_mut().enumerate() {
            list.retain(|&f| taken[place(f)].is_none_or(|by| by == piece));
        }
        if count(placements) == before {
            return;
        }
    }
}
