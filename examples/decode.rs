//! A model from another program becomes turns.
//!
//!     $ cargo run --example decode
//!     F U2 R'

use std::error::Error;
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::{Recipe, decode, encode, map};
use twistsat::formats::built_in;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::solver::{Answer, Session, Verdict, by_name};

fn main() -> Result<(), Box<dyn Error>> {
    let (map, answer) = from_elsewhere()?;

    // Neither is trusted: a text that is no map or no answer is an error.
    let map = map::read(&map)?;
    match Answer::read(&answer, map.variables)? {
        Answer::Sat(model) => {
            // The turns are replayed. A model of another formula is an error too.
            let solution = decode(&map.problem, &map.meaning, &model)?;
            let turns = Notation::Singmaster.write_all(&map.problem.puzzle, solution.turns());
            println!("{turns}");
        }
        Answer::Unsat => println!("no solution of this length, says the solver"),
        Answer::Unknown => println!("the solver does not know"),
    }
    Ok(())
}

/// The text of a map, and what a solver that got the formula would print.
fn from_elsewhere() -> Result<(String, String), Box<dyn Error>> {
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
    let scramble = Notation::Singmaster.read(&puzzle, "R U2 F'")?;
    let budget = Budget::Exactly(3);
    let problem = Problem::from_scramble(puzzle, &scramble, &Target::Any, budget)?;
    let recipe = Recipe::built_in("mux").ok_or("no such recipe")??;
    let formula = encode(&problem, &recipe)?;
    let solver = by_name("varisat").ok_or("no such solver")?;
    let mut session = Session::new(solver, &formula.cnf, formula.variables)?;
    let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
        return Err("no solution".into());
    };
    let literals = model.iter().map(|literal| literal.to_ipasir().to_string());
    let literals: Vec<String> = literals.collect();
    let answer = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    Ok((map::write(&problem, &recipe, &formula), answer))
}
