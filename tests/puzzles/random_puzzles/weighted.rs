//! Formulas with weights: the cheapest model costs what the cheapest solution does, with every recipe.

use rand::RngExt;
use rand::seq::IndexedRandom;
use twistsat::encode::{Idle, Recipe, encode};
use twistsat::problem::Cost;

use super::ask::{problem, puzzle, run};
use super::canonical::{constrain, draw_near_state, turns};
use super::combinations::{Encoded, Truth, expressed};
use super::harness::{Chance, Property, Verdict};
use crate::common::sat::{cheapest_model, recipe};
use crate::common::some_or_all;

/// The maximum number of sequences of a question; they are tried one by one.
const MAX_SEQUENCES: usize = 300;

fn draw(chance: &mut Chance) -> Option<Encoded> {
    let quarter_turns = chance.random_bool(0.2);
    let mut question = draw_near_state(quarter_turns, chance)?;
    let moves = question.model.moves();
    let counted = question.counted(&moves);
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

/// The formula of a question in WCNF; `None` if the recipe cannot express the question.
fn formula_text(asked: &Encoded) -> Result<Option<String>, String> {
    let question = &asked.question;
    if asked.by_command {
        let [option, turns] = asked.option();
        let options = ["--format", "wcnf", "-o", "-", "--recipe", question.recipe];
        let options = [&options[..], &[&option, &turns]].concat();
        let run = run("encode", question, &options);
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
    match (cheapest_model(&text), expected) {
        (Some(cost), Some(expected)) if cost == expected => Ok("cheapest"),
        (None, None) => Ok("without a solution"),
        (cost, expected) => Err(format!("the cheapest costs: {cost:?}, not {expected:?}")),
    }
}

pub const PROPERTY: Property<Encoded> = Property {
    seed: 8,
    draw,
    check,
};

#[test]
fn the_cheapest_model_costs_what_the_cheapest_solution_does() {
    let tally = PROPERTY.holds(some_or_all(150, 300));
    tally.has(3, &["cheapest"]);
    tally.has(10, &["without a solution"]);
}
