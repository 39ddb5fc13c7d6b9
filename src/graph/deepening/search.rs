//! The tables of a stage, and the search that uses them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::super::views::{StateCells, Step};
use super::coordinate::{Coordinate, merge_small};
use crate::automaton::Dfa;
use crate::control::{Control, Stop};
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::platform::in_order;
use crate::problem::{Problem, canonical_sequences};
use crate::puzzle::{State, TurnId};

/// The maximum number of goal states.
const MAX_GOALS: usize = 1 << 10;

/// The maximum number of entries in the table of a pair.
const MAX_ENTRIES: u64 = 1 << 24;

/// The number of turns tried between two checks of the clock.
const TURNS_PER_CHECK: u32 = 1 << 14;

/// The table entry for values from which the goal cannot be reached.
const UNREACHABLE: u8 = u8::MAX;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepeningResult {
    /// A shortest solution within the budget, if one was found.
    pub solution: Option<Vec<TurnId>>,
    /// Every length below this number has no solution.
    pub refuted_below: usize,
    /// Why the search ended early.
    pub stop: Option<Stop>,
}

/// The number of turns that two coordinates together need to reach a goal, by their values.
struct Table {
    first: usize,
    second: usize,
    /// The number of values of the second coordinate.
    stride: usize,
    distances: Vec<u8>,
}

/// The tables of a stage, for any start.
pub struct Deepening {
    state_cells: StateCells,
    allowed: Vec<TurnId>,
    coordinates: Vec<Coordinate>,
    tables: Vec<Table>,
    /// The values of all coordinates in the goal states.
    goals: HashSet<Vec<u32>>,
    /// Accepts the canonical sequences.
    automaton: Dfa,
}

impl Deepening {
    /// Builds the tables for a problem, with at most `max_bytes` bytes in total. With less memory there are fewer
    /// tables, and a search takes longer.
    ///
    /// # Errors
    /// [`Error`] if the work was stopped, or if the problem cannot be searched in this way.
    pub fn new(problem: &Problem, max_bytes: u64, control: &Control) -> Result<Self, Error> {
        let unsupported = || {
            let reason = "this method requires a known start, few goal states and no constraints";
            Error::new(ErrorKind::Unsupported, reason)
        };
        // Rotations would add goals, and side constraints are not coordinates.
        if problem.has_further_requirements() || !problem.goals.is_empty() {
            return Err(unsupported());
        }
        let start = problem.start.state().ok_or_else(unsupported)?;
        let permutation = |&turn: &TurnId| &problem.puzzle.turns()[turn].permutation;
        let turns: Vec<&Permutation> = problem.allowed.iter().map(permutation).collect();
        let state_cells = StateCells::new(&start, &turns);
        let steps: Vec<Vec<Step>> = turns.iter().map(|turn| state_cells.steps(turn)).collect();
        let goals = state_cells.states_of(&problem.goal, MAX_GOALS);
        let goals = goals.ok_or_else(unsupported)?;
        let home = state_cells.start_values();
        let sizes = state_cells.sizes.iter().enumerate();
        let single = sizes.map(|(cell, &size)| Coordinate::from_cell(cell, size, &steps));
        let single = single.collect::<Option<_>>().ok_or_else(|| {
            let reason = "this stage does not decompose into independent coordinates";
            Error::new(ErrorKind::Unsupported, reason)
        })?;
        let mut coordinates = merge_small(single, &home, control)?;
        coordinates.push(Coordinate::trivial(turns.len()));
        let tables = tables(&coordinates, &goals, max_bytes, control)?;
        let goals = goals.iter().filter_map(|goal| {
            let values = coordinates.iter().map(|it| it.number(goal));
            values.collect::<Option<Vec<u32>>>()
        });
        Ok(Self {
            goals: goals.collect(),
            automaton: canonical_sequences(&problem.puzzle, &problem.allowed),
            allowed: problem.allowed.clone(),
            state_cells,
            coordinates,
            tables,
        })
    }

    /// A shortest solution of at most `max_turns` turns from a state, which must be reachable from the start of the
    /// problem for which the tables were built. `notify` is called with each length.
    pub fn solve(
        &self,
        start: &State,
        max_turns: usize,
        control: &Control,
        notify: &dyn Fn(usize),
    ) -> DeepeningResult {
        let result = |solution, refuted_below, stop| DeepeningResult {
            solution,
            refuted_below,
            stop,
        };
        let unsolvable = result(None, max_turns.saturating_add(1), None);
        let Some((_, least)) = self.values_and_lower_bound(start) else {
            return unsolvable;
        };
        for length in least..=max_turns {
            if let Some(stop) = control.stop() {
                return result(None, length, Some(stop));
            }
            notify(length);
            let mut first = None;
            let walked = self.each_solution(start, length, control, &mut |turns| {
                first = Some(turns.to_vec());
                ControlFlow::Break(())
            });
            if walked.is_err() || first.is_some() {
                return result(first, length, walked.err());
            }
        }
        unsolvable
    }

    /// Passes on all canonical solutions of exactly this length from a state, until `found` returns `Break`.
    pub fn each_solution(
        &self,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let values = match self.values_and_lower_bound(start) {
            Some((values, least)) if least <= length => values,
            _ => return Ok(()),
        };
        let mut search = DepthFirstSearch {
            tables: self,
            control,
            path: Vec::with_capacity(length),
            values,
            tried: 0,
            found,
        };
        search.try_all(length, 0).map(|_| ())
    }

    /// The values of all coordinates and a lower bound on the number of turns to the goal; `None` if the state is not
    /// reachable, or the goal is not reachable from it.
    fn values_and_lower_bound(&self, state: &State) -> Option<(Vec<u32>, usize)> {
        let state = self.state_cells.state_values(state)?;
        let values = self.coordinates.iter().map(|it| it.number(&state));
        let values: Vec<u32> = values.collect::<Option<_>>()?;
        let needs = self.tables.iter().map(|table| table.lower_bound(&values));
        let least = needs.max().unwrap_or(0);
        (least != UNREACHABLE).then_some((values, least.into()))
    }

    /// Whether the goal may be at most this many turns away.
    fn may_be_within(&self, values: &[u32], turns: usize) -> bool {
        let may = |table: &Table| {
            let needs = table.lower_bound(values);
            needs != UNREACHABLE && usize::from(needs) <= turns
        };
        self.tables.iter().all(may)
    }
}

impl Table {
    fn lower_bound(&self, values: &[u32]) -> u8 {
        self.distances[values[self.first] as usize * self.stride + values[self.second] as usize]
    }
}

/// A depth-first search for all solutions of one length.
struct DepthFirstSearch<'a> {
    tables: &'a Deepening,
    control: &'a Control,
    path: Vec<TurnId>,
    /// The values of all coordinates at the start, followed by their values after each turn of the path.
    values: Vec<u32>,
    tried: u32,
    found: &'a mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
}

impl DepthFirstSearch<'_> {
    /// Tries all sequences of `left` turns.
    fn try_all(&mut self, left: usize, automaton_state: usize) -> Result<ControlFlow<()>, Stop> {
        let coordinates = &self.tables.coordinates;
        let here = self.path.len() * coordinates.len();
        let there = here + coordinates.len();
        if left == 0 {
            return Ok(if self.tables.goals.contains(&self.values[here..there]) {
                (self.found)(&self.path)
            } else {
                ControlFlow::Continue(())
            });
        }
        for (turn, &id) in self.tables.allowed.iter().enumerate() {
            let Some(next_state) = self.tables.automaton.next(automaton_state, id) else {
                continue;
            };
            self.tried = self.tried.wrapping_add(1);
            if self.tried.is_multiple_of(TURNS_PER_CHECK) {
                self.control.check()?;
            }
            self.values.truncate(there);
            for (at, coordinate) in coordinates.iter().enumerate() {
                let value = self.values[here + at] as usize;
                self.values.push(coordinate.after[turn][value]);
            }
            if self.tables.may_be_within(&self.values[there..], left - 1) {
                self.path.push(id);
                let go_on = self.try_all(left - 1, next_state)?;
                self.path.pop();
                if go_on.is_break() {
                    return Ok(go_on);
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The tables of all pairs that fit into memory, small tables first. The last coordinate is trivial, and is paired with
/// the coordinates that occur in no other pair.
fn tables(
    coordinates: &[Coordinate],
    goals: &[Vec<u32>],
    max_bytes: u64,
    control: &Control,
) -> Result<Vec<Table>, Stop> {
    let entries = |&[first, second]: &[usize; 2]| {
        let (a, b) = (&coordinates[first], &coordinates[second]);
        (a.len() as u64).saturating_mul(b.len() as u64)
    };
    let trivial = coordinates.len() - 1;
    let pairs = (0..trivial).array_combinations().sorted_by_key(entries);
    let mut chosen: Vec<[usize; 2]> = Vec::new();
    let mut left = max_bytes;
    for pair in pairs.chain((0..trivial).map(|single| [single, trivial])) {
        let [first, second] = pair;
        let is_needless = second == trivial && chosen.iter().any(|it| it.contains(&first));
        if is_needless || entries(&pair) > left.min(MAX_ENTRIES) {
            continue;
        }
        left -= entries(&pair);
        chosen.push(pair);
    }
    let table = |&[first, second]: &[usize; 2]| {
        Ok(Table {
            first,
            second,
            stride: coordinates[second].len(),
            distances: distances(&coordinates[first], &coordinates[second], goals, control)?,
        })
    };
    let mut tables = Vec::with_capacity(chosen.len());
    let mut stopped = Ok(());
    in_order(&chosen, control.jobs(), table, |_, table| {
        stopped = table.map(|table| tables.push(table));
        stopped.is_ok()
    });
    stopped.map(|()| tables)
}

/// For each pair of values, a lower bound on the number of turns to the values of a goal state.
fn distances(
    first: &Coordinate,
    second: &Coordinate,
    goals: &[Vec<u32>],
    control: &Control,
) -> Result<Vec<u8>, Stop> {
    let (turns, stride) = (first.after.len(), second.len());
    let (of_first, of_second) = (predecessors(first, stride), predecessors(second, 1));
    let mut distances = vec![UNREACHABLE; first.len() * stride];
    let mut frontier: Vec<usize> = Vec::new();
    for goal in goals {
        if let (Some(a), Some(b)) = (first.number(goal), second.number(goal)) {
            let at = a as usize * stride + b as usize;
            if std::mem::replace(&mut distances[at], 0) == UNREACHABLE {
                frontier.push(at);
            }
        }
    }
    let mut depth = 0;
    while !frontier.is_empty() {
        // Greater distances, which no stage has, are stored as this lower bound.
        depth = (UNREACHABLE - 1).min(depth + 1);
        let mut next = Vec::new();
        for (number, at) in frontier.into_iter().enumerate() {
            if number.is_multiple_of(TURNS_PER_CHECK as usize) {
                control.check()?;
            }
            let of_first = &of_first[at / stride * turns..][..turns];
            let of_second = &of_second[at % stride * turns..][..turns];
            for (a, b) in of_first.iter().zip(of_second) {
                let there = (a + b) as usize;
                if distances[there] == UNREACHABLE {
                    distances[there] = depth;
                    next.push(there);
                }
            }
        }
        frontier = next;
    }
    Ok(distances)
}

/// For each value and each turn, the value from which the turn leads to it, multiplied by `stride`.
fn predecessors(coordinate: &Coordinate, stride: usize) -> Vec<u32> {
    let turns = coordinate.after.len();
    let mut rows = vec![0; coordinate.len() * turns];
    for (turn, after) in coordinate.after.iter().enumerate() {
        for (before, &value) in (0..).zip(after) {
            rows[value as usize * turns + turn] = before * stride as u32;
        }
    }
    rows
}
