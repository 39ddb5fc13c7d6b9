//! The key `maximum` of a puzzle file: the largest distance of any state.

use serde::Deserialize;
use toml::Spanned;

use crate::puzzle::{MAX_TURNS, MaxDistance, Maximum};
use crate::source::{FileError, Source};

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MaximumEntry {
    htm: LongestEntry,
    qtm: LongestEntry,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LongestEntry {
    any: Option<Spanned<usize>>,
    exact: Option<Spanned<usize>>,
}

impl MaximumEntry {
    /// The numbers in the file; an error if one is too large.
    pub(super) fn read(&self, source: &Source<'_>) -> Result<Maximum, FileError> {
        Ok(Maximum {
            htm: self.htm.read(source)?,
            qtm: self.qtm.read(source)?,
        })
    }
}

impl LongestEntry {
    fn read(&self, source: &Source<'_>) -> Result<MaxDistance, FileError> {
        let number = |turns: &Option<Spanned<usize>>| match turns {
            Some(turns) if *turns.get_ref() > MAX_TURNS => {
                let reason = format!("a maximum must be at most {MAX_TURNS} turns");
                Err(source.error(turns.span(), reason))
            }
            turns => Ok(turns.as_ref().map(|turns| *turns.get_ref())),
        };
        Ok(MaxDistance {
            any: number(&self.any)?,
            exact: number(&self.exact)?,
        })
    }
}
