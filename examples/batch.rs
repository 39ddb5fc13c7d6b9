//! Several states at a time, the answers in order.
//!
//!     $ cargo run --example batch
//!     R U2 F': F U2 R'
//!     R U R' U': U R U' R'
//!     F R2: R2 F'

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::formats::built_in;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::Puzzle;
use twistsat::search::{Strategy, in_order, minimum};
use twistsat::solver::by_name;

const SCRAMBLES: [&str; 3] = ["R U2 F'", "R U R' U'", "F R2"];

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
    let recipe = Recipe::built_in("mux-idle").ok_or("no such recipe")??;
    let jobs = available_parallelism().unwrap_or(NonZeroUsize::MIN);

    // The first closure runs on the threads, the second on this one.
    in_order(
        &SCRAMBLES,
        jobs,
        |scramble| solve(&puzzle, &recipe, scramble).map_err(|error| error.to_string()),
        |scramble, answer| {
            match answer {
                Ok(turns) => println!("{scramble}: {turns}"),
                Err(error) => println!("{scramble}: error: {error}"),
            }
            true // Go on with the next.
        },
    );
    Ok(())
}

fn solve(puzzle: &Arc<Puzzle>, recipe: &Recipe, scramble: &str) -> Result<String, Box<dyn Error>> {
    let turns = Notation::Singmaster.read(puzzle, scramble)?;
    let budget = Budget::AtMost(11);
    let problem = Problem::from_scramble(puzzle.clone(), &turns, &Target::Any, budget)?;
    let solver = by_name("batsat").ok_or("no such solver")?;
    let control = Control::unlimited();
    let up = Strategy::Ascend;
    let result = minimum(&problem, recipe, solver, up, &control, &mut |_| ())?;
    let solution = result.solution.ok_or("no solution")?;
    Ok(Notation::Singmaster.write_all(puzzle, solution.turns()))
}
