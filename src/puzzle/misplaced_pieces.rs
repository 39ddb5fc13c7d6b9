//! Names the misplaced pieces if no turns lead from a state to the goal.
//!
//! Invariants only show that some pieces are wrong. If all other pieces are in the right places, the wrong pieces are
//! known.

use itertools::Itertools;

use super::Pattern;
use super::arrangement::place_name;
use super::assembly::Puzzle;
use crate::text::join_names;

/// For each piece, the facelets of its reference sticker at the start and in the goal; `None` if one is unknown.
pub(super) type Placed = Option<[usize; 2]>;

/// The pieces at the start and in the goal.
pub(super) fn placed_pieces(puzzle: &Puzzle, start: &Pattern, goal: &Pattern) -> Vec<Placed> {
    let [start, goal] = [start, goal].map(|pattern| pattern.placements(puzzle).into_iter());
    let both = |(from, to): (Vec<usize>, Vec<usize>)| match (&from[..], &to[..]) {
        (&[from], &[to]) => Some([from, to]),
        _ => None,
    };
    start.zip(goal).map(both).collect()
}

/// `, the one at UF (U8 F2)` if only one piece of a kind has the wrong orientation, otherwise empty.
pub(super) fn twisted_piece(puzzle: &Puzzle, placed: &[Placed], kind: usize) -> String {
    let wrong = placed[puzzle.pieces().kinds()[kind].clone()].iter();
    let wrong = wrong.filter(|it| !it.is_some_and(|[from, to]| from == to));
    match &wrong.collect_vec()[..] {
        [Some([from, _])] => {
            let place = puzzle.pieces().place_of(*from);
            format!(", the one at {}", place_name(puzzle, place, ""))
        }
        _ => String::new(),
    }
}

/// `, those at UR (U6 R2) and UF (U8 F2)` if only two pieces are in wrong places; otherwise the parities of `kinds`, which
/// has each kind of piece with whether its parity is odd.
pub(super) fn swapped_pieces(
    puzzle: &Puzzle,
    placed: &[Placed],
    kinds: &[(usize, bool)],
) -> String {
    let pieces = puzzle.pieces();
    let place = |facelet| pieces.place_of(facelet);
    let is_home = |it: &Placed| it.is_some_and(|[from, to]| place(from) == place(to));
    let wrong = placed.iter().filter(|it| !is_home(it));
    if let [Some([one, _]), Some([other, _])] = wrong.sorted().collect_vec()[..] {
        let [one, other] = [*one, *other].map(|at| place_name(puzzle, place(at), ""));
        return format!(", those at {one} and {other}");
    }
    let kinds = kinds.iter().map(|&(kind, is_odd)| {
        let first = pieces.kinds()[kind].start;
        let parity = if is_odd { "odd" } else { "even" };
        match puzzle.sets_of(first) {
            Some(sets) => format!("the pieces of {sets} have {parity} parity"),
            None => format!("the {}s have {parity} parity", pieces.all()[first].word),
        }
    });
    match &join_names(kinds, ", ")[..] {
        "" => String::new(),
        kinds => format!(" ({kinds}, which is impossible together)"),
    }
}
