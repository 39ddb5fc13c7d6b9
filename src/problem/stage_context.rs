//! The full puzzle behind a problem whose puzzle is the reduced puzzle of a stage.

use std::sync::Arc;

use crate::notation::Scheme;
use crate::puzzle::{Puzzle, State, TurnId};
use crate::quotient::Quotient;

/// The context of a stage's problem: the full puzzle, its state, and the quotient. Searches ignore the context. Solutions
/// are replayed on the full puzzle, which reports and certificates describe.
#[derive(Clone, Debug)]
pub struct StageContext {
    /// The full puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The state of the full puzzle at the start of the stage.
    pub start: State,
    /// The user's symbols for the colors of that state.
    pub scheme: Scheme,
    /// The plan's name.
    pub plan: String,
    /// The text of the plan file.
    pub plan_text: Arc<str>,
    /// The stage, counted from 1.
    pub stage: usize,
    /// The quotient of the stage.
    pub quotient: Arc<Quotient>,
}

impl StageContext {
    /// The start, one letter per facelet, in the puzzle's own symbols.
    pub fn start_letters(&self) -> String {
        let start = Scheme::own_symbols(&self.puzzle).state_characters(&self.start);
        start.into_iter().collect()
    }

    /// Whether turns of the reduced puzzle lead to the goal, replayed on the full puzzle.
    pub fn is_solved_by(&self, turns: &[TurnId]) -> bool {
        let full_turn = |&turn: &TurnId| self.quotient.turns[turn];
        let turns: Option<Vec<TurnId>> = turns.iter().map(full_turn).collect();
        turns.is_some_and(|turns| {
            let end = self.puzzle.apply(&self.start, &turns);
            self.quotient.contains(&end)
        })
    }

    /// The stage in words: ``stage 2 of plan `thistlethwaite` ``.
    pub fn stage_in_words(&self) -> String {
        format!("stage {} of plan `{}`", self.stage, self.plan)
    }
}
