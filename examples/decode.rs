//! Converts a model from another program to turns.
//!
//!     $ cargo run --example decode
//!     F U2 R'

use std::error::Error;

use twistsat::encode::{decode, map};
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::solver::{Answer, Session, Verdict, by_name};
use twistsat::{Control, Recipe, encode};

fn main() -> Result<(), Box<dyn Error>> {
    let (map, answer) = from_elsewhere()?;

    // Neither is trusted: an invalid map or an invalid answer is an error.
    let map = map::read(&map)?;
    match Answer::read(&answer, map.variables)? {
        // The turns are replayed. A model of another formula is an error too.
        Answer::Sat(model) => println!("{}", decode(&map.problem, &map.meaning, &model)?),
        Answer::Unsat => println!("no solution of this length, says the solver"),
        Answer::Unknown => println!("the solver does not know"),
    }
    Ok(())
}

/// The text of a map, and what a solver prints for the formula.
fn from_elsewhere() -> Result<(String, String), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let problem = Problem::scrambled(&puzzle, "R U2 F'")?.exactly(3);
    let recipe = Recipe::built_in("mux")?;
    let formula = encode(&problem, &recipe)?;
    let mut session = Session::new(by_name("varisat")?, &formula.cnf, formula.variables)?;
    let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
        return Err("no solution".into());
    };
    let literals = model.iter().map(|literal| literal.to_ipasir().to_string());
    let literals: Vec<String> = literals.collect();
    let answer = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    Ok((map::write(&problem, &recipe, &formula)?, answer))
}
