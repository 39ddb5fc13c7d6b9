//! The keys of a plan file for stages that are not a single question: `pieces`, `pair_blocks`, `smaller_plan`, and the
//! table `[smaller]`.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;

use super::file::{Reader, SmallerEntry, StageEntry};
use super::{Plan, SmallerPuzzle, StageKind, Steps};
use crate::error::Error;
use crate::puzzle::{Puzzle, Sticker};
use crate::quotient::Goal;
use crate::source::FileError;
use crate::text::excerpt;

/// The allowed values of `pieces` and `turns`.
const PIECES: RangeInclusive<usize> = 1..=24;
const TURNS: RangeInclusive<usize> = 1..=20;

/// The default values of `pieces` and `turns`.
const DEFAULT_PIECES: usize = 1;
const DEFAULT_TURNS: usize = 5;

/// The location of a value in the file; `None` if it is not given.
fn span<T>(value: &Option<Spanned<T>>) -> Option<Range<usize>> {
    value.as_ref().map(Spanned::span)
}

/// The first key that is given, with its location.
fn first_present<'a>(
    keys: impl IntoIterator<Item = (&'a str, Option<Range<usize>>)>,
) -> Option<(&'a str, Range<usize>)> {
    keys.into_iter().find_map(|(key, span)| Some((key, span?)))
}

impl Reader<'_> {
    /// The method of a stage.
    pub(super) fn kind(&self, entry: &StageEntry) -> Result<StageKind, FileError> {
        let pieces = self.within("pieces", entry.pieces.as_ref(), PIECES)?;
        let turns = self.within("turns", entry.turns.as_ref(), TURNS)?;
        for (key, value) in [
            ("finish_with_3_cycles", &entry.finish_with_3_cycles),
            ("even_permutation", &entry.even_permutation),
            ("pair_blocks", &entry.pair_blocks),
        ] {
            if let Some(wrong) = value.as_ref().filter(|it| !it.get_ref()) {
                let reason = format!("`{key}` can only be true; leave it out");
                return Err(self.source.error(wrong.span(), reason));
            }
        }
        let steps = Steps {
            pieces: pieces.unwrap_or(DEFAULT_PIECES),
            turns: turns.unwrap_or(DEFAULT_TURNS),
            finish_with_3_cycles: entry.finish_with_3_cycles.is_some(),
        };
        Ok(if let Some(plan) = &entry.smaller_plan {
            StageKind::Plan(plan.get_ref().clone())
        } else if entry.pair_blocks.is_some() {
            StageKind::PairBlocks(steps)
        } else if pieces.is_some() {
            StageKind::Pieces(steps)
        } else {
            StageKind::Question
        })
    }

    /// Rejects keys that would have no effect.
    pub(super) fn check_stages(
        &self,
        stages: &[StageEntry],
        has_smaller: bool,
    ) -> Result<(), FileError> {
        let mut follows_pair_blocks = false;
        for stage in stages {
            self.check_keys(stage)?;
            let needs_smaller = [
                ("even_permutation", span(&stage.even_permutation)),
                ("pair_blocks", span(&stage.pair_blocks)),
                ("smaller_plan", span(&stage.smaller_plan)),
            ];
            if let (Some((key, span)), false) = (first_present(needs_smaller), has_smaller) {
                let reason =
                    format!("`{key}` is about a smaller puzzle; add the table `[smaller]`");
                return Err(self.source.error(span, reason));
            }
            if let Some(plan) = stage.smaller_plan.as_ref().filter(|_| !follows_pair_blocks) {
                let reason = "`smaller_plan` solves the smaller puzzle, so the stage before must have `pair_blocks`";
                return Err(self.source.error(plan.span(), reason));
            }
            follows_pair_blocks = stage.pair_blocks.is_some();
        }
        let uses_smaller =
            |it: &StageEntry| it.pair_blocks.is_some() || it.even_permutation.is_some();
        if has_smaller && !stages.iter().any(uses_smaller) {
            let reason =
                "no stage has `pair_blocks` or `even_permutation`, so the smaller puzzle is unused";
            return Err(self.source.error(self.source.span_of("smaller"), reason));
        }
        Ok(())
    }

    /// Rejects keys of one stage that cannot be combined.
    fn check_keys(&self, stage: &StageEntry) -> Result<(), FileError> {
        // The first five are keys of a single question. A stage with `pieces` may have `recoloring` and `patterns`.
        let keys = [
            ("group", span(&stage.group)),
            ("recoloring", span(&stage.recoloring)),
            ("patterns", span(&stage.patterns)),
            ("maximum", span(&stage.maximum)),
            ("intermediate_group", span(&stage.intermediate_group)),
            ("pieces", span(&stage.pieces)),
            ("turns", span(&stage.turns)),
            ("finish_with_3_cycles", span(&stage.finish_with_3_cycles)),
            ("even_permutation", span(&stage.even_permutation)),
            ("pair_blocks", span(&stage.pair_blocks)),
        ];
        let (what, excluded) = if stage.smaller_plan.is_some() {
            ("a stage with `smaller_plan`", keys.to_vec())
        } else if stage.pair_blocks.is_some() {
            ("a stage with `pair_blocks`", keys[..5].to_vec())
        } else if stage.pieces.is_some() {
            ("a stage with `pieces`", [&keys[..1], &keys[3..5]].concat())
        } else {
            ("a stage without `pieces`", keys[5..].to_vec())
        };
        if let Some((key, span)) = first_present(excluded) {
            let reason = format!("{what} cannot have `{key}`");
            return Err(self.source.error(span, reason));
        }
        if let (Some(patterns), true) = (&stage.patterns, stage.pieces.is_some())
            && patterns.get_ref().len() > 1
        {
            let reason = "a stage with `pieces` can have one pattern only";
            return Err(self.source.error(patterns.span(), reason));
        }
        Ok(())
    }

    /// The goal of a stage that leads to the smaller puzzle or solves it, as far as colors express the goal.
    pub(super) fn goal_in_colors(&self, smaller: Option<&SmallerPuzzle>, kind: &StageKind) -> Goal {
        let color = |facelet: usize| {
            let is_solved = matches!(kind, StageKind::Plan(_));
            let stays = |it: &SmallerPuzzle| !it.is_moved(it.facelets[facelet]);
            if is_solved || smaller.is_some_and(stays) {
                self.puzzle.colors()[self.puzzle.solved().color(facelet)].symbol
            } else {
                '.'
            }
        };
        Goal::Recoloring {
            recoloring: (0..self.puzzle.facelets().len()).map(color).collect(),
            patterns: Vec::new(),
        }
    }

    /// Reads the table `[smaller]`.
    pub(super) fn smaller(&self, entry: &SmallerEntry) -> Result<SmallerPuzzle, FileError> {
        let unknown = |error: Error| self.source.error(entry.puzzle.span(), error.to_string());
        let puzzle = Puzzle::built_in(entry.puzzle.get_ref()).map_err(unknown)?;
        let small = self.letters(&puzzle, &entry.small)?;
        let large = self.letters(self.puzzle, &entry.large)?;
        let mut numbers = HashMap::new();
        for (facelet, &letter) in small.iter().enumerate() {
            if numbers.insert(letter, facelet).is_some() {
                let reason = format!(
                    "`{letter}` names two facelets of the smaller puzzle; each needs its own letter or digit"
                );
                return Err(self.source.error(entry.small.span(), reason));
            }
        }
        let wrong = |reason: String| self.source.error(entry.large.span(), reason);
        let facelets = large.iter().map(|letter| {
            let number = numbers.get(letter).copied();
            number.ok_or_else(|| {
                wrong(format!(
                    "no facelet of the smaller puzzle is called `{letter}`"
                ))
            })
        });
        let facelets = facelets.collect::<Result<_, _>>()?;
        SmallerPuzzle::new(self.puzzle, puzzle, facelets).map_err(wrong)
    }

    /// Reads a drawing: a letter or digit for each facelet, in the layout of the puzzle.
    fn letters(&self, puzzle: &Puzzle, text: &Spanned<String>) -> Result<Vec<char>, FileError> {
        Sticker::all_symbols(&self.stickers(puzzle, text)?).ok_or_else(|| {
            let reason = "a drawing needs a letter or digit for each facelet";
            self.source.error(text.span(), reason)
        })
    }
}

impl Plan {
    /// The plan of this name for the smaller puzzle.
    ///
    /// # Errors
    /// A sentence that says why the plan cannot be used.
    pub fn for_smaller(&self, name: &str) -> Result<Plan, String> {
        let Some(smaller) = &self.smaller else {
            return Err("the plan has no table `[smaller]`".to_owned());
        };
        let plan = Plan::built_in(name, &smaller.puzzle).map_err(|error| error.to_string())?;
        if plan.peel.is_none() && plan.asks_questions_only() {
            Ok(plan)
        } else {
            Err(format!(
                "the stages of plan `{}` are not all single questions",
                excerpt(name)
            ))
        }
    }
}
