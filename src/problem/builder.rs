//! Builds a problem step by step: first the start, from turns or a state as text, then the goal and the budget.

use std::sync::Arc;

use super::budget::Budget;
use super::checked::{Problem, start_error};
use super::scramble::Scramble;
use super::target::Target;
use crate::error::Error;
use crate::notation::Notation;
use crate::puzzle::{Layout, MAX_TURNS, Puzzle};

/// The default budget.
const ANY_NUMBER: Budget = Budget::AtMost(MAX_TURNS);

impl Problem {
    /// The problem of solving a puzzle scrambled by these turns, in Singmaster's notation.
    ///
    /// The default question allows any number of turns that solve the puzzle up to rotation; change it with [`Self::to`],
    /// [`Self::at_most`] and [`Self::exactly`].
    ///
    /// ```
    /// use twistsat::{Problem, Puzzle, Target};
    ///
    /// let puzzle = Puzzle::built_in("pocket")?;
    /// let problem = Problem::scrambled(&puzzle, "R U2 F'")?.to(&Target::Solved)?.at_most(11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] if the text is not a sequence of turns of the puzzle.
    pub fn scrambled(puzzle: &Arc<Puzzle>, turns: &str) -> Result<Self, Error> {
        let scramble = Scramble::read(Notation::Singmaster, puzzle, turns)?;
        Self::scrambled_by(puzzle.clone(), scramble, &Target::Any, ANY_NUMBER)
    }

    /// The problem of solving a puzzle in this state. The layout of the text is detected. A `.` is an unknown sticker.
    ///
    /// The default question is the same as for [`Self::scrambled`].
    ///
    /// ```
    /// use twistsat::{Problem, Puzzle};
    ///
    /// let puzzle = Puzzle::built_in("pocket")?;
    /// let problem = Problem::of_state(&puzzle, "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`], of kind [`ErrorKind::ImpossibleStart`](crate::ErrorKind::ImpossibleStart), if the puzzle cannot have
    /// that state.
    pub fn of_state(puzzle: &Arc<Puzzle>, text: &str) -> Result<Self, Error> {
        let layout = Layout::guess(puzzle, text);
        let (stickers, tips) = layout.read_start(puzzle, text).map_err(start_error)?;
        let problem = Self::of_stickers(puzzle.clone(), &stickers, &Target::Any, ANY_NUMBER)?;
        Ok(problem.changed(|data| data.tips = tips))
    }

    /// Changes the goal. Forbidden turns stay forbidden.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have the goal, or if no allowed turn remains.
    pub fn to(self, goal: &Target) -> Result<Self, Error> {
        let all = self.usual_turns();
        let puzzle = self.puzzle.clone();
        let other = match self.scramble.as_deref().cloned() {
            Some(scramble) => Self::scrambled_by(puzzle, scramble, goal, self.budget)?,
            None => {
                let start = self.scheme.stickers(&self.start);
                Self::of_stickers(puzzle, &start, goal, self.budget)?
            }
        };
        let mut other = other.with_metric(self.metric)?;
        if self.allowed != all {
            let mut allowed = other.allowed.clone();
            allowed.retain(|turn| self.allowed.contains(turn));
            other = other.allowing(&allowed)?;
        }
        let old = self.0;
        let other = other.changed(|data| {
            data.canonical = old.canonical;
            data.tips = old.tips;
            data.known_turns = old.known_turns;
        });
        other.constrained(old.constraints)
    }

    /// Changes the budget to at most this many turns.
    #[must_use]
    pub fn at_most(self, turns: usize) -> Self {
        self.changed(|data| data.budget = Budget::AtMost(turns))
    }

    /// Changes the budget to exactly this many turns.
    #[must_use]
    pub fn exactly(self, turns: usize) -> Self {
        self.changed(|data| data.budget = Budget::Exactly(turns))
    }

    /// Restricts solutions to canonical ones: turns of one face merged where possible, commuting turns in a fixed order.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.changed(|data| data.canonical = true)
    }
}
