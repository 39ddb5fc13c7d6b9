//! Finds the pieces responsible if no turns lead from a state to the goal.
//!
//! Invariants only show that something is wrong. If all other pieces are in the right places, the responsible ones can be
//! named.

use itertools::Itertools;

use super::Pattern;
use super::arrangement::place_words;
use super::assembly::Puzzle;
use crate::text::join_names;

/// The places of pieces at the start and in the goal.
pub(super) struct Culprits<'a> {
    puzzle: &'a Puzzle,
    /// For each piece, the facelets of its reference sticker in start and goal; `None` if unknown.
    placed: Vec<Option<[usize; 2]>>,
}

impl<'a> Culprits<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, start: &Pattern, goal: &Pattern) -> Self {
        let (start, goal) = (start.placements(puzzle), goal.placements(puzzle));
        let both = |(from, to): (&Vec<usize>, &Vec<usize>)| match (&from[..], &to[..]) {
            (&[from], &[to]) => Some([from, to]),
            _ => None,
        };
        Self {
            puzzle,
            placed: start.iter().zip(&goal).map(both).collect(),
        }
    }

    /// `, the one at UF (U8 F2)` if only one piece of a kind has the wrong orientation, otherwise empty.
    pub(super) fn twisted(&self, kind: usize) -> String {
        let pieces = self.puzzle.pieces().kinds()[kind].clone();
        let wrong = self.placed[pieces].iter();
        let wrong = wrong.filter(|it| !it.is_some_and(|[from, to]| from == to));
        match &wrong.collect_vec()[..] {
            [Some([from, _])] => format!(", the one at {}", self.piece_name(*from)),
            _ => String::new(),
        }
    }

    /// `, those at UR (U6 R2) and UF (U8 F2)` if only two pieces are in wrong places; otherwise the parity of each
    /// kind.
    pub(super) fn swapped(&self, kinds: &[(usize, bool)]) -> String {
        let pieces = self.puzzle.pieces();
        let place = |facelet| pieces.place_of(facelet);
        let is_home =
            |it: &Option<[usize; 2]>| it.is_some_and(|[from, to]| place(from) == place(to));
        let wrong = self.placed.iter().filter(|it| !is_home(it));
        if let [Some([one, _]), Some([other, _])] = wrong.sorted().collect_vec()[..] {
            return format!(
                ", those at {} and {}",
                self.piece_name(*one),
                self.piece_name(*other)
            );
        }
        let kinds = kinds.iter().map(|&(kind, is_odd)| {
            let first = pieces.kinds()[kind].start;
            let parity = if is_odd { "odd" } else { "even" };
            match self.puzzle.sets_of(first) {
                Some(sets) => format!("the pieces of {sets} have {parity} parity"),
                None => format!("the {}s have {parity} parity", pieces.all()[first].word),
            }
        });
        match &join_names(kinds, ", ")[..] {
            "" => String::new(),
            kinds => format!(" ({kinds}, which is impossible together)"),
        }
    }

    /// `UF (U8 F2)`.
    fn piece_name(&self, facelet: usize) -> String {
        let place = self.puzzle.pieces().place_of(facelet);
        let by_facelets = || {
            let (faces, facelets) = place_words(self.puzzle, place);
            format!("{faces} ({facelets})")
        };
        self.puzzle.positions(place).unwrap_or_else(by_facelets)
    }
}
