//! Readers of the results of a formula (maps with models, and solvers' answers), and the DIMACS files that we write.

use rustsat::instances::{BasicVarManager, SatInstance};
use rustsat::types::{Assignment, Clause, Lit};
use twistsat::encode::{Code, Formula, Recipe, SoundOptions, decode, encode, map};
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target as Goal};
use twistsat::puzzle::{State, TurnId};
use twistsat::report;
use twistsat::sat::Clauses;
use twistsat::solver::Answer;

use super::common::sat::{recipe, recipes};
use super::corpus;
use super::engine::plain;
use super::targets::check_puzzle;

/// The formula that a map describes, without its clauses.
pub fn formula_of(map: &map::Map, recipe: &Recipe) -> Formula {
    Formula {
        notes: Vec::new(),
        extra_costs: Vec::new(),
        linear: Vec::new(),
        gates: Vec::new(),
        cnf: Clauses::new(),
        variables: map.variables,
        meaning: map.meaning.clone(),
        covers: SoundOptions::new(&map.problem, recipe).covers,
        lemmas: 0,
    }
}

pub fn map(text: &str) -> String {
    let map = match map::read(text) {
        Ok(map) => map,
        Err(error) => return plain(&error.to_string()),
    };
    check_puzzle(&map.problem.puzzle);
    let recipe = Recipe {
        name: map.recipe.clone(),
        ..recipe("mux")
    };
    let formula = formula_of(&map, &recipe);
    let again = map::read(&map::write(&map.problem, &recipe, &formula).unwrap()).unwrap();
    assert_eq!(again.meaning, map.meaning);
    assert_eq!(again.problem.start, map.problem.start);
    assert_eq!(again.problem.goal, map.problem.goal);
    assert_eq!(again.problem.allowed, map.problem.allowed);
    let _ = report::start(&map.problem);
    let mut outcome = "accepted ".to_owned();
    let length = map.variables.min(100_000) as usize;
    let models = corpus::encoded().iter().map(|encoded| {
        let values = encoded.model.iter().map(|&literal| literal > 0);
        let values = values.chain(std::iter::repeat(false));
        values.take(length).collect()
    });
    let plain = [true, false].map(|value| std::iter::repeat_n(value, length).collect());
    for model in models.chain(plain) {
        outcome += &decoded(&map, &model);
    }
    outcome
}

/// Decodes a model, and replays a decoded solution on the map's puzzle by permutations alone.
fn decoded(map: &map::Map, model: &Assignment) -> String {
    let problem = &map.problem;
    let solution = match decode(problem, &map.meaning, model) {
        Ok(solution) => solution,
        Err(error) => return plain(&error.to_string()),
    };
    let mut state = solution.start().colors().to_vec();
    for &turn in solution.turns() {
        assert!(problem.allowed.contains(&turn));
        assert!(map.meaning.selectors.codes().contains(&Code::Turn(turn)));
        state = problem.puzzle.turns()[turn].permutation.apply(&state);
    }
    assert!(problem.start.admits(solution.start()));
    assert!(problem.goal.admits(&State::new(state)));
    assert!(problem.budget.allows(solution.len()));
    let _ = Notation::Cw.write_all(&problem.puzzle, solution.turns());
    "decoded ".to_owned()
}

pub fn answer(text: &str) -> String {
    let mut outcome = String::new();
    for variables in [0, 1, 3, corpus::encoded()[0].variables, 1_000_000] {
        match Answer::read(text, variables) {
            Ok(Answer::Sat(model)) => {
                outcome += "sat ";
                assert_eq!(model.len(), variables as usize);
                let literals = model.iter().map(|literal| literal.to_ipasir().to_string());
                let literals: Vec<String> = literals.collect();
                let written = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
                assert_eq!(Answer::read(&written, variables), Ok(Answer::Sat(model)));
            }
            Ok(other) => outcome += &format!("{other:?} "),
            Err(error) => {
                let error = error.to_string();
                if let Some(behind) = error.strip_prefix("line ") {
                    let line = behind.split(':').next().unwrap().parse().unwrap();
                    assert!((1..=text.lines().count()).contains(&line), "{error}");
                }
                outcome += &plain(&error);
            }
        }
    }
    outcome
}

/// We write DIMACS and do not read it. The text becomes a comment, as a puzzle's title does, and must not change the clauses
/// that other readers see. Its bytes also choose the formula.
pub fn dimacs(text: &str) -> String {
    let pick =
        |most: usize, at: usize| text.bytes().skip(at).map(usize::from).sum::<usize>() % most;
    let puzzle = corpus::puzzles()[pick(3, 0)].clone();
    let turns = puzzle.turns().len();
    let scramble = text.bytes().take(4).map(|byte| usize::from(byte) % turns);
    let scramble: Vec<TurnId> = scramble.collect();
    let budget = [Budget::Exactly(pick(3, 1)), Budget::AtMost(pick(3, 1))][pick(2, 2)];
    let recipe = &recipes()[pick(Recipe::built_in_names().count(), 3)];
    let problem = Problem::from_scramble(puzzle, &scramble, &Goal::Solved, budget).unwrap();
    let Ok(formula) = encode(&problem, recipe) else {
        return "not encoded".to_owned();
    };
    let mut written = Vec::new();
    let comment = [text.to_owned()];
    formula.write_dimacs(&comment, &mut written).unwrap();
    let strict = twistsat_checker::Formula::read(&written[..]).unwrap();
    let clauses = strict.iter().map(|clause| {
        let literals = clause.iter().map(|&it| Lit::from_ipasir(it).unwrap());
        literals.collect::<Clause>()
    });
    assert_eq!(strict.variables(), formula.variables);
    assert_eq!(clauses.collect::<Clauses>(), formula.cnf);
    let read: SatInstance<BasicVarManager> = SatInstance::from_dimacs(&mut &written[..]).unwrap();
    assert_eq!(Clauses::from(&read.into_cnf().0), formula.cnf);
    format!("written {}", recipe.name)
}
