//! Serialization of the values of a question: enums by name; a list may be given as its only element.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serializer};

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

/// Reads one text or several.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(text) => vec![text],
        OneOrMany::Many(texts) => texts,
    })
}

/// The names of values.
pub(super) mod name {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer};

    pub(in super::super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(in super::super) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The names of optional values.
pub(super) mod optional_name {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer};

    pub(in super::super) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    pub(in super::super) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let name = Option::<String>::deserialize(from)?;
        let value = name.map(|name| name.parse()).transpose();
        value.map_err(serde::de::Error::custom)
    }
}
