//! Random states of puzzles whose group is too large for a stabilizer chain, but contains all even permutations of each
//! orbit of facelets.
//!
//! *Idea.* If `A` and `B` both move exactly one common facelet, `A B A' B'` is a 3-cycle, and so is every conjugate of
//! it. 3-cycles that connect the facelets of an orbit generate all even permutations of the orbit, and move no other
//! facelet. If two facelets of the orbit look alike, every odd permutation looks like an even one, because swapping the
//! two is invisible. So the colors of the orbit may be in any order: drawing a state means shuffling colors.
//!
//! *Source.* That connected 3-cycles generate the alternating group is in every textbook on permutation groups.

use itertools::Itertools;
use rand::{Rng, RngExt};

use crate::group::{Orbits, Permutation};
use crate::puzzle::{Puzzle, State, TurnId};

/// The maximum number of pairs of turns that are tried for each facelet.
const MAX_PAIRS: usize = 60_000;

/// The number of connected pairs after which no more pairs of turns are tried for a facelet.
const ENOUGH_CONNECTIONS: usize = 4;

/// Draws states of a puzzle in which the colors of each orbit may be in any order.
pub struct Shuffle<'a> {
    puzzle: &'a Puzzle,
    orbits: Vec<Vec<usize>>,
}

impl<'a> Shuffle<'a> {
    /// Prepares to draw states that these turns reach; `None` if no proof is found that the turns can bring the
    /// colors of each orbit into any order.
    pub fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Option<Self> {
        let size = puzzle.facelets().len();
        let permutation = |turn: TurnId| &puzzle.turns()[turn].permutation;
        let turns = allowed.iter().map(|&turn| permutation(turn));
        let orbits = Orbits::generated_by(size, turns).all();
        let color = |facelet: &usize| puzzle.solved().color(*facelet);
        let has_lookalikes =
            |orbit: &Vec<usize>| orbit.len() == 1 || !orbit.iter().map(color).all_unique();
        if !orbits.iter().all(has_lookalikes) {
            return None;
        }
        let mut turns_of: Vec<Vec<TurnId>> = vec![Vec::new(); size];
        for &turn in allowed {
            permutation(turn)
                .moved()
                .for_each(|facelet| turns_of[facelet].push(turn));
        }
        let mut joined = Orbits::new(size);
        let mut pairs: Vec<[usize; 2]> = turns_of
            .iter()
            .enumerate()
            .flat_map(|(facelet, turns)| connected_pairs(facelet, turns, &permutation))
            .collect();
        // Turns map connected facelets to connected facelets (M. Atkinson's blocks, 1975).
        while let Some([a, b]) = pairs.pop() {
            if joined.root(a) == joined.root(b) {
                continue;
            }
            joined.join(a, b);
            let turns = turns_of[a].iter().chain(&turns_of[b]);
            pairs.extend(turns.map(|&turn| [a, b].map(|it| permutation(turn).source(it))));
        }
        let is_connected = |orbit: &Vec<usize>| joined.size_of(orbit[0]) == orbit.len();
        let are_connected = orbits.iter().all(is_connected);
        are_connected.then_some(Self { puzzle, orbits })
    }

    /// A state, drawn uniformly from all reachable ones.
    pub fn sample(&self, random: &mut impl Rng) -> State {
        let mut colors = self.puzzle.solved().colors().to_vec();
        for orbit in &self.orbits {
            for last in (1..orbit.len()).rev() {
                colors.swap(orbit[last], orbit[random.random_range(0..=last)]);
            }
        }
        State::new(colors)
    }
}

/// Pairs of facelets connected by 3-cycles that are commutators of two turns whose only common moved facelet is
/// `facelet`.
fn connected_pairs<'a>(
    facelet: usize,
    turns: &[TurnId],
    permutation: &impl Fn(TurnId) -> &'a Permutation,
) -> Vec<[usize; 2]> {
    let pairs = turns
        .iter()
        .flat_map(|&a| turns.iter().map(move |&b| (a, b)));
    let mut joined = Vec::new();
    for (a, b) in pairs.take(MAX_PAIRS) {
        let (a, b) = (permutation(a), permutation(b));
        let is_fixed_or_shared = |other: usize| other == facelet || b.source(other) == other;
        if !a.moved().all(is_fixed_or_shared) {
            continue;
        }
        let both = a.then(b).then(&a.inverse()).then(&b.inverse());
        if let [first, second, third] = both.moved().collect::<Vec<_>>()[..] {
            joined.extend([[first, second], [second, third]]);
            if joined.len() >= ENOUGH_CONNECTIONS {
                break;
            }
        }
    }
    joined
}
