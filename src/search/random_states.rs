//! Draws random states, each reachable state with the same probability, and finds turns that lead to them.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;

use super::{AnytimeLimits, PriorResults, Search};
use crate::construct::{ConstructionEffort, Shuffle, ThreeCycles};
use crate::control::Control;
use crate::group::{Group, TooLarge};
use crate::plan::Peel;
use crate::problem::{Budget, Problem, Target};
use crate::puzzle::{MAX_TURNS, Pattern, Puzzle, State, TurnId};

/// The effort for finding turns to a state. The turns need not be few.
const EFFORT: ConstructionEffort = ConstructionEffort {
    beam_width: 20,
    candidates: 2,
    attempts: 2,
    seed: 0,
};

/// Draws random states that the given turns reach from the solved state.
pub struct RandomStates<'a> {
    puzzle: &'a Arc<Puzzle>,
    turns: &'a [TurnId],
    source: StateSource<'a>,
}

enum StateSource<'a> {
    /// Random elements of the group. Each state corresponds to equally many elements. Turns are found by 3-cycles.
    Group(Box<Group>, Option<Box<ThreeCycles<'a>>>),
    /// Random orders of the colors of each orbit, if the group is too large but allows all of them. Turns are found by
    /// peeling.
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
                let cycles = ThreeCycles::find(puzzle, turns, &Control::unlimited());
                StateSource::Group(Box::new(group), cycles.map(Box::new))
            }
            Err(error) => StateSource::Shuffle(Shuffle::new(puzzle, turns).ok_or(error)?),
        };
        Ok(Self {
            puzzle,
            turns,
            source,
        })
    }

    /// A state, and turns that lead there from the solved state; `None` in place of the turns if none are found.
    pub fn sample(&self, random: &mut impl Rng) -> (State, Option<Vec<TurnId>>) {
        let solved = self.puzzle.solved();
        let (state, turns) = match &self.source {
            StateSource::Group(group, cycles) => {
                let state = solved.after(&group.random(random));
                let turns = cycles.as_ref().and_then(|cycles| {
                    let (goal, control) = (Pattern::from(&state), Control::unlimited());
                    cycles.solution(solved, &goal, &[], EFFORT, &control)
                });
                let turns = turns.map(|turns| self.puzzle.shorten(solved, &turns, self.turns));
                (state, turns)
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
        let limits = AnytimeLimits {
            patience: Some(Duration::ZERO),
            ..AnytimeLimits::default()
        };
        let (peel, prior) = (Peel::default(), PriorResults::default());
        let found = Search::default().search_by_peeling(&problem.ok()?, &peel, limits, &prior);
        let solution = found.ok()?.solution?;
        Some(self.puzzle.inverse_sequence(solution.turns()))
    }
}
