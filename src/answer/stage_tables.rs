//! Tables for the stages of plans, in place of a SAT solver.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::graph::deepening::Deepening;
use crate::problem::{Budget, Cache, Reduction};
use crate::puzzle::{MAX_TURNS, State, TurnId};
use crate::search::StageSolver;

/// The maximum number of stages whose tables are kept: enough for two plans, because a plan solved by tables has two
/// stages.
const MAX_KEPT_STAGES: usize = 4;

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

impl TableStageSolver<'_> {
    fn tables(
        &self,
        stage: &Reduction,
        start: &State,
        control: &Control,
    ) -> Result<Arc<StageTable>, Error> {
        let is_known = |kept: &Arc<StageTable>| kept.stage.has_same_quotient(stage);
        if let Some(known) = self.cache.find(is_known) {
            return Ok(known);
        }
        let problem = stage.problem(start, Budget::AtMost(MAX_TURNS));
        let problem = problem.map_err(unsupported_error)?;
        // Hold no lock here: making the tables may have to wait for other work.
        let tables =
            Deepening::new(&problem, self.max_bytes, control).map_err(unsupported_error)?;
        let stage = stage.clone();
        let new = Arc::new(StageTable { stage, tables });
        Ok(self.cache.find_or_keep(MAX_KEPT_STAGES, is_known, || new))
    }
}

/// The error for a stage that tables do not support. A stop remains a stop.
pub(super) fn unsupported_error(reason: Error) -> Error {
    match reason.kind() {
        ErrorKind::Stopped(_) => reason,
        _ => Error::impossible("{method} table: ").text(reason),
    }
}

impl StageTable {
    /// Converts turns of the quotient to turns of the puzzle.
    fn lift(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let lift = |&turn: &TurnId| self.stage.quotient().turns[turn];
        turns.iter().filter_map(lift).collect()
    }
}

impl StageSolver for TableStageSolver<'_> {
    fn for_each_solution(
        &self,
        stage: &Reduction,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let known = self.tables(stage, start, control)?;
        let Some(image) = stage.quotient().project(start) else {
            return Ok(());
        };
        let mut lifted = |turns: &[TurnId]| found(&known.lift(turns));
        Ok(known
            .tables
            .each_solution(&image, length, control, &mut lifted)?)
    }

    fn solve_within(
        &self,
        stage: &Reduction,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        let known = self.tables(stage, start, control)?;
        let Some(image) = stage.quotient().project(start) else {
            return Ok(None);
        };
        let max_turns = max_turns.min(MAX_TURNS);
        let found = known.tables.solve(&image, max_turns, control, &|_| ());
        match found.stop {
            Some(stop) => Err(stop.into()),
            None => Ok(found.solution.map(|turns| known.lift(&turns))),
        }
    }
}
