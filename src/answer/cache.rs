//! What one question found and others need.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::stage_tables::StageTables;
use crate::control::Control;
use crate::graph::{DistanceTable, Graph, GraphError};
use crate::puzzle::{Puzzle, State, TurnId};

/// Makes the table of a graph, or finds it where it was kept.
type TableMaker = dyn Fn(Graph, &Control) -> Result<DistanceTable, GraphError> + Send + Sync;

/// Tables that questions share: of all states, and of the stages of plans. Whoever asks several questions holds one and
/// hands it to each.
#[derive(Default)]
pub struct Cache {
    /// The table that was used last: all lines of a list mostly ask for the same one.
    last: Mutex<Option<Kept>>,
    maker: Option<Box<TableMaker>>,
    pub(super) stages: StageTables,
}

struct Kept {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    goal: State,
    table: Arc<DistanceTable>,
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// An empty cache whose tables of all states come from this function: it may keep them in files, for example.
    #[must_use]
    pub fn with_tables(
        maker: impl Fn(Graph, &Control) -> Result<DistanceTable, GraphError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            maker: Some(Box::new(maker)),
            ..Self::default()
        }
    }

    /// The table of the distances of all states from a goal, within so many bytes.
    pub(super) fn table(
        &self,
        (puzzle, allowed, goal): (&Arc<Puzzle>, &[TurnId], &State),
        most_bytes: u64,
        control: &Control,
    ) -> Result<Arc<DistanceTable>, GraphError> {
        // One thread makes the table; the others wait for it.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &*last
            && Arc::ptr_eq(&kept.puzzle, puzzle)
            && kept.allowed == allowed
            && kept.goal == *goal
        {
            return Ok(kept.table.clone());
        }
        let graph = Graph::new(puzzle, goal, allowed, most_bytes)?;
        let table = match &self.maker {
            Some(make) => make(graph, control)?,
            None => {
                let distances = graph.search(control, &|_| ())?;
                graph.with(distances)
            }
        };
        let table = Arc::new(table);
        *last = Some(Kept {
            puzzle: puzzle.clone(),
            allowed: allowed.to_vec(),
            goal: goal.clone(),
            table: table.clone(),
        });
        Ok(table)
    }
}
