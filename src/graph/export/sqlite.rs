//! Exports a graph to a SQLite database.

use std::path::Path;

use rusqlite::{Connection, params};

use super::{Count, Edge, Export, ExportError};
use crate::control::Control;

/// The tables. The number of a state is its index. An edge leads from `origin` to `target` by `turn`, and back by
/// `back`.
const TABLE_STATEMENTS: &str = "
    CREATE TABLE state (
        id INTEGER PRIMARY KEY,
        pos TEXT NOT NULL,
        distance INTEGER NOT NULL
    );
    CREATE TABLE move (
        origin INTEGER NOT NULL REFERENCES state (id),
        target INTEGER NOT NULL REFERENCES state (id),
        turn TEXT NOT NULL,
        back TEXT NOT NULL
    );
";

/// Created after filling the tables, which is faster.
const INDEX_STATEMENTS: &str = "
    CREATE UNIQUE INDEX state_pos ON state (pos);
    CREATE INDEX move_origin ON move (origin);
    CREATE INDEX move_target ON move (target);
    ANALYZE;
";

/// The file is not visible until it is complete, so it needs no journal.
const UNSAFE_BUT_FAST: &str =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;";

/// The number of SQLite instructions between two checks of the control. They take milliseconds, whereas a whole
/// statement that creates an index takes seconds.
const INSTRUCTIONS_PER_CHECK: i32 = 10_000;

impl Export<'_> {
    /// Fills an empty file. `notify` is called repeatedly with the number of indices processed since the last call.
    pub fn write_sqlite(
        &self,
        path: &Path,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        let filled = self.fill(path, control, notify);
        // After a stop, report the stop, not SQLite's error about an interruption.
        control.check()?;
        filled
    }

    fn fill(
        &self,
        path: &Path,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        let mut connection = Connection::open(path)?;
        let handler_control = control.clone();
        let is_stopped = move || handler_control.stop().is_some();
        connection.progress_handler(INSTRUCTIONS_PER_CHECK, Some(is_stopped))?;
        connection.execute_batch(UNSAFE_BUT_FAST)?;
        connection.execute_batch(TABLE_STATEMENTS)?;
        let all = connection.transaction()?;
        let mut state = all.prepare("INSERT INTO state VALUES (?, ?, ?)")?;
        let mut edge = all.prepare("INSERT INTO move VALUES (?, ?, ?, ?)")?;
        let count = self.write_nodes(control, notify, &mut |node| {
            let origin = node.index as i64;
            state.execute(params![origin, node.name, node.distance as i64])?;
            let here = self.table.state(node.index);
            for Edge { link, .. } in &node.edges {
                let target = here.as_ref().map(|state| state.after(&link.permutation));
                // The target is a node, so it has an index.
                let target = target.and_then(|state| self.table.index(&state));
                let target = target.unwrap_or_default() as i64;
                edge.execute(params![origin, target, link.name, link.back])?;
            }
            Ok(())
        })?;
        drop((state, edge));
        all.commit()?;
        connection.execute_batch(INDEX_STATEMENTS)?;
        connection.close().map_err(|(_, error)| error)?;
        Ok(count)
    }
}
