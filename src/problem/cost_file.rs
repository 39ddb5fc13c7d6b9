//! Cost files. Unknown keys are errors; `encodings/README.md` describes the keys.
//!
//! Before a turn the hands may regrip any number of times, and the cheapest path counts. So each step of a cost includes the
//! regrips before its turn.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::Deserialize;
use toml::Spanned;

use super::cost::{Cost, GripStep, Grips, smaller_known};
use crate::built_in::{BuiltIn, find};
use crate::error::Error;
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};
use crate::source::{FileError, Source};
use crate::text::excerpt;

/// The built-in files, in alphabetical order. `build.rs` writes the list.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/costs.rs"));

/// The maximum cost of a turn, a pair, a step or a regrip.
const MAX_COST: i64 = 1_000;

const MAX_GRIPS: usize = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostFile {
    title: Spanned<String>,
    other: Option<Spanned<i64>>,
    #[serde(default)]
    turn: Vec<TurnEntry>,
    #[serde(default)]
    pair: Vec<PairEntry>,
    grips: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    step: Vec<StepEntry>,
    #[serde(default)]
    regrip: Vec<RegripEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnEntry {
    turns: Spanned<String>,
    cost: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairEntry {
    first: Spanned<String>,
    then: Spanned<String>,
    cost: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepEntry {
    from: Spanned<String>,
    turns: Spanned<String>,
    to: Spanned<String>,
    cost: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegripEntry {
    from: Spanned<String>,
    to: Spanned<String>,
    cost: Spanned<i64>,
}

impl Cost {
    /// The names of the built-in cost files, in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The built-in cost file with this name, for a puzzle.
    pub fn built_in(name: &str, puzzle: &Puzzle) -> Result<Self, Error> {
        let file = find("cost file", name, FILES, |_| Vec::new())?.source();
        Ok(Self::from_toml(file.name, file.text, puzzle)?)
    }

    /// The title of a built-in cost file.
    pub fn title(name: &str) -> Result<String, Error> {
        let file: CostFile = find("cost file", name, FILES, |_| Vec::new())?
            .source()
            .read()?;
        Ok(file.title.into_inner())
    }

    /// Reads a cost file for a puzzle. Errors name the file `name`. Turns that the puzzle does not have are ignored, so
    /// that one file can serve many puzzles.
    pub fn from_toml(name: &str, text: &str, puzzle: &Puzzle) -> Result<Self, FileError> {
        let source = Source { name, text };
        let file: CostFile = source.read()?;
        source.check_visible("the title", &file.title)?;
        let reader = Reader { source, puzzle };
        let other = file.other.as_ref().map_or(Ok(1), |it| reader.cost(it))?;
        let mut weights = vec![other; puzzle.turns().len()];
        for entry in &file.turn {
            let cost = reader.cost(&entry.cost)?;
            for turn in reader.turns(&entry.turns)? {
                weights[turn] = cost;
            }
        }
        let mut pairs = BTreeMap::new();
        for entry in &file.pair {
            let cost = reader.cost(&entry.cost)?;
            let (first, then) = (reader.turns(&entry.first)?, reader.turns(&entry.then)?);
            for &first in &first {
                pairs.extend(then.iter().map(|&then| ([first, then], cost)));
            }
        }
        pairs.retain(|_, cost| *cost > 0);
        Ok(Self {
            weights,
            pairs,
            grips: reader.grips(&file)?,
            max_total: None,
        })
    }
}

struct Reader<'a> {
    source: Source<'a>,
    puzzle: &'a Puzzle,
}

impl Reader<'_> {
    fn cost(&self, cost: &Spanned<i64>) -> Result<usize, FileError> {
        match *cost.get_ref() {
            number @ 0..=MAX_COST => Ok(number as usize),
            number => {
                let reason = format!("a cost must be 0 to {MAX_COST}, not {number}");
                Err(self.source.error(cost.span(), reason))
            }
        }
    }

    /// Reads a set of turns. Turns that the puzzle does not have are ignored.
    fn turns(&self, text: &Spanned<String>) -> Result<Vec<TurnId>, FileError> {
        let mut turns = Vec::new();
        if text.get_ref().trim().is_empty() {
            let reason =
                "there must be a turn here, such as `R2`, or `R` for all turns of the face";
            return Err(self.source.error(text.span(), reason));
        }
        for word in text.get_ref().split_whitespace() {
            let is_name = |c: char| c.is_alphanumeric() || "'’′".contains(c);
            if !word.chars().all(is_name) {
                let reason = format!("`{}` is not the name of a turn", excerpt(word));
                return Err(self.source.error(text.span(), reason));
            }
            let set = Notation::Singmaster.read_set(self.puzzle, word);
            turns.extend(set.unwrap_or_default());
        }
        Ok(turns.into_iter().sorted().dedup().collect())
    }

    fn grips(&self, file: &CostFile) -> Result<Option<Grips>, FileError> {
        let Some(names) = &file.grips else {
            let first = file.step.first().map(|it| it.from.span());
            let Some(span) = first.or(file.regrip.first().map(|it| it.from.span())) else {
                return Ok(None);
            };
            let reason = "there are no grips: name them in `grips`, beginning with the initial one";
            return Err(self.source.error(span, reason));
        };
        let (span, names) = (names.span(), names.get_ref());
        if names.is_empty() || names.len() > MAX_GRIPS {
            let reason = format!("there must be 1 to {MAX_GRIPS} grips");
            return Err(self.source.error(span, reason));
        }
        let grip = |name: &Spanned<String>| {
            let found = names.iter().position(|it| it == name.get_ref());
            found.ok_or_else(|| {
                let reason = format!(
                    "there is no grip `{}`; the grips are {}",
                    excerpt(name.get_ref()),
                    names.join(", ")
                );
                self.source.error(name.span(), reason)
            })
        };
        let mut regrips = vec![vec![None; names.len()]; names.len()];
        for (own, row) in regrips.iter_mut().enumerate() {
            row[own] = Some(0);
        }
        for entry in &file.regrip {
            let (from, to) = (grip(&entry.from)?, grip(&entry.to)?);
            let cost = self.cost(&entry.cost)?;
            regrips[from][to] = smaller_known(regrips[from][to], Some(cost));
        }
        replace_by_cheapest_paths(&mut regrips);
        // The costs by initial grip, turn and final grip, and the turns with their positions in the file.
        let (mut steps, mut stated) = (BTreeMap::new(), Vec::new());
        for entry in &file.step {
            let (at, to) = (grip(&entry.from)?, grip(&entry.to)?);
            let cost = self.cost(&entry.cost)?;
            for turn in self.turns(&entry.turns)? {
                stated.push((turn, entry.turns.span()));
                for (from, row) in regrips.iter().enumerate() {
                    if let Some(regrip) = row[at] {
                        let known = steps.entry((from, turn, to)).or_insert(usize::MAX);
                        *known = (*known).min(regrip + cost);
                    }
                }
            }
        }
        let step = |((from, turn, to), cost)| GripStep {
            from,
            turn,
            to,
            cost,
        };
        let steps: Vec<GripStep> = steps.into_iter().map(step).collect();
        // A turn with steps must be possible in every grip, at least after regrips.
        for (turn, span) in stated {
            let is_possible = |grip| steps.iter().any(|it| it.from == grip && it.turn == turn);
            if let Some(stuck) = (0..names.len()).find(|&grip| !is_possible(grip)) {
                let reason = format!(
                    "turn `{}` can be made in some grips, but not in `{}`, and no regrip leads from there to one of them; add a step or a regrip",
                    self.puzzle.turns()[turn].name(),
                    excerpt(&names[stuck])
                );
                return Err(self.source.error(span, reason));
            }
        }
        let names = names.clone();
        Ok(Some(Grips { names, steps }))
    }
}

/// Replaces each cost with the cost of the cheapest path between the two grips (Floyd–Warshall).
fn replace_by_cheapest_paths(regrips: &mut [Vec<Option<usize>>]) {
    for over in 0..regrips.len() {
        for from in 0..regrips.len() {
            for to in 0..regrips.len() {
                let detour = regrips[from][over].zip(regrips[over][to]);
                regrips[from][to] = smaller_known(regrips[from][to], detour.map(|(a, b)| a + b));
            }
        }
    }
}
