//! JSON objects whose keys stay in the order in which they are added.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// A JSON object.
#[derive(Clone, Debug, Default)]
pub struct Object(Vec<(&'static str, Entry)>);

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Entry {
    Value(Value),
    Object(Object),
    Objects(Vec<Object>),
}

impl Object {
    /// Adds a key.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((key, Entry::Value(value.into())));
        self
    }

    /// Adds a key, unless there is no value.
    #[must_use]
    pub fn with_some(self, key: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a key for a list, unless the list is empty.
    #[must_use]
    pub fn with_any(self, key: &'static str, list: Vec<impl Into<Value>>) -> Self {
        self.with_some(key, (!list.is_empty()).then_some(list))
    }

    /// Adds a key for an object.
    #[must_use]
    pub fn with_object(mut self, key: &'static str, object: Self) -> Self {
        self.0.push((key, Entry::Object(object)));
        self
    }

    /// Adds a key for a list of objects.
    #[must_use]
    pub fn with_objects(mut self, key: &'static str, list: impl Iterator<Item = Self>) -> Self {
        self.0.push((key, Entry::Objects(list.collect())));
        self
    }

    /// Adds a key for a list of objects, unless the list is empty.
    #[must_use]
    pub fn with_any_objects(self, key: &'static str, list: impl Iterator<Item = Self>) -> Self {
        let mut list = list.peekable();
        match list.peek() {
            Some(_) => self.with_objects(key, list),
            None => self,
        }
    }

    /// The keys with their values, except objects.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().filter_map(|(key, entry)| match entry {
            Entry::Value(value) => Some((*key, value)),
            Entry::Object(_) | Entry::Objects(_) => None,
        })
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, entry)| (key, entry)))
    }
}
