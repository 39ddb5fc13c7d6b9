//! Formulas: each model is a solution, and each solution a model. Starts and goals may be partly unknown, colors may
//! repeat, and every recipe is used.

use std::collections::BTreeSet;
use std::fmt;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rustsat::types::{Assignment, Clause, Lit, TernaryVal};
use twistsat::Error;
use twistsat::control::Control;
use twistsat::encode::{Formula, Idle, Recipe, TurnOrder, decode, encode};
use twistsat::problem::{Budget, Problem, Solution};
use twistsat::sat::Clauses;
use twistsat::solver::{Session, Verdict as Solved, by_name};

use super::super::ask::{Found, is_unexpressed, of_solution, problem, puzzle};
use super::super::counting::states;
use super::super::generate::{any, cycles, opened, puzzle as made, some_state, walked};
use super::super::harness::{Chance, Property, Verdict};
use super::super::model::Model;
use super::super::question::{Question, Start, To};
use super::draw::constrain;
use super::judge::{MAX_LISTED, Truth, numbers};
use crate::common::sat::recipe;
use crate::common::some_or_all;

/// The maximum number of starts that are checked one by one.
const MAX_STARTS: usize = 30;

/// A question whose formula is checked by listing all its models.
#[derive(Clone, Debug)]
pub struct Encoded {
    pub question: Question,
    pub is_exact: bool,
    pub turns: usize,
}

impl Encoded {
    pub fn budget(&self) -> Budget {
        if self.is_exact {
            Budget::Exactly(self.turns)
        } else {
            Budget::AtMost(self.turns)
        }
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let option = if self.is_exact {
            "--turns"
        } else {
            "--max-turns"
        };
        let (turns, recipe) = (self.turns.to_string(), self.question.recipe);
        let options = [option, &turns, "--recipe", recipe, "-o", "-"].map(ToOwned::to_owned);
        f.write_str(&self.question.shown("encode", &options))
    }
}

/// A puzzle with a few distinguishable pieces among many identical ones.
fn background(chance: &mut Chance) -> Option<Model> {
    let size = chance.random_range(4..=7);
    let own = chance.random_range(1..=3);
    let mut solved: Vec<u8> = (0..size).map(|it| b'A' + own.min(it) as u8).collect();
    solved.shuffle(chance);
    let all: Vec<usize> = (0..size as usize).collect();
    let turns =
        (0..chance.random_range(1..=3)).map(|_| cycles(all.len(), &all, &[2, 3, 3, 4], chance));
    let turns = turns.collect();
    made(&solved, turns, chance)
}

fn draw(chance: &mut Chance) -> Option<Encoded> {
    drawn(true, chance)
}

/// Draws a question; with `has_more`, some questions have several goals or side constraints.
pub fn drawn(has_more: bool, chance: &mut Chance) -> Option<Encoded> {
    let model = if chance.random_bool(0.5) {
        background(chance)?
    } else {
        any(chance)?
    };
    let moves = model.moves();
    let states = states(&model, &moves, 2_000)?;
    let palette = model.palette();
    let goal = some_state(&states, chance);
    let start = walked(&goal, &moves, 3, chance);
    let mut open = |colors: &[u8]| {
        if chance.random_bool(0.75) {
            opened(colors, &palette, chance)
        } else {
            super::super::question::known(colors)
        }
    };
    let (start, goal) = (open(&start), open(&goal));
    let mut question = Question::plain(model, Start::Stickers(start), To::Stickers(goal));
    if has_more && chance.random_bool(0.15) {
        let other = some_state(&states, chance);
        question.or_to.push(opened(&other, &palette, chance));
    }
    question.quarter_turns = chance.random_bool(0.2);
    let counted = question.counted(&moves);
    if chance.random_bool(0.3) {
        question.allow = vec![counted.choose(chance)?.name.clone()];
    } else if has_more && chance.random_bool(0.25) {
        constrain(&mut question, &counted, chance);
    }
    let recipes: Vec<&'static str> = Recipe::built_in_names().collect();
    question.recipe = recipes.choose(chance)?;
    let turns = chance.random_range(0..=3);
    let truth = Truth::of(&question, &moves)?;
    let listed: u64 = truth.count.counts(turns).iter().sum();
    (listed <= MAX_LISTED).then(|| Encoded {
        question,
        is_exact: chance.random_bool(0.7),
        turns,
    })
}

fn check(asked: &Encoded) -> Verdict {
    judged(asked, &|problem| {
        let Some(formula) = expressed(encode(problem, &recipe(asked.question.recipe)))? else {
            return Ok(None);
        };
        let found = models(
            &formula.cnf,
            formula.variables,
            &formula.solution_variables(problem),
        );
        let found = found.iter().map(|model| {
            let solution = decode(problem, &formula.meaning, model);
            solution.map_err(|error| format!("a model is no solution: {error}"))
        });
        let found = found.collect::<Result<_, _>>()?;
        Ok(Some((formula, found)))
    })
}

/// A formula, if the recipe can express the question.
pub fn expressed(formula: Result<Formula, Error>) -> Result<Option<Formula>, String> {
    match formula {
        Err(error) if is_unexpressed(&error) => Ok(None),
        formula => formula
            .map(Some)
            .map_err(|error| format!("it is not encoded: {error}")),
    }
}

/// A formula, and the solutions that its models encode, one for each model.
pub type Models = (Formula, Vec<Solution>);

/// Compares a formula with the reference model; does nothing if the recipe cannot express the question.
pub fn judged(
    asked: &Encoded,
    models: &dyn Fn(&Problem) -> Result<Option<Models>, String>,
) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(truth) = Truth::of(question, &moves) else {
        return Ok("too large");
    };
    let problem = puzzle(&question.model).and_then(|puzzle| problem(question, &puzzle));
    let problem = match problem {
        Err(_) if truth.is_impossible => return Ok("impossible"),
        Err(error) => return Err(format!("it is refused: {error}")),
        Ok(_) if truth.is_impossible => {
            return Err("an impossible start or goal is accepted".to_owned());
        }
        Ok(problem) => problem.within(asked.budget()),
    };
    let Some((formula, solutions)) = models(&problem)? else {
        return Ok("unexpressed");
    };
    let models: BTreeSet<Found> = solutions
        .iter()
        .map(|solution| of_solution(&problem, solution))
        .collect();
    if models.len() < solutions.len() {
        return Err(format!("two models encode the same solution: {models:?}"));
    }
    let recipe = recipe(question.recipe);
    let first = match asked.is_exact || recipe.idle != Idle::Trailing {
        true => asked.turns,
        false => 0,
    };
    let start_of = |found: &Found| found.start.clone().unwrap_or(truth.count.starts[0].clone());
    let is_one = |found: &&Found| {
        let turns = numbers(&moves, &found.turns);
        let is_answer = |turns: Vec<usize>| truth.count.is_answer(&start_of(found), &turns);
        (first..=asked.turns).contains(&found.turns.len()) && turns.is_some_and(is_answer)
    };
    if let Some(other) = models.iter().find(|found| !is_one(found)) {
        return Err(format!("a model is no solution: {other:?}"));
    }
    let count: u64 = truth.count.counts(asked.turns)[first..].iter().sum();
    let is_whole = asked.is_exact || recipe.order == TurnOrder::None && !recipe.distinct;
    if is_whole && models.len() as u64 != count {
        return Err(format!(
            "not all are models: {} of {count}: {models:?}",
            models.len()
        ));
    }
    // For each start, at least one shortest solution must be a model.
    for start in truth.count.starts.iter().take(MAX_STARTS) {
        let mut count = truth.count.clone();
        count.starts = vec![start.clone()];
        let counts = count.counts(asked.turns);
        let shortest = counts.iter().position(|&count| count > 0);
        // Without idle slots, the formula admits a single length.
        let shortest = shortest.filter(|&length| length >= first);
        let mut known = models.iter().filter(|found| start_of(found) == *start);
        if shortest.is_some_and(|length| !known.any(|found| found.turns.len() == length)) {
            return Err(format!("no shortest solution is a model: {models:?}"));
        }
    }
    let refuted = &formula.covers.lengths;
    let is_wrong = |length| models.is_empty() && refuted.contains(length);
    match truth.shortest.filter(|&length| is_wrong(length)) {
        Some(length) => Err(format!(
            "the shortest length is refuted: {length} among {refuted:?}"
        )),
        None if models.is_empty() => Ok("without a model"),
        None => Ok("all models are solutions"),
    }
}

/// All models of clauses, distinguished only by the variables `shown`, which are counted from 1.
pub fn models(clauses: &Clauses, variables: u32, shown: &[u32]) -> Vec<Assignment> {
    let mut session = Session::new(by_name("batsat").unwrap(), clauses, variables).unwrap();
    let mut models = Vec::new();
    while let Solved::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
        let other: Clause = shown
            .iter()
            .map(|&variable| Lit::positive(variable - 1))
            .map(|literal| match model.lit_value(literal) {
                TernaryVal::True => !literal,
                _ => literal,
            })
            .collect();
        models.push(model);
        assert!(
            models.len() as u64 <= 4 * MAX_LISTED,
            "more models than there are solutions"
        );
        if other.is_empty() {
            break;
        }
        session.add_clause(other).unwrap();
    }
    models
}

pub const PROPERTY: Property<Encoded> = Property::new(12, draw, check);

#[test]
fn models_are_solutions_and_solutions_are_models() {
    let tally = PROPERTY.holds(some_or_all(250, 400));
    tally.has(4, &["all models are solutions"]);
    tally.has(15, &["without a model"]);
}
