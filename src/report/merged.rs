//! The merged table, with one row per line of a list: JSON, CSV, SQLite.

use serde_json::Value;

use super::json::{Object, object};
use crate::list::Entry;
use crate::text;

/// The columns, and their types in SQLite; the last one can be left out.
pub const SQL_COLUMNS: [(&str, &str); 10] = [
    ("line", "INTEGER PRIMARY KEY"),
    ("input", "TEXT NOT NULL"),
    ("outcome", "TEXT NOT NULL"),
    ("turns", "INTEGER"),
    ("solution", "TEXT"),
    ("at_least", "INTEGER"),
    ("by", "TEXT"),
    ("certificate", "TEXT"),
    ("reason", "TEXT"),
    ("seconds", "REAL"),
];

/// A row: a line of a list, the best answer to it and, unless left out, the time that the answer took.
pub fn row(entry: &Entry, seconds: Option<f64>) -> Object {
    let record = &entry.record;
    object("twistsat.merge/1")
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
    let schema_and_version = 2;
    let columns = row.values().skip(schema_and_version);
    columns.map(|(_, value)| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        seconds if seconds.is_f64() => seconds.as_f64().map(|seconds| seconds.to_string()),
        number => Some(number.to_string()),
    })
}

/// A row as a line of CSV.
pub fn csv_line(row: &Object) -> String {
    text::csv_line(values(row).map(|value| value.unwrap_or_default()))
}

/// The rows as a SQLite database: the bytes of its file.
#[cfg(feature = "sqlite")]
pub fn sqlite(rows: &[Object]) -> Result<Vec<u8>, rusqlite::Error> {
    let columns = SQL_COLUMNS.map(|(name, kind)| format!("\"{name}\" {kind}"));
    let columns = columns.join(", ");
    let placeholders = SQL_COLUMNS.map(|_| "?").join(", ");
    let mut connection = rusqlite::Connection::open_in_memory()?;
    connection.execute_batch(&format!("CREATE TABLE answer ({columns})"))?;
    let transaction = connection.transaction()?;
    let sql = format!("INSERT INTO answer VALUES ({placeholders})");
    let mut insert = transaction.prepare(&sql)?;
    for row in rows {
        let values = values(row).chain([None]).take(SQL_COLUMNS.len());
        insert.execute(rusqlite::params_from_iter(values))?;
    }
    drop(insert);
    transaction.commit()?;
    connection.execute_batch("CREATE INDEX answer_outcome ON answer (outcome); ANALYZE;")?;
    Ok(connection.serialize("main")?.to_vec())
}
