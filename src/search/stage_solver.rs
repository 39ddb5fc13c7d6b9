//! The interface of a solver for the stages of a plan other than SAT. The caller passes it in, because this module does
//! not depend on other methods.

use std::ops::ControlFlow;

use crate::control::Control;
use crate::error::Error;
use crate::problem::Reduction;
use crate::puzzle::{State, TurnId};

/// Solves the stages of a plan, each from any state where it can start.
pub trait StageSolver: Sync {
    /// Passes on all turn sequences of exactly this length that lead from a state to the goal of a stage, until `found`
    /// breaks. Of commuting turns, one order is enough.
    ///
    /// # Errors
    /// [`Error`] if the method does not support the stage, or the control stopped it.
    fn for_each_solution(
        &self,
        stage: &Reduction,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// A shortest solution of a stage from a state, if it has at most `max_turns` turns.
    ///
    /// # Errors
    /// As [`Self::for_each_solution`].
    fn shortest(
        &self,
        stage: &Reduction,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Error>;
}
