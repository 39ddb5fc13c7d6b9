//! Deserialization of the values of a question: a list may be given as its only element.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

/// Whether a type that rejects unknown keys has one of this name.
pub(crate) fn knows_key<T: DeserializeOwned>(key: &str) -> bool {
    let read = serde_json::from_value::<T>(serde_json::json!({ key: null }));
    // A value of the wrong type is a different error.
    !read.is_err_and(|error| error.to_string().starts_with("unknown field"))
}

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

pub(super) fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(text) => vec![text],
        OneOrMany::Many(texts) => texts,
    })
}
