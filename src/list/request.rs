//! The question of a line and the method to answer it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::Method;
use crate::problem::Question;
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

/// Mutually exclusive keys.
const EXCLUSIVE: [&[&str]; 5] = [
    &["puzzle", "puzzle_file"],
    &["scramble", "state", "from"],
    &["turns", "max_turns"],
    &["plan", "plan_file"],
    &["recipe", "recipe_file"],
];

/// A line that is a JSON object.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Object {
    question: Map<String, Value>,
    method: Map<String, Value>,
}

impl Request {
    /// Reads a line that is a JSON object `{"question": {…}, "method": {…}}`; its keys override those of `self`.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn merged_with_line(&self, line: &str) -> Result<Self, String> {
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
}

/// Overrides the common keys with those of a line.
fn override_keys(
    common: &impl Serialize,
    line: Map<String, Value>,
) -> serde_json::Result<Map<String, Value>> {
    let mut keys: Map<String, Value> = serde_json::from_value(serde_json::to_value(common)?)?;
    for excluding in EXCLUSIVE {
        if excluding.iter().any(|key| line.contains_key(*key)) {
            keys.retain(|key, _| !excluding.contains(&&**key));
        }
    }
    keys.extend(line);
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_line_override_the_common_ones() {
        let asked = Request {
            question: Question {
                puzzle: Some("pocket".to_owned()),
                max_turns: Some(4),
                allow: Some("R U".to_owned()),
                ..Question::default()
            },
            method: Method::default(),
        };
        let line = r#"{"question": {"scramble": "R", "turns": 3}, "method": {"recipe": "mux"}}"#;
        let with = asked.merged_with_line(line).unwrap();
        assert_eq!(with.question.puzzle.as_deref(), Some("pocket"));
        assert_eq!(with.question.allow.as_deref(), Some("R U"));
        let turns = (with.question.turns, with.question.max_turns);
        assert_eq!(turns, (Some(3), None));
        assert_eq!(with.method.recipe.as_deref(), Some("mux"));
        assert!(!with.shared_key().unwrap().contains("scramble"));
        for wrong in ["{", r#"{"x": 1}"#, r#"{"question": {"x": 1}}"#] {
            assert!(asked.merged_with_line(wrong).is_err(), "{wrong}");
        }
    }
}
