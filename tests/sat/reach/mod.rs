//! Layers and lemmas of a few pieces at a time: no lemma excludes a solution, each layer is exact, and no lemma is missing.

mod cosets;
mod exact;
mod joint;
mod limits;
mod naive;
mod shared;
mod sound;
mod supports;

use std::sync::{Arc, LazyLock};

use twistsat::control::Control;
use twistsat::graph::DistanceTable;
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Metric, Puzzle, State, TurnId};
use twistsat::reach::{Backward, Items, Layers, Limit};

static POCKET: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("pocket").unwrap());

/// Distances of the pocket cube with one corner held, in a metric.
fn table(metric: Metric) -> &'static DistanceTable {
    static TABLES: [LazyLock<DistanceTable>; 2] = [
        LazyLock::new(|| build(Metric::HalfTurn)),
        LazyLock::new(|| build(Metric::QuarterTurn)),
    ];
    &TABLES[usize::from(metric == Metric::QuarterTurn)]
}

fn build(metric: Metric) -> DistanceTable {
    let mut turns = POCKET.turns_around_held();
    turns.retain(|&turn| metric.admits(&POCKET.turns()[turn]));
    DistanceTable::build(&POCKET, &turns).unwrap()
}

/// The problem of solving a state of the pocket cube.
fn problem_of_state(state: &State, metric: Metric, slots: usize) -> Problem {
    let start = Scheme::own_symbols(&POCKET).state_characters(state);
    Problem::new(POCKET.clone(), &start, &Target::Any, Budget::AtMost(slots))
        .and_then(|problem| problem.with_metric(metric))
        .unwrap()
}

/// The problem of solving a scramble of any puzzle, with all its turns.
fn scrambled(puzzle: &Arc<Puzzle>, scramble: &[TurnId], slots: usize) -> Problem {
    let budget = Budget::AtMost(slots);
    Problem::from_scramble(puzzle.clone(), scramble, &Target::Solved, budget).unwrap()
}

fn layers(problem: &Problem, most: usize, idle: bool) -> Layers {
    let items = Arc::new(Items::new(problem).unwrap());
    let backward = Backward::new(items, most, idle, Limit::NONE).unwrap();
    Layers::new(problem, &backward, &Control::unlimited()).unwrap()
}
