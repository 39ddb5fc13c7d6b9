//! A random state.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use twistsat::notation::Scheme;
use twistsat::puzzle::Layout;

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

/// With more facelets than this, computing the group takes too long, so random turns are used.
const MANY_FACELETS: usize = 400;

/// The number of random turns.
const TURNS: usize = 60;

#[derive(Serialize)]
struct Random {
    state: String,
}

/// A random state that turns around the held piece reach, uniformly distributed.
pub(super) fn random(request: &Request, seed: u64) -> Result<Answer> {
    let puzzle = request.question.puzzle()?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let turns = puzzle.turns_around_held();
    let group = if puzzle.facelets().len() > MANY_FACELETS {
        None
    } else {
        puzzle.group(&turns).ok()
    };
    let state = match group {
        Some(group) => puzzle.solved().after(&group.random(&mut random)),
        None => {
            let scramble = puzzle.scramble(&turns, TURNS, &mut random);
            puzzle.apply(puzzle.solved(), &scramble)
        }
    };
    Answer::new(&Random {
        state: Scheme::own(&puzzle).write(&puzzle, &state, Layout::Net),
    })
}
