//! JSON documents with changes that a table lists.

use serde_json::Value;

use super::cli::{Folder, run_in};

/// The objects that the command and the web module print: `solve` for the schema `twistsat.solve/1`.
pub const SCHEMAS: [&str; 17] = [
    "solve",
    "plan",
    "batch",
    "enumerate",
    "cases",
    "decode",
    "prove",
    "verify",
    "check",
    "puzzle-show",
    "puzzle-check",
    "graph-distances",
    "graph-path",
    "graph-export",
    "scramble",
    "merge",
    "error",
];

/// Calls `check` for each row of a table (see [`rows`](super::rows)) with the changed document and the expected
/// messages. Cells that begin with `/` are changes: `/turns = 3` sets the value at a place (RFC 6901), `/turns/- = "R"`
/// appends to a list, and `/turns =` removes. The other cells are messages.
pub fn each_change(document: &str, table: &str, check: impl Fn(&str, &[&str])) {
    for row in super::lines(table) {
        println!("{row:?}");
        let is_change = |cell: &&str| cell.starts_with('/');
        let (changes, says): (Vec<&str>, Vec<&str>) = row.into_iter().partition(is_change);
        assert!(!changes.is_empty() && !says.is_empty());
        let mut json: Value = serde_json::from_str(document).unwrap();
        for change in changes {
            apply(&mut json, change);
        }
        check(&json.to_string(), &says);
    }
}

fn apply(json: &mut Value, change: &str) {
    let (place, value) = change.split_once(" =").unwrap();
    let value: Option<Value> = (!value.is_empty()).then(|| serde_json::from_str(value).unwrap());
    let (parent, key) = place.rsplit_once('/').unwrap();
    let index = || key.parse::<usize>().unwrap();
    match (json.pointer_mut(parent), value) {
        (Some(Value::Array(list)), Some(value)) if key == "-" => list.push(value),
        (Some(Value::Array(list)), Some(value)) => list[index()] = value,
        (Some(Value::Array(list)), None) => drop(list.remove(index())),
        (Some(Value::Object(object)), Some(value)) => drop(object.insert(key.to_owned(), value)),
        (Some(Value::Object(object)), None) => assert!(object.remove(key).is_some(), "{place}"),
        (parent, _) => panic!("{parent:?} has no {place}"),
    }
}

/// A command that reads a file of a folder refuses it after each change of a table (see [`each_change`]), and accepts
/// it unchanged.
#[track_caller]
pub fn each_change_refused(folder: &Folder, file: &str, command: &str, table: &str) {
    let good = folder.read(file);
    each_change(&good, table, |changed, says| {
        folder.write(file, changed);
        let run = run_in(folder.path(), command).ends(1).says(says);
        assert!(run.prints_nothing().err.starts_with("error: "));
    });
    folder.write(file, good);
    run_in(folder.path(), command).ends(0);
}
