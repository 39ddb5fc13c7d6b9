//! Held pieces. A file may name one where nothing is lost by that, and nowhere else; and then
//! solutions up to rotation are as short as with all turns, to the solved puzzle from any side.

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::alike::MOST_TURNS;
use super::ask::{self, Told};
use super::asked::{Asked, How};
use super::counting::{Count, distances, states};
use super::generate::{any, opened, some_state, walk};
use super::harness::{Chance, Promise, Verdict, threads};
use super::model::{Colors, Model, Move};
use super::question::{Question, Start, To, known};
use super::rotation::{broken, piece, rotations, seen_from_all_sides, symmetric};
use super::truth::Truth;
use crate::common::some_or_all;

fn model(chance: &mut Chance) -> Option<Model> {
    match chance.random_range(0..8) {
        0 => {
            let mut model = any(chance)?;
            let facelet = chance.random_range(0..model.size());
            model.held = piece(&model, facelet);
            Some(model)
        }
        1 => symmetric(chance).and_then(|model| broken(model, chance)),
        // Most of them so that nothing is lost.
        _ => symmetric(chance).filter(|it| chance.random_bool(0.1) || rotations(it).is_some()),
    }
}

/// The states in which what is held shows its own colors.
fn at_home(model: &Model, states: &FxHashMap<Colors, usize>) -> FxHashMap<Colors, usize> {
    let solved = model.solved();
    let is_home = |colors: &Colors| model.held.iter().all(|&it| colors[it] == solved[it]);
    let home = states.iter().filter(|(colors, _)| is_home(colors));
    home.map(|(colors, far)| (colors.clone(), *far)).collect()
}

pub fn draw(chance: &mut Chance) -> Option<Asked> {
    let mut model = model(chance)?;
    let moves = model.moves();
    let states = states(&model, &moves, 3_000)?;
    claim(&mut model, &moves, chance);
    let home = at_home(&model, &states);
    let start = match chance.random_range(0..6) {
        0..=2 => Start::Scramble(walk(&moves, 4, chance)),
        3 => Start::Stickers(known(&some_state(&states, chance))),
        4 => Start::Stickers(opened(&some_state(&home, chance), &model.palette(), chance)),
        _ => Start::Stickers(known(&some_state(&home, chance))),
    };
    let to = match chance.random_range(0..6) {
        0 => To::Solved,
        1 => To::Stickers(known(&some_state(&states, chance))),
        _ => To::Any,
    };
    let mut question = Question::plain(model, start, to);
    question.quarter_turns = chance.random_bool(0.3);
    let how = match chance.random_range(0..6) {
        0 => How::SolveByCommand,
        1 => How::EnumerateByCommand,
        _ => How::Solve,
    };
    // Where holding loses something, the file must be refused, whatever is asked.
    let mut asked = Asked::somehow(question, how, chance);
    if let Some(truth) = truth(&asked.question, &moves) {
        asked.question.max_turns = match truth.shortest {
            Some(length) if length > MOST_TURNS => return None,
            Some(_) => None,
            None => Some(chance.random_range(0..4)),
        };
    }
    Some(asked)
}

/// Says how far states are from solved at most, in all four ways: what is true.
fn claim(model: &mut Model, moves: &[Move], chance: &mut Chance) {
    let longest = |quarter_turns: bool, around: &[usize]| {
        let counted: Vec<&Move> = moves
            .iter()
            .filter(|it| (!quarter_turns || it.is_quarter()) && it.leaves(around))
            .collect();
        let far = distances(&[model.solved()], &counted, usize::MAX)?;
        far.values().copied().max()
    };
    let held = model.held.clone();
    let claims = [
        longest(false, &held),
        longest(false, &[]),
        longest(true, &held),
        longest(true, &[]),
    ];
    for (claim, true_) in model.maximum.iter_mut().zip(claims) {
        *claim = true_.filter(|_| chance.random_bool(0.6));
    }
}

/// The truth about a question; `None` if the file must be refused.
pub fn truth<'a>(question: &Question, moves: &'a [Move]) -> Option<Truth<'a>> {
    let model = &question.model;
    let rotations = rotations(model)?;
    if !matches!(question.to, To::Any) {
        return Some(Truth::of(question, moves));
    }
    // With all turns, to the solved puzzle from any side.
    let goals = seen_from_all_sides(model, &rotations);
    let goals = goals.iter().map(|goal| known(goal)).collect();
    let plain = Truth::of(question, moves);
    let starts = plain.count.starts.clone();
    let free = Count::new(question, moves, starts.clone(), goals, &[]);
    let is_scramble = matches!(question.start, Start::Scramble(_));
    let solved = model.solved();
    let shows_home = |start: &Colors| model.held.iter().all(|&it| start[it] == solved[it]);
    let is_home = starts.iter().all(shows_home);
    let around = Count::new(question, moves, Vec::new(), Vec::new(), &model.held);
    // Where every turn turns the whole puzzle, nothing is left to do.
    let is_idle = around.allowed.is_empty();
    Some(Truth {
        shortest: free.shortest(),
        count: free,
        is_impossible: plain.is_impossible,
        may_be_refused: plain.may_be_refused || !is_scramble && !is_home || is_idle,
    })
}

fn check(asked: &Asked) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(truth) = truth(question, &moves) else {
        return match ask::puzzle(&question.model) {
            Err(_) => Ok("not to be held"),
            Ok(_) => Err("a piece is held by which something is lost".to_owned()),
        };
    };
    if let Err(error) = ask::puzzle(&question.model) {
        return Err(format!("nothing is lost by holding the piece: {error}"));
    }
    if matches!(question.to, To::Any) && asked.how == How::EnumerateByCommand {
        return enumerated(asked, &truth);
    }
    let moved = moves.iter().any(|it| !it.leaves(&question.model.held));
    let about = asked.judged(&truth)?;
    Ok(match about {
        "solved" if moved && matches!(question.to, To::Any) => "solved up to rotation",
        about => about,
    })
}

/// All shortest solutions up to rotation are those around the held piece.
fn enumerated(asked: &Asked, truth: &Truth<'_>) -> Verdict {
    let question = &asked.question;
    let told = asked.told();
    let Told::All(all) = &told else {
        return truth.judge(question, &told);
    };
    let Some(length) = truth.shortest else {
        return Err(format!("there is no solution: {told:?}"));
    };
    let goals = truth.count.goals.clone();
    let (starts, held) = (truth.count.starts.clone(), &question.model.held);
    let around = Count::new(question, truth.count.moves, starts, goals, held);
    let around = Truth {
        count: around,
        ..*truth
    };
    around.judge_all(question, all, length)?;
    Ok("all found up to rotation")
}

const PROMISE: Promise<Asked> = Promise {
    seed: 6,
    draw,
    check,
};

#[test]
fn a_piece_may_be_held_where_nothing_is_lost_by_it_and_nowhere_else() {
    let tally = PROMISE.holds(some_or_all(150, 350), 1);
    tally.has(6, &["not to be held", "solved up to rotation"]);
    tally.has(40, &["all found up to rotation", "solved"]);
}

#[test]
#[ignore = "long check"]
fn so_it_is_with_many_more() {
    PROMISE.holds(12_000, threads());
}
