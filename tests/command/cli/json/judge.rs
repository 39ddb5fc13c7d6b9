//! Validates objects against the schema. The published schema permits further keys; a closed copy of it, used here,
//! rejects every key that it does not describe.

use std::collections::{BTreeMap, BTreeSet};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

use crate::common::cli::{Words, data, run};
use crate::common::json::SCHEMAS;

fn published() -> Value {
    serde_json::from_str(&data("docs/twistsat.schema.json")).unwrap()
}

/// The closed copy of the schema. Objects that other objects include by `allOf` stay open, because the including
/// objects have further keys.
fn closed() -> Value {
    let mut schema = published();
    let objects = schema["$defs"].as_object_mut().unwrap();
    let parts: BTreeSet<String> = objects
        .values()
        .filter_map(|object| object.get("allOf")?.as_array())
        .flatten()
        .map(|part| part["$ref"].as_str().unwrap().to_owned())
        .collect();
    for (name, object) in objects {
        if object["type"] == "object" && !parts.contains(&format!("#/$defs/{name}")) {
            object["unevaluatedProperties"] = json!(false);
        }
    }
    schema
}

/// Validates objects and records their schemas.
pub struct Judge {
    schemas: Schemas,
    open: SchemaIndex,
    /// The closed schemas, by name.
    closed: BTreeMap<String, SchemaIndex>,
    /// The names of the schemas of all objects so far.
    seen: BTreeSet<String>,
}

impl Judge {
    pub fn new() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("test:///open", published()).unwrap();
        compiler.add_resource("test:///closed", closed()).unwrap();
        let open = compiler.compile("test:///open", &mut schemas).unwrap();
        let mut of = |object: &&str| {
            let place = format!("test:///closed#/$defs/{object}");
            let closed = compiler.compile(&place, &mut schemas).unwrap();
            (format!("twistsat.{object}/1"), closed)
        };
        let closed = SCHEMAS.iter().map(&mut of).collect();
        Self {
            schemas,
            open,
            closed,
            seen: BTreeSet::new(),
        }
    }

    /// Why an object does not match its schema; `None` if it does.
    pub fn mistake(&self, object: &Value) -> Option<String> {
        let name = object["schema"].as_str().unwrap_or_default();
        let Some(&closed) = self.closed.get(name) else {
            return Some(format!("no schema `{name}`"));
        };
        let closed = self.schemas.validate(object, closed);
        let open = self.schemas.validate(object, self.open);
        closed.and(open).err().map(|error| format!("{error:#}"))
    }

    /// Whether an object matches the published schema, which permits other keys.
    pub fn matches_published(&self, object: &Value) -> bool {
        self.schemas.validate(object, self.open).is_ok()
    }

    /// Asserts that an object matches its schema, and records the schema.
    #[track_caller]
    pub fn check_and_record(&mut self, object: &Value) {
        if let Some(mistake) = self.mistake(object) {
            panic!("{object:#}\n{mistake}");
        }
        let name = object["schema"].as_str().unwrap();
        self.seen.insert(name.to_owned());
    }

    /// The one object that a run prints, after checking it.
    #[track_caller]
    pub fn one(&mut self, line: impl Words, code: i32) -> Value {
        let run = run((line, "--format json")).ends(code);
        assert!(run.out.starts_with("{\n  \"schema\": "), "{run:#?}");
        let object = run.json();
        self.check_and_record(&object);
        object
    }

    /// The objects that a run prints, one per line, after checking them.
    #[track_caller]
    pub fn lines(&mut self, line: impl Words, code: i32) -> Vec<Value> {
        let run = run((line, "--format json")).ends(code);
        let line = |line: &str| {
            assert!(line.starts_with("{\"schema\":"), "{line}");
            let object = serde_json::from_str(line).unwrap();
            self.check_and_record(&object);
            object
        };
        run.out.lines().map(line).collect()
    }

    /// Asserts that the objects so far had exactly these schemas.
    #[track_caller]
    pub fn assert_seen(&self, schemas: &[&str]) {
        let names = schemas.iter().map(|name| format!("twistsat.{name}/1"));
        assert_eq!(self.seen, names.collect());
    }
}
