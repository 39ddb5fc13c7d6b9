//! Canonical solutions with constraints: exactly those of the shortest possible length are listed.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::alike::MAX_TURNS;
use super::combinations::{self, Combination, Truth, Wanted};
use super::counting::states;
use super::generate::{any, some_state, walked};
use super::harness::{Chance, Property, Verdict};
use super::model::Move;
use super::question::{Question, Start, To, known};
use crate::common::fewer_in_check;

/// Names of up to `most` random turns.
pub fn turns(moves: &[&Move], most: usize, chance: &mut Chance) -> Vec<String> {
    let count = chance.random_range(0..=most);
    let mut turn = || moves.choose(chance).map(|it| it.name.clone());
    (0..count).filter_map(|_| turn()).collect()
}

/// Adds a random side constraint.
pub fn constrain(question: &mut Question, moves: &[&Move], chance: &mut Chance) {
    match chance.random_range(0..8) {
        0 => question.starts_with = turns(moves, 2, chance),
        1 => question.ends_with = turns(moves, 2, chance),
        2 => {
            question.starts_with = turns(moves, 2, chance);
            question.ends_with = turns(moves, 2, chance);
        }
        3 => question.min_turns = chance.random_range(1..4),
        4 => {
            let words = turns(moves, 3, chance);
            if !words.is_empty() {
                question.at_most.push((words, chance.random_range(0..3)));
            }
        }
        5 => {
            let words = turns(moves, 3, chance);
            if !words.is_empty() {
                question.cost.push((words, chance.random_range(0..4)));
            }
            question.max_cost = Some(chance.random_range(0..8));
        }
        6 => {
            question.starts_with = turns(moves, 1, chance);
            question.min_turns = chance.random_range(0..4);
        }
        _ => (),
    }
}

/// A question whose start is a few turns from its goal, on a puzzle with few states.
pub fn draw_near_state(quarter_turns: bool, chance: &mut Chance) -> Option<Question> {
    let model = any(chance)?;
    let moves = model.moves();
    let states = states(&model, &moves, 2_000)?;
    let goal = some_state(&states, chance);
    let start = walked(&goal, &moves, 3, chance);
    let to = To::Stickers(known(&goal));
    let mut question = Question::plain(model, Start::Stickers(known(&start)), to);
    question.quarter_turns = quarter_turns;
    Some(question)
}

fn draw(chance: &mut Chance) -> Option<Combination> {
    let quarter_turns = chance.random_bool(0.4);
    let mut question = draw_near_state(quarter_turns, chance)?;
    question.canonical = chance.random_bool(0.8);
    let moves = question.model.moves();
    let counted = question.counted(&moves);
    constrain(&mut question, &counted, chance);
    let truth = Truth::of(&question, &moves)?;
    question.max_turns = match truth.shortest {
        Some(length) if length > MAX_TURNS => return None,
        Some(_) => None,
        None => Some(chance.random_range(question.min_turns..5)),
    };
    let (wanted, by_command) = match chance.random_range(0..4) {
        0 => (Wanted::All(chance.random_range(0..5)), false),
        _ => (Wanted::AllShortest, true),
    };
    Some(Combination::by_sat(question, wanted, by_command, chance))
}

fn check(asked: &Combination) -> Verdict {
    let about = combinations::check(asked)?;
    let moves = asked.question.model.moves();
    let shortest = |canonical: bool| {
        let mut question = asked.question.clone();
        question.canonical = canonical;
        Truth::of(&question, &moves).and_then(|truth| truth.shortest)
    };
    let is_longer = asked.question.canonical && shortest(false) < shortest(true);
    Ok(if is_longer && asked.wanted == Wanted::AllShortest {
        "longer than the shortest"
    } else {
        about
    })
}

const PROPERTY: Property<Combination> = Property::new(4, draw, check);

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn all_shortest_canonical_solutions_within_the_constraints_are_listed() {
    let tally = PROPERTY.holds(fewer_in_check(250, 10_000));
    tally.has(3, &["all found"]);
    tally.has(100, &["longer than the shortest"]);
    tally.has(20, &["none within"]);
}
