//! Searches with SAT, compared with breadth-first tables and published figures.

mod pairs;
mod published;
mod quarter_turns;
mod rotation;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use twistsat::encode::Recipe;
use twistsat::graph::DistanceTable;
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Metric, State, TurnId};
use twistsat::search::{AttemptVerdict, Minimum, Search, Strategy};
use twistsat::solver;
use twistsat::solver::Backend;

use crate::common::cli::{EXAMPLE, FIRST, GAP, SECOND, problem};
use crate::common::sat::{
    POCKET, batsat, from_state, names, recipe, recipes, scrambled, solutions, turns,
};

const BOTH: [Strategy; 2] = [Strategy::Descend, Strategy::Ascend];

/// The distances of the pocket cube with one corner held.
struct Distances {
    table: DistanceTable,
    /// The indices of the states at each distance.
    indices: Vec<Vec<usize>>,
}

/// A half turn counts as one.
static TABLE: LazyLock<Distances> = LazyLock::new(|| Distances::with(&POCKET.turns_around_held()));

impl Distances {
    fn with(turns: &[TurnId]) -> Self {
        let table = DistanceTable::build(&POCKET, turns).unwrap();
        let mut indices = vec![Vec::new(); table.distribution().len()];
        for index in 0..table.indices() {
            if let Some(distance) = table.distance_at(index) {
                indices[distance].push(index);
            }
        }
        Self { table, indices }
    }

    /// Random states at a given distance; the same seed gives the same states.
    fn random_states(&self, distance: usize, count: usize, seed: u64) -> Vec<State> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut index = || *self.indices[distance].choose(&mut random).unwrap();
        let states = (0..count).map(|_| self.table.state(index()).unwrap());
        states.collect()
    }
}

/// A fast recipe, for tests in which the recipe does not matter.
fn fast_recipe() -> Recipe {
    recipe("faces")
}

fn search<'a>(recipe: &'a Recipe, backend: &'a dyn Backend, strategy: Strategy) -> Search<'a> {
    Search::default()
        .recipe(recipe)
        .solver(backend)
        .strategy(strategy)
}

/// The lengths that a result reports as refuted.
fn covered(result: &Minimum) -> BTreeSet<usize> {
    let refutations = result.refutations.iter();
    refutations
        .flat_map(|it| it.covers.lengths.iter())
        .collect()
}

/// Asserts that a result proves that the shortest solution has `distance` turns.
#[track_caller]
fn assert_proves(problem: &Problem, result: &Minimum, distance: usize) {
    let solution = result.solution.as_ref().expect("a solution").turns();
    let end = POCKET.apply(problem.start.pattern(), solution);
    assert_eq!(end, problem.goal, "{}", names(solution));
    assert_eq!(solution.len(), distance, "{}", names(solution));
    assert!(result.is_minimal() && result.stop.is_none(), "{result:?}");
    let covered = covered(result);
    assert!(
        BTreeSet::from_iter(0..distance).is_subset(&covered),
        "{covered:?}"
    );
    assert!(distance == 0 || !result.attempts.is_empty());
    let mut verdicts = result.attempts.iter().map(|attempt| &attempt.verdict);
    let is_unknown = verdicts.any(|verdict| matches!(verdict, AttemptVerdict::Unknown(_)));
    assert!(!is_unknown, "{result:?}");
}

/// Asserts the length of the shortest solution with both strategies.
#[track_caller]
fn assert_minimum(problem: &Problem, recipe: &Recipe, distance: usize) {
    for strategy in BOTH {
        assert_minimum_by(strategy, problem, recipe, distance);
    }
}

#[track_caller]
fn assert_minimum_by(strategy: Strategy, problem: &Problem, recipe: &Recipe, distance: usize) {
    println!("{} {strategy:?}", recipe.name);
    let result = search(recipe, batsat(), strategy).minimum(problem).unwrap();
    assert_proves(problem, &result, distance);
}

/// The number of solutions of exactly N turns. Uses varisat, which needs half the time of the other solvers if there are
/// many solutions.
fn count(problem: &Problem, turns: usize) -> usize {
    let problem = problem.within(Budget::Exactly(turns));
    let varisat = solver::by_name("varisat").unwrap();
    solutions(&problem, &fast_recipe(), varisat).unwrap().len()
}

/// The numbers of canonical solutions of these lengths.
fn canonical_counts(problem: &Problem, lengths: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let problem = problem.clone().canonical();
    let lengths = lengths.into_iter();
    lengths.map(|length| count(&problem, length)).collect()
}
