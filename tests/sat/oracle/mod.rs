//! Searches with SAT, compared with breadth-first tables and published figures.

mod pairs;
mod published;
mod rotation;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::encode::{GoalEncoding, Order, Recipe};
use twistsat::graph::DistanceTable;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Solution, Target};
use twistsat::puzzle::{State, TurnId};
use twistsat::search::{Attempt, AttemptVerdict, Event, Minimum, Search, Strategy, UnknownReason};
use twistsat::solver;
use twistsat::solver::Backend;

use crate::common::cli::{EXAMPLE, FIRST, GAP, SECOND, problem};
use crate::common::programs::all_installed;
use crate::common::sat::{
    POCKET, batsat, from_state, names, recipe, recipes, scrambled, solutions, turns,
};

const BOTH: [Strategy; 2] = [Strategy::Descend, Strategy::Ascend];

/// Distances of the pocket cube with one corner held; a half turn counts as one.
static TABLE: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &POCKET.turns_around_held()).unwrap());

/// The indices of the states at each distance.
static BY_DISTANCE: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let mut indices = vec![Vec::new(); TABLE.distribution().len()];
    for index in 0..TABLE.indices() {
        if let Some(distance) = TABLE.distance_at(index) {
            indices[distance].push(index);
        }
    }
    indices
});

/// Random states at a given distance; the same seed gives the same states.
fn random_states(distance: usize, count: usize, seed: u64) -> Vec<State> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let indices = &BY_DISTANCE[distance];
    (0..count)
        .map(|_| indices[random.random_range(0..indices.len())])
        .map(|index| TABLE.state(index).unwrap())
        .collect()
}

/// A fast recipe, for tests in which the recipe does not matter.
fn fast_recipe() -> Recipe {
    recipe("faces")
}

fn run(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    strategy: Strategy,
) -> Result<Minimum, String> {
    Search::default()
        .recipe(recipe)
        .solver(backend)
        .strategy(strategy)
        .minimum(problem)
        .map_err(|error| error.to_string())
}

/// The lengths that a result reports as refuted.
fn covered(result: &Minimum) -> BTreeSet<usize> {
    result
        .refutations
        .iter()
        .flat_map(|refutation| refutation.covers.lengths.iter())
        .collect()
}

/// Whether a result proves that the shortest solution has `distance` turns.
fn proves(problem: &Problem, result: &Minimum, distance: usize) -> Result<(), String> {
    let solution = result.solution.as_ref().ok_or("no solution")?;
    if POCKET.apply(problem.start.pattern(), solution.turns()) != problem.goal {
        return Err(format!("{} leads elsewhere", names(solution.turns())));
    }
    if solution.len() != distance || !result.is_minimal() || result.stop.is_some() {
        return Err(format!(
            "{} is no proved minimum of {distance}: {result:?}",
            names(solution.turns())
        ));
    }
    let covered = covered(result);
    if let Some(open) = (0..distance).find(|length| !covered.contains(length)) {
        return Err(format!("{open} turns were not refuted: {covered:?}"));
    }
    if distance > 0 && result.attempts.is_empty() {
        return Err("no attempt".to_owned());
    }
    let unknown = |attempt: &Attempt| matches!(attempt.verdict, AttemptVerdict::Unknown(_));
    if result.attempts.iter().any(unknown) {
        return Err(format!("an attempt was stopped: {result:?}"));
    }
    Ok(())
}

fn assert_minimum(problem: &Problem, recipe: &Recipe, strategy: Strategy, distance: usize) {
    let result = run(problem, recipe, batsat(), strategy).unwrap();
    if let Err(reason) = proves(problem, &result, distance) {
        panic!("{} {strategy:?}: {reason}", recipe.name);
    }
}

/// The number of solutions of exactly N turns. Uses varisat, which needs half the time of the other solvers if there are
/// many solutions.
fn count(problem: &Problem, turns: usize) -> usize {
    let problem = problem.within(Budget::Exactly(turns));
    solutions(
        &problem,
        &fast_recipe(),
        solver::by_name("varisat").unwrap(),
    )
    .unwrap()
    .len()
}

/// The number of canonical solutions.
fn canonical_count(problem: &Problem, turns: usize) -> usize {
    count(&problem.clone().canonical(), turns)
}
