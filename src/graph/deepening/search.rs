//! The tables of a stage, and the search under them.

use std::collections::HashSet;

use itertools::Itertools;

use super::super::meet::cells::{Cells, Step};
use super::super::meet::order::Order;
use super::coordinate::{Coordinate, merged};
use super::error::DeepeningError;
use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Pattern, State, TurnId};

/// A goal of more states than this is not looked at.
const MOST_GOALS: usize = 1 << 10;

/// No table of a pair has more values.
const MOST_ENTRIES: u64 = 1 << 24;

/// How many turns are tried between two looks at the clock.
const TURNS_PER_LOOK: u32 = 1 << 14;

/// What the tables say of what never leads to the goal.
const NEVER: u8 = u8::MAX;

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened {
    /// A shortest solution within the budget, if one was found.
    pub solution: Option<Vec<TurnId>>,
    /// Every length below this one has no solution.
    pub refuted_below: usize,
    /// Whether no length has a solution.
    pub never: bool,
    /// Why it ended early.
    pub stop: Option<Stop>,
}

/// How many turns two coordinates need.
struct Table {
    first: usize,
    second: usize,
    /// How many values the second one has.
    stride: usize,
    distances: Vec<u8>,
}

/// The tables of a stage, for any start.
pub struct Deepening {
    cells: Cells,
    allowed: Vec<TurnId>,
    coordinates: Vec<Coordinate>,
    tables: Vec<Table>,
    /// The values of all coordinates in the states of the goal.
    goals: HashSet<Vec<u32>>,
    may_follow: Vec<bool>,
}

impl Deepening {
    /// Makes the tables for a problem, of at most `most` bytes together. With less room there are
    /// fewer, and a search takes longer.
    ///
    /// # Errors
    /// [`DeepeningError`].
    pub fn new(problem: &Problem, most: u64, control: &Control) -> Result<Self, DeepeningError> {
        let start = problem.start.state().ok_or(DeepeningError::NoCoordinates)?;
        let permutation = |&turn: &TurnId| &problem.puzzle.turns()[turn].permutation;
        let turns: Vec<&Permutation> = problem.allowed.iter().map(permutation).collect();
        let cells = Cells::new(&start, &turns);
        let made: Vec<Vec<Step>> = turns.iter().map(|turn| cells.steps(turn)).collect();
        let undone: Vec<Vec<Step>> = { turns.iter() }
            .map(|turn| cells.steps(&turn.inverse()))
            .collect();
        let goals = cells.of(&problem.goal, MOST_GOALS);
        let goals = goals.ok_or(DeepeningError::NoCoordinates)?;
        let home = cells.of_start();
        let single =
            |(cell, &size): (usize, &usize)| Coordinate::of_cell(cell, size, [&made, &undone]);
        let single = cells.sizes().iter().enumerate().map(single);
        let single: Vec<Coordinate> = single.collect::<Result<_, _>>()?;
        let mut coordinates = merged(single, &home, control)?;
        coordinates.push(Coordinate::of_nothing(turns.len()));
        let tables = tables(&coordinates, &goals, most, control)?;
        let goals = goals.iter().filter_map(|goal| {
            let values = coordinates.iter().map(|it| it.number(goal));
            values.collect::<Option<Vec<u32>>>()
        });
        let order = Order::canonical(&problem.puzzle, &problem.allowed);
        let pairs = (0..turns.len()).cartesian_product(0..turns.len());
        Ok(Self {
            goals: goals.collect(),
            may_follow: pairs
                .map(|(turn, next)| order.may_follow(turn, next))
                .collect(),
            allowed: problem.allowed.clone(),
            cells,
            coordinates,
            tables,
        })
    }

    /// How many values the tables have together.
    #[must_use]
    pub fn entries(&self) -> u64 {
        let entries = self.tables.iter().map(|table| table.distances.len());
        entries.sum::<usize>() as u64
    }

    /// A shortest solution from a state, which turns make of the start of the problem that the tables were made
    /// for. `notify` is told of each length.
    #[must_use]
    pub fn solve(
        &self,
        start: &State,
        budget: Budget,
        control: &Control,
        notify: &dyn Fn(usize),
    ) -> Deepened {
        let start = self.values(start);
        let result = |solution, refuted_below, never, stop| Deepened {
            solution,
            refuted_below,
            never,
            stop,
        };
        let least = start.as_ref().map_or(NEVER, |start| self.needs(start));
        let Some(start) = start.filter(|_| least != NEVER) else {
            return result(None, budget.slots().saturating_add(1), true, None);
        };
        let least = match budget {
            Budget::Exactly(_) => budget.slots(),
            Budget::AtMost(_) => usize::from(least),
        };
        let mut walk = Walk {
            tables: self,
            control,
            path: Vec::new(),
            tried: 0,
        };
        for length in least..=budget.slots() {
            if let Some(stop) = control.stop() {
                return result(None, length, false, Some(stop));
            }
            notify(length);
            match walk.go(&start, length) {
                Err(stop) => return result(None, length, false, Some(stop)),
                Ok(false) => (),
                Ok(true) => {
                    let turns = walk.path.iter().map(|&turn| self.allowed[turn]);
                    return result(Some(turns.collect()), length, false, None);
                }
            }
        }
        result(None, budget.slots().saturating_add(1), false, None)
    }

    /// The values of all coordinates; `None` if turns do not lead there.
    fn values(&self, state: &State) -> Option<Vec<u32>> {
        let all = self.cells.of(&Pattern::from(state), 1)?;
        let state = all.first()?;
        let coordinates = self.coordinates.iter();
        coordinates.map(|it| it.number(state)).collect()
    }

    /// So many turns at least lead to the goal.
    fn needs(&self, values: &[u32]) -> u8 {
        let needs = |table: &Table| {
            let at = values[table.first] as usize * table.stride + values[table.second] as usize;
            table.distances[at]
        };
        self.tables.iter().map(needs).max().unwrap_or(0)
    }
}

/// A depth-first search under way.
struct Walk<'a> {
    tables: &'a Deepening,
    control: &'a Control,
    path: Vec<usize>,
    tried: u32,
}

impl Walk<'_> {
    /// Whether so many turns lead to the goal; they are in `path` then.
    fn go(&mut self, values: &[u32], left: usize) -> Result<bool, Stop> {
        if left == 0 {
            return Ok(self.tables.goals.contains(values));
        }
        let turns = self.tables.allowed.len();
        let mut after = values.to_vec();
        for turn in 0..turns {
            let follows = |&last: &usize| self.tables.may_follow[last * turns + turn];
            if !self.path.last().is_none_or(follows) {
                continue;
            }
            self.tried = self.tried.wrapping_add(1);
            if self.tried.is_multiple_of(TURNS_PER_LOOK)
                && let Some(stop) = self.control.stop()
            {
                return Err(stop);
            }
            let coordinates = self.tables.coordinates.iter();
            for ((after, value), coordinate) in after.iter_mut().zip(values).zip(coordinates) {
                *after = coordinate.after[turn][*value as usize];
            }
            let needs = self.tables.needs(&after);
            if needs != NEVER && usize::from(needs) < left {
                self.path.push(turn);
                if self.go(&after, left - 1)? {
                    return Ok(true);
                }
                self.path.pop();
            }
        }
        Ok(false)
    }
}

/// The tables of all pairs that have room, the small ones first; the last coordinate says nothing, and stands
/// beside those that are in no other pair.
fn tables(
    coordinates: &[Coordinate],
    goals: &[Vec<u32>],
    most: u64,
    control: &Control,
) -> Result<Vec<Table>, DeepeningError> {
    let entries = |&[first, second]: &[usize; 2]| {
        let (a, b) = (&coordinates[first], &coordinates[second]);
        (a.len() as u64).saturating_mul(b.len() as u64)
    };
    let nothing = coordinates.len() - 1;
    let pairs = (0..nothing).array_combinations().sorted_by_key(entries);
    let mut tables: Vec<Table> = Vec::new();
    let mut left = most;
    for pair in pairs.chain((0..nothing).map(|single| [single, nothing])) {
        let [first, second] = pair;
        let has_first = |table: &Table| [table.first, table.second].contains(&first);
        let is_needless = second == nothing && tables.iter().any(has_first);
        if is_needless || entries(&pair) > left.min(MOST_ENTRIES) {
            continue;
        }
        left -= entries(&pair);
        tables.push(Table {
            first,
            second,
            stride: coordinates[second].len(),
            distances: distances(&coordinates[first], &coordinates[second], goals, control)?,
        });
    }
    Ok(tables)
}

/// How many turns lead from each pair of values to one of a goal, at least.
fn distances(
    first: &Coordinate,
    second: &Coordinate,
    goals: &[Vec<u32>],
    control: &Control,
) -> Result<Vec<u8>, DeepeningError> {
    let stride = second.len();
    let mut distances = vec![NEVER; first.len() * stride];
    let mut frontier: Vec<usize> = Vec::new();
    for goal in goals {
        if let (Some(a), Some(b)) = (first.number(goal), second.number(goal)) {
            let at = a as usize * stride + b as usize;
            if std::mem::replace(&mut distances[at], 0) == NEVER {
                frontier.push(at);
            }
        }
    }
    let mut depth = 0;
    while !frontier.is_empty() {
        // So far does no stage go; and a table that says less is right, too.
        depth = (NEVER - 1).min(depth + 1);
        let mut next = Vec::new();
        for (number, at) in frontier.into_iter().enumerate() {
            if number.is_multiple_of(TURNS_PER_LOOK as usize)
                && let Some(stop) = control.stop()
            {
                return Err(DeepeningError::Stopped(stop));
            }
            let (a, b) = (at / stride, at % stride);
            for (of_first, of_second) in first.before.iter().zip(&second.before) {
                let there = of_first[a] as usize * stride + of_second[b] as usize;
                if distances[there] == NEVER {
                    distances[there] = depth;
                    next.push(there);
                }
            }
        }
        frontier = next;
    }
    Ok(distances)
}
