//! The symmetries of a question: what carries its solutions to those of a state that looks alike.
//!
//! *Idea.* Facelets are renamed so that each allowed turn becomes an allowed turn, and colours so that the solved state
//! becomes itself again and the goals each other. Then turns lead from a state to a goal exactly if what they become leads
//! from what the state becomes to a goal. So both states are as far away.
//!
//! Nothing is named and nothing is believed: of each renaming of turns that could be one (see [`carriers`]), facelets
//! and colours are searched, and what is found is checked.

use itertools::Itertools;

use super::Problem;
use super::carriers::{carriers, renaming};
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, State, TurnId};

/// A renaming of facelets, colours and turns that leaves a question's turns and goals as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// What each facelet becomes.
    facelets: Vec<usize>,
    /// What each colour becomes.
    colors: Vec<Color>,
    turns: Vec<TurnId>,
}

impl Symmetry {
    /// The symmetries of a question's turns and goals, whatever its start; that which changes nothing among them. Not
    /// all need be found where pieces look alike.
    #[must_use]
    pub fn all(problem: &Problem) -> Vec<Self> {
        let puzzle = &problem.puzzle;
        let still: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let found = [false, true]
            .into_iter()
            .flat_map(|mirrored| carriers(puzzle, mirrored));
        let turns = std::iter::once(still).chain(found).unique();
        let symmetries = turns.filter_map(|turns| Self::carrying(puzzle, turns));
        symmetries.filter(|it| it.keeps(problem)).collect()
    }

    /// What a state becomes.
    #[must_use]
    pub fn image(&self, state: &State) -> State {
        let mut colors = state.colors().to_vec();
        for (&facelet, &color) in self.facelets.iter().zip(state.colors()) {
            colors[facelet] = self.colors[color];
        }
        State::new(colors)
    }

    /// What a turn becomes.
    #[must_use]
    pub fn turn(&self, turn: TurnId) -> TurnId {
        self.turns[turn]
    }

    /// What a facelet becomes.
    #[must_use]
    pub fn facelet(&self, facelet: usize) -> usize {
        self.facelets[facelet]
    }

    /// Facelets and colours that go with what turns become, if there are such.
    fn carrying(puzzle: &Puzzle, turns: Vec<TurnId>) -> Option<Self> {
        let permutation = |turn: TurnId| &puzzle.turns()[turn].permutation;
        let pairs: Vec<(&Permutation, &Permutation)> = turns
            .iter()
            .enumerate()
            .map(|(turn, &becomes)| (permutation(turn), permutation(becomes)))
            .collect();
        let solved = puzzle.solved().colors();
        let facelets = renaming(solved.len(), &pairs, Some(solved))?;
        let mut colors: Vec<Color> = (0..puzzle.colors().len()).collect();
        for (&color, &to) in solved.iter().zip(&facelets) {
            colors[color] = solved[to];
        }
        let symmetry = Self {
            facelets,
            colors,
            turns,
        };
        symmetry.is_right(puzzle).then_some(symmetry)
    }

    /// Whether facelets, colours and turns go together.
    fn is_right(&self, puzzle: &Puzzle) -> bool {
        let turned = |(turn, &becomes): (TurnId, &TurnId)| {
            let (a, b) = (&puzzle.turns()[turn], &puzzle.turns()[becomes]);
            let same = |facelet: usize| {
                let (from, to) = (a.permutation.source(facelet), self.facelets[facelet]);
                self.facelets[from] == b.permutation.source(to)
            };
            (0..self.facelets.len()).all(same)
        };
        self.facelets.iter().all_unique()
            && self.colors.iter().all_unique()
            && self.turns.iter().enumerate().all(turned)
            && self.image(puzzle.solved()) == *puzzle.solved()
    }

    /// Whether the allowed turns and the goals of a question stay the same.
    fn keeps(&self, problem: &Problem) -> bool {
        let goals = match &problem.goals[..] {
            [] => std::slice::from_ref(&problem.goal),
            goals => goals,
        };
        let allowed = |turn: &TurnId| problem.allowed.contains(&self.turns[*turn]);
        problem.allowed.iter().all(allowed)
            && goals.iter().all(|goal| goals.contains(&self.pattern(goal)))
            && self.pattern(&problem.goal) == problem.goal
    }

    fn pattern(&self, pattern: &Pattern) -> Pattern {
        let mut sets = pattern.sets().to_vec();
        for (&facelet, set) in self.facelets.iter().zip(pattern.sets()) {
            let colors = set.iter().map(|&color| self.colors[color]);
            sets[facelet] = colors.collect();
        }
        Pattern::new(sets)
    }
}
