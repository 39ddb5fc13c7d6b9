//! The states that a start with unknown stickers can be.
//!
//! *Idea.* The unknown stickers get colors one after another, as long as pieces of the puzzle fit. If only a few stickers
//! are unknown, the remaining pieces and the invariants of turns, such as the total twist, usually leave one state.
//!
//! *Why it is sound.* A state is ruled out only if it has the wrong pieces or cannot be reached by turns.

use super::checked::Problem;
use crate::control::Control;
use crate::puzzle::{Pattern, Premise, State};

/// The maximum number of patterns tried; each takes about a tenth of a millisecond on a 3×3×3.
const MAX_TRIES: usize = 3000;

impl Problem {
    /// The states that the start admits and that the puzzle can have. `None` if there are more than `max_states`, if it is
    /// undecided whether one is possible, if listing them takes too long, or for the problem of a stage.
    pub(crate) fn possible_starts(
        &self,
        max_states: usize,
        control: &Control,
    ) -> Option<Vec<State>> {
        if self.stage_context.is_some() {
            return None;
        }
        let (puzzle, symbols) = (&self.puzzle, self.scheme.symbols());
        let (mut found, mut tries) = (Vec::new(), 0);
        let mut untried = vec![self.start.pattern().clone()];
        while let Some(pattern) = untried.pop() {
            tries += 1;
            if tries == MAX_TRIES || control.stop().is_some() {
                return None;
            }
            if pattern.check(puzzle, symbols).is_err() {
                continue;
            }
            let sets = pattern.sets();
            if let Some(open) = sets.iter().position(|set| set.len() > 1) {
                // Colors are pushed in reverse order, because the last pattern is tried first.
                untried.extend(sets[open].iter().rev().map(|&color| {
                    let mut sets = sets.to_vec();
                    sets[open] = vec![color];
                    Pattern::new(sets)
                }));
                continue;
            }
            match puzzle.check_possible(&pattern, symbols) {
                Ok(Premise::Holds) => found.extend(pattern.state()),
                Ok(Premise::Undecided(_)) => return None,
                Err(_) => (),
            }
            if found.len() > max_states {
                return None;
            }
        }
        Some(found)
    }
}
