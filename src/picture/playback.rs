//! A solution to be shown: a start, followed by turns.

use std::collections::BTreeMap;

use super::paint::{Shade, shade};
use super::shape::Shape;
use crate::notation::{Notation, Scheme};
use crate::problem::{Problem, Solution};
use crate::puzzle::{Color, Pattern, Puzzle, TurnId};

/// A start, the turns that follow it, and how to show them.
#[derive(Clone, Debug)]
pub struct Playback<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The symbols of its colors.
    pub scheme: &'a Scheme,
    /// The state before the first turn. It may have unknown stickers.
    pub start: Pattern,
    /// The turns.
    pub turns: &'a [TurnId],
    /// The notation of turns.
    pub notation: Notation,
    /// The titles of stages, each with the number of turns before it.
    pub titles: Vec<(usize, String)>,
}

/// The data for a program that draws it: plain numbers and names.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Data {
    /// The puzzle's title.
    pub title: String,
    /// The positions of its facelets.
    pub shape: Shape,
    /// The names of its facelets.
    pub facelets: Vec<String>,
    /// Its colors.
    pub colors: Vec<ColorData>,
    /// The color of each facelet at the start; `None` if it is unknown.
    pub start: Vec<Option<Color>>,
    /// The turns used, without duplicates.
    pub turns: Vec<TurnData>,
    /// The sequence of turns, as indices into `turns`.
    pub steps: Vec<usize>,
    /// The titles of stages, each with the number of steps before it.
    pub titles: Vec<(usize, String)>,
}

/// A color.
#[derive(Clone, Debug, serde::Serialize)]
pub struct ColorData {
    /// Its character.
    pub symbol: char,
    /// Its shade.
    #[serde(flatten)]
    pub shade: Shade,
}

/// A turn.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TurnData {
    /// Its name.
    pub name: String,
    /// Pairs of facelets: the source and the destination of a sticker.
    pub moves: Vec<[usize; 2]>,
}

impl TurnData {
    /// The data of a turn of a puzzle.
    pub fn of(puzzle: &Puzzle, turn: TurnId, notation: Notation) -> Self {
        let turn = &puzzle.turns()[turn];
        let from = |to: usize| [turn.permutation.source(to), to];
        Self {
            name: notation.write(turn),
            moves: turn.permutation.moved().map(from).collect(),
        }
    }
}

impl ColorData {
    /// The colors of a puzzle in a scheme.
    pub fn all(puzzle: &Puzzle, scheme: &Scheme) -> Vec<Self> {
        let symbols = scheme.symbols().iter();
        let color = |(&symbol, paint)| Self {
            symbol,
            shade: shade(paint),
        };
        symbols.zip(scheme.paints(puzzle)).map(color).collect()
    }
}

impl<'a> Playback<'a> {
    /// A solution of a problem.
    pub fn of(problem: &'a Problem, notation: Notation, solution: &'a Solution) -> Self {
        Self {
            puzzle: &problem.puzzle,
            scheme: &problem.scheme,
            start: solution.start().into(),
            turns: solution.turns(),
            notation,
            titles: Vec::new(),
        }
    }

    /// The heading of a page: `Rubik's Cube (3×3×3), solved in 7 turns`.
    pub(super) fn heading(&self) -> String {
        let count = self.turns.len();
        let words = if count == 1 { "turn" } else { "turns" };
        format!("{}, solved in {count} {words}", self.puzzle.title())
    }

    /// The patterns before the first turn and after each turn.
    pub(super) fn patterns(&self) -> Vec<Pattern> {
        let mut patterns = vec![self.start.clone()];
        for turn in self.turns {
            let next = self.puzzle.apply(&patterns[patterns.len() - 1], &[*turn]);
            patterns.push(next);
        }
        patterns
    }

    /// The data for drawing it.
    pub fn data(&self) -> Data {
        let mut numbers: BTreeMap<TurnId, usize> = BTreeMap::new();
        let mut turns = Vec::new();
        let mut steps = Vec::new();
        for &turn in self.turns {
            let number = *numbers.entry(turn).or_insert_with(|| {
                turns.push(TurnData::of(self.puzzle, turn, self.notation));
                turns.len() - 1
            });
            steps.push(number);
        }
        let facelets = self.puzzle.facelets();
        Data {
            title: self.puzzle.title().to_owned(),
            shape: Shape::of(self.puzzle),
            facelets: facelets.to_vec(),
            colors: ColorData::all(self.puzzle, self.scheme),
            start: (0..facelets.len()).map(|it| self.start.color(it)).collect(),
            turns,
            steps,
            titles: self.titles.clone(),
        }
    }
}
