//! Formulas: each model is a solution, and each solution a model. Starts and goals are open, colors repeat, and
//! every recipe is asked.

use std::collections::BTreeSet;
use std::fmt;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rustsat::types::{Assignment, Clause, TernaryVal, Var};
use twistsat::control::Control;
use twistsat::encode::{DecodeError, Formula, Recipe, decode, encode};
use twistsat::problem::{Budget, Problem, ReplayError};
use twistsat::puzzle::StateError;
use twistsat::search::SearchError;
use twistsat::solver::{Session, Verdict as Solved, by_name};

use super::super::ask::{Found, is_unexpressed, of_solution, problem, puzzle, recipe};
use super::super::counting::states;
use super::super::generate::{any, cycles, opened, puzzle as made, some_state, walked};
use super::super::harness::{Case, Chance, Promise, Verdict, threads};
use super::super::model::{Model, Move};
use super::super::question::{Question, Start, To};
use super::draw::constrain;
use super::judge::{MOST_LISTED, Truth};
use crate::common::some_or_all;

/// A question whose formula is asked for all its models.
#[derive(Clone, Debug)]
struct Encoded {
    question: Question,
    is_exact: bool,
    turns: usize,
}

impl Case for Encoded {
    fn smaller(&self) -> Vec<Self> {
        let questions = self.question.smaller().into_iter();
        // Its recipe is what fails.
        let same = questions.filter(|it| it.recipe == self.question.recipe);
        let mut all: Vec<Self> = same
            .map(|question| Self {
                question,
                ..self.clone()
            })
            .collect();
        all.extend((0..self.turns).map(|turns| Self {
            turns,
            ..self.clone()
        }));
        all
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let question = self.question.to_string();
        let (question, _) = question.rsplit_once(" --recipe ").expect("a recipe");
        let question = question.replacen("twistsat solve", "twistsat encode", 1);
        let option = if self.is_exact {
            "--turns"
        } else {
            "--max-turns"
        };
        let (turns, recipe) = (self.turns, self.question.recipe);
        write!(f, "{question} {option} {turns} --recipe {recipe} -o -")
    }
}

/// A puzzle of few pieces that can be told apart among many that cannot.
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
    if chance.random_bool(0.15) {
        let other = some_state(&states, chance);
        question.or_to.push(opened(&other, &palette, chance));
    }
    question.quarter_turns = chance.random_bool(0.2);
    let counted: Vec<&Move> = moves
        .iter()
        .filter(|it| !question.quarter_turns || it.is_quarter())
        .collect();
    if chance.random_bool(0.3) {
        question.allow = vec![counted.choose(chance)?.name.clone()];
    } else if chance.random_bool(0.25) {
        constrain(&mut question, &counted, chance);
    }
    if question
        .rules
        .iter()
        .any(|rule| rule.automaton(&question.model, &moves).is_none())
    {
        return None;
    }
    let recipes: Vec<&'static str> = Recipe::built_in_names().collect();
    question.recipe = recipes.choose(chance)?;
    let turns = chance.random_range(0..=3);
    let truth = Truth::of(&question, &moves)?;
    let listed: u64 = truth.count.counts(turns).iter().sum();
    (listed <= MOST_LISTED).then(|| Encoded {
        question,
        is_exact: chance.random_bool(0.7),
        turns,
    })
}

fn check(asked: &Encoded) -> Verdict {
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
            return Err("start or goal is impossible: it is answered".to_owned());
        }
        Ok(problem) => problem.within(if asked.is_exact {
            Budget::Exactly(asked.turns)
        } else {
            Budget::AtMost(asked.turns)
        }),
    };
    let formula = match encode(&problem, &recipe(question.recipe)) {
        Err(error) if is_unexpressed(&SearchError::Encode(error.clone())) => {
            return Ok("unexpressed");
        }
        formula => formula.map_err(|error| format!("it is not encoded: {error}"))?,
    };
    let models = models(&problem, &formula)?;
    let numbers = |found: &Found| -> Vec<usize> {
        let number = |name: &String| {
            moves
                .iter()
                .position(|it| it.name == *name)
                .expect("a turn")
        };
        found.turns.iter().map(number).collect()
    };
    let is_one = |found: &&Found| {
        let start = found.start.as_ref().or(truth.count.starts.first());
        let fits = if asked.is_exact {
            found.turns.len() == asked.turns
        } else {
            found.turns.len() <= asked.turns
        };
        fits && start.is_some_and(|start| truth.count.is_answer(start, &numbers(found)))
    };
    if let Some(other) = models.iter().find(|found| !is_one(found)) {
        return Err(format!("a model is no solution: {other:?}"));
    }
    let count = truth.count.counts(asked.turns)[asked.turns];
    if asked.is_exact && models.len() as u64 != count {
        return Err(format!(
            "not all are models: {} of {count}: {models:?}",
            models.len()
        ));
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

/// The solutions that models of a formula are. A start that the puzzle cannot have is looked at by whoever asks.
fn models(problem: &Problem, formula: &Formula) -> Result<BTreeSet<Found>, String> {
    let mut session =
        Session::new(by_name("batsat").unwrap(), &formula.cnf, formula.variables).unwrap();
    let starts = formula.meaning.states.steps().first();
    let buses = formula
        .meaning
        .selectors
        .slots()
        .iter()
        .chain(starts.into_iter().flatten());
    let variables: BTreeSet<Var> = buses
        .flat_map(|bus| bus.iter())
        .filter_map(|signal| signal.as_lit())
        .map(|literal| literal.var())
        .collect();
    let mut found = BTreeSet::new();
    let mut impossible = false;
    while let Solved::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
        match decode(problem, &formula.meaning, &model) {
            Ok(solution) => {
                found.insert(of_solution(problem, &solution));
            }
            Err(DecodeError::Replay(ReplayError::Impossible(error))) if is_of_turns(&error) => {
                impossible = true;
            }
            Err(error) => return Err(format!("a model is no solution: {error}")),
        }
        let other = other(&variables, &model);
        if other.is_empty() {
            break;
        }
        session.add_clause(other).unwrap();
    }
    if impossible && found.is_empty() {
        Err("a formula is satisfiable without a solution".to_owned())
    } else {
        Ok(found)
    }
}

/// Whether each piece is there, and only no turns bring them about so: a formula need not know that.
fn is_of_turns(error: &StateError) -> bool {
    matches!(
        error,
        StateError::Parity { .. } | StateError::Twisted { .. } | StateError::OtherGroup
    )
}

/// That one of some variables has another value.
fn other(variables: &BTreeSet<Var>, model: &Assignment) -> Clause {
    let differs = |var: &Var| match model.var_value(*var) {
        TernaryVal::True => var.neg_lit(),
        _ => var.pos_lit(),
    };
    variables.iter().map(differs).collect()
}

const PROMISE: Promise<Encoded> = Promise {
    seed: 12,
    draw,
    check,
};

#[test]
fn models_are_solutions_and_solutions_are_models() {
    let tally = PROMISE.holds(some_or_all(250, 700), 1);
    tally.has(4, &["all models are solutions"]);
    tally.has(15, &["without a model"]);
}

#[test]
#[ignore = "long check"]
fn so_are_those_of_many_more() {
    PROMISE.holds(18_000, threads());
}
