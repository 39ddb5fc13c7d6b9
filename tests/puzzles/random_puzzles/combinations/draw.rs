//! Draws random combinations.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;

use super::super::costs::Costs;
use super::super::counting::states;
use super::super::free::Free;
use super::super::generate::{any, opened, some_state, stirred, walk, walked};
use super::super::harness::Chance;
use super::super::model::{Colors, Model, Move};
use super::super::question::{Question, Sets, Start, To, known};
use super::super::rotation::{rotations, symmetric};
use super::super::rules::Rule;
use super::judge::Truth;
use super::{Combination, Method, Wanted};

/// The maximum number of states of a puzzle.
const MAX_STATES: usize = 300;

/// The maximum number of turns: larger formulas take too long for a large suite.
const MAX_TURNS: usize = 5;

/// The maximum number of starts that free turns lead to: each is a separate question.
const MAX_WAYS: usize = 12;

pub fn combined(chance: &mut Chance) -> Option<Combination> {
    let model = any(chance)?;
    let moves = model.moves();
    let states = states(&model, &moves, MAX_STATES)?;
    let (start, to, or_to) = ends(&model, &moves, &states, chance);
    let mut question = Question::plain(model, start, to);
    question.or_to = or_to;
    combination(question, chance)
}

pub fn held(chance: &mut Chance) -> Option<Combination> {
    let model = symmetric(chance).filter(|it| rotations(it).is_some())?;
    let moves = model.moves();
    let states = states(&model, &moves, MAX_STATES)?;
    let (mut start, mut to, mut or_to) = ends(&model, &moves, &states, chance);
    if chance.random_bool(0.7) {
        // Up to rotation; mostly from a scramble, which determines how the puzzle is held.
        (to, or_to) = (To::Any, Vec::new());
        if chance.random_bool(0.7) {
            start = Start::Scramble(walk(&moves, 4, chance));
        }
    }
    let mut question = Question::plain(model, start, to);
    question.or_to = or_to;
    combination(question, chance)
}

/// The start, the goal, and alternative goals.
fn ends(
    model: &Model,
    moves: &[Move],
    states: &FxHashMap<Colors, usize>,
    chance: &mut Chance,
) -> (Start, To, Vec<Sets>) {
    let palette = model.palette();
    let is_solved = chance.random_bool(0.4);
    let goal = if is_solved {
        model.solved()
    } else {
        some_state(states, chance)
    };
    let state = match chance.random_range(0..12) {
        0 => stirred(&goal, moves, chance),
        1 | 2 => some_state(states, chance),
        _ => walked(&goal, moves, 4, chance),
    };
    let start = match chance.random_range(0..8) {
        0 | 1 if is_solved => Start::Scramble(walk(moves, 4, chance)),
        2 | 3 => Start::Stickers(opened(&state, &palette, chance)),
        _ => Start::Stickers(known(&state)),
    };
    let sets = |colors: &Colors, chance: &mut Chance| {
        if chance.random_bool(0.3) {
            opened(colors, &palette, chance)
        } else {
            known(colors)
        }
    };
    let to = if is_solved {
        To::Solved
    } else {
        To::Stickers(sets(&goal, chance))
    };
    let mut or_to = Vec::new();
    if chance.random_bool(0.2) {
        for _ in 0..chance.random_range(1..=2) {
            or_to.push(sets(&some_state(states, chance), chance));
        }
    }
    (start, to, or_to)
}

/// Adds random constraints and a method.
fn combination(mut question: Question, chance: &mut Chance) -> Option<Combination> {
    let moves = question.model.moves();
    question.quarter_turns = chance.random_bool(0.25);
    let is_held = matches!(question.to, To::Any);
    let mut counted = question.counted(&moves);
    counted.retain(|it| !is_held || it.leaves(&question.model.held));
    if counted.is_empty() {
        return None;
    }
    if chance.random_bool(0.55) {
        free(&mut question, &moves, chance);
        if Free::of(&question, &moves).ways() > MAX_WAYS {
            return None;
        }
    }
    if chance.random_bool(0.3) {
        question.allow = words(&counted, 4, chance);
    }
    if chance.random_bool(0.1) {
        question.forbid = words(&counted, 1, chance);
    }
    let allowed = allowed(&question, &moves, &counted);
    if allowed.is_empty() {
        return None;
    }
    for _ in 0..*[0, 0, 1, 1, 2].choose(chance).expect("a number") {
        constrain(&mut question, &allowed, chance);
    }
    question.canonical = chance.random_bool(0.25);
    let wanted = wanted(&mut question, &allowed, chance);
    let is_listed = matches!(
        wanted,
        Wanted::AllShortest | Wanted::All(_) | Wanted::Ranked { .. }
    );
    question.canonical &= is_listed;
    let truth = Truth::of(&question, &moves)?;
    if truth.shortest.is_some_and(|length| length > MAX_TURNS) {
        return None;
    }
    let method = match chance.random_range(0..10) {
        0..=3 => Method::Meet,
        4 if wanted == Wanted::Shortest => Method::Table,
        5 | 6 if wanted == Wanted::Shortest => Method::Auto,
        _ => Method::Sat,
    };
    if matches!(wanted, Wanted::Shortest | Wanted::AllShortest) {
        budget(&mut question, &truth, method, chance);
    }
    Some(with_options(question, wanted, method, chance))
}

/// Names of up to `most` random turns.
fn words(moves: &[&Move], most: usize, chance: &mut Chance) -> Vec<String> {
    let count = chance.random_range(1..=most);
    let one = |_| moves.choose(chance).expect("a turn").name.clone();
    (0..count).map(one).collect()
}

/// The turns that `--allow` and `--forbid` leave.
fn allowed<'a>(question: &Question, moves: &[Move], counted: &[&'a Move]) -> Vec<&'a Move> {
    let sets = |words: &[String]| question.model.sets(moves, words);
    let (allow, forbid) = (sets(&question.allow), sets(&question.forbid));
    let is_allowed = |it: &Move| allow.is_empty() || allow.contains(&it.number);
    let is_left = |it: &&&Move| is_allowed(it) && !forbid.contains(&it.number);
    counted.iter().filter(is_left).copied().collect()
}

fn free(question: &mut Question, moves: &[Move], chance: &mut Chance) {
    let all: Vec<&Move> = moves.iter().collect();
    let mut some = || {
        let mut words = words(&all, 2, chance);
        if chance.random_bool(0.4) {
            // All turns of a face.
            let turn = moves.choose(chance).expect("a turn");
            words = vec![question.model.generators[turn.generator].name.clone()];
        }
        words
    };
    let [first, second] = [some(), some()];
    match chance.random_range(0..5) {
        0 | 1 => question.before = first,
        2 => question.after = first,
        3 => (question.before, question.after) = (first.clone(), first),
        _ => (question.before, question.after) = (first, second),
    }
}

/// Adds a random side constraint.
pub fn constrain(question: &mut Question, allowed: &[&Move], chance: &mut Chance) {
    match chance.random_range(0..12) {
        0 => question.starts_with = words(allowed, 2, chance),
        1 => question.ends_with = words(allowed, 2, chance),
        2 => question.min_turns = chance.random_range(1..=3),
        3 => {
            let some = words(allowed, 3, chance);
            question.at_most.push((some, chance.random_range(0..=2)));
        }
        4 => {
            let some = words(allowed, 3, chance);
            question.cost.push((some, chance.random_range(0..=3)));
            question.max_cost = Some(chance.random_range(0..=6));
        }
        5 | 6 => {
            let turns = question.model.moves().len();
            question.costs = Some(Costs::draw(allowed, turns, chance));
            question.max_cost = Some(chance.random_range(0..=8));
        }
        _ => question.rules.push(Rule::draw(allowed, chance)),
    }
}

fn wanted(question: &mut Question, allowed: &[&Move], chance: &mut Chance) -> Wanted {
    let turns =
        question.min_turns + chance.random_range(0..=3_usize.saturating_sub(question.min_turns));
    let mut priced = |chance: &mut Chance| {
        question.max_cost = question.max_cost.filter(|_| chance.random_bool(0.3));
        if question.costs.is_none() && question.cost.is_empty() {
            let turns = question.model.moves().len();
            question.costs = Some(Costs::draw(allowed, turns, chance));
        }
    };
    match chance.random_range(0..20) {
        0 => {
            priced(chance);
            Wanted::Cheapest {
                exactly: chance.random_bool(0.5),
                turns,
            }
        }
        1 => {
            priced(chance);
            Wanted::Ranked {
                turns,
                limit: chance.random_bool(0.5).then(|| chance.random_range(1..=3)),
            }
        }
        2..=4 => Wanted::All(turns),
        5 | 6 => Wanted::Exactly(turns),
        7..=10 => Wanted::AllShortest,
        _ => Wanted::Shortest,
    }
}

/// Sets a budget, usually a sufficient one if a solution exists. A search without a budget must end by itself: search from both
/// ends always does, the other methods only if they find a solution.
fn budget(question: &mut Question, truth: &Truth<'_>, method: Method, chance: &mut Chance) {
    let least = question.min_turns;
    let most = match truth.shortest {
        Some(length) => (length + 2).saturating_sub(chance.random_range(0..=4)),
        None => least + chance.random_range(0..=3),
    };
    let is_free = !question.before.is_empty() || !question.after.is_empty();
    let ends = method == Method::Meet || truth.shortest.is_some() && !is_free;
    question.max_turns = (!ends || chance.random_bool(0.6)).then_some(most.max(least));
}

fn with_options(
    question: Question,
    wanted: Wanted,
    method: Method,
    chance: &mut Chance,
) -> Combination {
    // Only SAT is asked in the library, which does not list solutions with free turns.
    let is_in_library = match wanted {
        Wanted::Shortest | Wanted::Exactly(_) => true,
        Wanted::All(_) => question.before.is_empty() && question.after.is_empty(),
        _ => false,
    };
    let needs_command = method != Method::Sat || !is_in_library;
    let by_command = needs_command || chance.random_bool(0.3);
    let is_plain = matches!(
        wanted,
        Wanted::Shortest | Wanted::AllShortest | Wanted::All(_)
    );
    Combination {
        method,
        jobs: if chance.random_bool(0.2) { 2 } else { 1 },
        as_text: by_command && is_plain && chance.random_bool(0.2),
        ..Combination::by_sat(question, wanted, by_command, chance)
    }
}
