//! Random turn sequences.

use itertools::Itertools;
use rand::{Rng, RngExt};

use crate::puzzle::{Puzzle, TurnId};

impl Puzzle {
    /// A random sequence of this many allowed turns, never two of one face in a row unless there is only one face. The
    /// result is determined by the generator's state.
    ///
    /// A long sequence is close to a uniformly drawn reachable state (of the right parity); a short one favors nearby
    /// states.
    #[must_use]
    pub fn scramble(&self, allowed: &[TurnId], turns: usize, random: &mut impl Rng) -> Vec<TurnId> {
        let face = |turn: TurnId| self.turns()[turn].face;
        let one_face = allowed.iter().map(|&turn| face(turn)).all_equal();
        let mut walk: Vec<TurnId> = Vec::new();
        while walk.len() < turns && !allowed.is_empty() {
            let turn = allowed[random.random_range(0..allowed.len())];
            let repeats = walk.last().is_some_and(|&last| face(last) == face(turn));
            if one_face || !repeats {
                walk.push(turn);
            }
        }
        walk
    }
}
