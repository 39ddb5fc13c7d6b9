//! Names as users type them: found regardless of case, with a suggestion for unknown names.

use crate::text::{excerpt, join_names};

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{}`; {}", excerpt(name), self.suggestion())]
pub struct UnknownName {
    /// The kind of name: `puzzle`, `recipe`, …
    pub what: &'static str,
    /// The name, as it was typed.
    pub name: String,
    /// The known name that is most similar, if any is similar enough.
    pub guess: Option<String>,
    /// The known names.
    pub known: Vec<String>,
}

impl UnknownName {
    fn suggestion(&self) -> String {
        let known = join_names(self.known.iter(), ", ");
        match &self.guess {
            Some(guess) => format!("did you mean `{guess}`? Expected one of: {known}"),
            None => format!("expected one of: {known}"),
        }
    }
}

/// The minimum similarity of a suggestion: the fraction of the longer name that need not be changed. `mxu` and `mux` have
/// 0.67, `abacus` and `batsat` 0.17.
const LEAST_SIMILARITY: f64 = 0.6;

/// The minimum similarity of a name to each of its prefixes.
const LEAST_PREFIX_SIMILARITY: f64 = 0.7;

/// The maximum length of a name; no suggestion is made for longer ones.
const MAX_CHARACTERS: usize = 100;

/// Finds the entry with the typed name: its main name, exactly or in another spelling, or one of its aliases.
pub(crate) fn resolve<'a, T>(
    what: &'static str,
    typed: &str,
    entries: &'a [T],
    name_of: impl Fn(&T) -> &str,
    aliases_of: impl Fn(&T) -> Vec<String>,
) -> Result<&'a T, UnknownName> {
    let names: Vec<&str> = entries.iter().map(name_of).collect();
    let at = position(what, typed, &names, &|at| aliases_of(&entries[at]))?;
    Ok(&entries[at])
}

/// The position of the typed name among names; see [`resolve`].
pub(crate) fn position(
    what: &'static str,
    typed: &str,
    names: &[&str],
    aliases_of: &dyn Fn(usize) -> Vec<String>,
) -> Result<usize, UnknownName> {
    if let Some(exact) = names.iter().position(|&name| name == typed) {
        return Ok(exact);
    }
    let meant = normalize(typed);
    if let Some(same) = names.iter().position(|name| normalize(name) == meant) {
        return Ok(same);
    }
    let normalized = |alias: &String| normalize(alias);
    let aliases: Vec<Vec<String>> = (0..names.len())
        .map(|at| aliases_of(at).iter().map(normalized).collect())
        .collect();
    if let Some(at) = aliases.iter().position(|aliases| aliases.contains(&meant)) {
        return Ok(at);
    }
    let guesses = names.iter().zip(&aliases).map(|(&name, aliases)| {
        let aliases = aliases.iter().map(|alias| similarity(alias, &meant));
        let nearest = aliases.fold(similarity(&normalize(name), &meant), f64::max);
        (nearest, name)
    });
    // Of several equally similar names, the first is suggested.
    let nearest = guesses.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let guess = nearest.filter(|(similarity, _)| *similarity >= LEAST_SIMILARITY);
    Err(UnknownName {
        what,
        name: typed.to_owned(),
        guess: guess.map(|(_, name)| name.to_owned()),
        known: names.iter().copied().map(str::to_owned).collect(),
    })
}

/// The similarity of two names, from 0 (nothing in common) to 1 (equal).
fn similarity(name: &str, meant: &str) -> f64 {
    if meant.is_empty() || meant.chars().count() > MAX_CHARACTERS {
        return 0.0;
    }
    let edited = strsim::normalized_damerau_levenshtein(name, meant);
    if name.starts_with(meant) {
        edited.max(LEAST_PREFIX_SIMILARITY)
    } else {
        edited
    }
}

/// A name in normalized spelling: `Mux_Idle` is `mux-idle`, `3×3×3` is `3x3x3`.
fn normalize(name: &str) -> String {
    let characters = name.trim().chars().take(MAX_CHARACTERS + 1);
    let same = characters.flat_map(char::to_lowercase).map(|c| match c {
        '_' | ' ' => '-',
        '×' => 'x',
        c => c,
    });
    same.filter(|&c| c != '\'').collect()
}

/// Gives an enum the names by which users select its values: `ALL`, `name`, and conversions between value and text.
macro_rules! named {
    ($type:ident, $what:literal, $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Every ", $what, ".")]
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// The name by which users select it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let at = $crate::names::position($what, name, &[$($name),+], &|_| Vec::new())?;
                Ok(Self::ALL[at])
            }
        }
    };
}

/// Serializes a type as text, and deserializes it by parsing that text.
macro_rules! serde_as_text {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {named, serde_as_text};

#[cfg(test)]
mod tests {
    use super::*;

    fn find(typed: &str) -> Result<&'static str, UnknownName> {
        let others = |name: &&str| match *name {
            "rubik" => vec!["3x3x3".to_owned(), "rubiks-cube".to_owned()],
            _ => Vec::new(),
        };
        let all = &["mux", "mux-idle", "rubik"];
        resolve("thing", typed, all, |name| name, others).copied()
    }

    #[test]
    fn names_ignore_case_and_have_aliases() {
        for (typed, name) in [
            ("mux", "mux"),
            ("MUX", "mux"),
            ("Mux_Idle", "mux-idle"),
            (" mux idle ", "mux-idle"),
            ("3×3×3", "rubik"),
            ("3X3x3", "rubik"),
            ("Rubik's Cube", "rubik"),
        ] {
            assert_eq!(find(typed), Ok(name), "{typed}");
        }
    }
}
