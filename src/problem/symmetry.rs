//! The symmetries of a question, which map solutions from one state to solutions from its image.
//!
//! *Idea.* Facelets are renamed so that each allowed turn becomes an allowed turn, and colors so that the solved state is
//! mapped to itself and the goals to each other. Then a sequence leads from a state to a goal exactly when its image leads
//! from the image of the state to a goal. So both states are equally far away.
//!
//! Nothing is declared or assumed: for each candidate renaming of turns (see [`symmetry_search`](super::symmetry_search)),
//! a renaming of facelets and colors is searched, and the result is verified.

use std::collections::HashSet;

use itertools::Itertools;

use super::Problem;
use super::symmetry_search::{renaming, turn_images_under_mirrors, turn_images_under_rotations};
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, State, TurnId};

/// The maximum number of symmetries that are used as a group: an icosahedron has 120, including mirror images.
const MAX_GROUP: usize = 120;

/// A renaming of facelets, colors and turns that preserves a question's turns and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each facelet.
    facelets: Vec<usize>,
    /// The image of each color.
    colors: Vec<Color>,
    /// The image of each turn.
    turns: Vec<TurnId>,
}

impl Symmetry {
    /// The symmetries of a question's turns and goals, for any start, including the identity. Some may be missed if pieces
    /// look alike.
    pub fn all(problem: &Problem) -> Vec<Self> {
        let puzzle = &problem.puzzle;
        let identity: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let rotations = turn_images_under_rotations(puzzle);
        let mirrors = turn_images_under_mirrors(puzzle);
        let found = [vec![identity], rotations, mirrors].concat();
        let turns = found.into_iter().unique();
        let symmetries = turns.filter_map(|turns| Self::from_turn_renaming(puzzle, turns));
        symmetries.filter(|it| it.preserves(problem)).collect()
    }

    /// Whether these symmetries form a group of at most [`MAX_GROUP`] elements: the list contains each product of two.
    pub(crate) fn are_group(all: &[Self]) -> bool {
        if all.len() > MAX_GROUP {
            return false;
        }
        let known: HashSet<(&[usize], &[Color])> = all
            .iter()
            .map(|it| (&it.facelets[..], &it.colors[..]))
            .collect();
        all.iter().cartesian_product(all).all(|(first, second)| {
            let facelets: Vec<usize> = first
                .facelets
                .iter()
                .map(|&it| second.facelets[it])
                .collect();
            let colors: Vec<Color> = first.colors.iter().map(|&it| second.colors[it]).collect();
            known.contains(&(&facelets[..], &colors[..]))
        })
    }

    /// The image of a state.
    pub fn image(&self, state: &State) -> State {
        let mut colors = state.colors().to_vec();
        for (&facelet, &color) in self.facelets.iter().zip(state.colors()) {
            colors[facelet] = self.colors[color];
        }
        State::new(colors)
    }

    /// The image of a turn.
    pub fn turn(&self, turn: TurnId) -> TurnId {
        self.turns[turn]
    }

    /// The renaming of the facelets, as a permutation that moves the color of each facelet to the image of the facelet.
    pub(crate) fn facelets(&self) -> Permutation {
        Permutation::from_sources(self.facelets.iter().copied()).inverse()
    }

    pub(crate) fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// The image of a facelet.
    pub fn facelet(&self, facelet: usize) -> usize {
        self.facelets[facelet]
    }

    /// The symmetry with a renaming of turns; `None` if no renaming of facelets and colors that fits is found.
    fn from_turn_renaming(puzzle: &Puzzle, turns: Vec<TurnId>) -> Option<Self> {
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
        symmetry.is_consistent(puzzle).then_some(symmetry)
    }

    /// Whether the renamings of facelets, colors and turns are consistent.
    fn is_consistent(&self, puzzle: &Puzzle) -> bool {
        let is_consistent_turn = |(turn, &becomes): (TurnId, &TurnId)| {
            let (a, b) = (&puzzle.turns()[turn], &puzzle.turns()[becomes]);
            let agrees = |facelet: usize| {
                let (from, to) = (a.permutation.source(facelet), self.facelets[facelet]);
                self.facelets[from] == b.permutation.source(to)
            };
            (0..self.facelets.len()).all(agrees)
        };
        self.facelets.iter().all_unique()
            && self.colors.iter().all_unique()
            && self.turns.iter().enumerate().all(is_consistent_turn)
            && self.image(puzzle.solved()) == *puzzle.solved()
    }

    /// Whether the allowed turns and the goals of a question are preserved.
    fn preserves(&self, problem: &Problem) -> bool {
        let goals = problem.each_goal();
        let stays_allowed = |turn: &TurnId| problem.allowed.contains(&self.turns[*turn]);
        problem.allowed.iter().all(stays_allowed)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn an_incomplete_list_of_symmetries_is_not_a_group() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let problem = Problem::scrambled(&puzzle, "R U").expect("possible");
        let mut all = Symmetry::all(&problem);
        assert_eq!(all.len(), 48);
        for _ in 0..all.len() {
            assert!(Symmetry::are_group(&all));
            let missing = all.remove(0);
            assert!(!Symmetry::are_group(&all));
            all.push(missing);
        }
    }
}
