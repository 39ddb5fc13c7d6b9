//! Windows of a solution that no plan led to.
//!
//! *Idea.* Some turns in a row, of few faces, are asked for in fewer turns of the same faces. What counts is where they lead
//! the state that is there before them: of pieces that look alike, others may come to the same places. So
//! a window is a question of its own, of few turns to choose from, and a small formula.
//!
//! *Why it is sound.* The turns of the answer lead from the same state to the same state.

use std::collections::HashSet;
use std::time::Duration;

use crate::problem::{Budget, Problem, Start};
use crate::puzzle::{State, TurnId};
use crate::search::{Search, SearchError, Strategy};

/// A window is given up after this time.
const WINDOW_LIMIT: Duration = Duration::from_secs(1);

/// Turns of so many faces in a window, at most.
const MOST_FACES: usize = 4;

/// So many turns in a window, at least and at most.
const SIZES: std::ops::RangeInclusive<usize> = 6..=10;

/// Looks for shorter windows.
pub(in crate::search) struct AloneWindows<'a> {
    problem: &'a Problem,
    /// Windows for which nothing shorter was found, and where they began.
    known: HashSet<(Vec<TurnId>, State)>,
}

impl<'a> AloneWindows<'a> {
    pub(in crate::search) fn new(problem: &'a Problem) -> Self {
        let known = HashSet::new();
        Self { problem, known }
    }

    /// The turns with shorter windows, as far as there are any and the control of the search lets look
    /// for them. `found` is told of each shorter way, and of the size of the window.
    ///
    /// # Errors
    /// [`SearchError`].
    pub(in crate::search) fn shorten(
        &mut self,
        start: &State,
        mut turns: Vec<TurnId>,
        search: &Search<'_>,
        mut found: impl FnMut(&[TurnId], usize),
    ) -> Result<Vec<TurnId>, SearchError> {
        let puzzle = &self.problem.puzzle;
        let mut at = 0;
        let mut state = start.clone();
        while at < turns.len() {
            if search.controlled_by().stop().is_some() {
                break;
            }
            let size = self.size(&turns[at..]);
            let window = &turns[at..at + size];
            if SIZES.contains(&size) && !self.known.contains(&(window.to_vec(), state.clone())) {
                match self.ask(&state, window, search)? {
                    Some(shorter) => {
                        turns = [&turns[..at], &shorter, &turns[at + size..]].concat();
                        found(&turns, size);
                        // What is before may meet something new.
                        at = at.saturating_sub(*SIZES.end());
                        state = puzzle.apply(start, &turns[..at]);
                        continue;
                    }
                    None => drop(self.known.insert((window.to_vec(), state.clone()))),
                }
            }
            state = puzzle.apply(&state, &turns[at..=at]);
            at += 1;
        }
        Ok(turns)
    }

    /// How many turns from the first on are of few faces.
    fn size(&self, turns: &[TurnId]) -> usize {
        let mut faces = HashSet::new();
        let few = turns.iter().take(*SIZES.end()).take_while(|&&turn| {
            faces.insert(self.problem.puzzle.turns()[turn].face);
            faces.len() <= MOST_FACES
        });
        few.count()
    }

    /// Fewer turns that do the same to a state; `None` if there are none, or they were not found soon.
    fn ask(
        &self,
        from: &State,
        window: &[TurnId],
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, SearchError> {
        let puzzle = &self.problem.puzzle;
        let Ok(start) = Start::new(puzzle, &self.problem.scheme, from) else {
            return Ok(None);
        };
        let face = |turn: &TurnId| puzzle.turns()[*turn].face;
        let faces: HashSet<usize> = window.iter().map(face).collect();
        let allowed = self.problem.allowed.iter().copied();
        let to = puzzle.apply(from, window);
        let problem = Problem {
            start,
            goal: (&to).into(),
            goals: Vec::new(),
            up_to_rotation: false,
            allowed: allowed.filter(|turn| faces.contains(&face(turn))).collect(),
            budget: Budget::AtMost(window.len().saturating_sub(1)),
            ..self.problem.clone()
        };
        let control = search.controlled_by().within(WINDOW_LIMIT);
        let soon = search.clone().strategy(Strategy::Descend).control(control);
        let shorter = soon.minimum(&problem)?.solution;
        let shorter = shorter.map(|it| it.turns().to_vec());
        Ok(shorter
            .filter(|shorter| shorter.len() < window.len() && puzzle.apply(from, shorter) == to))
    }
}
