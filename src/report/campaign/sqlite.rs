//! The table of results as a SQLite database.

use std::path::Path;

use rusqlite::{Connection, params_from_iter, types::Value};

use super::rows::{Columns, Row};

/// The table, with all columns.
const TABLE: &str = "
    CREATE TABLE result (
        job TEXT PRIMARY KEY,
        verdict TEXT NOT NULL,
        turns INTEGER,
        solution TEXT,
        at_least INTEGER,
        \"by\" TEXT,
        certificate TEXT,
        reason TEXT,
        seconds REAL,
        attempt INTEGER,
        host TEXT,
        arguments TEXT NOT NULL
    ) WITHOUT ROWID;
";

/// Nobody sees the file before it is whole, so it needs no journal.
const UNSAFE_BUT_FAST: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;";

/// Fills an empty file with the rows that `each` hands over.
///
/// # Errors
/// Of SQLite, or of whoever has the rows.
pub fn write_sqlite<E: From<rusqlite::Error>>(
    path: &Path,
    each: impl FnOnce(&mut dyn FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E>,
) -> Result<(), E> {
    let mut connection = Connection::open(path)?;
    connection.execute_batch(UNSAFE_BUT_FAST)?;
    connection.execute_batch(TABLE)?;
    let all = connection.transaction()?;
    {
        let places = Row::names(Columns::Times).map(|_| "?");
        let places = places.collect::<Vec<_>>().join(", ");
        let mut insert = all.prepare(&format!("INSERT INTO result VALUES ({places})"))?;
        each(&mut |row| {
            let values = row.values(Columns::Times).into_iter();
            let values = values.map(|value| value.map_or(Value::Null, Value::Text));
            insert.execute(params_from_iter(values))?;
            Ok(())
        })?;
    }
    all.commit()?;
    connection.execute_batch("CREATE INDEX result_verdict ON result (verdict); ANALYZE;")?;
    Ok(())
}
