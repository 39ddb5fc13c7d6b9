//! Random states, all reachable ones equally likely, with turns that lead there.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::{Anytime, PriorResults, Search};
use crate::construct::{Factorizer, Shuffle};
use crate::control::Control;
use crate::group::{Group, TooLarge};
use crate::plan::Peel;
use crate::problem::{Budget, Problem, Target};
use crate::puzzle::{MAX_TURNS, Puzzle, State, TurnId};

/// Draws random states that some turns reach.
pub struct RandomStates<'a> {
    puzzle: &'a Arc<Puzzle>,
    turns: &'a [TurnId],
    source: StateSource<'a>,
}

enum StateSource<'a> {
    /// Random elements of the group: each state corresponds to the same number of them.
    Group(Box<Group>, Option<Factorizer<'a>>),
    /// The group is too large, but known to allow any order of the colors of each orbit. Turns are found by peeling.
    Shuffle(Shuffle<'a>),
}

impl<'a> RandomStates<'a> {
    /// Prepares to draw states that these turns reach.
    ///
    /// # Errors
    /// [`TooLarge`] if the group of the turns is neither small enough nor known to allow any order of colors.
    pub fn new(puzzle: &'a Arc<Puzzle>, turns: &'a [TurnId]) -> Result<Self, TooLarge> {
        let source = match puzzle.group(turns) {
            Ok(group) => {
                let factorizer = Factorizer::new(puzzle, turns, &group, &Control::unlimited());
                StateSource::Group(Box::new(group), factorizer)
            }
            Err(error) => StateSource::Shuffle(Shuffle::new(puzzle, turns).ok_or(error)?),
        };
        Ok(Self {
            puzzle,
            turns,
            source,
        })
    }

    /// A state, and turns that lead there from the solved one, if they are found within a few seconds.
    pub fn sample(&self, random: &mut impl Rng) -> (State, Option<Vec<TurnId>>) {
        let solved = self.puzzle.solved();
        let (state, turns) = match &self.source {
            StateSource::Group(group, factorizer) => {
                let permutation = group.random(random);
                let turns = factorizer
                    .as_ref()
                    .and_then(|factorizer| factorizer.factor(&permutation));
                let turns = turns.map(|turns| self.puzzle.shorten(solved, &turns, self.turns));
                (solved.after(&permutation), turns)
            }
            StateSource::Shuffle(shuffle) => {
                let state = shuffle.sample(random);
                let turns = self.solve_by_peeling(&state);
                (state, turns)
            }
        };
        let turns = turns.filter(|turns| self.puzzle.apply(solved, turns) == state);
        (state, turns)
    }

    fn solve_by_peeling(&self, state: &State) -> Option<Vec<TurnId>> {
        let (puzzle, budget) = (self.puzzle.clone(), Budget::AtMost(MAX_TURNS));
        let problem = Problem::from_scramble(puzzle, &[], &Target::Solved, budget);
        let problem = problem.and_then(|problem| problem.starting_at(state)?.allowing(self.turns));
        let limits = Anytime {
            patience: Some(Duration::ZERO),
            ..Anytime::default()
        };
        let (peel, prior) = (Peel::default(), PriorResults::default());
        let found = Search::default().search_by_peeling(&problem.ok()?, &peel, limits, &prior);
        let solution = found.ok()?.solution?;
        Some(self.puzzle.inverse_sequence(solution.turns()))
    }
}
