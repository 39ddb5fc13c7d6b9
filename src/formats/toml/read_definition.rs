//! Reads a puzzle file part by part, so that an invalid part does not hide mistakes in the others. Only
//! [`Puzzle::mistakes`](crate::puzzle::Puzzle::mistakes) needs this.

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::definition::{Definition, ReadableParts};
use super::maximum::MaximumEntry;
use crate::source::{MAX_MISTAKES, Mistakes, Source};
use crate::text::excerpt;

/// The top-level keys of a file.
const KEYS: [&str; 17] = [
    "name",
    "also",
    "title",
    "maximum",
    "plan",
    "layout",
    "held",
    "with",
    "family",
    "size",
    "net",
    "face",
    "turn",
    "alias",
    "tip",
    "with_tips",
    "orbit",
];

/// The readable part of a definition.
pub(super) struct ReadDefinition {
    pub(super) definition: Definition,
    /// Which parts could be read.
    pub(super) readable: ReadableParts,
}

/// Reads a file; no definition if its syntax is invalid.
pub(super) fn read(source: Source<'_>) -> (Option<ReadDefinition>, Mistakes<'_>) {
    let mut mistakes = Mistakes::new(source);
    if let Err(mistake) = source.check_length() {
        mistakes.add(mistake);
        return (None, mistakes);
    }
    let (table, errors) = DeTable::parse_recoverable(source.text);
    if !errors.is_empty() {
        for error in errors.iter().take(MAX_MISTAKES) {
            mistakes.add(source.toml_error(error));
        }
        return (None, mistakes);
    }
    let mut parts = Parts {
        source,
        table: table.into_inner(),
        mistakes,
    };
    let definition = parts.read_definition();
    (Some(definition), parts.mistakes)
}

struct Parts<'a> {
    source: Source<'a>,
    table: DeTable<'a>,
    mistakes: Mistakes<'a>,
}

impl<'a> Parts<'a> {
    fn read_definition(&mut self) -> ReadDefinition {
        let keys = self.table.keys();
        let unknown = keys.filter(|key| !KEYS.contains(&&**key.get_ref()));
        for key in unknown.take(MAX_MISTAKES) {
            let reason = format!(
                "unknown field `{}`; expected one of: {}",
                excerpt(key.get_ref()),
                KEYS.join(", ")
            );
            self.mistakes.add_at(key.span(), reason);
        }
        let (face, all_faces) = self.entries("face");
        let (turn, all_turns) = self.entries("turn");
        let (orbit, all_orbits) = self.entries("orbit");
        let has_family = self.table.keys().any(|key| key.get_ref() == "family");
        let family = self.optional("family");
        let has_size = self.table.keys().any(|key| key.get_ref() == "size");
        let size = self.optional("size");
        let is_family_lost = has_family && family.is_none() || has_size && size.is_none();
        let readable = ReadableParts {
            all_faces,
            all_turns,
            all_orbits,
            family: !is_family_lost,
        };
        ReadDefinition {
            definition: Definition {
                name: self.required("name", || without_position("puzzle")),
                also: self.optional("also"),
                title: self.required("title", || without_position("Puzzle")),
                maximum: self.required("maximum", MaximumEntry::default),
                plan: self.optional("plan"),
                layout: self.optional("layout"),
                held: self.optional("held"),
                with: self.optional("with"),
                family,
                size,
                net: self.optional("net"),
                face,
                turn,
                alias: self.entries("alias").0,
                tip: self.entries("tip").0,
                with_tips: self.optional("with_tips"),
                orbit,
                classes: None,
            },
            readable,
        }
    }

    fn take_key(&mut self, key: &str) -> Option<Spanned<DeValue<'a>>> {
        let at = self.table.keys().find(|known| known.get_ref() == key)?;
        let at = at.clone();
        self.table.remove(&at)
    }

    fn value<T: DeserializeOwned>(&mut self, value: Spanned<DeValue<'a>>) -> Option<T> {
        let span = value.span();
        T::deserialize(ValueDeserializer::from(value))
            .map_err(|error| {
                if self.mistakes.is_full() {
                    return;
                }
                let mut mistake = self.source.toml_error(&error);
                if mistake.place.is_none() {
                    mistake = self.source.error(span, mistake.reason);
                }
                self.mistakes.add(mistake);
            })
            .ok()
    }

    fn optional<T: DeserializeOwned>(&mut self, key: &str) -> Option<T> {
        let value = self.take_key(key)?;
        self.value(value)
    }

    fn required<T: DeserializeOwned>(&mut self, key: &str, fallback: impl Fn() -> T) -> T {
        let Some(value) = self.take_key(key) else {
            self.mistakes.add_at(0..0, format!("missing field `{key}`"));
            return fallback();
        };
        self.value(value).unwrap_or_else(fallback)
    }

    /// The entries of a list that can be read, and whether these are all.
    fn entries<T: DeserializeOwned>(&mut self, key: &str) -> (Option<Vec<T>>, bool) {
        let Some(list) = self.take_key(key) else {
            return (None, true);
        };
        let span = list.span();
        let DeValue::Array(list) = list.into_inner() else {
            let reason = "this must be a list of tables";
            self.mistakes.add_at(span, reason);
            return (Some(Vec::new()), false);
        };
        let count = list.len();
        let entries = list.into_iter().filter_map(|entry| self.value(entry));
        let entries: Vec<T> = entries.collect();
        let complete = entries.len() == count;
        (Some(entries), complete)
    }
}

/// A text without a position in the file.
fn without_position(text: &str) -> Spanned<String> {
    Spanned::new(0..0, text.to_owned())
}
