//! Random turn sequences and states.

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

use crate::puzzle::{Puzzle, State, TurnId};

/// The maximum number of facelets of a puzzle whose group [`Puzzle::random_state`] computes.
const MAX_FACELETS_FOR_GROUP: usize = 400;

/// The number of random turns that determine a state of a larger puzzle.
const RANDOM_TURNS: usize = 60;

impl Puzzle {
    /// A sequence of `turns` random turns around the held piece. The same seed gives the same turns.
    pub fn random_turns(&self, turns: usize, seed: u64) -> Vec<TurnId> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        self.scramble(&self.turns_around_held(), turns, &mut random)
    }

    /// A random state that turns around the held piece reach. The same seed gives the same state. Every such state is
    /// equally likely, except on a very large puzzle, where random turns determine the state.
    pub fn random_state(&self, seed: u64) -> State {
        let is_small = self.facelets().len() <= MAX_FACELETS_FOR_GROUP;
        let group = is_small.then(|| self.group(&self.turns_around_held()).ok());
        match group.flatten() {
            Some(group) => {
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                self.solved().after(&group.random(&mut random))
            }
            None => self.reached_by(&self.random_turns(RANDOM_TURNS, seed)),
        }
    }

    /// A random sequence of `turns` allowed turns, never two of one face in a row unless there is only one face. The
    /// result is determined by the state of `random`.
    ///
    /// A long sequence leads to each reachable state (of its parity) with nearly equal probability; a short sequence favors
    /// nearby states.
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
