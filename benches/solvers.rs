//! Times recipes and solvers on seeded random states of the pocket cube, up to rotation, from the encoding to the proved
//! minimum.
//!
//! ```text
//! cargo bench --bench solvers -- [--states N] [--limit SECONDS] [--strategy ascend]
//!     [--recipes A,B] [--solvers A,B] [--seed S]
//! ```
//!
//! Every pair of a recipe and a solver solves a state before the next state begins, so that a slow phase of the machine
//! affects all pairs. If a state is not solved within the limit, or the solver crashes, the limit counts as its time; the
//! last column counts these states.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::Recipe;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::Puzzle;
use twistsat::search::{Search, Strategy, UnknownReason};
use twistsat::solver;

/// The length of a random walk: enough that all states are about equally likely at its end.
const WALK: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let option = |name: &str, default: &str| {
        let mut arguments = std::env::args().skip_while(|argument| argument != name);
        arguments.nth(1).unwrap_or_else(|| default.to_owned())
    };
    let states: usize = option("--states", "100").parse()?;
    let limit = Duration::from_secs_f64(option("--limit", "60").parse()?);
    let seed: u64 = option("--seed", "2").parse()?;
    let recipes = option("--recipes", "mux-idle");
    let solvers = option("--solvers", "varisat,splr,batsat");
    let strategy = match option("--strategy", "descend").as_str() {
        "ascend" => Strategy::Ascend,
        _ => Strategy::Descend,
    };
    let puzzle = Puzzle::built_in("pocket")?;
    let mut rows = Vec::new();
    for recipe in recipes.split(',') {
        for name in solvers.split(',') {
            let recipe = Recipe::built_in(recipe)?;
            let backend = solver::by_name(name)?;
            rows.push((recipe, backend, Vec::new(), 0));
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for state in 0..states {
        let problem = random_problem(&puzzle, &mut random)?;
        for (recipe, backend, seconds, open) in &mut rows {
            let watch = Instant::now();
            let control = Control::new(CancelFlag::default(), Some(limit));
            let result = Search::default()
                .recipe(&*recipe)
                .solver(*backend)
                .strategy(strategy)
                .control(control.clone())
                .minimum(&problem)?;
            let time = if result.complete {
                watch.elapsed().as_secs_f64()
            } else {
                limit.as_secs_f64()
            };
            seconds.push(time);
            *open += usize::from(!result.complete);
            if let Some(UnknownReason::Failed(error)) = &result.stop {
                eprintln!("{}: {error}", recipe.name);
            }
        }
        let times = rows.iter().map(|(recipe, backend, seconds, _)| {
            let last = seconds.last().copied().unwrap_or_default();
            format!("{} {} {last:.2} s", recipe.name, backend.name())
        });
        eprintln!(
            "{} of {states}: {}",
            state + 1,
            times.collect::<Vec<_>>().join(", ")
        );
    }
    println!("| recipe | solver | median s | mean s | worst s | not done |");
    println!("|---|---|---|---|---|---|");
    for (recipe, backend, mut seconds, open) in rows {
        seconds.sort_by(f64::total_cmp);
        println!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {open} |",
            recipe.name,
            backend.name(),
            seconds[seconds.len() / 2],
            seconds.iter().sum::<f64>() / seconds.len() as f64,
            seconds[seconds.len() - 1],
        );
    }
    Ok(())
}

fn random_problem(
    puzzle: &Arc<Puzzle>,
    random: &mut ChaCha8Rng,
) -> Result<Problem, Box<dyn std::error::Error>> {
    let turns = puzzle.turns_around_held();
    let walk: Vec<usize> = (0..WALK)
        .map(|_| turns[random.random_range(0..turns.len())])
        .collect();
    let budget = Budget::AtMost(puzzle.maximum().htm.any.unwrap_or(WALK));
    Ok(Problem::from_scramble(
        puzzle.clone(),
        &walk,
        &Target::Any,
        budget,
    )?)
}
