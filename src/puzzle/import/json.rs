//! JSON with places: errors about any part say line and column.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::puzzle::file::{FileError, Source};
use crate::text::{message, shown};

/// A JSON text. Its parts are slices of it, so that their place is known.
pub(super) struct Located<'a> {
    pub(super) source: Source<'a>,
}

impl<'a> Located<'a> {
    /// The whole text.
    pub(super) fn whole<T: Deserialize<'a>>(&self) -> Result<T, FileError> {
        self.parse(self.source.text, 0)
    }

    /// A part of it.
    pub(super) fn part<'p, T: Deserialize<'p>>(&self, raw: &'p RawValue) -> Result<T, FileError> {
        self.parse(raw.get(), self.at(raw))
    }

    fn parse<'p, T: Deserialize<'p>>(&self, text: &'p str, at: usize) -> Result<T, FileError> {
        serde_json::from_str(text).map_err(|error| {
            let mut lines = text.split_inclusive('\n');
            let before = lines.by_ref().take(error.line().saturating_sub(1));
            let before: usize = before.map(str::len).sum();
            let line = text[before..].len();
            let at = at + before + error.column().saturating_sub(1).min(line);
            // What the reader says without the place, which is told before it.
            let said = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let said = said.strip_suffix(place.as_str()).unwrap_or(&said);
            self.source.error(at..at, message(said))
        })
    }

    /// An object as a list, in the order of the file. A key stands once.
    pub(super) fn pairs<'p>(
        &self,
        raw: &'p RawValue,
    ) -> Result<Vec<(String, &'p RawValue)>, FileError> {
        let Pairs(pairs): Pairs<&RawValue> = self.part(raw)?;
        let mut seen = HashSet::new();
        match pairs.iter().find(|(key, _)| !seen.insert(key)) {
            Some((twice, raw)) => Err(self.error(raw, format!("`{}` stands twice", shown(twice)))),
            None => Ok(pairs),
        }
    }

    /// The byte offset of a part.
    pub(super) fn at(&self, raw: &RawValue) -> usize {
        (raw.get().as_ptr() as usize).saturating_sub(self.source.text.as_ptr() as usize)
    }

    pub(super) fn error(&self, raw: &RawValue, reason: impl Into<String>) -> FileError {
        let at = self.at(raw);
        self.source.error(at..at, reason)
    }

    /// A whole number in a range.
    pub(super) fn number(
        &self,
        raw: &RawValue,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        let number = serde_json::from_str(raw.get()).ok();
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            let found = shown(raw.get());
            self.error(
                raw,
                format!("`{found}` is no whole number from {least} to {most}"),
            )
        })
    }

    /// So many numbers, each below `end`.
    pub(super) fn numbers(
        &self,
        raw: &RawValue,
        count: usize,
        end: usize,
    ) -> Result<Vec<usize>, FileError> {
        let list: Vec<&RawValue> = self.part(raw)?;
        if list.len() != count {
            let reason = format!("there are {} numbers; there must be {count}", list.len());
            return Err(self.error(raw, reason));
        }
        let number = |raw: &&RawValue| self.number(raw, 0, end - 1);
        list.iter().map(number).collect()
    }
}

/// An object as a list, in the order of the file.
struct Pairs<T>(Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

struct PairsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for PairsVisitor<T> {
    type Value = Pairs<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs: Vec<(String, T)> = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
