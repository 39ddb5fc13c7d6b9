//! Sets of turns as users type them, in every option that reads a set: a face, a wide turn in lowercase, an alias from
//! the file, `half`, a single turn.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::alike::MAX_TURNS;
use super::ask;
use super::canonical::draw_near_state;
use super::combinations::{self, Combination, Truth, Wanted};
use super::generate::alias;
use super::harness::{Chance, Property, Verdict};
use super::model::{Model, Move, wide};
use super::question::Question;

/// Every word that stands for a set of turns.
fn words(model: &Model, moves: &[Move]) -> Vec<String> {
    let mut words = vec!["half".to_owned()];
    for generator in &model.generators {
        let name = &generator.name;
        words.push(name.clone());
        words.push(format!("{name}1"));
        if let Some(face) = name.strip_suffix('2') {
            words.push(face.to_owned());
        }
        if let Some(wide) = wide(name) {
            words.extend([
                format!("{wide}1"),
                format!("{wide}2"),
                format!("{wide}'"),
                wide,
            ]);
        }
    }
    for alias in &model.aliases {
        let name = &alias.name;
        words.extend([
            name.clone(),
            format!("{name}1"),
            format!("{name}2"),
            format!("{name}'"),
        ]);
    }
    words.extend(moves.iter().map(|it| it.name.clone()));
    words.retain(|word| model.set(moves, word).is_some_and(|set| !set.is_empty()));
    words
}

/// Up to `most` random words.
fn choose(all: &[String], most: usize, chance: &mut Chance) -> Vec<String> {
    let count = chance.random_range(1..=most);
    (0..count)
        .map(|_| all.choose(chance).unwrap().clone())
        .collect()
}

fn draw(chance: &mut Chance) -> Option<Combination> {
    let quarter_turns = chance.random_bool(0.2);
    let mut question = draw_near_state(quarter_turns, chance)?;
    let moves = question.model.moves();
    alias(&mut question.model, &moves, chance);
    let all = words(&question.model, &moves);
    let counted = |question: &Question, word: &String| {
        let set = question.model.set(&moves, word).unwrap_or_default();
        set.iter()
            .any(|&it| !quarter_turns || moves[it].is_quarter())
    };
    let in_metric = all.iter().filter(|word| counted(&question, word)).cloned();
    let in_metric: Vec<String> = in_metric.collect();
    for _ in 0..chance.random_range(1..3) {
        match chance.random_range(0..6) {
            0 | 1 => question.allow = choose(&in_metric, 4, chance),
            2 => question.forbid = choose(&all, 1, chance),
            3 => {
                let limit = (choose(&all, 2, chance), chance.random_range(0..3));
                question.at_most.push(limit);
            }
            4 => {
                let cost = (choose(&all, 2, chance), chance.random_range(0..4));
                question.cost.push(cost);
                question.max_cost = Some(chance.random_range(0..9));
            }
            _ => {
                // Single turns, by any of their names.
                let is_turn = |word: &&String| question.model.turn(&moves, word).is_some();
                let turns: Vec<String> = in_metric.iter().filter(is_turn).cloned().collect();
                question.starts_with = choose(&turns, 1, chance);
            }
        }
    }
    let truth = Truth::of(&question, &moves)?;
    let count = &truth.count;
    let begins = question.starts_with.iter().all(|word| {
        let turn = question.model.turn(&moves, word).expect("a turn");
        count.allowed.contains(&turn)
    });
    if count.allowed.is_empty() || !begins {
        return None;
    }
    question.max_turns = match truth.shortest {
        Some(length) if length > MAX_TURNS => return None,
        Some(length) if chance.random_bool(0.5) => Some(length),
        Some(_) => None,
        None => Some(chance.random_range(0..4)),
    };
    let (wanted, by_command) = match chance.random_range(0..8) {
        0 | 1 => (Wanted::Shortest, true),
        2 => (Wanted::AllShortest, true),
        3 | 4 => (Wanted::All(chance.random_range(0..4)), false),
        _ => (Wanted::Shortest, false),
    };
    if chance.random_bool(0.03) {
        question.model.aliases[0].name = "half".to_owned();
    }
    Some(Combination::by_sat(question, wanted, by_command, chance))
}

fn check(asked: &Combination) -> Verdict {
    let mut aliases = asked.question.model.aliases.iter();
    if aliases.any(|alias| alias.name == "half") {
        return match ask::puzzle(&asked.question.model) {
            Err(_) => Ok("the reserved name is refused"),
            Ok(_) => Err("an alias may be named `half`".to_owned()),
        };
    }
    combinations::check(asked)
}

const PROPERTY: Property<Combination> = Property {
    seed: 5,
    draw,
    check,
};

#[test]
#[ignore = "long check"]
fn every_name_of_a_turn_means_the_same_wherever_turns_are_read() {
    let tally = PROPERTY.holds(12_000);
    tally.has(10, &["solved", "all found", "none within"]);
}
