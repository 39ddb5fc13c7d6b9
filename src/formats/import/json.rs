//! JSON with positions: all mistakes are reported, with line and column.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::source::{Mistakes, Source};
use crate::text::{excerpt, join_names, readable_parser_message};

/// A JSON text. Its parts are slices of it, so their positions are known.
pub(super) struct Located<'a> {
    source: Source<'a>,
    /// The mistakes found so far.
    pub(super) mistakes: Mistakes<'a>,
    /// Ignored keys, without duplicates.
    pub(super) ignored: Vec<String>,
}

/// A field of an object: its names, the newest first, and whether it is required.
pub(super) struct Field {
    pub(super) names: &'static [&'static str],
    pub(super) required: bool,
}

/// A required field.
pub(super) const fn required(names: &'static [&'static str]) -> Field {
    Field {
        names,
        required: true,
    }
}

/// An optional field.
pub(super) const fn optional(names: &'static [&'static str]) -> Field {
    Field {
        names,
        required: false,
    }
}

impl<'a> Located<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self {
            source,
            mistakes: Mistakes::new(source),
            ignored: Vec::new(),
        }
    }

    /// The whole text; `None` if it is not JSON, which is reported.
    pub(super) fn document(&mut self) -> Option<&'a RawValue> {
        if let Err(mistake) = self.source.check_length() {
            self.mistakes.add(mistake);
            return None;
        }
        self.parse(self.source.text, 0)
    }

    /// Parses a part of the text; `None` if that is invalid, which is reported.
    pub(super) fn parse_part<T: Deserialize<'a>>(&mut self, raw: &'a RawValue) -> Option<T> {
        self.parse(raw.get(), self.offset_of(raw))
    }

    fn parse<T: Deserialize<'a>>(&mut self, text: &'a str, at: usize) -> Option<T> {
        let parsed = serde_json::from_str(text);
        parsed
            .map_err(|error| {
                let mut lines = text.split_inclusive('\n');
                let before = lines.by_ref().take(error.line().saturating_sub(1));
                let before: usize = before.map(str::len).sum();
                let line = text[before..].len();
                let at = at + before + error.column().saturating_sub(1).min(line);
                // The message without the position, which is reported separately.
                let reason = error.to_string();
                let place = format!(" at line {} column {}", error.line(), error.column());
                let reason = reason.strip_suffix(place.as_str()).unwrap_or(&reason);
                self.mistakes
                    .add_at(at..at, readable_parser_message(reason));
            })
            .ok()
    }

    /// An object as a list, in the order of the file. Keys must be unique; of duplicates, the first counts.
    pub(super) fn pairs(&mut self, raw: &'a RawValue) -> Option<Vec<(String, &'a RawValue)>> {
        let Pairs(pairs) = self.parse_part(raw)?;
        let mut seen = HashSet::new();
        let is_new = |(key, raw): &(String, &'a RawValue)| {
            let is_new = seen.insert(key.clone());
            if !is_new {
                self.report(raw, format!("`{}` appears twice", excerpt(key)));
            }
            is_new
        };
        Some(pairs.into_iter().filter(is_new).collect())
    }

    /// The fields of an object; `None` if one is missing.
    pub(super) fn fields<const N: usize>(
        &mut self,
        raw: &'a RawValue,
        known: [Field; N],
    ) -> Option<[Option<&'a RawValue>; N]> {
        let pairs = self.pairs(raw)?;
        let mut found = [None; N];
        let mut unknown = Vec::new();
        for (key, value) in pairs {
            let number = known.iter().position(|field| field.names.contains(&&*key));
            match number {
                None => unknown.push((key, value)),
                Some(number) if found[number].is_some() => {
                    let newest = known[number].names[0];
                    self.report(value, format!("`{key}` repeats the field `{newest}`"));
                }
                Some(number) => found[number] = Some(value),
            }
        }
        let fields = known.iter().zip(&found);
        let missing = fields.filter(|(field, found)| field.required && found.is_none());
        let missing: Vec<&str> = missing.map(|(field, _)| field.names[0]).collect();
        match unknown.first() {
            None => {
                for name in missing {
                    self.report(raw, format!("missing field `{name}`"));
                }
            }
            // Formats evolve: unknown keys are for other programs.
            Some(_) if missing.is_empty() => {
                let keys = unknown.into_iter().map(|(key, _)| key);
                let new: Vec<String> = keys.filter(|key| !self.ignored.contains(key)).collect();
                self.ignored.extend(new);
            }
            // It may be a misspelling of the missing field, so this counts as one mistake.
            Some((key, value)) => {
                let reason = format!(
                    "unknown field `{}`; expected one of: {}; missing: {}",
                    excerpt(key),
                    join_names(known.iter().map(|field| field.names[0]), ", "),
                    missing.join(", ")
                );
                self.report(value, reason);
            }
        }
        Some(found)
    }

    pub(super) fn offset_of(&self, raw: &RawValue) -> usize {
        (raw.get().as_ptr() as usize).saturating_sub(self.source.text.as_ptr() as usize)
    }

    /// Where a value begins.
    pub(super) fn start_of(&self, raw: &RawValue) -> Range<usize> {
        let at = self.offset_of(raw);
        at..at
    }

    pub(super) fn report(&mut self, raw: &RawValue, reason: impl Into<String>) {
        self.mistakes.add_at(self.start_of(raw), reason);
    }

    /// A whole number in a range.
    pub(super) fn number(&mut self, raw: &RawValue, least: usize, most: usize) -> Option<usize> {
        let number = serde_json::from_str(raw.get()).ok();
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let found = excerpt(raw.get());
            let reason = format!("`{found}` is not a whole number from {least} to {most}");
            self.report(raw, reason);
        }
        number
    }

    /// The entries of a list of a given length, as far as they can be read; `None` if the length is wrong.
    fn entries<T>(
        &mut self,
        raw: &'a RawValue,
        count: usize,
        entry: impl Fn(&mut Self, &'a RawValue) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        let list: Vec<&RawValue> = self.parse_part(raw)?;
        if list.len() != count {
            let reason = format!("expected {count} numbers, found {}", list.len());
            self.report(raw, reason);
            return None;
        }
        Some(list.into_iter().map(|raw| entry(self, raw)).collect())
    }

    /// A list of `count` numbers, each below `end`; `None` for invalid entries.
    pub(super) fn numbers_below(
        &mut self,
        raw: &'a RawValue,
        count: usize,
        end: usize,
    ) -> Option<Vec<Option<usize>>> {
        self.entries(raw, count, |file, raw| file.number(raw, 0, end - 1))
    }

    /// A list of `count` whole numbers modulo `modulus`: -1 stands for `modulus` minus 1.
    pub(super) fn numbers_modulo(
        &mut self,
        raw: &'a RawValue,
        count: usize,
        modulus: usize,
    ) -> Option<Vec<usize>> {
        let residue = |file: &mut Self, raw: &RawValue| {
            let number: Option<i64> = serde_json::from_str(raw.get()).ok();
            if number.is_none() {
                let found = excerpt(raw.get());
                file.report(raw, format!("`{found}` is not a whole number"));
            }
            usize::try_from(number?.rem_euclid(i64::try_from(modulus).ok()?)).ok()
        };
        self.entries(raw, count, residue)?.into_iter().collect()
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
