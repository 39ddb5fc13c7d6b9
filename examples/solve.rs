//! A shortest solution of a state, and why there is none shorter.
//!
//!     $ cargo run --example solve
//!     R U2 F
//!     3 turns, minimal: lengths 0 to 2: unsat by batsat, unchecked; idle slots cover the shorter lengths

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use twistsat::control::{CancelFlag, Control};
use twistsat::encode::Recipe;
use twistsat::formats::built_in;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::Layout;
use twistsat::search::{Strategy, minimum};
use twistsat::solver::by_name;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
    let text = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";
    let state = Layout::guess(text).read(&puzzle, text)?;

    // Solved in any orientation. No state needs more than 11 turns.
    let problem = Problem::new(puzzle.clone(), &state, &Target::Any, Budget::AtMost(11))?;
    let recipe = Recipe::built_in("mux-idle").ok_or("no such recipe")??;
    let solver = by_name("batsat").ok_or("no such solver")?;

    // Another thread may raise the flag; then the best answer so far comes back.
    let control = Control::new(CancelFlag::default(), Some(Duration::from_secs(60)));
    let result = minimum(
        &problem,
        &recipe,
        solver,
        Strategy::Ascend,
        &control,
        &mut |_| (), // Would hear of each formula and each answer.
    )?;

    let minimal_by = result.minimal_by();
    let is_minimal = result.is_minimal();
    let solution = result.solution.ok_or("no solution within the limit")?;
    println!(
        "{}",
        Notation::Singmaster.write_all(&puzzle, solution.turns())
    );
    if is_minimal {
        println!("{} turns, minimal: {minimal_by}", solution.len());
    }
    Ok(())
}
