//! The tables of a puzzle and its turns, for all starts and goals.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use itertools::Itertools;

use super::classes::{Classes, ReducedValue};
use super::direction_table::DirectionTable;
use super::fill::Distances;
use crate::control::{Control, Stop};
use crate::problem::{Constraints, Family, Problem, Symmetry};
use crate::puzzle::{Puzzle, Turn, TurnId};

/// The maximum number of turns: a set of turns is stored as the bits of a `u32`.
pub(super) const MAX_TURNS: usize = u32::BITS as usize;

/// Another layer of distances is filled if searching a length takes more than one lookup per this many entries.
const ENTRIES_PER_LOOKUP: u64 = 64;

/// The direction table is built if searching a length takes more than one lookup per this many entries.
const ENTRIES_PER_LOOKUP_BEFORE_DIRECTIONS: u64 = 8;

/// A family is used if turns reach at least the required number of joint values, divided by this.
const MIN_REACHED_DIVISOR: u64 = 4;

/// The tables that were used last. They serve all questions about the same puzzle and turns.
#[derive(Default)]
pub struct TableCache(Mutex<Option<CachedTables>>);

/// The tables made last, or the fact that a puzzle has none.
struct CachedTables {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    /// The minimum number of joint values of a family.
    min_joint_values: u64,
    /// The memory limit: tables that did not fit may fit into more memory.
    memory: u64,
    tables: Option<Arc<Tables>>,
}

/// A table of lower bounds.
pub(super) enum LowerBoundTable {
    Distances(Distances),
    /// Distances, and the turns that lead nearer.
    Directions(DirectionTable),
}

impl LowerBoundTable {
    /// A lower bound for the distance of a reduced value; `None` if no turns lead to the goal.
    pub(super) fn distance_lower_bound(
        &self,
        classes: &Classes,
        reduced: ReducedValue,
    ) -> Option<usize> {
        let place = classes.entry_index(reduced);
        match self {
            LowerBoundTable::Distances(table) => table.distance_lower_bound(place),
            LowerBoundTable::Directions(table) => table.distance_if_reached(place),
        }
    }
}

pub(super) struct Tables {
    pub(super) family: Arc<Family>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) classes: Classes,
    /// The allowed turns in lists: any two turns of a list are one turn apart.
    turns_one_apart: Vec<Vec<usize>>,
    table: Mutex<Arc<LowerBoundTable>>,
}

impl TableCache {
    pub(in crate::graph) fn is_empty(&self) -> bool {
        let last = self.lock();
        last.as_ref().is_none_or(|last| last.tables.is_none())
    }

    fn lock(&self) -> MutexGuard<'_, Option<CachedTables>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables for a problem whose goal is the solved state, of a family with at least `min_joint_values` joint
    /// values; `None` if the puzzle has no such family, or if the tables take more than `memory` bytes.
    pub(super) fn tables(
        &self,
        problem: &Problem,
        min_joint_values: u64,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Arc<Tables>>, Stop> {
        let fits = |it: &&CachedTables| {
            Arc::ptr_eq(&it.puzzle, &problem.puzzle)
                && (&it.allowed, it.min_joint_values) == (&problem.allowed, min_joint_values)
                && match &it.tables {
                    Some(tables) => tables.bytes() <= memory,
                    None => memory <= it.memory,
                }
        };
        let mut last = self.lock();
        if let Some(known) = last.as_ref().filter(fits) {
            return Ok(known.tables.clone());
        }
        // Free the previous tables first. Hold no lock while tables are made: making them polls the control, which may
        // wait.
        *last = None;
        drop(last);
        let tables = Tables::new(problem, min_joint_values, memory, control)?.map(Arc::new);
        *self.lock() = Some(CachedTables {
            puzzle: problem.puzzle.clone(),
            allowed: problem.allowed.clone(),
            min_joint_values,
            memory,
            tables: tables.clone(),
        });
        Ok(tables)
    }
}

impl Tables {
    fn new(
        problem: &Problem,
        min_joint_values: u64,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let allowed = &problem.allowed;
        let turns = allowed.iter().map(|&turn| &problem.puzzle.turns()[turn]);
        let turns: Vec<&Turn> = turns.collect();
        // If the inverse of each turn is a turn, distances from the goal equal distances to the goal.
        let has_inverse = |turn: &&Turn| {
            let inverse = turn.permutation.inverse();
            turns.iter().any(|other| other.permutation == inverse)
        };
        if allowed.len() > MAX_TURNS || !turns.iter().all(has_inverse) {
            return Ok(None);
        }
        let families = problem.coordinates(min_joint_values).map(|it| it.families);
        let Some((family, _)) = families.unwrap_or_default().into_iter().next() else {
            return Ok(None);
        };
        let symmetries = Symmetry::all(problem);
        let position = |turn: TurnId| allowed.iter().position(|&it| it == turn);
        let renamed = |symmetry: &Symmetry| {
            let turns = allowed.iter().map(|&turn| position(symmetry.turn(turn)));
            let turns = turns.collect::<Option<Vec<usize>>>();
            // Different turns must have different images.
            turns.filter(|turns| turns.iter().all_unique())
        };
        let Some(renamings) = symmetries.iter().map(renamed).collect() else {
            return Ok(None);
        };
        let bytes = usize::try_from(memory).unwrap_or(usize::MAX);
        let classes = Classes::new(&family, allowed.len(), renamings, bytes, control)?;
        let fits = |it: &Classes| it.bytes().saturating_add(Distances::bytes(it)) <= memory;
        let Some(mut classes) = classes.filter(fits) else {
            return Ok(None);
        };
        let distances = Distances::new(&classes);
        // The turns may lead to far fewer values than the coordinates could have.
        while distances.reached_value_count() < min_joint_values / MIN_REACHED_DIVISOR {
            if !distances.deepen(&classes, control)? {
                return Ok(None);
            }
        }
        let stays = |turn| {
            classes.axes.iter().any(|&axis| {
                let there = classes
                    .reduced(0, axis)
                    .map(|goal| classes.after_turn(goal, turn));
                there.is_some_and(|there| classes.entry_index(there) == 0)
            })
        };
        classes.ties_need_one_more = (0..allowed.len()).all(stays);
        Ok(Some(Self {
            family,
            symmetries,
            classes,
            turns_one_apart: turns_one_apart(&turns),
            table: Mutex::new(Arc::new(LowerBoundTable::Distances(distances))),
        }))
    }

    pub(super) fn table(&self) -> Arc<LowerBoundTable> {
        self.table
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The bytes of everything that is kept.
    fn bytes(&self) -> u64 {
        let classes = &self.classes;
        classes.bytes()
            + match &*self.table() {
                LowerBoundTable::Distances(_) => Distances::bytes(classes),
                LowerBoundTable::Directions(_) => DirectionTable::bytes(classes),
            }
    }

    /// The expected number of lookups for a length with the current tables: one per turn sequence that reaches the
    /// stored distances.
    pub(super) fn first_expected_lookups(&self, length: usize) -> u64 {
        match &*self.table() {
            LowerBoundTable::Distances(distances) => {
                let turns = self.classes.turns as u64;
                let free = length.saturating_sub(distances.depth()) as u32;
                (turns - turns / 4).saturating_pow(free)
            }
            LowerBoundTable::Directions(_) => 0,
        }
    }

    /// Fills the tables as far as `expected_lookups` justify, using at most `memory` bytes.
    pub(super) fn prepare(
        &self,
        mut expected_lookups: u64,
        memory: u64,
        control: &Control,
    ) -> Result<Arc<LowerBoundTable>, Stop> {
        let table = self.table();
        let classes = &self.classes;
        let entries = classes.entries() as u64;
        let LowerBoundTable::Distances(distances) = &*table else {
            return Ok(table);
        };
        while expected_lookups > entries / ENTRIES_PER_LOOKUP
            && distances.deepen(classes, control)?
        {
            // The last layers distinguish few entries.
            if distances.unreached_count() > entries / 4 {
                expected_lookups /= classes.turns as u64;
            }
        }
        let bytes = classes.bytes() + Distances::bytes(classes) + DirectionTable::bytes(classes);
        let are_worthwhile = expected_lookups > entries / ENTRIES_PER_LOOKUP_BEFORE_DIRECTIONS;
        if are_worthwhile && bytes <= memory && distances.is_complete() {
            let direction_table =
                DirectionTable::new(classes, distances, &self.turns_one_apart, control)?;
            if let Some(direction_table) = direction_table {
                let table = Arc::new(LowerBoundTable::Directions(direction_table));
                *self.table.lock().unwrap_or_else(PoisonError::into_inner) = table.clone();
                return Ok(table);
            }
        }
        Ok(table)
    }
}

/// The turns in lists: any two turns of a list are one turn apart.
fn turns_one_apart(turns: &[&Turn]) -> Vec<Vec<usize>> {
    let mut lists: Vec<Vec<usize>> = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        let is_near = |&other: &usize| {
            let other = turns[other];
            let between = other.permutation.inverse().then(&turn.permutation);
            other.face == turn.face && turns.iter().any(|it| it.permutation == between)
        };
        match lists.iter_mut().find(|list| list.iter().all(is_near)) {
            Some(list) => list.push(number),
            None => lists.push(vec![number]),
        }
    }
    lists
}

/// The problem with the solved state as its goal and without side constraints, for which tables are made.
pub(super) fn with_solved_goal(problem: &Problem) -> Problem {
    let solved = problem.puzzle.solved().into();
    problem
        .with_goals(vec![solved])
        .with_constraints(Constraints::default())
}
