//! The interface of solvers for the stages of a plan. One solver uses SAT; callers can pass in others, so that the
//! searches do not depend on them.

use std::ops::ControlFlow;

use crate::control::Control;
use crate::error::Error;
use crate::problem::Reduction;
use crate::puzzle::{State, TurnId};

/// Solves the stages of a plan, each from any state where it can start.
pub trait StageSolver: Sync {
    /// Calls `found` with each sequence of this length from a state to the goal of a stage, until `found` breaks.
    /// Of commuting turns, one order is enough. Sequences may be left out if the next stage also allows their last turn.
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

    /// A solution of a stage from a state in at most `max_turns` turns; `None` if none is found.
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
