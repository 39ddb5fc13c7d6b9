//! The whole road, step by step: is there a solution of exactly three turns?
//!
//!     $ cargo run --example road
//!            W  G
//!            R  O
//!      O  G  Y  B  Y  R  W  B
//!      R  W  G  W  B  O  G  Y
//!            O  R
//!            B  Y
//!     F U2 R'

use std::error::Error;
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::{Recipe, decode, encode};
use twistsat::formats::built_in;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::report;
use twistsat::solver::{Session, Verdict, by_name};

fn main() -> Result<(), Box<dyn Error>> {
    // The puzzle file says what the turns do.
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);

    // The problem: from where, to where, in how many turns.
    let scramble = Notation::Singmaster.read(&puzzle, "R U2 F'")?;
    let budget = Budget::Exactly(3);
    let problem = Problem::from_scramble(puzzle.clone(), &scramble, &Target::Any, budget)?;

    // The recipe says how it becomes clauses.
    let recipe = Recipe::built_in("mux").ok_or("no such recipe")??;
    let formula = encode(&problem, &recipe)?;

    // A solver gives a verdict. Its model is checked against the clauses.
    let solver = by_name("batsat").ok_or("no such solver")?;
    let mut session = Session::new(solver, &formula.cnf, formula.variables)?;
    let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
        return Err("no solution of exactly three turns".into());
    };

    // The model becomes turns, which are replayed on the puzzle.
    let solution = decode(&problem, &formula.meaning, &model)?;
    let turns = Notation::Singmaster.write_all(&puzzle, solution.turns());
    assert_eq!(turns, "F U2 R'");

    // For people: the start as a net, in colour on a terminal, and the turns.
    anstream::print!("{}", report::start(&problem));
    println!("{turns}");
    Ok(())
}
