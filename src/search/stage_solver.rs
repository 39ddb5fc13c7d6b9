//! The interface of a solver for the stages of a plan: by SAT, or by another method, which the caller passes in because
//! this module does not depend on it.

use std::ops::ControlFlow;

use crate::control::Control;
use crate::error::Error;
use crate::problem::Reduction;
use crate::puzzle::{State, TurnId};

/// Solves the stages of a plan, each from any state where it can start.
pub trait StageSolver: Sync {
    /// Passes on all turn sequences of exactly this length that lead from a state to the goal of a stage, until `found`
    /// breaks. Of commuting turns, one order is enough. Sequences that end with a turn of the next stage may be left out.
    ///
    /// # Errors
    /// [`Error`] if the method does not support the stage. If the control stopped it, it may return an error or end early.
    fn for_each_solution(
        &self,
        stage: &Reduction,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// A solution of a stage from a state, of at most `max_turns` turns, if one is found.
    ///
    /// # Errors
    /// As [`Self::for_each_solution`].
    fn solve_within(
        &self,
        stage: &Reduction,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Error>;
}
