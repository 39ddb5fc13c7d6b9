//! Formulas with weights: the cheapest model costs what the cheapest solution does, with every recipe.

use rand::RngExt;
use rand::seq::IndexedRandom;
use twistsat::encode::{Idle, Recipe, encode};
use twistsat::problem::Cost;

use super::ask::{problem, puzzle};
use super::canonical::{constrain, draw_near_state, turns};
use super::combinations::{Encoded, Truth, expressed};
use super::harness::{Chance, Property, Verdict};
use crate::common::sat::{cheapest_model, recipe};
use crate::common::some_or_all;

/// The maximum number of sequences of a question; its models are listed one by one.
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
    Some(Encoded {
        is_exact: recipe(question.recipe).idle != Idle::Trailing,
        turns: length as usize,
        question,
    })
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
    let problem = puzzle(&question.model).and_then(|puzzle| problem(question, &puzzle))?;
    let problem = problem.within(asked.budget());
    let mut constraints = problem.constraints.clone();
    let plain = Cost::of_turns(vec![1; moves.len()], None);
    constraints.cost.get_or_insert(plain);
    let problem = problem.constrained(constraints).unwrap();
    let Some(formula) = expressed(encode(&problem, &recipe(question.recipe)))? else {
        return Ok("unexpressed");
    };
    let mut text = Vec::new();
    let comments = ["a comment".to_owned()];
    formula.write_wcnf(&problem, &comments, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let fewest = if asked.is_exact { asked.turns } else { 0 };
    let expected = truth.count.cheapest(fewest, asked.turns);
    match (cheapest_model(&text), expected) {
        (Some(cost), Some(expected)) if cost == expected => Ok("cheapest"),
        (None, None) => Ok("without a solution"),
        (cost, expected) => Err(format!("the cheapest costs: {cost:?}, not {expected:?}")),
    }
}

pub const PROPERTY: Property<Encoded> = Property::new(8, draw, check);

#[test]
fn the_cheapest_model_costs_what_the_cheapest_solution_does() {
    let tally = PROPERTY.holds(some_or_all(150, 300));
    tally.has(3, &["cheapest"]);
    tally.has(10, &["without a solution"]);
}
