//! Every step from a puzzle to a solution: is there one of exactly three turns?
//!
//!     $ cargo run --example step_by_step
//!            W  G
//!            R  O
//!      O  G  Y  B  Y  R  W  B
//!      R  W  G  W  B  O  G  Y
//!            O  R
//!            B  Y
//!     F U2 R'

use std::error::Error;

use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::solver::{Session, Verdict, by_name};
use twistsat::{Control, Recipe, encode, report};

fn main() -> Result<(), Box<dyn Error>> {
    // The puzzle file defines what the turns do.
    let puzzle = Puzzle::built_in("pocket")?;

    // The problem: a start, a goal and a number of turns.
    let problem = Problem::scrambled(&puzzle, "R U2 F'")?.exactly(3);

    // The recipe selects how the problem becomes clauses.
    let recipe = Recipe::built_in("mux")?;
    let formula = encode(&problem, &recipe)?;

    // A solver gives a verdict. Its model is checked against the clauses.
    let mut session = Session::new(by_name("batsat")?, &formula.cnf, formula.variables)?;
    let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
        return Err("no solution of exactly three turns".into());
    };

    // The model becomes turns, which are replayed on the puzzle.
    let solution = formula.decode(&problem, &model)?;
    assert_eq!(solution.to_string(), "F U2 R'");

    // Prints the start as a net, in color on a terminal, and the turns.
    anstream::print!("{}", report::start(&problem));
    println!("{solution}");
    Ok(())
}
