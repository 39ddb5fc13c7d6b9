//! A solution to be shown: a start, followed by turns.

use itertools::Itertools;

use super::paint::{Shade, shade};
use super::shape::Shape;
use crate::notation::{Notation, Scheme};
use crate::problem::{Problem, Solution};
use crate::puzzle::{Color, Metric, Pattern, Puzzle, TurnId};

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

#[derive(serde::Serialize)]
struct Data {
    title: String,
    shape: Shape,
    facelets: Vec<String>,
    colors: Vec<PlaybackColor>,
    /// The color of each facelet at the start; `None` if it is unknown.
    start: Vec<Option<Color>>,
    /// The turns used, without duplicates.
    turns: Vec<PlaybackTurn>,
    /// The sequence of turns, as indices into `turns`.
    steps: Vec<usize>,
    /// The titles of stages, each with the number of steps before it.
    titles: Vec<(usize, String)>,
}

/// A color.
#[derive(Clone, Debug, serde::Serialize)]
pub struct PlaybackColor {
    /// Its character.
    pub symbol: char,
    /// Its shade.
    #[serde(flatten)]
    pub shade: Shade,
}

#[derive(serde::Serialize)]
struct PlaybackTurn {
    name: String,
    /// Pairs of facelets: the source and the destination of a sticker.
    moves: Vec<[usize; 2]>,
}

impl PlaybackColor {
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
        let turns = Metric::HalfTurn.count(self.turns.len());
        format!("{}, solved in {turns}", self.puzzle.title())
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

    /// The data from which a page draws and plays the solution.
    pub fn data(&self) -> impl serde::Serialize {
        let used: Vec<TurnId> = self.turns.iter().copied().unique().collect();
        let number = |turn| used.iter().position(|it| it == turn);
        let turn_data = |&turn: &TurnId| {
            let turn = &self.puzzle.turns()[turn];
            let from = |to: usize| [turn.permutation.source(to), to];
            PlaybackTurn {
                name: self.notation.write(turn),
                moves: turn.permutation.moved().map(from).collect(),
            }
        };
        let facelets = self.puzzle.facelets();
        Data {
            title: self.puzzle.title().to_owned(),
            shape: Shape::of(self.puzzle),
            facelets: facelets.to_vec(),
            colors: PlaybackColor::all(self.puzzle, self.scheme),
            start: (0..facelets.len()).map(|it| self.start.color(it)).collect(),
            turns: used.iter().map(turn_data).collect(),
            steps: self.turns.iter().filter_map(number).collect(),
            titles: self.titles.clone(),
        }
    }
}
