//! Random states where the group is too large for a chain, but known all the same.
//!
//! *Idea.* Where two turns meet in one facelet, `A B A' B'` is a 3-cycle. Facelets that 3-cycles join, one with the next, can be
//! brought into any even order, and nothing else moves. So if 3-cycles join all of each orbit, and each has two facelets that look alike, any
//! colors of an orbit may lie anywhere in it: to draw a state is to shuffle colors.
//!
//! *Source.* That 3-cycles joined so generate the alternating group is in every textbook on permutation groups; of
//! two facelets that look alike, nobody sees whether they are swapped.

use rand::{Rng, RngExt};

use crate::group::{Orbits, Permutation};
use crate::puzzle::{Puzzle, State, TurnId};

/// So many pairs of turns are tried for each facelet, and so many 3-cycles are enough.
const MOST_PAIRS: usize = 5_000;
const ENOUGH: usize = 40;

/// Draws states of a puzzle whose facelets may lie in any order.
pub struct Shuffle<'a> {
    puzzle: &'a Puzzle,
    orbits: Vec<Vec<usize>>,
}

impl<'a> Shuffle<'a> {
    /// For a puzzle with these turns; `None` if it was not found that they bring the facelets of each orbit into any order that can be seen.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Option<Self> {
        let size = puzzle.facelets().len();
        let permutation = |turn: TurnId| &puzzle.turns()[turn].permutation;
        let turns = allowed.iter().map(|&turn| permutation(turn));
        let orbits = Orbits::generated_by(size, turns).all();
        let color = |facelet: &usize| puzzle.solved().color(*facelet);
        let has_alike = |orbit: &Vec<usize>| {
            let mut colors: Vec<_> = orbit.iter().map(color).collect();
            colors.sort_unstable();
            orbit.len() == 1 || colors.windows(2).any(|two| two[0] == two[1])
        };
        if !orbits.iter().all(has_alike) {
            return None;
        }
        let mut turns_of: Vec<Vec<TurnId>> = vec![Vec::new(); size];
        for &turn in allowed {
            permutation(turn)
                .moved()
                .for_each(|facelet| turns_of[facelet].push(turn));
        }
        let mut joined = Orbits::new(size);
        for (facelet, turns) in turns_of.iter().enumerate() {
            join(facelet, turns, &permutation, &mut joined);
        }
        let is_whole = |orbit: &Vec<usize>| joined.count(orbit[0]) == orbit.len();
        let all_whole = orbits.iter().map(is_whole).fold(true, |all, is| all && is);
        all_whole.then_some(Self { puzzle, orbits })
    }

    /// A state, each as likely as any other that the turns lead to.
    #[must_use]
    pub fn draw(&self, random: &mut impl Rng) -> State {
        let mut colors = self.puzzle.solved().colors().to_vec();
        for orbit in &self.orbits {
            for last in (1..orbit.len()).rev() {
                colors.swap(orbit[last], orbit[random.random_range(0..=last)]);
            }
        }
        State::new(colors)
    }
}

/// Joins what 3-cycles that two turns make around a facelet move.
fn join<'a>(
    facelet: usize,
    turns: &[TurnId],
    permutation: &impl Fn(TurnId) -> &'a Permutation,
    joined: &mut Orbits,
) {
    let pairs = turns
        .iter()
        .flat_map(|&a| turns.iter().map(move |&b| (a, b)));
    let mut found = 0;
    for (a, b) in pairs.take(MOST_PAIRS) {
        let (a, b) = (permutation(a), permutation(b));
        let stays = |other: usize| other == facelet || b.source(other) == other;
        if !a.moved().all(stays) {
            continue;
        }
        let moved: Vec<usize> = a
            .then(b)
            .then(&a.inverse())
            .then(&b.inverse())
            .moved()
            .collect();
        if let [first, second, third] = moved[..] {
            joined.join(first, second);
            joined.join(second, third);
            found += 1;
            if found == ENOUGH {
                return;
            }
        }
    }
}
