//! What a problem is seen of, when its puzzle is what a stage of a plan sees of another one.

use std::sync::Arc;

use crate::notation::Scheme;
use crate::puzzle::{Puzzle, State, TurnId};
use crate::quotient::Quotient;

/// The whole of which a problem is a part: a puzzle, its state, and through what it is seen.
/// A search needs none of it. What it finds is replayed on it; reports and certificates tell it.
#[derive(Clone, Debug)]
pub struct StageContext {
    /// The whole puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The state of the whole puzzle from which the stage starts.
    pub start: State,
    /// The user's symbols for the colours of that state.
    pub scheme: Scheme,
    /// The plan's name.
    pub plan: String,
    /// The plan file.
    pub plan_text: Arc<str>,
    /// The stage, counted from 1.
    pub stage: usize,
    /// How the stage sees the puzzle.
    pub quotient: Arc<Quotient>,
}

impl StageContext {
    /// The name of the puzzle that a stage sees.
    #[must_use]
    pub fn name_of_seen(puzzle: &Puzzle, plan: &str, stage: usize) -> String {
        format!("{}-{plan}-{stage}", puzzle.name())
    }

    /// The start, a letter a facelet, in the puzzle's own colours.
    #[must_use]
    pub fn characters(&self) -> String {
        let start = Scheme::own(&self.puzzle).characters(&self.start);
        start.into_iter().collect()
    }

    /// Whether turns of the puzzle that is seen, made on the whole puzzle, end at the goal. The
    /// whole puzzle is asked, not what is seen.
    #[must_use]
    pub fn is_solved_by(&self, turns: &[TurnId]) -> bool {
        let stand_for = |&turn: &TurnId| self.quotient.turns()[turn];
        let turns: Option<Vec<TurnId>> = turns.iter().map(stand_for).collect();
        turns.is_some_and(|turns| {
            let end = self.puzzle.apply(&self.start, &turns);
            self.quotient.contains(&end)
        })
    }

    /// The goal in words: ``stage 2 of plan `thistlethwaite` ``.
    #[must_use]
    pub fn goal(&self) -> String {
        format!("stage {} of plan `{}`", self.stage, self.plan)
    }
}
