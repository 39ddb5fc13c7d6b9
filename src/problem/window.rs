//! A window: a question about the facelets that a few turns touch, and nothing else.
//!
//! *Idea.* Turns of a few faces, or of one corner of a large puzzle, leave all other facelets alone. So what they
//! can do is a question of a smaller puzzle: these facelets, with the colors that they show before. That
//! is its solved state, and a question leads away from it. Which facelets travel together follows from
//! these turns alone, so pieces may be larger there than they are on the whole puzzle.
//!
//! *Why it is sound.* On these facelets each turn does what it does on the whole puzzle, and nothing
//! elsewhere. So the same sequences of these turns lead from the start to the goal here and there. That
//! there is none says so of sequences of these turns only.

use std::sync::Arc;

use super::budget::Budget;
use super::constraints::Constraints;
use super::question::Problem;
use super::solution::Solution;
use super::start::Start;
use crate::notation::Scheme;
use crate::puzzle::{
    Color, Face, Held, Layout, Maximum, Metric, Parts, Pattern, Puzzle, State, Tips, Turn, TurnId,
};

/// The facelets that some turns touch, as a puzzle of its own.
#[derive(Clone, Debug)]
pub struct Window {
    puzzle: Arc<Puzzle>,
    /// In increasing order.
    facelets: Vec<usize>,
    /// For each turn of the small puzzle that of the whole one.
    turns: Vec<TurnId>,
    /// Those of the small puzzle that may be used.
    allowed: Vec<TurnId>,
    metric: Metric,
}

impl Window {
    /// What some turns touch of a puzzle in a state. The turns stand in increasing order.
    ///
    /// # Panics
    /// If there are no such turns.
    #[must_use]
    pub fn new(puzzle: &Puzzle, allowed: &[TurnId], metric: Metric, state: &State) -> Self {
        let (facelets, turns) = (touched(puzzle, allowed), with_powers(puzzle, allowed));
        let shown: Vec<Color> = facelets.iter().map(|&it| state.color(it)).collect();
        let face = |color: Color| Face {
            name: puzzle.colors()[color].symbol.to_string(),
            color,
            facelets: { (0..).zip(&shown) }
                .filter_map(|(number, &shown)| (shown == color).then_some(number))
                .collect(),
        };
        let faces = (0..puzzle.colors().len()).map(face);
        let numbers: Vec<usize> = (0..facelets.len()).collect();
        let parts = Parts {
            name: "window".to_owned(),
            title: puzzle.title().to_owned(),
            definition: String::new(),
            facelets: { facelets.iter() }
                .map(|&it| puzzle.facelets()[it].clone())
                .collect(),
            colors: puzzle.colors().to_vec(),
            faces: faces.filter(|face| !face.facelets.is_empty()).collect(),
            net: vec![numbers.into_iter().map(Some).collect()],
            layout: Layout::Net,
            held: Held::nothing(facelets.len(), puzzle.colors().len()),
            turns: seen(puzzle, &turns, &facelets),
            groups: Vec::new(),
            aliases: Vec::new(),
            tips: Vec::new(),
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
            metric,
        }
    }

    /// The facelets of the whole puzzle, in increasing order.
    #[must_use]
    pub fn facelets(&self) -> &[usize] {
        &self.facelets
    }

    /// The question how these turns make the facelets show what is wanted of each; `None` where every color
    /// will do.
    #[must_use]
    pub fn question(
        &self,
        wanted: impl Fn(usize) -> Option<Color>,
        budget: Budget,
    ) -> Option<Problem> {
        let puzzle = &self.puzzle;
        let scheme = Scheme::own(puzzle);
        let any: Vec<Color> = (0..puzzle.colors().len()).collect();
        let goal = self.facelets.iter().map(|&facelet| match wanted(facelet) {
            Some(color) => vec![color],
            None => any.clone(),
        });
        Some(Problem {
            start: Start::new(puzzle, &scheme, puzzle.solved()).ok()?,
            goal: Pattern::new(goal.collect()),
            puzzle: puzzle.clone(),
            goals: Vec::new(),
            up_to_rotation: false,
            scheme,
            allowed: self.allowed.clone(),
            metric: self.metric,
            canonical: false,
            constraints: Constraints::default(),
            budget,
            tips: Tips::default(),
            whole: None,
        })
    }

    /// The turns of the whole puzzle that a solution stands for.
    #[must_use]
    pub fn lift(&self, solution: &Solution) -> Vec<TurnId> {
        let turns = solution.turns().iter();
        turns.map(|&turn| self.turns[turn]).collect()
    }
}

/// The facelets that some turns move, in increasing order.
fn touched(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<usize> {
    let turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    let mut facelets: Vec<usize> = turns.flat_map(|turn| turn.moved()).collect();
    facelets.sort_unstable();
    facelets.dedup();
    facelets
}

/// All turns of the faces of some, in increasing order.
fn with_powers(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<TurnId> {
    let mut all: Vec<TurnId> = Vec::new();
    for &turn in turns {
        let Turn { step, steps, .. } = puzzle.turns()[turn];
        let first = turn + 1 - step;
        if all.last().is_none_or(|&last| last < first) {
            all.extend(first..first + steps - 1);
        }
    }
    all
}

/// The same turns on some facelets.
fn seen(puzzle: &Puzzle, turns: &[TurnId], facelets: &[usize]) -> Vec<Turn> {
    let (mut faces, mut last) = (0, None);
    let turn = |&turn: &TurnId| {
        let turn = &puzzle.turns()[turn];
        if last
            .replace(turn.face)
            .is_some_and(|last| last != turn.face)
        {
            faces += 1;
        }
        Turn {
            face: faces,
            permutation: turn.permutation.on(facelets),
            ..turn.clone()
        }
    };
    turns.iter().map(turn).collect()
}
