//! The interface of solvers for the stages of a plan other than SAT. The caller passes them in, because this module
//! does not depend on other methods.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::problem::Reduction;
use crate::puzzle::{State, TurnId};

/// Solves one stage of a plan, from any state where it can start.
pub trait StageSolver: Send + Sync {
    /// Passes on all turn sequences of exactly this length that lead from a state to the goal of the stage, until `found`
    /// breaks. Of commuting turns, one order is enough.
    ///
    /// # Errors
    /// The reason why the control stopped it.
    fn for_each_solution(
        &self,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Stop>;

    /// A shortest solution from a state, if it has at most `max_turns` turns.
    ///
    /// # Errors
    /// The reason why the control stopped it.
    fn shortest(
        &self,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Stop>;
}

/// Provides a solver for each stage of a plan.
pub trait StageSolvers: Sync {
    /// The solver of a stage. `start` is a state in which the stage can start.
    ///
    /// # Errors
    /// [`NoStageSolver`].
    fn solver(
        &self,
        stage: &Reduction,
        start: &State,
        control: &Control,
    ) -> Result<Arc<dyn StageSolver>, NoStageSolver>;
}

/// Why a stage has no solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStageSolver {
    /// The control stopped its construction.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The method does not support the stage.
    #[error(transparent)]
    Refused(Error),
}
