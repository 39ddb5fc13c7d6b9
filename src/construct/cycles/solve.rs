//! Chooses the 3-cycles that solve the pieces of a kind.
//!
//! *Idea.* If the piece at `x` must go to `h`, and the piece at `h` to `y`, the 3-cycle `(x h y)` solves both. Another
//! 3-cycle joins two swaps into one 3-cycle. In the end only pieces twisted in place are left: two 3-cycles through
//! three places solve one of them and change the twist of another one. Each step solves a piece and moves no solved
//! piece, so the process terminates. The shortest possible step is chosen each time.

use super::table::Table;
use crate::group::Points;
use crate::puzzle::Pieces;

/// The state of a kind that is being solved.
struct UnsolvedKind<'a> {
    pieces: &'a Pieces,
    table: &'a Table,
    /// The required destination of the sticker at each facelet.
    destinations: &'a mut Points,
}

/// The 3-cycles that solve a kind, in order; applies them to `destinations`. `None` if the known ones are not
/// sufficient.
pub(super) fn cycles(
    pieces: &Pieces,
    table: &Table,
    destinations: &mut Points,
) -> Option<Vec<[usize; 3]>> {
    let kind = UnsolvedKind {
        pieces,
        table,
        destinations,
    };
    let mut made = Vec::new();
    loop {
        let moved = kind.unsolved_places();
        if moved.is_empty() {
            return Some(made);
        }
        let away: Vec<usize> = moved
            .iter()
            .copied()
            .filter(|&x| !kind.same_place(x, kind.required_place(x)))
            .collect();
        let next = if away.is_empty() {
            kind.untwist_one(&moved)?.to_vec()
        } else {
            let next = kind.solve_two(&away);
            vec![next.or_else(|| kind.join_swaps(&away))?]
        };
        for &cycle in &next {
            apply_cycle(pieces, kind.destinations, cycle);
        }
        made.extend(next);
    }
}

impl UnsolvedKind<'_> {
    fn required_place(&self, facelet: usize) -> usize {
        self.destinations[facelet] as usize
    }

    fn same_place(&self, a: usize, b: usize) -> bool {
        self.pieces.place_of(a) == self.pieces.place_of(b)
    }

    /// The places, by their first facelets, whose pieces are not solved.
    fn unsolved_places(&self) -> Vec<usize> {
        let places = self.pieces.kinds()[self.table.kind].clone();
        let references = places.map(|place| self.pieces.all()[place].facelets[0]);
        references
            .filter(|&x| self.required_place(x) != x)
            .collect()
    }

    /// The facelets of a place where a reference sticker can be.
    fn orientations_at(&self, facelet: usize) -> impl Iterator<Item = usize> + '_ {
        self.pieces.orientations(self.pieces.place_of(facelet))
    }

    /// The 3-cycle that solves two or three pieces with the fewest turns per piece.
    fn solve_two(&self, away: &[usize]) -> Option<[usize; 3]> {
        let choices = away.iter().filter_map(|&x| {
            let h = self.required_place(x);
            let y = self.required_place(h);
            if self.same_place(y, x) || self.same_place(y, h) {
                return None;
            }
            let solved = if self.required_place(y) == x { 3 } else { 2 };
            let length = self.table.length([x, h, y])?;
            Some((length * 6 / solved, [x, h, y]))
        });
        choices.min().map(|(_, cycle)| cycle)
    }

    /// A 3-cycle that solves one piece of a swap and joins the other with another swap.
    fn join_swaps(&self, away: &[usize]) -> Option<[usize; 3]> {
        let choices = away.iter().flat_map(|&x| {
            let h = self.required_place(x);
            let other = move |&&y: &&usize| !self.same_place(y, x) && !self.same_place(y, h);
            let others = away
                .iter()
                .filter(other)
                .flat_map(|&y| self.orientations_at(y));
            others.filter_map(move |y| Some((self.table.length([x, h, y])?, [x, h, y])))
        });
        choices.min().map(|(_, cycle)| cycle)
    }

    /// Two 3-cycles that untwist the first of some pieces, twist another one, and leave a third place unchanged.
    fn untwist_one(&self, moved: &[usize]) -> Option<[[usize; 3]; 2]> {
        let (&x, others) = moved.split_first()?;
        let h = self.required_place(x);
        let turned_by = self
            .pieces
            .frame(h)
            .iter()
            .position(|&facelet| facelet == x)?;
        let places = self.pieces.kinds()[self.table.kind].clone();
        let mut best = None;
        for u in others.iter().flat_map(|&other| self.orientations_at(other)) {
            let third = places
                .clone()
                .flat_map(|place| self.pieces.orientations(place))
                .filter(|&v| !self.same_place(v, x) && !self.same_place(v, u));
            for v in third {
                // First (x u v), then (u h w). The piece at v moves to x, and must move back when the piece at h moves
                // to w.
                let back = |&w: &usize| self.pieces.frame(w)[turned_by] == v;
                let Some(w) = self.orientations_at(v).find(back) else {
                    continue;
                };
                let cycles = [[x, u, v], [u, h, w]];
                let [Some(first), Some(second)] = cycles.map(|cycle| self.table.length(cycle))
                else {
                    continue;
                };
                if best.is_none_or(|(length, _)| first + second < length) {
                    best = Some((first + second, cycles));
                }
            }
        }
        best.map(|(_, cycles)| cycles)
    }
}

/// Moves the values of three pieces, one for each facelet, as a 3-cycle moves the pieces.
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
