//! JSON with positions, so that a mistake is reported with line and column.

use std::collections::HashSet;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::names::whole_number;
use crate::source::{FileError, Source};
use crate::text::{excerpt, join_names, readable_parser_message};

/// A JSON text. Each value that is read from it is a slice of the text, so its position is known.
pub(super) struct Located<'a> {
    pub(super) source: Source<'a>,
    /// The ignored keys.
    pub(super) ignored: Vec<String>,
}

/// The names of a field of an object: the current name, then the names in older files.
pub(super) type Field = &'static [&'static str];

impl<'a> Located<'a> {
    /// The whole text as a value.
    pub(super) fn document(&self) -> Result<&'a RawValue, FileError> {
        self.source.check_size()?;
        self.parse(self.source.text, 0)
    }

    /// Parses a part of the text.
    pub(super) fn parse_part<T: Deserialize<'a>>(&self, raw: &'a RawValue) -> Result<T, FileError> {
        self.parse(raw.get(), self.offset_of(raw))
    }

    fn parse<T: Deserialize<'a>>(&self, text: &'a str, at: usize) -> Result<T, FileError> {
        serde_json::from_str(text).map_err(|error| {
            let mut lines = text.split_inclusive('\n');
            let before = lines.by_ref().take(error.line().saturating_sub(1));
            let before: usize = before.map(str::len).sum();
            let line = text[before..].len();
            let at = at + before + error.column().saturating_sub(1).min(line);
            // The position is reported separately.
            let reason = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let reason = reason.strip_suffix(place.as_str()).unwrap_or(&reason);
            self.source.error(at..at, readable_parser_message(reason))
        })
    }

    /// An object as a list, in the order of the file. Keys must be unique.
    pub(super) fn pairs(
        &self,
        raw: &'a RawValue,
    ) -> Result<Vec<(String, &'a RawValue)>, FileError> {
        let Pairs(pairs) = self.parse_part(raw)?;
        let mut seen = HashSet::new();
        match pairs.iter().find(|(key, _)| !seen.insert(key)) {
            Some((key, raw)) => Err(self.error(raw, format!("`{}` appears twice", excerpt(key)))),
            None => Ok(pairs),
        }
    }

    /// The required and the optional fields of an object.
    pub(super) fn fields<const REQUIRED: usize, const OPTIONAL: usize>(
        &mut self,
        raw: &'a RawValue,
        required: [Field; REQUIRED],
        optional: [Field; OPTIONAL],
    ) -> Result<([&'a RawValue; REQUIRED], [Option<&'a RawValue>; OPTIONAL]), FileError> {
        let known = [&required[..], &optional[..]].concat();
        let mut found: Vec<Option<&RawValue>> = vec![None; known.len()];
        let mut unknown = Vec::new();
        for (key, value) in self.pairs(raw)? {
            match known.iter().position(|names| names.contains(&&*key)) {
                None => unknown.push((key, value)),
                Some(number) if found[number].is_some() => {
                    let newest = known[number][0];
                    let reason = format!("`{key}` repeats the field `{newest}`");
                    return Err(self.error(value, reason));
                }
                Some(number) => found[number] = Some(value),
            }
        }
        let given: Vec<&RawValue> = found[..REQUIRED].iter().flatten().copied().collect();
        if let Ok(given) = <[&RawValue; REQUIRED]>::try_from(given) {
            // Formats evolve: unknown keys are for other programs.
            self.ignored.extend(unknown.into_iter().map(|(key, _)| key));
            let others = std::array::from_fn(|number| found[REQUIRED + number]);
            return Ok((given, others));
        }
        let missing = required.iter().zip(&found);
        let missing = missing.filter(|(_, found)| found.is_none());
        let missing: Vec<&str> = missing.map(|(names, _)| names[0]).collect();
        Err(match unknown.first() {
            None => self.error(raw, format!("missing field `{}`", missing[0])),
            // The unknown field may be a misspelling of the missing field.
            Some((key, value)) => {
                let reason = format!(
                    "unknown field `{}`; expected one of: {}; missing: {}",
                    excerpt(key),
                    join_names(known.iter().map(|names| names[0]), ", "),
                    missing.join(", ")
                );
                self.error(value, reason)
            }
        })
    }

    /// The position of a value in the text, as a byte offset.
    pub(super) fn offset_of(&self, raw: &RawValue) -> usize {
        (raw.get().as_ptr() as usize).saturating_sub(self.source.text.as_ptr() as usize)
    }

    pub(super) fn error(&self, raw: &RawValue, reason: impl Into<String>) -> FileError {
        let at = self.offset_of(raw);
        self.source.error(at..at, reason)
    }

    /// A whole number in a range.
    pub(super) fn number(
        &self,
        raw: &RawValue,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        whole_number(raw.get(), least, most).map_err(|reason| self.error(raw, reason))
    }

    /// The entries of a list of `count` numbers.
    fn entries(&self, raw: &'a RawValue, count: usize) -> Result<Vec<&'a RawValue>, FileError> {
        let list: Vec<&RawValue> = self.parse_part(raw)?;
        if list.len() != count {
            let reason = format!("expected {count} numbers, found {}", list.len());
            return Err(self.error(raw, reason));
        }
        Ok(list)
    }

    /// A list of `count` numbers, each below `end`.
    pub(super) fn numbers_below(
        &self,
        raw: &'a RawValue,
        count: usize,
        end: usize,
    ) -> Result<Vec<usize>, FileError> {
        let entries = self.entries(raw, count)?.into_iter();
        entries.map(|raw| self.number(raw, 0, end - 1)).collect()
    }

    /// A list of `count` whole numbers modulo `modulus`: -1 stands for `modulus` minus 1.
    pub(super) fn numbers_modulo(
        &self,
        raw: &'a RawValue,
        count: usize,
        modulus: usize,
    ) -> Result<Vec<usize>, FileError> {
        let residue = |raw: &RawValue| match serde_json::from_str::<i64>(raw.get()) {
            Ok(number) => Ok(number.rem_euclid(modulus as i64) as usize),
            Err(_) => {
                let found = excerpt(raw.get());
                Err(self.error(raw, format!("`{found}` is not a whole number")))
            }
        };
        self.entries(raw, count)?.into_iter().map(residue).collect()
    }
}

/// An object as a list, in the order of the file.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let pairs = std::iter::from_fn(|| map.next_entry().transpose());
        pairs.collect::<Result<_, _>>().map(Pairs)
    }
}
