//! Every solution of one length.
//!
//!     $ cargo run --example enumerate
//!     F' R2 U2 R2 F'
//!     F R2 U2 R2 F
//!     F2 R2 U2 R2 F2
//!     F U2 R2 U2 F
//!     F2 U2 R2 U2 F2
//!     F' U2 R2 U2 F'
//!     6 solutions, and no others

use std::error::Error;
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::formats::built_in;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::search::enumerate;
use twistsat::solver::by_name;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
    let scramble = Notation::Singmaster.read(&puzzle, "R2 U2 R2")?;
    let budget = Budget::Exactly(5);
    let mut problem = Problem::from_scramble(puzzle.clone(), &scramble, &Target::Any, budget)?;

    // Neither `R R` nor, where turns commute, the same turns in another order.
    problem.canonical = true;

    let recipe = Recipe::built_in("mux").ok_or("no such recipe")??;
    let solver = by_name("batsat").ok_or("no such solver")?;
    let result = enumerate(
        &problem,
        &recipe,
        solver,
        None, // No limit to their number.
        &Control::unlimited(),
        &mut |solution| {
            println!(
                "{}",
                Notation::Singmaster.write_all(&puzzle, solution.turns())
            );
            true // Go on.
        },
    )?;
    let complete = if result.complete {
        "and no others"
    } else {
        "perhaps others"
    };
    println!("{} solutions, {complete}", result.count);
    Ok(())
}
