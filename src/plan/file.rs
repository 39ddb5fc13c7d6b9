//! Plan files. `encodings/README.md` describes their keys, and `encodings/plans` contains the built-in files.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use toml::Spanned;

use super::peel::{POSITIONS, TURNS};
use super::{Peel, PeelOrder, Plan, SmallerPuzzle, Stage, StageKind};
use crate::built_in::{BuiltIn, find};
use crate::error::Error;
use crate::notation::Notation;
use crate::puzzle::{Puzzle, Sticker, TurnId};
use crate::quotient::Goal;
use crate::source::{FileError, Source};
use crate::text::excerpt;

/// The built-in files, in alphabetical order. `build.rs` writes the list.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/plans.rs"));

/// The maximum number of stages.
const MAX_STAGES: usize = 100;

/// The allowed values of `limit`, in seconds.
const TIME_LIMITS: RangeInclusive<usize> = 1..=86_400;

/// The largest allowed value of `maximum`, in turns.
const MAX_MAXIMUM: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    name: Spanned<String>,
    title: Spanned<String>,
    puzzle: Spanned<String>,
    stage: Option<Vec<StageEntry>>,
    peel: Option<PeelEntry>,
    smaller: Option<SmallerEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SmallerEntry {
    pub(super) puzzle: Spanned<String>,
    pub(super) large: Spanned<String>,
    pub(super) small: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PeelEntry {
    #[serde(default)]
    order: PeelOrder,
    positions: Option<Spanned<usize>>,
    turns: Option<Spanned<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageEntry {
    pub(super) title: Spanned<String>,
    pub(super) allow: Spanned<String>,
    pub(super) group: Option<Spanned<String>>,
    pub(super) recoloring: Option<Spanned<String>>,
    pub(super) patterns: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) maximum: Option<Spanned<usize>>,
    pub(super) intermediate_group: Option<Spanned<String>>,
    pub(super) limit: Option<Spanned<usize>>,
    pub(super) pieces: Option<Spanned<usize>>,
    pub(super) turns: Option<Spanned<usize>>,
    pub(super) finish_with_3_cycles: Option<Spanned<bool>>,
    pub(super) even_permutation: Option<Spanned<bool>>,
    pub(super) pair_blocks: Option<Spanned<bool>>,
    pub(super) smaller_plan: Option<Spanned<String>>,
}

impl Plan {
    /// The names of the built-in plans, in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The built-in plan with this name, for its puzzle.
    ///
    /// # Errors
    /// [`Error`] if the name is unknown, or the plan is for another puzzle.
    pub fn built_in(name: &str, puzzle: &Arc<Puzzle>) -> Result<Self, Error> {
        let file = find("plan", name, FILES, |_| Vec::new())?.source();
        Ok(Self::from_toml(file.name, file.text, puzzle)?)
    }

    /// The name of the puzzle and the title of a built-in plan.
    pub fn puzzle_and_title(name: &str) -> Result<(String, String), Error> {
        let file = find("plan", name, FILES, |_| Vec::new())?.source();
        let file: PlanFile = file.read()?;
        Ok((file.puzzle.into_inner(), file.title.into_inner()))
    }

    /// The first built-in plan for a puzzle that has two stages, each a single question, if there is one.
    pub fn of_two_stages(puzzle: &Arc<Puzzle>) -> Option<Self> {
        let mut plans = Self::built_in_names().filter_map(|name| Self::built_in(name, puzzle).ok());
        plans.find(|plan| plan.stages.len() == 2 && plan.asks_questions_only())
    }

    /// Reads the text of a plan file for a puzzle. `name` is the file's name in errors.
    pub fn from_toml(name: &str, text: &str, puzzle: &Arc<Puzzle>) -> Result<Self, FileError> {
        let source = Source { name, text };
        let file: PlanFile = source.read()?;
        let reader = Reader { source, puzzle };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let plan_name = file.name.get_ref();
        if plan_name.is_empty() || !plan_name.chars().all(is_plain) {
            return Err(source.error(
                file.name.span(),
                "the name must consist of letters, digits, `-` and `_`: it becomes part of file names",
            ));
        }
        source.check_visible("the title", &file.title)?;
        let meant = Puzzle::built_in_name(file.puzzle.get_ref());
        if file.puzzle.get_ref() != puzzle.name() && meant != Ok(puzzle.name()) {
            let reason = format!(
                "this is a plan for puzzle `{}`, not for `{}`",
                excerpt(file.puzzle.get_ref()),
                puzzle.name()
            );
            return Err(source.error(file.puzzle.span(), reason));
        }
        let peel = file.peel.as_ref().map(|entry| reader.peel(entry));
        let peel = peel.transpose()?;
        let key = file.stage.as_ref().map_or("name", |_| "stage");
        let stages = file.stage.unwrap_or_default();
        if peel.is_some() && !stages.is_empty() {
            let reason = "a plan has either `[[stage]]` or `[peel]`, which finds the stages itself";
            return Err(source.error(source.span_of(key), reason));
        }
        if peel.is_none() && stages.is_empty() || stages.len() > MAX_STAGES {
            let reason = format!("a plan must have 1 to {MAX_STAGES} stages, or `[peel]`");
            return Err(source.error(source.span_of(key), reason));
        }
        let smaller = file.smaller.as_ref().map(|entry| reader.smaller(entry));
        let smaller = smaller.transpose()?.map(Arc::new);
        reader.check_stages(&stages, smaller.is_some())?;
        let stage = |entry| reader.stage(entry, smaller.as_deref());
        Ok(Self {
            stages: stages.into_iter().map(stage).collect::<Result<_, _>>()?,
            smaller,
            name: plan_name.clone(),
            title: file.title.into_inner(),
            puzzle: puzzle.clone(),
            peel,
            held: None,
            text: text.into(),
        })
    }
}

pub(super) struct Reader<'a> {
    pub(super) source: Source<'a>,
    pub(super) puzzle: &'a Puzzle,
}

impl Reader<'_> {
    fn peel(&self, entry: &PeelEntry) -> Result<Peel, FileError> {
        Ok(Peel {
            order: entry.order,
            positions: self.within("positions", entry.positions.as_ref(), POSITIONS)?,
            turns: self.within("turns", entry.turns.as_ref(), TURNS)?,
        })
    }

    /// The number given for a key, if any. It must be in the range.
    pub(super) fn within(
        &self,
        key: &str,
        value: Option<&Spanned<usize>>,
        range: RangeInclusive<usize>,
    ) -> Result<Option<usize>, FileError> {
        match value {
            Some(it) if !range.contains(it.get_ref()) => {
                let rule = format!("`{key}` must be from {} to {}", range.start(), range.end());
                Err(self.source.error(it.span(), rule))
            }
            _ => Ok(value.map(|it| *it.get_ref())),
        }
    }

    fn stage(
        &self,
        entry: StageEntry,
        smaller: Option<&SmallerPuzzle>,
    ) -> Result<Stage, FileError> {
        let kind = self.kind(&entry)?;
        self.source.check_visible("the title", &entry.title)?;
        let allowed = self.turns(&entry.allow)?;
        if allowed.is_empty() {
            let reason = "a stage must allow some turns";
            return Err(self.source.error(entry.allow.span(), reason));
        }
        let goal = match (&entry.group, &entry.recoloring, &entry.patterns) {
            (None, None, None) if matches!(kind, StageKind::PairBlocks(_) | StageKind::Plan(_)) => {
                self.goal_in_colors(smaller, &kind)
            }
            (Some(group), None, None) => Goal::Group(self.turns(group)?),
            (None, Some(recoloring), patterns) => self.recoloring(recoloring, patterns.as_ref())?,
            (None, None, _) => {
                let reason = "a stage needs a goal: `group` with turns, `recoloring` with a color for each facelet, `pair_blocks`, or `smaller_plan`";
                return Err(self.source.error(entry.title.span(), reason));
            }
            (Some(group), _, _) => {
                let reason = "`group` is a whole goal; it cannot be combined with `recoloring` or `patterns`";
                return Err(self.source.error(group.span(), reason));
            }
        };
        let maximum = self.within("maximum", entry.maximum.as_ref(), 0..=MAX_MAXIMUM)?;
        let intermediate_group = entry.intermediate_group.as_ref();
        let intermediate_group = intermediate_group.map(|it| self.turns(it)).transpose()?;
        if let (Some(at), Some([])) = (&entry.intermediate_group, intermediate_group.as_deref()) {
            let reason = "`intermediate_group` must name at least one turn; leave it out if the stage has none";
            return Err(self.source.error(at.span(), reason));
        }
        let limit = self.within("limit", entry.limit.as_ref(), TIME_LIMITS)?;
        Ok(Stage {
            kind,
            // `kind` rejects `false`.
            even_permutation: entry.even_permutation.is_some(),
            title: entry.title.into_inner(),
            allowed,
            goal,
            maximum,
            intermediate_group,
            limit: limit.map(|limit| Duration::from_secs(limit as u64)),
        })
    }

    /// Reads names of turns and of sets of turns, as in the key `allow` of a question.
    fn turns(&self, text: &Spanned<String>) -> Result<Vec<TurnId>, FileError> {
        let mut turns = Vec::new();
        for word in text.get_ref().split_whitespace() {
            let set = Notation::Singmaster.read_set(self.puzzle, word);
            turns.extend(set.map_err(|reason| self.source.error(text.span(), reason))?);
        }
        turns.sort_unstable();
        turns.dedup();
        Ok(turns)
    }

    fn recoloring(
        &self,
        recoloring: &Spanned<String>,
        patterns: Option<&Spanned<Vec<Spanned<String>>>>,
    ) -> Result<Goal, FileError> {
        let mut symbols = Vec::new();
        for sticker in self.stickers(self.puzzle, recoloring)? {
            match sticker.symbol() {
                Some('_') => {
                    let reason = "`_` cannot be a color of a recoloring: the reduced puzzle of the stage uses it in place of `.`; choose another";
                    return Err(self.source.error(recoloring.span(), reason));
                }
                Some(symbol) => symbols.push(symbol),
                None if sticker == Sticker::Any => symbols.push('.'),
                None => {
                    let reason =
                        "a recoloring must give each sticker exactly one color; `.` is one too";
                    return Err(self.source.error(recoloring.span(), reason));
                }
            }
        }
        let mut read = Vec::new();
        for pattern in patterns.into_iter().flat_map(|patterns| patterns.get_ref()) {
            let stickers = self.stickers(self.puzzle, pattern)?;
            let unknown = stickers.iter().find_map(|sticker| match sticker {
                Sticker::Any => None,
                Sticker::OneOf(some) => some.iter().find(|&c| !symbols.contains(c)),
            });
            if let Some(unknown) = unknown {
                let reason = format!("the recoloring has no color `{unknown}`");
                return Err(self.source.error(pattern.span(), reason));
            }
            read.push(stickers);
        }
        if let (Some(patterns), true) = (patterns, read.is_empty()) {
            let reason = "`patterns` must have at least one pattern; leave it out if the recoloring itself is the goal";
            return Err(self.source.error(patterns.span(), reason));
        }
        Ok(Goal::Recoloring {
            recoloring: symbols,
            patterns: read,
        })
    }

    /// Reads stickers in the layout of a puzzle.
    pub(super) fn stickers(
        &self,
        puzzle: &Puzzle,
        text: &Spanned<String>,
    ) -> Result<Vec<Sticker>, FileError> {
        let stickers = puzzle.layout().read_stickers(puzzle, text.get_ref());
        stickers.map_err(|reason| self.source.error(text.span(), reason.to_string()))
    }
}
