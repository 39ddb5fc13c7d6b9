//! Plans: stages, compared with tables that are built without groups or clauses; plan files; and plans on the command line.

mod by_hand;
mod certificates;
mod chain;
mod command;
mod files;
mod judges;
mod maps;
mod options;
mod powers;
mod recolorings;
mod truth;
mod two_stages;
mod variants;

use std::sync::{Arc, LazyLock};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::plan::{Peel, PeelOrder, Plan};
use twistsat::problem::{Budget, Reduction};
use twistsat::puzzle::{Puzzle, State, TurnId};
use twistsat::search::Search;

use crate::common::sat::batsat;

static RUBIK: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("rubik").unwrap());

static THISTLETHWAITE: LazyLock<Vec<Reduction>> = LazyLock::new(|| reductions("thistlethwaite"));

fn plan(name: &str) -> Plan {
    Plan::built_in(name, &RUBIK).unwrap()
}

fn reductions(name: &str) -> Vec<Reduction> {
    let plan = plan(name);
    (1..=plan.stages.len())
        .map(|number| Reduction::new(&plan, number).unwrap())
        .collect()
}

fn turns(text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(&RUBIK, text).unwrap()
}

fn recipe() -> Recipe {
    let default = Recipe::built_in_names().next().unwrap();
    Recipe::built_in(default).unwrap()
}

/// A state drawn uniformly from all states that the allowed turns reach.
fn random_state(puzzle: &Puzzle, allowed: &[TurnId], seed: u64) -> State {
    let group = puzzle.group(allowed).unwrap();
    let permutation = group.random(&mut ChaCha8Rng::seed_from_u64(seed));
    after(puzzle.solved(), &permutation)
}

fn after(state: &State, permutation: &Permutation) -> State {
    State::new(permutation.apply(state.colors()))
}

/// A solution of a stage, which the search proves to be shortest.
fn shortest_solution(reduction: &Reduction, state: &State) -> Vec<TurnId> {
    let problem = reduction.problem(state, Budget::AtMost(20)).unwrap();
    let recipe = recipe();
    let search = Search::default().recipe(&recipe).solver(batsat());
    let found = search.minimum(&problem).unwrap();
    assert!(found.is_minimal(), "{found:?}");
    reduction.lift(&found.solution.unwrap())
}
