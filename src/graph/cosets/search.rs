//! Searches one length after another, each on all threads.

use std::ops::ControlFlow;
use std::sync::Arc;

use itertools::Itertools;

use super::super::meet::{Halt, MeetResult, Outcome};
use super::classes::ReducedValue;
use super::depth_first::DepthFirst;
use super::lookup::Node;
use super::reorderings::all_solutions;
use super::tables::{LowerBoundTable, MAX_TURNS, TableCache, Tables, with_solved_goal};
use super::turn_automaton::TurnAutomaton;
use crate::control::{Control, Stop};
use crate::platform::in_order;
use crate::problem::{Budget, Family, Problem, Start, Symmetry};
use crate::puzzle::{Arrangement, Color, State, TurnId};

/// A level of at least this many nodes is distributed to the threads.
const MIN_DISTRIBUTED_NODES: usize = 2000;

/// The number of nodes that a thread takes at a time.
const NODES_PER_TASK: usize = 16;

/// A search with tables of cosets.
pub struct Cosets<'a> {
    problem: &'a Problem,
    start_colors: Vec<Color>,
    goal_colors: Vec<Color>,
    /// By turn and facelet: the source of the facelet's color.
    sources: Vec<Vec<u16>>,
    automaton: TurnAutomaton,
    tables: Arc<Tables>,
    memory: u64,
    /// The values of the start in each image of the subgroup.
    reduced_values: Vec<ReducedValue>,
    control: &'a Control,
}

impl<'a> Cosets<'a> {
    /// Whether this search supports the question: at most [`MAX_TURNS`] allowed turns, one known start and goal, and no
    /// required first or last turns.
    pub fn suits(problem: &Problem) -> bool {
        let constraints = &problem.constraints;
        problem.allowed.len() <= MAX_TURNS
            && constraints.starts_with.is_empty()
            && constraints.ends_with.is_empty()
            && problem.start.is_state()
            && matches!(&problem.each_goal()[..], [goal] if goal.is_state())
    }

    /// Makes the tables in at most `memory` bytes, on as many threads as the control has, unless they are `kept` from
    /// an earlier question. `None` if the search does not support the question, if the puzzle has no coordinates of at
    /// least `min_joint_values` joint values, or if the tables do not fit into memory.
    pub fn new(
        problem: &'a Problem,
        min_joint_values: u64,
        memory: u64,
        kept: &TableCache,
        control: &'a Control,
    ) -> Result<Option<Self>, Stop> {
        let suits = Self::suits(problem);
        let parts = suits.then(|| relative_to_solved(problem).zip(TurnAutomaton::new(problem)));
        let Some((solved, automaton)) = parts.flatten() else {
            return Ok(None);
        };
        let tables = kept.tables(&solved, min_joint_values, memory, control)?;
        Ok(tables.and_then(|tables| {
            let reduced = |&axis: &usize| {
                let value = value_of_image(&tables.symmetries[axis], &solved, &tables.family)?;
                tables.classes.reduced(value, axis)
            };
            let reduced_values = tables.classes.axes.iter().map(reduced);
            let permutation = |&turn: &TurnId| &problem.puzzle.turns()[turn].permutation;
            let sources = problem.allowed.iter().map(permutation);
            let sources = sources.map(|turn| turn.sources().map(|from| from as u16).collect());
            Some(Self {
                problem,
                start_colors: problem.start.state()?.colors().to_vec(),
                goal_colors: problem.each_goal().first()?.state()?.colors().to_vec(),
                sources: sources.collect(),
                automaton,
                memory,
                reduced_values: reduced_values.collect::<Option<_>>()?,
                tables,
                control,
            })
        }))
    }

    /// Whether the start differs from the goal by an element of an image of the subgroup. In that case the tables prune
    /// little, because many sequences stay near the subgroup: from the Y-permutation of a 3×3×3, 41 million sequences
    /// of 12 turns are not pruned before the last turn.
    pub fn begins_in_subgroup(problem: &Problem, min_joint_values: u64) -> bool {
        let Some(solved) = relative_to_solved(problem) else {
            return false;
        };
        let families = solved.coordinates(min_joint_values).map(|it| it.families);
        let Some((family, _)) = families.unwrap_or_default().into_iter().next() else {
            return false;
        };
        let symmetries = Symmetry::all(&solved);
        let mut values = symmetries
            .iter()
            .map(|symmetry| value_of_image(symmetry, &solved, &family));
        // The goal has the first value.
        values.contains(&Some(0))
    }

    /// Finds the shortest solutions; lengths below `min_length` are already refuted. Calls `found` with each solution, in
    /// lexicographic order, until `found` returns `Break`. Calls `notify` with each length.
    pub fn run(
        &self,
        min_length: usize,
        notify: &dyn Fn(usize),
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> MeetResult {
        match self.reduced_values[..] {
            [a] => self.search_lengths([a], min_length, notify, found),
            [a, b] => self.search_lengths([a, b], min_length, notify, found),
            [a, b, c] => self.search_lengths([a, b, c], min_length, notify, found),
            [a, b, c, d, ..] => self.search_lengths([a, b, c, d], min_length, notify, found),
            [] => MeetResult::new(Outcome::Halted(Halt::Memory), min_length),
        }
    }

    fn search_lengths<const K: usize>(
        &self,
        reduced_values: [ReducedValue; K],
        min_length: usize,
        notify: &dyn Fn(usize),
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> MeetResult {
        let met = |outcome, refuted_below| MeetResult {
            with_tables_from: Some(min_length),
            ..MeetResult::new(outcome, refuted_below)
        };
        let classes = &self.tables.classes;
        let max_length = self.problem.budget.slots();
        let min_length = match self.problem.budget {
            Budget::Exactly(turns) => turns,
            Budget::AtMost(_) => min_length,
        };
        let from = min_length.max(self.problem.constraints.min_length());
        // The expected number of lookups for the next length.
        let mut expected_lookups = self.tables.first_expected_lookups(from);
        for length in from..=max_length {
            notify(length);
            let table = match self
                .tables
                .prepare(expected_lookups, self.memory, self.control)
            {
                Ok(table) => table,
                Err(stop) => return met(Outcome::Halted(Halt::Stopped(stop)), length),
            };
            // Announce the length again so that the time spent on tables is not counted.
            notify(length);
            let needs = reduced_values.iter();
            let needs = needs.map(|&reduced| table.distance_lower_bound(classes, reduced));
            match needs.collect::<Option<Vec<usize>>>() {
                None => return met(Outcome::None, length),
                Some(needs) if needs.iter().any(|&it| it > length) => continue,
                Some(_) => (),
            }
            let mut canonical: Vec<Vec<usize>> = Vec::new();
            let mut goes_on = ControlFlow::Continue(());
            let searched = self.each_solution(&table, reduced_values, length, &mut |path| {
                if canonical.is_empty() || !self.automaton.represents_reorderings {
                    // The first canonical solution is also the first of all solutions.
                    goes_on = found(&self.turns(&path));
                }
                canonical.push(path);
                goes_on
            });
            if canonical.is_empty() {
                match searched {
                    Ok(lookups) => {
                        expected_lookups = lookups.saturating_mul(classes.turns as u64);
                        continue;
                    }
                    Err(stop) => return met(Outcome::Halted(Halt::Stopped(stop)), length),
                }
            }
            let cut = match (searched, goes_on) {
                (_, ControlFlow::Break(())) => None,
                (Err(stop), _) => Some(Halt::Stopped(stop)),
                (Ok(_), _) if !self.automaton.represents_reorderings => None,
                (Ok(_), _) => self.report_reordered(canonical, found).err(),
            };
            return MeetResult {
                cut,
                ..met(Outcome::Found(length), length)
            };
        }
        met(Outcome::None, max_length.saturating_add(1))
    }

    /// Calls `found` with all solutions except the first: the canonical ones, and those that reorder their turns.
    fn report_reordered(
        &self,
        canonical: Vec<Vec<usize>>,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let first = canonical[0].clone();
        let all = all_solutions(self.problem, canonical, self.control)?;
        let all = all.ok_or(Halt::Constraints)?;
        for path in all.iter().filter(|&path| *path != first) {
            if found(&self.turns(path)).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Passes on the canonical solutions of exactly this length, in lexicographic order, until `found` returns `Break`.
    /// Returns the number of lookups.
    fn each_solution<const K: usize>(
        &self,
        table: &LowerBoundTable,
        reduced_values: [ReducedValue; K],
        length: usize,
        found: &mut dyn FnMut(Vec<usize>) -> ControlFlow<()>,
    ) -> Result<u64, Stop> {
        if length == 0 {
            if self.is_solution(&[]) {
                let _ = found(Vec::new());
            }
            return Ok(0);
        }
        let classes = &self.tables.classes;
        let search_from =
            |levels| DepthFirst::new(classes, &self.automaton, table, levels, self.control);
        // The second level has a node for each turn.
        let (root, turned) = Node::root_and_successors(&self.automaton, reduced_values);
        let mut first = search_from(vec![vec![root], turned]);
        let mut level = 1;
        while level < length && (1..MIN_DISTRIBUTED_NODES).contains(&first.nodes(level).len()) {
            first.deepen(length - level);
            level += 1;
        }
        let parts = first.nodes(level).chunks(NODES_PER_TASK).enumerate();
        let parts: Vec<(usize, &[Node<K>])> = parts.collect();
        let first = &first;
        let work = |&(number, part): &(usize, &[Node<K>])| {
            let mut solutions = Vec::new();
            let mut search = search_from(vec![part.to_vec()]);
            let ended = search.search_all(0, length - level, &mut |from, path| {
                let (_, before) = first.path(level, number * NODES_PER_TASK + from);
                let path = [before, path].concat();
                if self.is_solution(&path) {
                    solutions.push(path);
                }
            });
            (solutions, ended.map(|()| search.lookup_count()))
        };
        let mut lookups = Ok(first.lookup_count());
        in_order(&parts, self.control.jobs(), work, |_, (solutions, part)| {
            lookups = lookups.and_then(|before| Ok(before + part?));
            solutions.into_iter().all(|it| found(it).is_continue()) && lookups.is_ok()
        });
        lookups
    }

    fn turns(&self, path: &[usize]) -> Vec<TurnId> {
        path.iter()
            .map(|&turn| self.problem.allowed[turn])
            .collect()
    }

    /// Whether turns solve the start. Near the subgroup, many sequences pass all tables without being solutions, but most
    /// end with a wrong color at one of the first facelets.
    fn is_solution(&self, path: &[usize]) -> bool {
        let mut shown = self.goal_colors.iter().enumerate();
        let ends = shown.all(|(facelet, color)| {
            let from = |at: usize, &turn: &usize| usize::from(self.sources[turn][at]);
            self.start_colors[path.iter().rev().fold(facelet, from)] == *color
        });
        ends && self.automaton.may_end(path)
    }
}

/// The joint value of the start's image under a symmetry.
fn value_of_image(symmetry: &Symmetry, solved: &Problem, family: &Family) -> Option<u64> {
    let image = symmetry.image(&solved.start.state()?);
    let start = Start::new(&solved.puzzle, &solved.scheme, &image).ok()?;
    solved.with_start(start).value_in(family)
}

/// The problem that has the same solutions and the solved state as its goal.
fn relative_to_solved(problem: &Problem) -> Option<Problem> {
    let puzzle = &problem.puzzle;
    let [goal] = &problem.each_goal()[..] else {
        return None;
    };
    let symbols = problem.scheme.symbols();
    let arranged = |state: State| {
        let arrangement = Arrangement::of_state(puzzle, &state, symbols).ok()?;
        Some(arrangement.permutation(puzzle.pieces()))
    };
    let from_goal = arranged(goal.state()?)?
        .inverse()
        .then(&arranged(problem.start.state()?)?);
    let start = puzzle.solved().after(&from_goal);
    let start = Start::new(puzzle, &problem.scheme, &start).ok()?;
    Some(with_solved_goal(problem).with_start(start))
}
