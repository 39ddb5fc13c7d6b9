//! The merged table, with one row per line of a list: JSON, CSV, SQLite.

use itertools::Itertools;
use serde_json::Value;

use super::json::{Object, Schema, object};
use crate::list::Entry;
use crate::text;

/// The names of the columns; the last one can be left out.
pub const COLUMNS: [&str; 10] = [
    "line",
    "input",
    "outcome",
    "turns",
    "solution",
    "at_least",
    "by",
    "certificate",
    "reason",
    "seconds",
];

/// The row of an answer, with the time it took unless that is left out: a line of a list and the best answer to it.
pub fn row(entry: &Entry, seconds: Option<f64>) -> Object {
    let record = &entry.record;
    object(Schema::Merge)
        .with("line", record.line)
        .with("input", &*record.input)
        .with("outcome", record.verdict.name())
        .with("turns", record.turns)
        .with("solution", record.solutions_with_tips())
        .with("at_least", record.at_least)
        .with("by", record.refuted_by())
        .with("certificate", record.certificate.as_deref())
        .with("reason", record.reason())
        .with_some("seconds", seconds)
}

/// The values of the columns; `None` for unknown ones.
fn values(row: &Object) -> impl Iterator<Item = Option<String>> {
    let columns = row.values().filter(|(key, _)| COLUMNS.contains(key));
    columns.map(|(_, value)| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        seconds if seconds.is_f64() => seconds.as_f64().map(|seconds| seconds.to_string()),
        number => Some(number.to_string()),
    })
}

/// A row as a line of CSV.
pub fn csv_line(row: &Object) -> String {
    let cells = values(row).map(|value| value.unwrap_or_default());
    cells
        .map(|cell| text::csv_field(&cell).into_owned())
        .join(",")
        + "\n"
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use std::path::Path;

    use rusqlite::{Connection, params_from_iter, types::Value};

    use super::{COLUMNS, Object, values};

    /// The table.
    const TABLE: &str = "
        CREATE TABLE answer (
            line INTEGER PRIMARY KEY,
            input TEXT NOT NULL,
            outcome TEXT NOT NULL,
            turns INTEGER,
            solution TEXT,
            at_least INTEGER,
            \"by\" TEXT,
            certificate TEXT,
            reason TEXT,
            seconds REAL
        );
    ";

    /// The file is not visible until it is complete, so it needs no journal.
    const NO_JOURNAL: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;";

    /// Fills an empty file with rows.
    pub fn write_sqlite(path: &Path, rows: &[Object]) -> Result<(), rusqlite::Error> {
        let mut connection = Connection::open(path)?;
        connection.execute_batch(NO_JOURNAL)?;
        connection.execute_batch(TABLE)?;
        let transaction = connection.transaction()?;
        {
            let placeholders = COLUMNS.map(|_| "?").join(", ");
            let sql = format!("INSERT INTO answer VALUES ({placeholders})");
            let mut insert = transaction.prepare(&sql)?;
            for row in rows {
                let values = values(row).chain([None]).take(COLUMNS.len());
                let values = values.map(|value| value.map_or(Value::Null, Value::Text));
                insert.execute(params_from_iter(values))?;
            }
        }
        transaction.commit()?;
        connection.execute_batch("CREATE INDEX answer_outcome ON answer (outcome); ANALYZE;")
    }
}

#[cfg(feature = "sqlite")]
pub use sqlite::write_sqlite;
