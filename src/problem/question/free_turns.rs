//! Free turns before and after a solution.

use super::data::Question;
use super::turn_sets::TurnSets;
use crate::error::Error;
use crate::problem::checked::Problem;
use crate::problem::free_turns::FreeTurns;

impl Question {
    /// The free turns, whether or not they are counted.
    pub fn free_turns(&self, problem: &Problem) -> Result<FreeTurns, Error> {
        let sets = TurnSets {
            puzzle: &problem.puzzle,
            notation: self.notation,
        };
        let read = |key, text: &Option<String>| match text {
            Some(text) => sets.read_all(key, text),
            None => Ok(Vec::new()),
        };
        let both = read("free", &self.free)?;
        let turns = |more: Vec<usize>| {
            let mut turns = [&both[..], &more].concat();
            turns.sort_unstable();
            turns.dedup();
            turns
        };
        Ok(FreeTurns {
            before: turns(read("before", &self.before)?),
            after: turns(read("after", &self.after)?),
        })
    }

    /// The turns that are not counted.
    pub fn uncounted_turns(&self, problem: &Problem) -> Result<FreeTurns, Error> {
        let named = self.free_turns(problem)?;
        Ok(if self.count_free {
            FreeTurns::default()
        } else {
            named
        })
    }
}
