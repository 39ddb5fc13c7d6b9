//! Which parts a question has: what is a few turns away from its start, up to symmetry.
//!
//! *Why it is enough.* A shortest solution of n turns passes, after k of them, a state that is k turns away from the start and
//! no fewer: else it could be shortened. From there it has n - k turns left. So if no state of that distance can be
//! solved in n - k turns, and none that is nearer is a goal, there is no solution of n turns. Where a symmetry of
//! turns and goals carries one of these states to another, one of the two is enough.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::control::{Control, Stop};
use crate::problem::{Budget, Problem, Start, Symmetry};
use crate::puzzle::{Pattern, State, TurnId};

/// More states than anybody makes certificates for.
pub const MOST_STATES: usize = 1_000_000;

/// Why a question has no parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverError {
    /// It asks for more than turns to a goal.
    #[error(
        "{0}; only a question about turns from a known state of a whole puzzle can be proved in parts"
    )]
    Question(&'static str),
    /// The parts would begin behind the end.
    #[error(
        "the parts begin after {turns} turns; the budget is {budget}, so it must be 1 to {budget}"
    )]
    Turns {
        /// So many turns before a part.
        turns: usize,
        /// So many in all.
        budget: usize,
    },
    /// There are too many.
    #[error(
        "more than {MOST_STATES} states are {0} turns away from the start; let the parts begin earlier"
    )]
    Many(usize),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stop),
}

/// What is within so many turns of the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A goal, by these turns.
    Goal(Vec<TurnId>),
    /// No goal; at just this distance are these states, one for all that a symmetry makes of each other.
    Parts(Vec<Class>),
}

/// States that symmetries make of each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The turns that lead from the start to the one that stands for all.
    pub word: Vec<TurnId>,
    /// The turns that lead to each other one, and a symmetry that makes the first one of it.
    pub others: Vec<(Vec<TurnId>, Symmetry)>,
}

/// The states a number of turns away from a question's start, and no fewer.
///
/// # Errors
/// [`CoverError`].
pub fn reached(problem: &Problem, turns: usize, control: &Control) -> Result<Reached, CoverError> {
    let start = plain_start(problem)?;
    let budget = problem.budget.slots();
    if !(1..=budget).contains(&turns) {
        return Err(CoverError::Turns { turns, budget });
    }
    if problem.admits_end(&start) {
        return Ok(Reached::Goal(Vec::new()));
    }
    let mut seen = HashSet::from([start.clone()]);
    let mut level = vec![(start, Vec::new())];
    for _ in 0..turns {
        if let Some(stop) = control.stop() {
            return Err(CoverError::Stopped(stop));
        }
        let mut next = Vec::new();
        for (state, word) in &level {
            for &turn in &problem.allowed {
                let state = state.after(&problem.puzzle.turns()[turn].permutation);
                if !seen.insert(state.clone()) {
                    continue;
                }
                let mut word = word.clone();
                word.push(turn);
                if problem.admits_end(&state) {
                    return Ok(Reached::Goal(word));
                }
                next.push((state, word));
            }
            if next.len() > MOST_STATES {
                return Err(CoverError::Many(turns));
            }
        }
        level = next;
    }
    Ok(Reached::Parts(classes(problem, level)))
}

/// States with the turns that lead to them, those together that symmetries make of each other.
fn classes(problem: &Problem, states: Vec<(State, Vec<TurnId>)>) -> Vec<Class> {
    let symmetries = Symmetry::all(problem);
    let mut places = HashMap::new();
    let mut classes: Vec<(State, Class)> = Vec::new();
    for (state, word) in states {
        match places.entry(first_image(&symmetries, &state)) {
            Entry::Vacant(place) => {
                place.insert(classes.len());
                let others = Vec::new();
                classes.push((state, Class { word, others }));
            }
            Entry::Occupied(place) => {
                let (first, class) = &mut classes[*place.get()];
                let by = symmetries.iter().find(|it| it.image(&state) == *first);
                class.others.extend(by.map(|by| (word, by.clone())));
            }
        }
    }
    classes.into_iter().map(|(_, class)| class).collect()
}

/// The question of a part: the same from where some turns lead, with so many fewer. `None` where these are too many.
#[must_use]
pub fn part(problem: &Problem, word: &[TurnId]) -> Option<Problem> {
    let left = problem.budget.slots().checked_sub(word.len())?;
    let turned = word
        .iter()
        .try_fold(problem.start.state()?, |state, &turn| {
            Some(state.after(&problem.puzzle.turns().get(turn)?.permutation))
        })?;
    let start = Start::new(&problem.puzzle, &problem.scheme, Pattern::from(&turned)).ok()?;
    Some(Problem {
        start,
        ..problem.within(Budget::AtMost(left))
    })
}

/// The first of the classes of which none of the words leads to a state: there is no part for it.
pub(super) fn missing<'a>(
    problem: &Problem,
    needed: &'a [Class],
    there: &[Vec<TurnId>],
) -> Option<&'a [TurnId]> {
    let state = |word: &[TurnId]| part(problem, word)?.start.state();
    let starts: HashSet<State> = there.iter().filter_map(|word| state(word)).collect();
    let is_there = |word: &[TurnId]| state(word).is_some_and(|state| starts.contains(&state));
    let is_missing = |class: &&Class| {
        let others = class.others.iter().map(|(word, _)| word);
        !others.chain([&class.word]).any(|word| is_there(word))
    };
    needed.iter().find(is_missing).map(|class| &class.word[..])
}

/// The first of all that symmetries make of a state.
fn first_image(symmetries: &[Symmetry], state: &State) -> Vec<usize> {
    let images = symmetries
        .iter()
        .map(|it| it.image(state).colors().to_vec());
    images.min().unwrap_or_default()
}

/// The start of a question that can have parts.
fn plain_start(problem: &Problem) -> Result<State, CoverError> {
    if problem.whole.is_some() {
        return Err(CoverError::Question("this is about a stage of a plan"));
    }
    if !problem.constraints.is_empty() {
        return Err(CoverError::Question("this also asks what the turns are"));
    }
    let start = problem.start.state();
    start.ok_or(CoverError::Question("this leaves the start open"))
}
