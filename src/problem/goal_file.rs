//! Named goals: the usual names of the steps of a method, such as `cross`. `encodings/goals` has one file per puzzle;
//! `encodings/README.md` describes the keys.

use serde::Deserialize;
use toml::Spanned;

use super::rotated_goals::add_other_sides;
use crate::built_in::BuiltIn;
use crate::notation::Scheme;
use crate::puzzle::{Layout, Pattern, Puzzle, rotations_named};
use crate::source::{FileError, Source};

/// The built-in files, in alphabetical order. `build.rs` writes the list.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/goals.rs"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalsFile {
    puzzle: Spanned<String>,
    goal: Vec<GoalEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalEntry {
    name: Spanned<String>,
    #[serde(default)]
    also: Vec<Spanned<String>>,
    title: Spanned<String>,
    up_to: Option<Spanned<String>>,
    masks: Vec<Spanned<String>>,
}

/// A named goal.
#[derive(Clone, Debug)]
pub struct NamedGoal {
    /// Its name.
    pub name: String,
    /// Alternative names.
    pub also: Vec<String>,
    /// A one-line description.
    pub title: String,
    /// Its patterns, in the colors of the puzzle. A state of any of these patterns is at the goal.
    pub patterns: Vec<Pattern>,
}

impl NamedGoal {
    /// The names of the puzzles with named goals.
    pub fn puzzles() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The named goals of a built-in puzzle; empty for other puzzles.
    ///
    /// # Errors
    /// [`FileError`] for a mistake in the file; tests rule this out for the built-in files.
    pub fn named_goals_of(puzzle: &Puzzle) -> Result<Vec<Self>, FileError> {
        let file = FILES.iter().find(|file| file.name == puzzle.name());
        let Some(source) = file.map(BuiltIn::source) else {
            return Ok(Vec::new());
        };
        // Masks use the letters of the goal file, even if the puzzle has a different scheme.
        let known = Puzzle::built_in(puzzle.name()).ok().filter(|known| {
            let facelets = |it: &Puzzle| (it.facelets().to_vec(), it.net_order());
            facelets(known) == facelets(puzzle) && known.solved() == puzzle.solved()
        });
        known.map_or_else(|| Ok(Vec::new()), |known| Self::read(&source, &known))
    }

    /// The goal of a puzzle with this name or alternative name, if there is one.
    pub fn find(puzzle: &Puzzle, name: &str) -> Result<Option<Self>, FileError> {
        let mut goals = Self::named_goals_of(puzzle)?.into_iter();
        Ok(goals.find(|goal| goal.has_name(name)))
    }

    fn has_name(&self, name: &str) -> bool {
        self.name == name || self.also.iter().any(|also| also == name)
    }

    fn read(source: &Source<'_>, puzzle: &Puzzle) -> Result<Vec<Self>, FileError> {
        let file: GoalsFile = source.read()?;
        if file.puzzle.get_ref() != puzzle.name() {
            let reason = "the file has the name of another puzzle";
            return Err(source.error(file.puzzle.span(), reason));
        }
        let mut goals: Vec<Self> = Vec::new();
        for entry in &file.goal {
            for name in std::iter::once(&entry.name).chain(&entry.also) {
                source.check_visible("the name", name)?;
                if goals.iter().any(|goal| goal.has_name(name.get_ref())) {
                    return Err(source.error(name.span(), "another goal has this name"));
                }
            }
            source.check_visible("the title", &entry.title)?;
            goals.push(Self {
                name: entry.name.get_ref().clone(),
                also: entry.also.iter().map(|it| it.get_ref().clone()).collect(),
                title: entry.title.get_ref().clone(),
                patterns: entry.patterns(source, puzzle)?,
            });
        }
        Ok(goals)
    }
}

impl GoalEntry {
    fn patterns(&self, source: &Source<'_>, puzzle: &Puzzle) -> Result<Vec<Pattern>, FileError> {
        let pattern = |mask: &Spanned<String>| {
            let layout = if mask.get_ref().contains('\n') {
                Layout::Net
            } else {
                Layout::Urfdlb
            };
            let stickers = layout.read_stickers(puzzle, mask.get_ref());
            let pattern = stickers.and_then(|it| Scheme::own_symbols(puzzle).pattern(&it));
            pattern.map_err(|error| source.error(mask.span(), error.to_string()))
        };
        let masks = self.masks.iter().map(pattern);
        let mut patterns: Vec<Pattern> = masks.collect::<Result<_, _>>()?;
        let Some(up_to) = &self.up_to else {
            return Ok(patterns);
        };
        let reject = |reason: String| source.error(up_to.span(), reason);
        let rotations = rotations_named(puzzle, up_to.get_ref());
        let rotations = rotations.map_err(|error| reject(error.to_string()))?;
        if rotations.is_empty() {
            return Err(reject("the puzzle has no rotation of this name".to_owned()));
        }
        add_other_sides(puzzle, &mut patterns, &rotations);
        Ok(patterns)
    }
}
