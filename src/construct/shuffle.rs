//! Random states of groups that are too large for a stabilizer chain but known to be alternating or symmetric on each
//! orbit.
//!
//! *Idea.* If exactly one facelet is moved by `A` and also by `B`, `A B A' B'` is a 3-cycle, as is every conjugate.
//! Facelets connected by 3-cycles can be permuted by any even permutation, with nothing else moving. So if 3-cycles
//! connect all facelets of each orbit, and each orbit has two facelets that look alike, the colors of an orbit may be
//! in any order: drawing a state means shuffling colors.
//!
//! *Source.* That connected 3-cycles generate the alternating group is in every textbook on permutation groups. Odd
//! permutations look like even ones, because swapping two facelets that look alike is invisible.

use itertools::Itertools;
use rand::{Rng, RngExt};

use crate::group::{Orbits, Permutation};
use crate::puzzle::{Puzzle, State, TurnId};

/// For each facelet: the maximum number of pairs of turns tried, and the number of connections that are enough.
const MAX_PAIRS: usize = 60_000;
const ENOUGH_CONNECTIONS: usize = 4;

/// Draws states of a puzzle in which the colors of each orbit may be in any order.
pub struct Shuffle<'a> {
    puzzle: &'a Puzzle,
    orbits: Vec<Vec<usize>>,
}

impl<'a> Shuffle<'a> {
    /// For a puzzle with these turns; `None` if they were not found to permute the colors of each orbit arbitrarily.
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
        // Turns map connected facelets to connected facelets (M. Atkinson's blocks, 1975).
        let found = turns_of.iter().enumerate();
        let mut pairs: Vec<[usize; 2]> = found
            .flat_map(|(facelet, turns)| connected_pairs(facelet, turns, &permutation))
            .collect();
        while let Some([a, b]) = pairs.pop() {
            if joined.root(a) == joined.root(b) {
                continue;
            }
            joined.join(a, b);
            let turns = turns_of[a].iter().chain(&turns_of[b]);
            pairs.extend(turns.map(|&turn| [a, b].map(|it| permutation(turn).source(it))));
        }
        let mut is_whole = |orbit: &Vec<usize>| joined.size_of(orbit[0]) == orbit.len();
        let all_whole = orbits.iter().all(&mut is_whole);
        all_whole.then_some(Self { puzzle, orbits })
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

/// Pairs of facelets connected by 3-cycles: commutators of two turns whose only common moved facelet is `facelet`.
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
        let stays = |other: usize| other == facelet || b.source(other) == other;
        if !a.moved().all(stays) {
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
