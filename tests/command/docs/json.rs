//! `docs/json.md` has a table for each object of `docs/twistsat.schema.json`, with just its keys.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use twistsat::report::json::{Mistake, Schema};

use super::{Outcome, root};

type Keys = BTreeMap<String, BTreeSet<String>>;

fn text() -> Result<String, std::io::Error> {
    fs::read_to_string(root().join("docs/json.md"))
}

/// The keys of each table whose first column is headed ``key of `NAME` ``.
fn tables(text: &str) -> Keys {
    let mut tables = Keys::new();
    for table in text.split("| key of `").skip(1) {
        let (name, rest) = table.split_once('`').unwrap_or((table, ""));
        let rows = rest.split("\n\n").next().unwrap_or_default().lines();
        let keys = rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next());
        let keys = keys.map(str::to_owned).collect();
        let before = tables.insert(name.to_owned(), keys);
        assert!(before.is_none(), "two tables of {name}");
    }
    tables
}

/// The keys that each object of the schema has by itself, but for those that only say which it is.
fn described() -> Result<Keys, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(root().join("docs/twistsat.schema.json"))?;
    let schema: Value = serde_json::from_str(&text)?;
    let objects = schema["$defs"].as_object().ok_or("no objects")?;
    let mut described = Keys::new();
    for (name, object) in objects {
        let properties = object["properties"].as_object().into_iter().flatten();
        let own = properties.filter(|(_, value)| value.get("const").is_none());
        let keys: BTreeSet<String> = own.map(|(key, _)| key.clone()).collect();
        if !keys.is_empty() {
            described.insert(name.clone(), keys);
        }
    }
    Ok(described)
}

#[test]
fn every_key_of_the_json_schema_stands_in_the_text_and_no_other() -> Outcome {
    assert_eq!(tables(&text()?), described()?);
    Ok(())
}

#[test]
fn every_json_object_has_an_entry_in_the_text_and_an_example() -> Outcome {
    let text = text()?;
    for name in Schema::ALL.map(Schema::name) {
        assert!(text.contains(&format!("\n| `{name}` |")), "{name}: no row");
        let laid_out = format!("\n  \"schema\": \"{name}\",");
        let on_a_line = format!("\n{{\"schema\":\"{name}\",");
        let is_shown = text.contains(&laid_out) || text.contains(&on_a_line);
        assert!(is_shown, "{name}: no example");
    }
    // No command prints this one.
    let mistake = Mistake::new("give a puzzle: either `puzzle` or `puzzle_file`".to_owned());
    assert!(text.contains(&serde_json::to_string(&mistake)?));
    Ok(())
}
