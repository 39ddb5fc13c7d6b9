//! `docs/twistsat.schema.json` says what each key means, those of questions included, and `docs/json.md` shows each
//! object.

use std::collections::BTreeSet;
use std::fs;

use boon::{Compiler, Schemas};
use serde_json::{Value, json};
use twistsat::answer::Method;
use twistsat::problem::Question;
use twistsat::report::json::request_error;

use super::names::files;
use super::{Outcome, expected, root};
use crate::common::json::SCHEMAS;

fn schema() -> Result<Value, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(root().join("docs/twistsat.schema.json"))?;
    Ok(serde_json::from_str(&text)?)
}

/// The keys that the schema lists for an object itself.
fn keys(schema: &Value, object: &str) -> BTreeSet<String> {
    let properties = schema["$defs"][object]["properties"].as_object();
    let keys = properties.into_iter().flat_map(|it| it.keys());
    keys.cloned().collect()
}

/// Walks through a schema, counts the keys that objects may have, and lists those without a description. A key with a
/// constant value needs none.
fn unexplained(at: &str, schema: &Value, count: &mut usize, missing: &mut Vec<String>) {
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        *count += 1;
        let says = value["description"].as_str().unwrap_or_default().trim();
        let repeats = says.replace(' ', "_").to_lowercase() == *key;
        if value.get("const").is_none() && (says.is_empty() || repeats) {
            missing.push(format!("{at}/{key}"));
        }
    }
    match schema {
        Value::Object(object) => {
            for (key, part) in object {
                unexplained(&format!("{at}/{key}"), part, count, missing);
            }
        }
        Value::Array(list) => {
            let parts = list.iter();
            parts.for_each(|part| unexplained(at, part, count, missing));
        }
        _ => {}
    }
}

#[test]
fn every_key_of_the_json_schema_says_what_it_means() -> Outcome {
    let (mut count, mut missing) = (0, Vec::new());
    unexplained("", &schema()?, &mut count, &mut missing);
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(count > 300, "only {count} keys were found");
    Ok(())
}

/// Whether a text is the name of the schema of an object, such as `twistsat.solve/1`.
fn is_schema(text: &str) -> bool {
    let name = text
        .strip_prefix("twistsat.")
        .and_then(|it| it.strip_suffix("/1"));
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
}

#[test]
fn every_json_object_has_an_entry_in_the_schema_and_an_example_in_the_text() -> Outcome {
    let (schema, text) = (schema()?, fs::read_to_string(root().join("docs/json.md"))?);
    let known: BTreeSet<String> = SCHEMAS.map(|it| format!("twistsat.{it}/1")).into();
    let mut printed = BTreeSet::new();
    for path in files("src", &[".rs"])?
        .iter()
        .chain(&files("cli/src", &[".rs"])?)
    {
        let source = fs::read_to_string(path)?;
        let literals = source.split('"').filter(|it| is_schema(it));
        printed.extend(literals.map(ToOwned::to_owned));
    }
    assert_eq!(printed, known);
    for entry in SCHEMAS {
        let name = format!("twistsat.{entry}/1");
        let says = &schema["$defs"][entry]["description"];
        assert!(says.is_string(), "{name}: no entry");
        assert!(text.contains(&format!("\n| `{name}` |")), "{name}: no row");
        let laid_out = format!("\n  \"schema\": \"{name}\",");
        let on_a_line = format!("\n{{\"schema\":\"{name}\",");
        let is_shown = text.contains(&laid_out) || text.contains(&on_a_line);
        assert!(is_shown, "{name}: no example");
    }
    // No command prints this object.
    let mistake = request_error("give a puzzle: either `puzzle` or `puzzle_file`");
    assert!(text.contains(&serde_json::to_string(&mistake)?));
    Ok(())
}

/// A question and a method with every key. The keys contradict each other, but the reader accepts each of them.
fn full() -> (Value, Value) {
    let file = json!({"name": "mine.toml", "text": "name = \"mine\""});
    let mut question = json!({
        "puzzle": "pocket", "puzzle_file": file, "with": "wide", "scramble": "R", "state": "WWWW", "from": "solved",
        "to": ["any", "R"], "keep": ["edges"], "goal_up_to": "y", "layout": "faces", "notation": "cw", "metric": "qtm",
        "allow": "R", "forbid": "U", "starts_with": "R", "ends_with": "U", "at_most": "R=2", "cost": ["half=2"],
        "cost_file": file, "max_cost": 8, "sequence": "R*", "never": "U", "always_after": "R=U",
    });
    let more = json!({
        "min_turns": 1, "canonical": true, "free": "U", "before": "U", "after": "U", "count_free": true, "turns": 3,
        "max_turns": 4, "plan": "peel", "plan_file": file, "stage": 1,
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        question[key] = value.clone();
    }
    let method = json!({
        "method": "graph", "recipe": "mux", "recipe_file": file, "solver": "batsat", "strategy": "descend",
        "good_enough": 20, "improve": 0.5, "axis": "all", "stage_time_limit": 1.0, "cheapest": true, "max_memory": 64,
        "time_limit": 60.0,
    });
    (question, method)
}

#[test]
fn the_json_schema_has_the_keys_of_questions_and_methods_and_takes_their_values() -> Outcome {
    let (schema, nonsense) = (schema()?, r#"{"nonsense": 1}"#);
    let question = Question::from_text("test", nonsense).err();
    let question = question.ok_or("nonsense was read")?.to_string();
    let method = serde_json::from_str::<Method>(nonsense).err();
    let method = method.ok_or("nonsense was read")?.to_string();
    let (full_question, full_method) = full();
    Question::from_text("test", &full_question.to_string())?;
    serde_json::from_value::<Method>(full_method.clone())?;
    for (name, message, full) in [
        ("question", question, full_question),
        ("method", method, full_method),
    ] {
        let known: BTreeSet<String> = expected(&message)?.into_iter().collect();
        assert_eq!(keys(&schema, name), known, "{name}");
        let given = full.as_object().ok_or("no object")?;
        let keys: BTreeSet<String> = given.keys().cloned().collect();
        assert_eq!(keys, known, "{name}");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("test:///schema", schema.clone())?;
        let entry = compiler.compile(&format!("test:///schema#/$defs/{name}"), &mut schemas)?;
        assert!(schemas.validate(&full, entry).is_ok(), "{name}");
        for key in given.keys() {
            let mut wrong = full.clone();
            wrong[key] = json!({"nonsense": 1});
            let is_refused = schemas.validate(&wrong, entry).is_err();
            assert!(is_refused, "{name}: {key} may be anything");
        }
    }
    Ok(())
}
