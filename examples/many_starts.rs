//! Many states, one formula: its start is unknown, and each state is solved under assumptions that fix it. The
//! solver keeps what it learns about the goal for the next state.
//!
//! Without arguments, three states are solved in at most four turns:
//!
//!     $ cargo run --example many_starts
//!     R F2 R'
//!     U R U' R'
//!     F2 R U2
//!
//! With a metric and a number of turns, the states come from standard input, one per line, with the held corner
//! at home, and one answer per line goes to standard output. `records/make` uses it this way.

use std::error::Error;
use std::io::{BufWriter, Write, stdin, stdout};
use std::sync::Arc;

use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat_batsat::BasicSolver;
use twistsat::sat::{Lit, Var};
use twistsat::{Formula, Metric, Problem, Puzzle, Recipe, encode};

const STATES: [&str; 3] = [
    "GGYGOORRBWBBWWBWROROYYGY",
    "GRGWOGGOWBWWBOBBYRRRYOYY",
    "GYYBROOOGWGYWGBWORRRBWBY",
];

/// The held corner is in its place; no other sticker is known.
const ANY: &str = "..............B...R....Y";

struct ManyStarts {
    puzzle: Arc<Puzzle>,
    problem: Problem,
    formula: Formula,
    solver: BasicSolver,
}

impl ManyStarts {
    fn new(metric: Metric, turns: usize) -> Result<Self, Box<dyn Error>> {
        let puzzle = Puzzle::built_in("pocket")?;
        let problem = state(&puzzle, ANY)?.at_most(turns).with_metric(metric)?;
        let formula = encode(&problem, &Recipe::built_in("lemmas")?)?;
        let mut solver = BasicSolver::default();
        solver.reserve(Var::new(formula.variables - 1))?;
        for clause in &formula.cnf {
            solver.add_clause_ref(clause)?;
        }
        Ok(Self {
            puzzle,
            problem,
            formula,
            solver,
        })
    }

    /// A solution, replayed on the puzzle, or "none".
    fn solve(&mut self, text: &str) -> Result<String, Box<dyn Error>> {
        let start = state(&self.puzzle, text)?.start.clone();
        let mut assumed: Vec<Lit> = Vec::new();
        for (piece, placements) in start.placements(&self.puzzle).iter().enumerate() {
            let [placement] = placements[..] else {
                return Err(format!("{text}: some stickers are unknown").into());
            };
            let states = &self.formula.meaning.states;
            let signals = states.piece_at(&self.puzzle, 0, piece, placement);
            assumed.extend(signals.iter().filter_map(|signal| signal.as_lit()));
        }
        Ok(match self.solver.solve_assumps(&assumed)? {
            SolverResult::Sat => {
                let model = self.solver.full_solution()?;
                self.formula.decode(&self.problem, &model)?.to_string()
            }
            SolverResult::Unsat => "none".to_owned(),
            SolverResult::Interrupted => return Err("interrupted".into()),
        })
    }
}

fn state(puzzle: &Arc<Puzzle>, text: &str) -> Result<Problem, Box<dyn Error>> {
    let stickers = twistsat::Layout::Urfdlb.read_stickers(puzzle, text)?;
    let budget = twistsat::Budget::AtMost(11);
    Ok(Problem::of_stickers(
        puzzle.clone(),
        &stickers,
        &twistsat::Target::Any,
        budget,
    )?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = BufWriter::new(stdout());
    let mut answer = |starts: &mut ManyStarts, state: &str| -> Result<(), Box<dyn Error>> {
        writeln!(out, "{}", starts.solve(state)?)?;
        Ok(out.flush()?)
    };
    match &arguments[..] {
        [] => {
            let mut starts = ManyStarts::new(Metric::HalfTurn, 4)?;
            for state in STATES {
                answer(&mut starts, state)?;
            }
        }
        [metric, turns] => {
            let mut starts = ManyStarts::new(metric.parse()?, turns.parse()?)?;
            for line in stdin().lines() {
                answer(&mut starts, line?.trim())?;
            }
        }
        _ => return Err("usage: many_starts [METRIC TURNS]".into()),
    }
    Ok(())
}
