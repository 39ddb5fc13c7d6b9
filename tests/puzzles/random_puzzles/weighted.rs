//! Formulas with weights: the cheapest model costs what the cheapest solution does, with every recipe.

use std::collections::BTreeSet;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rustsat::types::{Clause, Lit, TernaryVal};
use twistsat::control::Control;
use twistsat::encode::{Idle, Recipe, encode};
use twistsat::problem::Cost;
use twistsat::sat::Clauses;
use twistsat::solver::{Session, Verdict as Answer, by_name};

use super::ask::{problem, puzzle, run};
use super::canonical::{constrain, draw_near_state, turns};
use super::combinations::{Encoded, Truth, expressed};
use super::harness::{Chance, Property, Verdict, threads};
use super::model::Move;
use crate::common::sat::recipe;
use crate::common::some_or_all;

/// The maximum number of sequences of a question; they are tried one by one.
const MAX_SEQUENCES: usize = 300;

fn draw(chance: &mut Chance) -> Option<Encoded> {
    let quarter_turns = chance.random_bool(0.2);
    let mut question = draw_near_state(quarter_turns, chance)?;
    let moves = question.model.moves();
    let counted: Vec<&Move> = moves
        .iter()
        .filter(|it| !quarter_turns || it.is_quarter())
        .collect();
    if chance.random_bool(0.6) {
        question.allow = turns(&counted, 3, chance);
    }
    if chance.random_bool(0.4) {
        constrain(&mut question, &counted, chance);
    }
    for _ in 0..chance.random_range(0..3) {
        let words = turns(&counted, 2, chance);
        if !words.is_empty() {
            question
                .cost
                .push((words, *[0, 2, 3, 5, 60].choose(chance).unwrap()));
        }
    }
    let recipes: Vec<&'static str> = Recipe::built_in_names().collect();
    question.recipe = recipes.choose(chance).unwrap();
    let count = Truth::of(&question, &moves)?.count;
    let allowed = |word: &String| {
        let turn = question.model.turn(&moves, word).expect("a turn");
        count.allowed.contains(&turn)
    };
    let mut asked = question.starts_with.iter().chain(&question.ends_with);
    let length = chance.random_range(0..=4);
    if count.allowed.len().pow(length) > MAX_SEQUENCES || !asked.all(allowed) {
        return None;
    }
    let turns = length as usize;
    Some(Encoded {
        is_exact: recipe(question.recipe).idle != Idle::Trailing,
        by_command: chance.random_bool(0.2) && question.min_turns <= turns,
        turns,
        question,
    })
}

/// A formula: the clauses that must hold, and those whose violation has a cost.
struct Weighted {
    hard: Vec<Clause>,
    soft: Vec<(usize, Clause)>,
}

/// Reads the format of the MaxSAT Evaluation.
fn read(text: &str) -> Weighted {
    let mut weighted = Weighted {
        hard: Vec::new(),
        soft: Vec::new(),
    };
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.pop(), Some("0"), "{line}");
        let literal = |word: &&str| Lit::from_ipasir(word.parse().unwrap()).unwrap();
        let clause: Clause = words[1..].iter().map(literal).collect();
        match words[0] {
            "h" => weighted.hard.push(clause),
            weight => weighted.soft.push((weight.parse().unwrap(), clause)),
        }
    }
    weighted
}

impl Weighted {
    /// The least total weight of violated soft clauses over all models; `None` without a model.
    fn cheapest(&self) -> Option<usize> {
        let clauses = self
            .hard
            .iter()
            .chain(self.soft.iter().map(|(_, clause)| clause));
        let most = clauses.flatten().map(|literal| literal.vidx32() + 1).max();
        let soft_variables: BTreeSet<Lit> = self
            .soft
            .iter()
            .flat_map(|(_, clause)| clause.iter().map(|literal| literal.var().pos_lit()))
            .collect();
        let mut hard = Clauses::default();
        self.hard.iter().for_each(|clause| hard.add(clause));
        let mut session =
            Session::new(by_name("batsat").unwrap(), &hard, most.unwrap_or(0)).unwrap();
        let mut best: Option<usize> = None;
        while let Answer::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
            let holds = |literal: Lit| model.lit_value(literal) == TernaryVal::True;
            let violated = self
                .soft
                .iter()
                .filter(|(_, clause)| !clause.iter().any(|&it| holds(it)));
            let cost = violated.map(|(weight, _)| weight).sum();
            best = Some(best.map_or(cost, |best| best.min(cost)));
            let other: Clause = soft_variables
                .iter()
                .map(|&it| if holds(it) { !it } else { it })
                .collect();
            if other.is_empty() {
                break;
            }
            session.add_clause(other).unwrap();
        }
        best
    }
}

/// The formula of a question in WCNF; `None` if the recipe cannot express the question.
fn formula_text(asked: &Encoded) -> Result<Option<String>, String> {
    let question = &asked.question;
    if asked.by_command {
        let [option, turns] = asked.option();
        let options = ["--format", "wcnf", "-o", "-", "--recipe", question.recipe];
        let run = run(
            "encode",
            question,
            &[&options[..], &[&option, &turns]].concat(),
        );
        return match run.code {
            Some(0) => Ok(Some(run.out)),
            _ if run.err.contains("only requires uniform faces") => Ok(None),
            _ => Err(format!("it is refused: {}", run.err)),
        };
    }
    let problem = puzzle(&question.model).and_then(|puzzle| problem(question, &puzzle))?;
    let problem = problem.within(asked.budget());
    let weights = vec![1; problem.puzzle.turns().len()];
    let mut constraints = problem.constraints.clone();
    constraints
        .cost
        .get_or_insert(Cost::of_turns(weights, None));
    let problem = problem.constrained(constraints).unwrap();
    let Some(formula) = expressed(encode(&problem, &recipe(question.recipe)))? else {
        return Ok(None);
    };
    let mut text = Vec::new();
    formula
        .write_wcnf(&problem, &["a comment".to_owned()], &mut text)
        .unwrap();
    Ok(Some(String::from_utf8(text).unwrap()))
}

fn check(asked: &Encoded) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(truth) = Truth::of(question, &moves) else {
        return Ok("too large");
    };
    if truth.is_impossible {
        return Ok("impossible");
    }
    let Some(text) = formula_text(asked)? else {
        return Ok("unexpressed");
    };
    let length = asked.turns;
    // All sequences, one by one.
    let count = &truth.count;
    let mut expected: Option<usize> = None;
    let mut layer = vec![Vec::new()];
    for made in 0..=length {
        if !asked.is_exact || made == length {
            let answers = layer
                .iter()
                .filter(|turns| count.is_answer(&count.starts[0], turns));
            let cheapest = answers.map(|turns| count.cost(turns)).min();
            expected = expected.into_iter().chain(cheapest).min();
        }
        if made < length {
            let longer = |turns: &Vec<usize>| {
                let turns = turns.clone();
                let one_more = move |&turn: &usize| turns.iter().copied().chain([turn]).collect();
                count.allowed.iter().map(one_more).collect::<Vec<_>>()
            };
            layer = layer.iter().flat_map(longer).collect();
        }
    }
    let cheapest = read(&text).cheapest();
    if cheapest == expected {
        Ok(if expected.is_some() {
            "cheapest"
        } else {
            "without a solution"
        })
    } else {
        Err(format!(
            "the cheapest costs: {cheapest:?}, not {expected:?}"
        ))
    }
}

const PROPERTY: Property<Encoded> = Property {
    seed: 8,
    draw,
    check,
};

#[test]
fn the_cheapest_model_costs_what_the_cheapest_solution_does() {
    let tally = PROPERTY.holds(some_or_all(150, 300), 1);
    tally.has(3, &["cheapest"]);
    tally.has(10, &["without a solution"]);
}

#[test]
#[ignore = "long check"]
fn the_cheapest_model_agrees_on_many_more_questions() {
    PROPERTY.holds(12_000, threads());
}
