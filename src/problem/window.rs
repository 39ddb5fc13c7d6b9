//! A window: a question restricted to the facelets that a few turns touch.
//!
//! *Idea.* Turns of a few faces, or of one corner of a large puzzle, do not touch the other facelets. So a question
//! about these turns concerns a smaller puzzle: the touched facelets, with their current colors as its solved state and
//! other colors as the goal. The pieces of the window follow from these turns alone, so they may be larger than the pieces
//! of the full puzzle.
//!
//! *Why it is sound.* Each turn acts on the touched facelets as on the full puzzle, and changes nothing elsewhere. So a
//! sequence of these turns leads from start to goal on the window exactly when it does so on the full puzzle.
//! "No solution" only covers sequences of these turns.

use std::sync::Arc;

use itertools::Itertools;
use num_integer::gcd;

use super::budget::Budget;
use super::checked::{Problem, ProblemData};
use super::solution::Solution;
use super::start::Start;
use crate::group::Permutation;
use crate::notation::Scheme;
use crate::puzzle::{
    Color, ColorName, Face, HeldPiece, Metric, Pattern, Puzzle, PuzzleData, State, Turn, TurnId,
};

/// A puzzle that consists of the facelets that some turns touch.
#[derive(Clone, Debug)]
pub struct Window {
    puzzle: Arc<Puzzle>,
    /// The touched facelets of the full puzzle, in ascending order.
    facelets: Vec<usize>,
    /// For each turn of the window, the turn of the full puzzle.
    turns: Vec<TurnId>,
    /// The allowed turns of the window.
    allowed: Vec<TurnId>,
    /// The number of marks, see [`Mark`]. Their facelets follow the touched facelets.
    marks: usize,
    metric: Metric,
}

/// Some facelets with new colors, and marks.
#[derive(Clone, Debug)]
pub(crate) struct ColoredFacelets {
    /// The facelets of the full puzzle, in ascending order; the turns permute them.
    pub(crate) facelets: Vec<usize>,
    /// The color of each facelet of the full puzzle, below `colors`.
    pub(crate) shown: Vec<Color>,
    /// The number of colors.
    pub(crate) colors: usize,
    /// The parities to track.
    pub(crate) marks: Vec<Mark>,
}

/// A pair of additional facelets, the mark and a blank, which some turns exchange. So the place of the mark shows the parity
/// of the number of these turns.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// For each turn of the full puzzle, whether it moves the mark.
    pub(crate) moved_by: Vec<bool>,
    /// Whether the mark and the blank are initially exchanged.
    pub(crate) is_away: bool,
}

impl Window {
    /// The window of some turns on a puzzle in a state. The turns must be in ascending order.
    ///
    /// # Panics
    /// If the puzzle does not have one of the turns.
    pub fn new(puzzle: &Puzzle, allowed: &[TurnId], metric: Metric, state: &State) -> Self {
        let turns = allowed.iter().map(|&turn| &puzzle.turns()[turn]);
        let moved = turns.flat_map(|turn| turn.permutation.moved());
        let recoloring = ColoredFacelets {
            facelets: moved.sorted().dedup().collect(),
            shown: state.colors().to_vec(),
            colors: puzzle.colors().len(),
            marks: Vec::new(),
        };
        Self::recolored(puzzle, allowed, metric, recoloring)
    }

    /// The window of some turns on facelets with new colors, and on marks.
    pub(crate) fn recolored(
        puzzle: &Puzzle,
        allowed: &[TurnId],
        metric: Metric,
        recoloring: ColoredFacelets,
    ) -> Self {
        let colors = 0..recoloring.colors + 2 * usize::from(!recoloring.marks.is_empty());
        let colors = colors.zip('a'..).map(|(_, symbol)| ColorName {
            symbol,
            paint: puzzle.colors()[0].paint,
        });
        let colors: Vec<ColorName> = colors.collect();
        let generated = generated_turns(puzzle, allowed, &recoloring);
        let (turns, restricted): (Vec<TurnId>, Vec<Turn>) = generated.into_iter().unzip();
        let ColoredFacelets {
            facelets, marks, ..
        } = recoloring;
        let mut shown: Vec<Color> = facelets.iter().map(|&it| recoloring.shown[it]).collect();
        for mark in &marks {
            let mut pair = mark_colors(recoloring.colors);
            if mark.is_away {
                pair.reverse();
            }
            shown.extend(pair);
        }
        let names = facelets.iter().map(|&it| puzzle.facelets()[it].clone());
        let names = names.chain((0..2 * marks.len()).map(|number| format!("mark{number}")));
        let face = |color: Color| Face {
            name: colors[color].symbol.to_string(),
            color,
            facelets: (0..)
                .zip(&shown)
                .filter_map(|(number, &shown)| (shown == color).then_some(number))
                .collect(),
        };
        let faces = (0..colors.len()).map(face);
        let numbers: Vec<usize> = (0..shown.len()).collect();
        let parts = PuzzleData {
            name: "window".to_owned(),
            title: puzzle.title().to_owned(),
            facelets: names.collect(),
            faces: faces.filter(|face| !face.facelets.is_empty()).collect(),
            net: vec![numbers.into_iter().map(Some).collect()],
            held: HeldPiece::none(shown.len(), colors.len()),
            colors,
            turns: restricted,
            ..PuzzleData::default()
        };
        let number = |turn: &TurnId| turns.binary_search(turn).ok();
        Self {
            puzzle: Arc::new(Puzzle::assemble(parts)),
            allowed: allowed.iter().filter_map(number).collect(),
            facelets,
            turns,
            marks: marks.len(),
            metric,
        }
    }

    /// The problem of bringing a wanted color to each touched facelet, where `None` stands for any color. The result is
    /// `None` if the stickers of the window do not form pieces.
    pub fn question(
        &self,
        wanted: impl Fn(usize) -> Option<Color>,
        budget: Budget,
    ) -> Option<Problem> {
        let puzzle = &self.puzzle;
        let scheme = Scheme::own_symbols(puzzle);
        let any: Vec<Color> = (0..puzzle.colors().len()).collect();
        let goal = self.facelets.iter().map(|&facelet| match wanted(facelet) {
            Some(color) => vec![color],
            None => any.clone(),
        });
        let home = || mark_colors(any.len().saturating_sub(2)).map(|color| vec![color]);
        let goal = goal.chain((0..self.marks).flat_map(|_| home()));
        let start = Start::new(puzzle, &scheme, puzzle.solved()).ok()?;
        let (goal, allowed) = (Pattern::new(goal.collect()), self.allowed.clone());
        let data = ProblemData::with_defaults(puzzle.clone(), scheme, start, goal, allowed);
        Some(Problem(data).changed(|data| {
            data.metric = self.metric;
            data.budget = budget;
        }))
    }

    /// The index in the window of a facelet of the full puzzle; `None` if the window lacks the facelet.
    pub(crate) fn index_of(&self, facelet: usize) -> Option<usize> {
        self.facelets.binary_search(&facelet).ok()
    }

    /// The turns of the full puzzle for a solution.
    pub fn lift(&self, solution: &Solution) -> Vec<TurnId> {
        let turns = solution.turns().iter();
        turns.map(|&turn| self.turns[turn]).collect()
    }
}

/// The colors of the two facelets of a mark that is at home: the mark and a blank.
fn mark_colors(colors: usize) -> [Color; 2] {
    [colors, colors + 1]
}

/// For each face of some turns, the turns that these generate, in ascending order and restricted to the facelets and marks
/// of a window. `face_exponent` and `face_modulus` count the generated turns only.
///
/// The generated turns move only facelets that the given turns move. Other powers of the face may move more facelets: if
/// a turn has a cycle of five facelets and a cycle of two, its square moves only the five.
fn generated_turns(
    puzzle: &Puzzle,
    turns: &[TurnId],
    recoloring: &ColoredFacelets,
) -> Vec<(TurnId, Turn)> {
    let of = |turn: TurnId| &puzzle.turns()[turn];
    let faces = turns.chunk_by(|&a, &b| of(a).face == of(b).face);
    let turns = faces.enumerate().flat_map(|(face, of_face)| {
        let (first, modulus) = (of(of_face[0]), of(of_face[0]).face_modulus);
        let exponents = of_face.iter().map(|&turn| of(turn).face_exponent);
        let divisor = exponents.fold(modulus, gcd);
        (1..modulus / divisor).map(move |face_exponent| {
            let id = of_face[0] + face_exponent * divisor - first.face_exponent;
            let turn = Turn {
                face,
                face_exponent,
                face_modulus: modulus / divisor,
                permutation: recoloring.restrict(id, of(id)),
                ..of(id).clone()
            };
            (id, turn)
        })
    });
    turns.collect()
}

impl ColoredFacelets {
    /// The permutation of the facelets, and of the two facelets of each mark, by a turn.
    fn restrict(&self, id: TurnId, turn: &Turn) -> Permutation {
        let own = turn.permutation.restricted_to(&self.facelets);
        let marks = self.marks.iter().zip((self.facelets.len()..).step_by(2));
        let marks = marks.flat_map(|(mark, first)| {
            let is_moved = usize::from(mark.moved_by[id]);
            [first + is_moved, first + 1 - is_moved]
        });
        Permutation::from_sources(own.sources().chain(marks))
    }
}
