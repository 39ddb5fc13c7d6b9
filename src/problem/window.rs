//! A window: a question restricted to the facelets that a few turns touch.
//!
//! *Idea.* Turns of a few faces, or of one corner of a large puzzle, do not touch the other facelets. So a question
//! about them concerns a smaller puzzle: the touched facelets, with their current colors as its solved state and other
//! colors as the goal. The pieces follow from these turns alone, so they may be larger than on the full puzzle.
//!
//! *Why it is sound.* On these facelets each turn acts as on the full puzzle, and it changes nothing elsewhere. So the same
//! sequences of these turns lead from the start to the goal on both. "No solution" only covers sequences of these turns.

use std::collections::HashMap;
use std::sync::Arc;

use num_integer::gcd;

use super::budget::Budget;
use super::checked::{Problem, ProblemData};
use super::solution::Solution;
use super::start::Start;
use crate::group::Permutation;
use crate::notation::Scheme;
use crate::puzzle::{
    Color, ColorName, Face, HeldPiece, Layout, Maximum, Metric, Pattern, Puzzle, PuzzleData, State,
    Turn, TurnId,
};

/// The facelets that some turns touch, as a puzzle of its own.
#[derive(Clone, Debug)]
pub struct Window {
    puzzle: Arc<Puzzle>,
    /// The facelets of the full puzzle, in ascending order.
    facelets: Vec<usize>,
    /// For each turn of the small puzzle, that of the full one.
    turns: Vec<TurnId>,
    /// The allowed turns of the small puzzle.
    allowed: Vec<TurnId>,
    /// The number of marks, whose facelets come after the others.
    marks: usize,
    metric: Metric,
}

/// Facelets with colors of their own, and marks.
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

/// A mark that some turns move away and back again, so it shows the parity of their number.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// For each turn of the full puzzle, whether it moves the mark.
    pub(crate) moved_by: Vec<bool>,
    /// Whether the mark is away from home.
    pub(crate) is_away: bool,
}

impl Window {
    /// The window of some turns on a puzzle in a state. The turns must be in ascending order.
    ///
    /// # Panics
    /// If there is no turn with such a number.
    pub fn new(puzzle: &Puzzle, allowed: &[TurnId], metric: Metric, state: &State) -> Self {
        let painting = ColoredFacelets {
            facelets: moved_facelets(puzzle, allowed),
            shown: state.colors().to_vec(),
            colors: puzzle.colors().len(),
            marks: Vec::new(),
        };
        Self::painted(puzzle, allowed, metric, painting)
    }

    /// The window of some turns on facelets with colors of their own, and on marks.
    pub(crate) fn painted(
        puzzle: &Puzzle,
        allowed: &[TurnId],
        metric: Metric,
        painting: ColoredFacelets,
    ) -> Self {
        let colors = 0..painting.colors + 2 * usize::from(!painting.marks.is_empty());
        let colors = colors.zip('a'..).map(|(_, symbol)| ColorName {
            symbol,
            paint: puzzle.colors()[0].paint,
        });
        let colors: Vec<ColorName> = colors.collect();
        let generated = generated_turns(puzzle, allowed);
        let restricted = restricted_turns(puzzle, &generated, &painting);
        let turns: Vec<TurnId> = generated.iter().map(|turn| turn.id).collect();
        let ColoredFacelets {
            facelets, marks, ..
        } = painting;
        let mut shown: Vec<Color> = facelets.iter().map(|&it| painting.shown[it]).collect();
        for mark in &marks {
            let [here, there] = mark_colors(painting.colors);
            shown.extend(if mark.is_away {
                [there, here]
            } else {
                [here, there]
            });
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
            definition: String::new(),
            facelets: names.collect(),
            faces: faces.filter(|face| !face.facelets.is_empty()).collect(),
            net: vec![numbers.into_iter().map(Some).collect()],
            layout: Layout::default(),
            held: HeldPiece::none(shown.len(), colors.len()),
            colors,
            turns: restricted,
            equal_turns: HashMap::new(),
            groups: Vec::new(),
            aliases: Vec::new(),
            tips: Vec::new(),
            with_tips: Vec::new(),
            maximum: Maximum::default(),
            plan: None,
            orbits: None,
            classes: None,
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

    /// The problem of giving each facelet its wanted color with these turns; `None` if any color is acceptable everywhere.
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
        let ends = (start, Pattern::new(goal.collect()));
        let allowed = self.allowed.clone();
        let data = ProblemData::with_defaults(puzzle.clone(), scheme, ends, allowed, budget);
        Some(Problem(data).changed(|data| data.metric = self.metric))
    }

    /// The index in the window of a facelet of the full puzzle.
    pub(crate) fn number(&self, facelet: usize) -> Option<usize> {
        self.facelets.binary_search(&facelet).ok()
    }

    /// The turns of the full puzzle for a solution.
    pub fn lift(&self, solution: &Solution) -> Vec<TurnId> {
        let turns = solution.turns().iter();
        turns.map(|&turn| self.turns[turn]).collect()
    }
}

/// The colors of a mark's facelet and of the blank one next to it, at home.
fn mark_colors(colors: usize) -> [Color; 2] {
    [colors, colors + 1]
}

/// The facelets that some turns move, in ascending order.
fn moved_facelets(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<usize> {
    let turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    let mut facelets: Vec<usize> = turns.flat_map(|turn| turn.moved()).collect();
    facelets.sort_unstable();
    facelets.dedup();
    facelets
}

/// A turn generated by allowed turns of its face. Its `face_exponent` counts the generated turns only.
struct GeneratedTurn {
    id: TurnId,
    face_exponent: usize,
    face_modulus: usize,
}

/// For each face of some turns, the turns that these generate, in ascending order.
///
/// They move no facelets except those that the turns themselves move. The powers of the face that they do not generate
/// may move more: if a turn has a cycle of five facelets and one of two, its square moves only the five.
fn generated_turns(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<GeneratedTurn> {
    let of = |turn: TurnId| &puzzle.turns()[turn];
    let same_face = |a: &TurnId, b: &TurnId| of(*a).face == of(*b).face;
    let faces = turns.chunk_by(same_face);
    let of_face = faces.flat_map(|of_face| {
        let first = of_face[0];
        let (face_exponent, face_modulus) = (of(first).face_exponent, of(first).face_modulus);
        let exponents = of_face.iter().map(|&turn| of(turn).face_exponent);
        let divisor = exponents.fold(face_modulus, gcd);
        (1..face_modulus / divisor).map(move |times| GeneratedTurn {
            id: first + times * divisor - face_exponent,
            face_exponent: times,
            face_modulus: face_modulus / divisor,
        })
    });
    of_face.collect()
}

/// The restrictions of the turns to some facelets.
fn restricted_turns(
    puzzle: &Puzzle,
    turns: &[GeneratedTurn],
    painting: &ColoredFacelets,
) -> Vec<Turn> {
    let ColoredFacelets {
        facelets, marks, ..
    } = painting;
    let (mut faces, mut last) = (0, None);
    let turn = |generated: &GeneratedTurn| {
        let turn = &puzzle.turns()[generated.id];
        let mut permutation = turn.permutation.restricted_to(facelets);
        if !marks.is_empty() {
            let first = facelets.len();
            let marks = marks.iter().enumerate().flat_map(|(number, mark)| {
                let [a, b] = [0, 1].map(|side| first + 2 * number + side);
                if mark.moved_by[generated.id] {
                    [b, a]
                } else {
                    [a, b]
                }
            });
            permutation = Permutation::from_sources(permutation.sources().chain(marks));
        }
        if last
            .replace(turn.face)
            .is_some_and(|last| last != turn.face)
        {
            faces += 1;
        }
        Turn {
            face: faces,
            face_exponent: generated.face_exponent,
            face_modulus: generated.face_modulus,
            permutation,
            ..turn.clone()
        }
    };
    turns.iter().map(turn).collect()
}
