//! Helpers for tests that encode, solve and search with SAT.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use rustsat::instances::{BasicVarManager, OptInstance, SatInstance, fio};
use rustsat::types::{Assignment, Clause, Lit, TernaryVal};
use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::graph::meet::{Meet, Outcome};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, State, TurnId};
use twistsat::sat::Clauses;
use twistsat::search::Search;
use twistsat::solver;
use twistsat::solver::{Backend, Session, Verdict};

pub static POCKET: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("pocket").unwrap());

/// All built-in recipes.
pub fn recipes() -> Vec<Recipe> {
    Recipe::built_in_names().map(recipe).collect()
}

pub fn recipe(name: &str) -> Recipe {
    Recipe::built_in(name).unwrap()
}

/// The solver for tests in which the solver does not matter.
pub fn batsat() -> &'static dyn Backend {
    solver::by_name("batsat").unwrap()
}

pub fn turns(text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(&POCKET, text).unwrap()
}

pub fn names(turns: &[TurnId]) -> String {
    Notation::Singmaster.write_all(&POCKET, turns)
}

pub fn scrambled(text: &str) -> State {
    POCKET.apply(POCKET.solved(), &turns(text))
}

/// The problem of solving a state.
pub fn from_state(state: &State, target: &Target, budget: Budget) -> Problem {
    let start = Scheme::own_symbols(&POCKET).state_characters(state);
    Problem::new(POCKET.clone(), &start, target, budget).unwrap()
}

/// Every solution that the problem's budget allows, sorted.
pub fn solutions(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
) -> Result<Vec<Vec<TurnId>>, String> {
    let mut found = Vec::new();
    let end = Search::default()
        .recipe(recipe)
        .solver(backend)
        .enumerate(problem, |solution| {
            found.push(solution.turns().to_vec());
            ControlFlow::Continue(())
        })
        .map_err(|error| error.to_string())?;
    if end.count != found.len() || !end.complete || end.stop.is_some() {
        return Err(format!("{end:?} after {} solutions", found.len()));
    }
    found.sort();
    Ok(found)
}

/// The length of a shortest solution, by the search from both ends.
pub fn shortest_from_both_ends(problem: &Problem) -> usize {
    let control = Control::unlimited();
    let met = Meet::new(problem, 1 << 30, &control).run(&mut |_| ControlFlow::Break(()));
    match met.unwrap().outcome {
        Outcome::Found(length) => length,
        outcome => panic!("{outcome:?}"),
    }
}

/// The pigeonhole formula for `pigeons` pigeons and one hole fewer, and its number of variables. The formula is
/// unsatisfiable and hard to refute.
pub fn pigeonhole(pigeons: u32) -> (Clauses, u32) {
    let holes = pigeons - 1;
    let is_in = |pigeon: u32, hole: u32| Lit::positive(pigeon * holes + hole);
    let mut cnf = Clauses::new();
    for pigeon in 0..pigeons {
        cnf.add(
            (0..holes)
                .map(|hole| is_in(pigeon, hole))
                .collect::<Clause>(),
        );
        for other in 0..pigeon {
            for hole in 0..holes {
                cnf.add([!is_in(pigeon, hole), !is_in(other, hole)]);
            }
        }
    }
    (cnf, pigeons * holes)
}

/// The clauses of a DIMACS text, and the number of variables in its header.
pub fn read_dimacs(text: &str) -> (Clauses, u32) {
    let read: SatInstance<BasicVarManager> = fio::dimacs::parse_cnf(&mut text.as_bytes()).unwrap();
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf "));
    let variables = header.unwrap().split(' ').next().unwrap();
    (Clauses::from(read.cnf()), variables.parse().unwrap())
}

/// A model of a formula; `None` if it has none.
pub fn model_of(cnf: &Clauses, variables: u32) -> Option<Assignment> {
    let mut session = Session::new(batsat(), cnf, variables).unwrap();
    match session.solve(&Control::unlimited()).unwrap() {
        Verdict::Sat(model) => Some(model),
        Verdict::Unsat => None,
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}

/// The literals of a model, as solvers print them.
pub fn literals(model: &Assignment) -> Vec<String> {
    let literals = model.iter().map(|it| it.to_ipasir().to_string());
    literals.collect()
}

/// The answer of a solver that found a model with these literals.
pub fn answer_of(literals: &[impl Borrow<str>]) -> String {
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

/// A model of a DIMACS text; `None` if it has none.
pub fn solve_dimacs(text: &str) -> Option<Vec<String>> {
    let (cnf, variables) = read_dimacs(text);
    Some(literals(&model_of(&cnf, variables)?))
}

/// The answer of a solver that finds a model of a DIMACS text.
#[track_caller]
pub fn answer_to(text: &str) -> String {
    answer_of(&solve_dimacs(text).expect("a satisfiable formula"))
}

/// Counts the models of a formula by trying every assignment.
pub fn count_models(cnf: &Clauses, variables: u32) -> u32 {
    let holds = |bits: u32, literal: &Lit| (bits >> literal.vidx32() & 1 == 1) == literal.is_pos();
    let satisfies = |bits: &u32| {
        let mut clauses = cnf.iter();
        clauses.all(|clause| clause.iter().any(|literal| holds(*bits, literal)))
    };
    (0..1 << variables).filter(satisfies).count() as u32
}

/// The cost of the cheapest model of a weighted formula (WCNF), by enumerating the models that differ in variables of
/// soft clauses; `None` if it has no model.
pub fn cheapest_model(wcnf: &str) -> Option<usize> {
    for line in wcnf.lines().filter(|line| !line.starts_with(['c', 'h'])) {
        assert!(line.split_whitespace().count() > 2, "no literal in {line}");
    }
    let read = OptInstance::<BasicVarManager>::from_dimacs(&mut wcnf.as_bytes()).unwrap();
    let (hard, (soft, offset), _) = read.into_hard_cls_soft_cls();
    let (hard, soft) = (Clauses::from(&hard), Vec::from_iter(soft));
    let soft_literals = soft.iter().flat_map(|(clause, _)| clause.iter());
    let shown: BTreeSet<Lit> = soft_literals.map(|it| it.var().pos_lit()).collect();
    let all = hard.iter().flatten().chain(&shown);
    let variables = all.map(|literal| literal.vidx32() + 1).max();
    let mut session = Session::new(batsat(), &hard, variables.unwrap_or(0)).unwrap();
    let mut best = None;
    while let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
        let holds = |literal: &Lit| model.lit_value(*literal) == TernaryVal::True;
        let violated = soft.iter().filter(|(clause, _)| !clause.iter().any(holds));
        let cost: usize = violated.map(|(_, weight)| weight).sum();
        best = Some(best.map_or(cost, |best: usize| best.min(cost)));
        let other = shown.iter().map(|it| if holds(it) { !*it } else { *it });
        let other: Clause = other.collect();
        if other.is_empty() {
            break;
        }
        session.add_clause(other).unwrap();
    }
    // The parser returns the cost that all models share as an offset.
    best.map(|cost| cost + usize::try_from(offset).unwrap())
}
