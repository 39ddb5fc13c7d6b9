//! Who solves the stages of a plan, where it is not SAT: handed in, as a search knows no other method.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::problem::Reduction;
use crate::puzzle::{State, TurnId};

/// Solves one stage of a plan, from any state where it can start.
pub trait StageSolver: Send + Sync {
    /// Hands on all turns of exactly this length that lead from a state to the goal of the stage, until
    /// `found` breaks. Of turns that commute one order is enough.
    ///
    /// # Errors
    /// Why the control ended it.
    fn each(
        &self,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Stop>;

    /// A shortest solution from a state, if it has at most so many turns.
    ///
    /// # Errors
    /// Why the control ended it.
    fn shortest(
        &self,
        start: &State,
        most: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Stop>;
}

/// Has a solver for each stage of a plan.
pub trait StageSolvers: Sync {
    /// The solver of a stage. A state is given where the stage can start.
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

/// Why there is no solver for a stage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStageSolver {
    /// The control ended it before it was made.
    #[error("{0}")]
    Stopped(Stop),
    /// The method cannot do it.
    #[error("{0}")]
    Refused(String),
}
