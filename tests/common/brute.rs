//! Counts turn sequences, using only permutations of colors.
//!
//! *Idea.* Meet in the middle. Make all sequences of half the length, turn by turn, forward from the start and backward
//! from the goal. Of each half, store only counts: how many sequences end in this state with this turn. Then join the
//! halves that end in the same state and whose turns at the seam may follow each other.
//!
//! *Cost.* The number of states within half the length. The count uses no indices, pieces or distances, so it cannot
//! share a mistake with code that does. Start and goal may be any states.

use std::collections::HashMap;

use twistsat::group::Permutation;
use twistsat::puzzle::{Puzzle, State, TurnId};

/// How many half sequences lead to each state with each turn at the seam; the turn is `None` if it does not matter.
type Counts = HashMap<(State, Option<usize>), u64>;

/// How many sequences of exactly `length` of the `turns` lead from `start` to `goal`; with `canonical`, only canonical
/// ones. A turn that is listed twice counts once.
pub fn count(
    puzzle: &Puzzle,
    start: &State,
    goal: &State,
    turns: &[TurnId],
    length: usize,
    canonical: bool,
) -> u64 {
    let mut turns = turns.to_vec();
    turns.sort_unstable();
    turns.dedup();
    let forward = turns
        .iter()
        .map(|&turn| puzzle.turns()[turn].permutation.clone());
    let forward: Vec<Permutation> = forward.collect();
    let backward: Vec<Permutation> = forward.iter().map(Permutation::inverse).collect();
    let may_follow = |a: Option<usize>, b: Option<usize>| match (a, b) {
        (Some(a), Some(b)) if canonical => is_in_order(puzzle, turns[a], turns[b]),
        _ => true,
    };
    let first = half(start, &forward, length / 2, canonical, |last, next| {
        may_follow(last, next)
    });
    let rest = length - length / 2;
    let second = half(goal, &backward, rest, canonical, |seam, turn| {
        may_follow(turn, seam)
    });
    join(&first, second, may_follow)
}

/// Whether one turn may follow another in a canonical sequence: never two turns of one face in a row, commuting
/// turns only in the order of the puzzle file.
fn is_in_order(puzzle: &Puzzle, previous: TurnId, next: TurnId) -> bool {
    let (first, second) = (&puzzle.turns()[previous], &puzzle.turns()[next]);
    let (a, b) = (&first.permutation, &second.permutation);
    let commute = (0..a.size()).all(|f| a.source(b.source(f)) == b.source(a.source(f)));
    first.face != second.face && !(commute && first.face > second.face)
}

/// Counts the sequences of `length` turns from a state, with `by_turn` separately for each last turn. `fits` says
/// whether a turn may come next to the previous one.
fn half(
    from: &State,
    turns: &[Permutation],
    length: usize,
    by_turn: bool,
    fits: impl Fn(Option<usize>, Option<usize>) -> bool,
) -> Counts {
    let mut counts = Counts::from([((from.clone(), None), 1)]);
    for _ in 0..length {
        let mut next = Counts::new();
        for ((state, seam), count) in counts {
            for (turn, permutation) in turns.iter().enumerate() {
                if fits(seam, Some(turn)) {
                    let key = (state.after(permutation), by_turn.then_some(turn));
                    let sum: &mut u64 = next.entry(key).or_default();
                    *sum += count;
                }
            }
        }
        counts = next;
    }
    counts
}

/// Counts the pairs of halves that end in the same state and fit together.
fn join(
    first: &Counts,
    second: Counts,
    may_follow: impl Fn(Option<usize>, Option<usize>) -> bool,
) -> u64 {
    let mut by_state: HashMap<State, Vec<(Option<usize>, u64)>> = HashMap::new();
    for ((state, seam), count) in second {
        by_state.entry(state).or_default().push((seam, count));
    }
    let mut total: u64 = 0;
    for ((state, last), count) in first {
        for &(next, more) in by_state.get(state).into_iter().flatten() {
            if may_follow(*last, next) {
                total += count * more;
            }
        }
    }
    total
}
