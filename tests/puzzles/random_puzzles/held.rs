//! Held pieces. A file may name a held piece exactly if no solution is lost. Solutions up to
//! rotation are then as short as those with all turns to the solved puzzle in any orientation.

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::alike::MAX_TURNS;
use super::ask;
use super::combinations::{self, Combination, MAX_BEGINNINGS, Truth, Wanted};
use super::counting::{Count, distances, states};
use super::generate::{any, opened, some_state, walk};
use super::harness::{Chance, Property, Verdict};
use super::model::{Colors, Model, Move};
use super::question::{Question, Start, To, known};
use super::rotation::{broken, piece, rotations, seen_from_all_sides, symmetric};
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
        // Mostly a puzzle that loses nothing if the piece is held.
        _ => symmetric(chance).filter(|it| chance.random_bool(0.1) || rotations(it).is_some()),
    }
}

/// The states in which the held piece shows its solved colors.
fn at_home(model: &Model, states: &FxHashMap<Colors, usize>) -> FxHashMap<Colors, usize> {
    let solved = model.solved();
    let is_home = |colors: &Colors| model.held.iter().all(|&it| colors[it] == solved[it]);
    let home = states.iter().filter(|(colors, _)| is_home(colors));
    home.map(|(colors, far)| (colors.clone(), *far)).collect()
}

pub fn draw(chance: &mut Chance) -> Option<Combination> {
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
    let (wanted, by_command) = match chance.random_range(0..6) {
        0 => (Wanted::Shortest, true),
        1 => (Wanted::AllShortest, true),
        _ => (Wanted::Shortest, false),
    };
    // If holding the piece loses solutions, the file must be refused for every question.
    let mut asked = Combination::by_sat(question, wanted, by_command, chance);
    if let Some(truth) = Truth::of(&asked.question, &moves) {
        asked.question.max_turns = match truth.shortest {
            Some(length) if length > MAX_TURNS => return None,
            Some(_) => None,
            None => Some(chance.random_range(0..4)),
        };
    }
    Some(asked)
}

/// Sets some of the four maximum distances of the file to their true values.
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
    let claims = [(false, &held[..]), (false, &[]), (true, &held), (true, &[])];
    let claims = claims.map(|(quarter_turns, around)| longest(quarter_turns, around));
    for (claim, true_) in model.maximum.iter_mut().zip(claims) {
        *claim = true_.filter(|_| chance.random_bool(0.6));
    }
}

fn check(asked: &Combination) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(rotations) = rotations(&question.model) else {
        return match ask::puzzle(&question.model) {
            Err(_) => Ok("file refused"),
            Ok(_) => Err("a held piece that loses solutions is accepted".to_owned()),
        };
    };
    if let Err(error) = ask::puzzle(&question.model) {
        return Err(format!(
            "a held piece that loses nothing is refused: {error}"
        ));
    }
    let about = combinations::check(asked)?;
    let is_up_to_rotation = matches!(question.to, To::Any);
    if let (true, Some(truth)) = (is_up_to_rotation, Truth::of(question, &moves)) {
        // The reference: all turns, to the solved puzzle in any orientation.
        let goals = seen_from_all_sides(&question.model, &rotations);
        let goals = goals.iter().map(|goal| known(goal)).collect();
        let free = Count::new(question, &moves, truth.count.starts, goals, &[]);
        let shortest = free.shortest_among(MAX_BEGINNINGS);
        if shortest.is_some_and(|shortest| shortest != truth.shortest) {
            return Err("with all turns, the shortest length is different".to_owned());
        }
    }
    let moves_held = moves.iter().any(|it| !it.leaves(&question.model.held));
    Ok(match about {
        "solved" if moves_held && is_up_to_rotation => "solved up to rotation",
        "all found" if is_up_to_rotation => "all found up to rotation",
        about => about,
    })
}

pub const PROPERTY: Property<Combination> = Property::new(6, draw, check);

#[test]
fn a_piece_may_be_held_exactly_if_no_solution_is_lost() {
    let tally = PROPERTY.holds(some_or_all(150, 350));
    tally.has(6, &["file refused", "solved up to rotation"]);
    tally.has(40, &["all found up to rotation", "solved"]);
}
