//! A solver of your own: here an incremental one, which gets the clauses once and then solves them under
//! different assumptions. Which first turns lead to a solution of at most three?
//!
//!     $ cargo run --example own_solver
//!     U: no
//!     U2: no
//!     U': no
//!     R: no
//!     R2: no
//!     R': no
//!     F: F U2 R'
//!     F2: no
//!     F': no

use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat_batsat::BasicSolver;
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::sat::Var;
use twistsat::{Recipe, encode};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let problem = Problem::scrambled(&puzzle, "R U2 F'")?.at_most(4);
    let formula = encode(&problem, &Recipe::built_in("mux-idle")?)?;

    // Variables are numbered from 0; some may be in no clause.
    let mut solver = BasicSolver::default();
    solver.reserve(Var::new(formula.variables - 1))?;
    for clause in &formula.cnf {
        solver.add_clause_ref(clause)?;
    }

    for &turn in &problem.allowed {
        // Slots are counted from 0, too: those after the third stay idle, and the first has this turn.
        let (idle, made) = (formula.idle_literals(3), formula.turn_literals(0, turn));
        let mut assumed = idle.ok_or("the recipe has no idle slots")?;
        assumed.extend(made.ok_or("no slot has this turn")?);
        let answer = match solver.solve_assumps(&assumed)? {
            SolverResult::Sat => formula
                .decode(&problem, &solver.full_solution()?)?
                .to_string(),
            _ => "no".to_owned(),
        };
        println!("{}: {answer}", puzzle.turns()[turn].name());
    }
    Ok(())
}
