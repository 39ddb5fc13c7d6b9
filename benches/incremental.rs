//! Successive budgets: a new formula and solver for each, or one formula whose last slots are assumed to be idle.
//!
//! ```text
//! cargo bench --bench incremental -- [--puzzle NAME] [--distances 7,8] [--states N] [--limit SECONDS]
//!     [--recipes A,B] [--seed S]
//! ```
//!
//! For each state at distance *d*, BatSat solves three budgets: *up* in the order *d* − 2, *d* − 1, *d*, and *down* in the
//! order *d* + 1, *d*, *d* − 1. *Apart* builds a formula and a solver for each budget. *One* builds a formula for the
//! largest budget; its solver keeps its learned clauses and solves each budget under the assumption that the slots beyond
//! it are idle. A time covers building, loading and solving all three; a time above the limit counts as the limit.

#[path = "common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit, Solver, SolverInterface, lbool};
use common::{Options, Result, Times};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use twistsat::control::Control;
use twistsat::encode::{Encoder, Formula, Recipe};
use twistsat::graph::{DistanceSampler, DistanceTable, MAX_BYTES};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, TurnId};

/// Ends a search at this time.
struct Deadline(Option<Instant>);

impl Callbacks for Deadline {
    fn stop(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// A formula and a solver for each budget, or one of each for all budgets.
#[derive(Clone, Copy, PartialEq)]
enum Solvers {
    Apart,
    One,
}

fn main() -> Result<()> {
    let options = Options::read(&["puzzle", "distances", "states", "limit", "recipes", "seed"])?;
    let puzzle = Puzzle::built_in(&options.get("puzzle", "pocket".to_owned())?)?;
    let states: usize = options.get("states", 5)?;
    let limit = Duration::from_secs_f64(options.get("limit", 30.0)?);
    let seed: u64 = options.get("seed", 1)?;
    let distances = options.list("distances", (7..=11).map(|it| it.to_string()));
    let recipes = options.list("recipes", ["lemmas".to_owned(), "faces".to_owned()]);
    let sampler = sampler(&puzzle);
    println!("| recipe | distance | up, apart | up, one | down, apart | down, one | not done |");
    println!("|---|---|---|---|---|---|---|");
    for recipe in &recipes {
        let recipe = Recipe::built_in(recipe)?;
        for distance in &distances {
            let distance: usize = distance.parse()?;
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut times = vec![Times::default(); 4];
            let mut open = 0;
            for _ in 0..states {
                let (_, scramble) = sampler.draw(distance, &mut random)?;
                let up = [distance - 2, distance - 1, distance];
                let down = [distance + 1, distance, distance - 1];
                let variants = [up, down]
                    .into_iter()
                    .flat_map(|it| [(it, Solvers::Apart), (it, Solvers::One)]);
                for ((budgets, solvers), times) in variants.zip(&mut times) {
                    let watch = Instant::now();
                    let done = solve_budgets(
                        &puzzle,
                        &scramble,
                        &recipe,
                        distance,
                        &budgets,
                        solvers,
                        watch + limit,
                    )?;
                    open += usize::from(!done);
                    times.push(if done { watch.elapsed() } else { limit }.as_secs_f64());
                }
            }
            let name = &recipe.name;
            let medians: Vec<_> = times
                .iter()
                .map(|it| format!("{:.3}", it.median()))
                .collect();
            println!("| {name} | {distance} | {} | {open} |", medians.join(" | "));
        }
    }
    Ok(())
}

/// Draws random states at a given distance.
fn sampler(puzzle: &Arc<Puzzle>) -> DistanceSampler {
    let turns = puzzle.turns_around_held();
    let table = (puzzle.name() == "pocket").then(|| DistanceTable::build(puzzle, &turns));
    let table = table.and_then(std::result::Result::ok);
    DistanceSampler::new(puzzle, &turns, table, MAX_BYTES, &Control::unlimited())
}

/// Solves each budget and checks the answers. Returns whether all of them finished before `end`.
fn solve_budgets(
    puzzle: &Arc<Puzzle>,
    scramble: &[TurnId],
    recipe: &Recipe,
    distance: usize,
    budgets: &[usize],
    solvers: Solvers,
    end: Instant,
) -> Result<bool> {
    let largest = budgets.iter().copied().max().unwrap_or_default();
    let mut loaded: Option<(Formula, Solver<Deadline>)> = None;
    for &budget in budgets {
        let slots = if solvers == Solvers::One {
            largest
        } else {
            budget
        };
        let (formula, mut solver) = match loaded.take().filter(|_| solvers == Solvers::One) {
            Some(loaded) => loaded,
            None => load(puzzle, scramble, recipe, slots, end)?,
        };
        let idle = if slots > budget {
            formula.idle_literals(budget).ok_or("no idle slots")?
        } else {
            Vec::new()
        };
        let assumed: Vec<Lit> = idle
            .iter()
            .map(|it| Lit::new(solver.var_of_int(it.vidx32()), it.is_pos()))
            .collect();
        let answer = solver.solve_limited(&assumed);
        if answer == lbool::UNDEF {
            return Ok(false);
        }
        assert_eq!(answer == lbool::TRUE, budget >= distance, "{budget} turns");
        loaded = Some((formula, solver));
    }
    Ok(true)
}

fn load(
    puzzle: &Arc<Puzzle>,
    scramble: &[TurnId],
    recipe: &Recipe,
    slots: usize,
    end: Instant,
) -> Result<(Formula, Solver<Deadline>)> {
    let budget = Budget::AtMost(slots);
    let problem = Problem::from_scramble(puzzle.clone(), scramble, &Target::Any, budget)?;
    let formula = Encoder::new(&problem, recipe).encode(budget, &Control::unlimited())?;
    let mut solver = Solver::new(Default::default(), Deadline(Some(end)));
    solver.var_of_int(formula.variables - 1);
    for clause in &formula.cnf {
        let clause = clause.iter();
        let mut clause: Vec<Lit> = clause
            .map(|it| Lit::new(solver.var_of_int(it.vidx32()), it.is_pos()))
            .collect();
        solver.add_clause_reuse(&mut clause);
    }
    Ok((formula, solver))
}
