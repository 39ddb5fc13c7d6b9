//! Samples states uniformly at a given distance from the solved one.
//!
//! *Idea.* If a table of all distances exists, one of its states at the given distance is drawn. Otherwise a canonical
//! sequence of that length is drawn uniformly; the state that it solves is the candidate. A search from both ends
//! determines whether a shorter sequence solves the candidate, and the number *n* of canonical sequences of this length
//! that solve it. If a shorter sequence exists, the candidate is rejected. Otherwise it is accepted with probability
//! 1/*n*, because *n* sequences would have proposed it. So all accepted states are equally likely.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::{Rng, RngExt};

use super::DistanceTable;
use super::meet::{Meet, Outcome};
use crate::automaton::Dfa;
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::problem::{Budget, Cache, Problem, Target, canonical_sequences};
use crate::puzzle::{Puzzle, State, TurnId};

/// The maximum number of sequences drawn for a state.
const MAX_REJECTIONS: usize = 10_000;

/// The maximum number of restarts: with few turns, there may be no canonical sequence of the given length.
const MAX_RESTARTS: usize = 10_000_000;

/// A sampler of states at a given distance.
pub struct DistanceSampler {
    puzzle: Arc<Puzzle>,
    turns: Vec<TurnId>,
    /// Accepts the canonical sequences.
    canonical: Dfa,
    memory: u64,
    control: Control,
    cache: Cache,
    /// The table, if there is one, and the indices of the states at each distance, computed on demand.
    table: Option<(DistanceTable, Vec<OnceCell<Vec<usize>>>)>,
}

impl DistanceSampler {
    /// Samples the states that `turns` can reach. Uses `table` if given; otherwise draws sequences and checks each with
    /// a search from both ends that may use `memory` bytes.
    pub fn new(
        puzzle: &Arc<Puzzle>,
        turns: &[TurnId],
        table: Option<DistanceTable>,
        memory: u64,
        control: &Control,
    ) -> Self {
        let with_lists = |table: DistanceTable| {
            let lists = vec![OnceCell::new(); table.distribution().len()];
            (table, lists)
        };
        Self {
            puzzle: puzzle.clone(),
            turns: turns.to_vec(),
            canonical: canonical_sequences(puzzle, turns),
            memory,
            control: control.clone(),
            cache: Cache::default(),
            table: table.map(with_lists),
        }
    }

    /// A random state at this distance, and a shortest sequence that leads to it from the solved state.
    ///
    /// # Errors
    /// [`Error`] if no state is at this distance or none was found, if memory was insufficient, or if the work was stopped.
    pub fn draw(
        &self,
        distance: usize,
        random: &mut impl Rng,
    ) -> Result<(State, Vec<TurnId>), Error> {
        let Some((table, lists)) = &self.table else {
            return self.draw_sequence(distance, random);
        };
        let list = lists.get(distance).ok_or_else(|| {
            Error::impossible_value(format!(
                "no state of {} is {distance} turns from solved; the maximum is {}",
                self.puzzle.title(),
                lists.len().saturating_sub(1)
            ))
        })?;
        let states = list.get_or_init(|| table.indices_at(distance).collect());
        let index = states[random.random_range(0..states.len())];
        let drawn = table.state(index).and_then(|state| {
            let back = table.shortest(&state).next()?;
            Some((state, self.puzzle.inverse_sequence(&back)))
        });
        drawn.ok_or_else(|| Error::failed("the table of distances is damaged"))
    }

    fn draw_sequence(
        &self,
        distance: usize,
        random: &mut impl Rng,
    ) -> Result<(State, Vec<TurnId>), Error> {
        for _ in 0..MAX_REJECTIONS {
            let solution = self.draw_canonical_sequence(distance, random)?;
            let scramble = self.puzzle.inverse_sequence(&solution);
            let count = self.count_solutions(&scramble)?;
            if count > 0 && random.random_range(0..count) == 0 {
                return Ok((self.puzzle.reached_by(&scramble), scramble));
            }
        }
        Err(self.no_state_error(distance, MAX_REJECTIONS))
    }

    fn no_state_error(&self, distance: usize, drawn: usize) -> Error {
        let puzzle = self.puzzle.title();
        Error::impossible_value(format!(
            "no state of {puzzle} at distance {distance} was accepted in {drawn} random turn sequences"
        ))
    }

    /// A canonical sequence, drawn uniformly: a sequence that becomes non-canonical is discarded as a whole.
    fn draw_canonical_sequence(
        &self,
        distance: usize,
        random: &mut impl Rng,
    ) -> Result<Vec<TurnId>, Error> {
        for _ in 0..MAX_RESTARTS {
            let (mut scramble, mut state) = (Vec::new(), Some(0));
            while let Some(before) = state {
                if scramble.len() == distance {
                    return Ok(scramble);
                }
                self.control.check()?;
                let turn = self.turns[random.random_range(0..self.turns.len())];
                scramble.push(turn);
                state = self.canonical.next(before, turn);
            }
        }
        Err(self.no_state_error(distance, MAX_RESTARTS))
    }

    /// The number of canonical sequences of a scramble's length that undo it; zero if a shorter sequence undoes it.
    fn count_solutions(&self, scramble: &[TurnId]) -> Result<usize, Error> {
        let distance = scramble.len();
        let (target, budget) = (Target::Solved, Budget::AtMost(distance));
        let problem = Problem::from_scramble(self.puzzle.clone(), scramble, &target, budget)?;
        let problem = problem.canonical().allowing(&self.turns)?;
        let problem = problem.with_cache(&self.cache);
        let mut count = 0;
        let met = Meet::new(&problem, self.memory, &self.control).run(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        match (met.outcome, self.control.stop()) {
            (Outcome::Found(turns), _) if turns == distance && met.cut.is_none() => Ok(count),
            (Outcome::Found(turns), _) if turns < distance => Ok(0),
            (_, Some(stop)) => Err(stop.into()),
            _ => Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "not enough memory to rule out solutions of fewer than {distance} turns; choose a smaller distance"
                ),
            )),
        }
    }
}
