//! The question of a line and the method to answer it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::line::is_object;
use crate::answer::Method;
use crate::error::Error;
use crate::problem::Question;
use crate::puzzle::Puzzle;
use crate::text::{JsonLayout, is_default, readable_parser_message, to_json};

/// A question and a method.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The question.
    #[serde(skip_serializing_if = "is_default")]
    pub question: Question,
    /// The method.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
}

/// Groups of keys that exclude each other.
const EXCLUSIVE: [&[&str]; 5] = [
    &["puzzle", "puzzle_file"],
    &["scramble", "state", "from"],
    &["turns", "max_turns"],
    &["plan", "plan_file"],
    &["recipe", "recipe_file"],
];

/// The keys of a line that is a JSON object.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Object {
    question: Map<String, Value>,
    method: Map<String, Value>,
}

impl Request {
    /// The request of a line. A JSON object `{"question": {…}, "method": {…}}` overrides the keys of `self`; any other
    /// line is only a start.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn merged_with_line(&self, line: &str) -> Result<Self, String> {
        if !is_object(line) {
            return Ok(self.clone());
        }
        let describe = |error: serde_json::Error| readable_parser_message(&error.to_string());
        let Object { question, method } = serde_json::from_str(line).map_err(describe)?;
        let request = json!({
            "question": override_keys(&self.question, question).map_err(describe)?,
            "method": override_keys(&self.method, method).map_err(describe)?,
        });
        serde_json::from_value(request).map_err(describe)
    }

    /// The question without its start, and the method, as text: lines with equal texts share prepared data.
    pub fn shared_key(&self) -> Result<String, String> {
        let mut shared = self.clone();
        let question = &mut shared.question;
        (question.scramble, question.state, question.from) = (None, None, None);
        to_json(&shared, JsonLayout::OneLine).map_err(|error| error.to_string())
    }

    /// The puzzle of the question. For `prove`, a file equivalent to a built-in puzzle counts as that one, as in
    /// certificates.
    pub fn puzzle_for(&self, command: &str) -> Result<Arc<Puzzle>, Error> {
        let puzzle = self.question.puzzle()?;
        let built_in = (command == "prove").then(|| puzzle.as_built_in()).flatten();
        Ok(built_in.unwrap_or(puzzle))
    }
}

/// Overrides the common keys with those of a line.
fn override_keys(
    common: &impl Serialize,
    line: Map<String, Value>,
) -> serde_json::Result<Map<String, Value>> {
    let mut keys: Map<String, Value> = serde_json::from_value(serde_json::to_value(common)?)?;
    for group in EXCLUSIVE {
        if group.iter().any(|key| line.contains_key(*key)) {
            keys.retain(|key, _| !group.contains(&&**key));
        }
    }
    keys.extend(line);
    Ok(keys)
}
