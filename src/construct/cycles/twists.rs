//! Pieces that are twisted in place.
//!
//! *Idea.* Two 3-cycles of the same three places untwist the first piece, twist the second one, and leave the third one
//! unchanged. So each step solves a piece, and all solved pieces stay solved.

use super::table::Table;
use crate::puzzle::Pieces;

/// The shortest two 3-cycles that untwist the first of some pieces, twist another one of them, and leave a third place
/// unchanged. For each piece, `twisted` has a facelet, and the facelet to which the sticker there must go.
pub(super) fn untwist_first(
    pieces: &Pieces,
    table: &Table,
    twisted: &[[usize; 2]],
) -> Option<[[usize; 3]; 2]> {
    let (&[x, h], others) = twisted.split_first()?;
    let orientations_at = |facelet: usize| pieces.orientations(pieces.place_of(facelet));
    let same_place = |a: usize, b: usize| pieces.place_of(a) == pieces.place_of(b);
    let mut frame = pieces.frame(h).iter();
    let turned_by = frame.position(|&facelet| facelet == x)?;
    let mut best = None;
    for u in others.iter().flat_map(|&[other, _]| orientations_at(other)) {
        let third = table.references.iter().copied();
        for v in third.filter(|&v| !same_place(v, x) && !same_place(v, u)) {
            // First (x u v), then (u h w). The piece at v moves to x, and must move back when the piece at h moves to w.
            let back = |&w: &usize| pieces.frame(w)[turned_by] == v;
            let Some(w) = orientations_at(v).find(back) else {
                continue;
            };
            let cycles = [[x, u, v], [u, h, w]];
            let [Some(first), Some(second)] = cycles.map(|cycle| table.length(cycle)) else {
                continue;
            };
            if best.is_none_or(|(length, _)| first + second < length) {
                best = Some((first + second, cycles));
            }
        }
    }
    best.map(|(_, cycles)| cycles)
}

/// Moves values, one for each facelet, as a 3-cycle moves the stickers.
pub(super) fn apply_cycle<T: Copy>(pieces: &Pieces, values: &mut [T], [a, b, c]: [usize; 3]) {
    let moved = [a, b, c].map(|from| {
        let facelets = pieces.frame(from).iter();
        facelets.map(|&facelet| values[facelet]).collect::<Vec<T>>()
    });
    for (to, moved) in [b, c, a].into_iter().zip(moved) {
        for (&facelet, value) in pieces.frame(to).iter().zip(moved) {
            values[facelet] = value;
        }
    }
}
