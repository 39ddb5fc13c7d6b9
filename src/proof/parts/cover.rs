//! Splits a question into parts, up to symmetry: at the states a few turns from its start, or also a few from its goal.
//!
//! *Why it is sound.* A shortest solution of n turns passes, after k of them, a state at distance exactly k from the
//! start: otherwise it could be shortened. From there n - k turns remain. So if no state at that distance can be solved
//! in n - k turns, and no nearer state is a goal, there is no solution of n turns. If a symmetry of turns and goals
//! maps one of these states to another, one of the two is sufficient.
//!
//! *At both ends.* Similarly, a shortest solution passes a state at distance exactly l from the goal, with l turns
//! left. If no state within k turns of the start is within l turns of the goal, n is more than k + l, and n - k - l
//! turns lead from the state near the start to the state near the goal. So each part is a pair of such states, and a
//! symmetry maps both at once.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

use itertools::Itertools;

use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::notation::{Notation, Scheme};
use crate::problem::{Budget, Problem, Start, Symmetry};
use crate::puzzle::{Pattern, Puzzle, State, TurnId};

/// The maximum number of states, or pairs of states, that are explored.
pub const MAX_STATES: usize = 1_000_000;

fn unsupported_error(reason: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported, reason)
}

fn too_many_states_error(turns: usize) -> Error {
    let reason = format!(
        "there are more than {MAX_STATES} states, or pairs of states, {turns} turns away from start or goal; cut off fewer turns"
    );
    Error::new(ErrorKind::TooLarge, reason)
}

fn wrong_cut_error(turns: usize, budget: usize) -> Error {
    let possible = match budget {
        0 => return unsupported_error("a budget of 0 turns leaves no turns to cut off"),
        1 => "1 turn, only 1".to_owned(),
        _ => format!("{budget} turns, only 1 to {budget}"),
    };
    unsupported_error(format!(
        "{turns} turns cannot be cut off a budget of {possible}"
    ))
}

/// The position of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The number of turns after the start.
    pub first: usize,
    /// The number of turns before the end.
    pub last: usize,
}

impl Cut {
    /// A cut after this many turns.
    pub fn after(first: usize) -> Self {
        Self { first, last: 0 }
    }
}

/// The turns around a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterTurns {
    /// The turns from the start of the question to the start of the part.
    pub first: Vec<TurnId>,
    /// The turns from the goal of the part to the goal of the question.
    pub last: Vec<TurnId>,
}

impl OuterTurns {
    /// The turns of a part that has the goal of the question.
    pub fn after(first: Vec<TurnId>) -> Self {
        let last = Vec::new();
        Self { first, last }
    }

    /// The first and the last turns in text form.
    pub(super) fn texts(&self, puzzle: &Puzzle) -> [String; 2] {
        [&self.first, &self.last].map(|word| Notation::Singmaster.write_all(puzzle, word))
    }

    /// The turns in human-readable form: `R U … F2`.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let [first, last] = self.texts(puzzle);
        if last.is_empty() {
            first
        } else {
            format!("{first} … {last}")
        }
    }
}

/// The result of exploring both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// A goal is reached by these turns.
    Goal(Vec<TurnId>),
    /// No goal is reached; the parts at exactly the distances of the cut, in classes.
    Parts(Vec<SymmetricParts>),
}

/// A class of symmetric parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetricParts {
    /// The turns around the representative.
    pub outer: OuterTurns,
    /// The turns around each other part, with a symmetry that maps the part to the representative.
    pub others: Vec<(OuterTurns, Symmetry)>,
}

/// A state, and the turns of the steps from an end of the question to it.
type ReachedState = (State, Vec<TurnId>);

/// Explores the states up to the cut of a question.
pub fn explore(problem: &Problem, cut: Cut, control: &Control) -> Result<Exploration, Error> {
    let start = splittable_start(problem)?;
    let (turns, budget) = (cut.first + cut.last, problem.budget.slots());
    if cut.first == 0 || turns > budget {
        return Err(wrong_cut_error(turns, budget));
    }
    let goal = (cut.last > 0).then(|| single_goal(problem)).transpose()?;
    let all = problem.puzzle.turns();
    let step = |state: &State, turn: TurnId| state.after(&all[turn].permutation);
    let is_goal = |state: &State| problem.admits_end(state);
    let from_start = match states_within(problem, start, cut.first, step, is_goal, control)? {
        ControlFlow::Break((_, word)) => return Ok(Exploration::Goal(word)),
        ControlFlow::Continue(reached) => reached,
    };
    let starts = farthest(&from_start, cut.first);
    let Some(goal) = goal else {
        let starts = starts.iter();
        let parts = starts.map(|(it, first)| (vec![it.clone()], OuterTurns::after(first.clone())));
        return Ok(Exploration::Parts(classes(problem, parts)));
    };
    // From the goal, turns are undone, the last one first.
    let step = |state: &State, turn: TurnId| state.after(&all[turn].permutation.inverse());
    let words: HashMap<_, _> = from_start
        .iter()
        .map(|(state, word)| (state, word))
        .collect();
    let meets = |state: &State| words.contains_key(state);
    let from_goal = match states_within(problem, goal, cut.last, step, meets, control)? {
        ControlFlow::Break((state, undone)) => {
            let word = words.get(&state).copied().into_iter().flatten().copied();
            let word = word.chain(undone.into_iter().rev());
            return Ok(Exploration::Goal(word.collect()));
        }
        ControlFlow::Continue(reached) => reached,
    };
    let ends = farthest(&from_goal, cut.last);
    if starts.len().saturating_mul(ends.len()) > MAX_STATES {
        return Err(too_many_states_error(turns));
    }
    let pairs = starts.iter().cartesian_product(&ends);
    let pairs = pairs.map(|((from, first), (to, undone))| {
        let (first, last) = (first.clone(), undone.iter().rev().copied().collect());
        (vec![from.clone(), to.clone()], OuterTurns { first, last })
    });
    Ok(Exploration::Parts(classes(problem, pairs)))
}

/// The states that this many steps lead to.
fn farthest(reached: &[ReachedState], steps: usize) -> Vec<&ReachedState> {
    let reached = reached.iter();
    reached.filter(|(_, word)| word.len() == steps).collect()
}

/// The states within this many steps (made or undone turns) of a state. Breaks with the first that satisfies `is_end`.
fn states_within(
    problem: &Problem,
    origin: State,
    steps: usize,
    step: impl Fn(&State, TurnId) -> State,
    is_end: impl Fn(&State) -> bool,
    control: &Control,
) -> Result<ControlFlow<ReachedState, Vec<ReachedState>>, Error> {
    if is_end(&origin) {
        return Ok(ControlFlow::Break((origin, Vec::new())));
    }
    let mut seen = HashSet::from([origin.clone()]);
    let mut reached = vec![(origin, Vec::new())];
    let mut last = 0..1;
    for _ in 0..steps {
        control.check()?;
        let next = reached.len();
        for (at, &turn) in last.cartesian_product(&problem.allowed) {
            let state = step(&reached[at].0, turn);
            if !seen.insert(state.clone()) {
                continue;
            }
            let word = [&reached[at].1[..], &[turn]].concat();
            if is_end(&state) {
                return Ok(ControlFlow::Break((state, word)));
            }
            reached.push((state, word));
            if reached.len() - next > MAX_STATES {
                return Err(too_many_states_error(steps));
            }
        }
        last = next..reached.len();
    }
    Ok(ControlFlow::Continue(reached))
}

/// The classes of symmetric parts, by their states.
fn classes(
    problem: &Problem,
    parts: impl Iterator<Item = (Vec<State>, OuterTurns)>,
) -> Vec<SymmetricParts> {
    let symmetries = Symmetry::all(problem);
    let mut places = HashMap::new();
    let mut classes: Vec<(Vec<State>, SymmetricParts)> = Vec::new();
    for (states, outer) in parts {
        let place = *places
            .entry(least_image(&symmetries, &states))
            .or_insert(classes.len());
        let by = classes.get(place).and_then(|(first, _)| {
            let maps = |it: &&Symmetry| images_under(it, &states).eq(first.iter().cloned());
            symmetries.iter().find(maps)
        });
        match by {
            Some(by) => classes[place].1.others.push((outer, by.clone())),
            // The first of its class, or a part for which no symmetry was found: an additional part does no harm.
            None => {
                let others = Vec::new();
                classes.push((states, SymmetricParts { outer, others }));
            }
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

fn images_under(symmetry: &Symmetry, states: &[State]) -> impl Iterator<Item = State> {
    states.iter().map(|state| symmetry.image(state))
}

/// The least image of a part's states under all symmetries.
fn least_image(symmetries: &[Symmetry], states: &[State]) -> Vec<Vec<usize>> {
    let colors = |symmetry| images_under(symmetry, states).map(|state| state.colors().to_vec());
    let all = symmetries.iter().map(|it| colors(it).collect());
    all.min().unwrap_or_default()
}

/// The question of a part: from the state after its first turns to the state before its last turns, with the remaining
/// budget. `None` if its turns exceed the budget.
pub fn part_question(problem: &Problem, outer: &OuterTurns) -> Option<Problem> {
    let cut_off = outer.first.len() + outer.last.len();
    let budget = Budget::AtMost(problem.budget.slots().checked_sub(cut_off)?);
    let puzzle = &problem.puzzle;
    let from = Pattern::from(&puzzle.apply(&problem.start.state()?, &outer.first));
    if outer.last.is_empty() {
        let start = Start::new(puzzle, &problem.scheme, from).ok()?;
        return Some(problem.within(budget).with_start(start));
    }
    let undone = puzzle.effect_of(&outer.last).inverse();
    let goal = Pattern::from(&single_goal(problem).ok()?.after(&undone));
    // A goal other than the solved state is written in the puzzle's own colors.
    let scheme = Scheme::own_symbols(puzzle);
    let start = Start::new(puzzle, &scheme, from).ok()?;
    let problem = problem.within(budget).with_start(start);
    Some(problem.with_goals(vec![goal]).changed(|data| {
        data.scheme = scheme;
        data.up_to_rotation = false;
    }))
}

/// The representative of the first needed class that has no member among the existing parts.
pub(super) fn first_missing<'a>(
    problem: &Problem,
    needed: &'a [SymmetricParts],
    existing: &[OuterTurns],
) -> Option<&'a OuterTurns> {
    let states = |outer: &OuterTurns| {
        let part = part_question(problem, outer)?;
        Some((part.start.state()?, part.goal.clone()))
    };
    let existing: HashSet<(State, Pattern)> = existing.iter().filter_map(states).collect();
    let exists = |outer: &OuterTurns| states(outer).is_some_and(|it| existing.contains(&it));
    let is_missing = |class: &&SymmetricParts| {
        let others = class.others.iter().map(|(outer, _)| outer);
        !others.chain([&class.outer]).any(exists)
    };
    needed.iter().find(is_missing).map(|class| &class.outer)
}

/// The start of a question that can be split.
fn splittable_start(problem: &Problem) -> Result<State, Error> {
    let reject = |what: &str| {
        Err(unsupported_error(format!(
            "{what}; only a question about turns from a known state of a whole puzzle can be proved in parts"
        )))
    };
    if problem.stage_context.is_some() {
        return reject("this is about a stage of a plan");
    }
    if !problem.constraints.is_empty() {
        return reject("this question also has constraints on the turns");
    }
    let start = problem.start.state();
    start.map_or_else(|| reject("the start is partly unknown"), Ok)
}

/// The goal of a question, if it is a single state.
fn single_goal(problem: &Problem) -> Result<State, Error> {
    let goal = problem.goal.state().filter(|_| problem.goals.is_empty());
    let reason = "only a question with one state as its goal can be cut before its last turns";
    goal.ok_or_else(|| unsupported_error(reason))
}
