//! Tables for the stages of plans, in place of a SAT solver.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::control::{Control, Stop};
use crate::error::Error;
use crate::graph::deepening::{Deepening, DeepeningError};
use crate::problem::{Budget, Cache, Reduction};
use crate::puzzle::{MAX_TURNS, State, TurnId};
use crate::search::{NoStageSolver, StageSolver, StageSolvers};

/// The maximum number of stages whose tables are kept: enough for two plans, as a plan solved by tables has two stages.
const MAX_KEPT_STAGES: usize = 4;

/// The tables of one stage.
struct StageTable {
    stage: Reduction,
    tables: Deepening,
}

/// Solves stages by tables, which it keeps for later starts.
pub(super) struct TableStageSolver<'a> {
    pub(super) cache: &'a Cache,
    /// The memory limit of one stage, in bytes.
    pub(super) max_bytes: u64,
}

impl StageSolvers for TableStageSolver<'_> {
    fn solver(
        &self,
        stage: &Reduction,
        start: &State,
        control: &Control,
    ) -> Result<Arc<dyn StageSolver>, NoStageSolver> {
        let is_known = |kept: &Arc<StageTable>| kept.stage.has_same_quotient(stage);
        if let Some(known) = self.cache.find(is_known) {
            return Ok(known);
        }
        let problem = stage.problem(start, Budget::AtMost(MAX_TURNS));
        let problem = problem.map_err(refused_error)?;
        // Hold no lock here: making the tables may have to wait for other work.
        let tables =
            Deepening::new(&problem, self.max_bytes, control).map_err(|error| match error {
                DeepeningError::Stopped(stop) => NoStageSolver::Stopped(stop),
                error => refused_error(error),
            })?;
        let new = Arc::new(StageTable {
            stage: stage.clone(),
            tables,
        });
        Ok(self.cache.find_or_keep(MAX_KEPT_STAGES, is_known, || new))
    }
}

/// The error for a stage that tables do not support.
fn refused_error(reason: impl fmt::Display) -> NoStageSolver {
    NoStageSolver::Refused(Error::impossible("{method} table: ").text(reason))
}

impl StageTable {
    fn lift(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let lift = |&turn: &TurnId| self.stage.quotient().turns[turn];
        turns.iter().filter_map(lift).collect()
    }
}

impl StageSolver for StageTable {
    fn for_each_solution(
        &self,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(image) = self.stage.quotient().project(start) else {
            return Ok(());
        };
        self.tables
            .each_solution(&image, length, control, &mut |turns| {
                found(&self.lift(turns))
            })
    }

    fn shortest(
        &self,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Stop> {
        let Some(image) = self.stage.quotient().project(start) else {
            return Ok(None);
        };
        let max_turns = max_turns.min(MAX_TURNS);
        let found = self.tables.solve(&image, max_turns, control, &|_| ());
        match found.stop {
            Some(stop) => Err(stop),
            None => Ok(found.solution.map(|turns| self.lift(&turns))),
        }
    }
}
