//! Puzzles with identical pieces: possible states are solved in the fewest turns, impossible ones are refused. The `maximum`
//! of the file, which may be wrong, bounds distances to the solved state only. With identical pieces two other states may be
//! farther apart, so it must not limit the solutions for other goals.

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::combinations::{self, Combination, Truth, Wanted};
use super::counting::{distances, states};
use super::generate::{any, opened, some_state, stirred, walk, walked};
use super::harness::{Chance, Property, Verdict};
use super::model::{Colors, Model, Move};
use super::question::{Question, Start, To, known};
use crate::common::{fewer_in_check, some_or_all};

/// The maximum number of turns; longer formulas take too long for this many cases.
pub const MAX_TURNS: usize = 6;

/// Sets some of the maximum distances of the puzzle file, to the true values or to one more.
pub fn claim(model: &mut Model, states: &FxHashMap<Colors, usize>, chance: &mut Chance) {
    let moves = model.moves();
    let quarters: Vec<&Move> = moves.iter().filter(|it| it.is_quarter()).collect();
    let in_quarters = distances(&[model.solved()], &quarters, states.len() + 1);
    let longest = |states: &FxHashMap<Colors, usize>| states.values().copied().max();
    let claims = [
        None,
        longest(states),
        None,
        longest(&in_quarters.expect("no more than all states")),
    ];
    for (claim, true_) in model.maximum.iter_mut().zip(claims) {
        if chance.random_bool(0.7) {
            *claim = true_.map(|it| it + usize::from(chance.random_bool(0.2)));
        }
    }
}

/// A question about a puzzle, mostly a possible one with few turns.
pub fn question(
    model: Model,
    moves: &[Move],
    states: &FxHashMap<Colors, usize>,
    chance: &mut Chance,
) -> Question {
    let solved = model.solved();
    let goal = match chance.random_range(0..6) {
        0 => solved.clone(),
        1 => stirred(&solved, moves, chance),
        _ => some_state(states, chance),
    };
    let is_solved = chance.random_bool(0.3);
    let near = if is_solved { &solved } else { &goal };
    let state = match chance.random_range(0..8) {
        0..=2 => stirred(near, moves, chance),
        3 => some_state(states, chance),
        _ => walked(near, moves, 5, chance),
    };
    let palette = model.palette();
    let start = match chance.random_range(0..8) {
        0 => Start::Scramble(walk(moves, 4, chance)),
        1 | 2 => Start::Stickers(opened(&state, &palette, chance)),
        _ => Start::Stickers(known(&state)),
    };
    let to = match (is_solved, chance.random_range(0..4)) {
        (true, 0) => To::Any,
        (true, _) => To::Solved,
        (false, 0) => To::Stickers(opened(&goal, &palette, chance)),
        (false, _) => To::Stickers(known(&goal)),
    };
    let mut question = Question::plain(model, start, to);
    question.quarter_turns = chance.random_bool(0.3);
    question
}

/// Sets the budget: none or about the shortest length if there is a solution, otherwise a small number. `None` if the solution is
/// too long.
pub fn budget(question: &mut Question, shortest: Option<usize>, chance: &mut Chance) -> Option<()> {
    question.max_turns = match shortest {
        Some(length) if length > MAX_TURNS => return None,
        Some(_) if chance.random_bool(0.5) => None,
        Some(length) => Some((length + 1).saturating_sub(chance.random_range(0..3))),
        None => Some(chance.random_range(0..4)),
    };
    Some(())
}

fn ask(chance: &mut Chance) -> Option<Combination> {
    let mut model = any(chance)?;
    let moves = model.moves();
    let states = states(&model, &moves, 3_000)?;
    claim(&mut model, &states, chance);
    let mut question = question(model, &moves, &states, chance);
    let shortest = Truth::of(&question, &moves)?.shortest;
    budget(&mut question, shortest, chance)?;
    let (wanted, by_command) = match chance.random_range(0..8) {
        0 => (Wanted::Shortest, true),
        1 => (Wanted::AllShortest, true),
        2 => (Wanted::All(chance.random_range(0..4)), false),
        _ => (Wanted::Shortest, false),
    };
    Some(Combination::by_sat(question, wanted, by_command, chance))
}

pub const SMALL: Property<Combination> = Property::new(1, ask, combinations::check);

#[test]
fn possible_states_are_solved_and_others_refused() {
    let tally = SMALL.holds(some_or_all(200, 400));
    tally.has(15, &["impossible", "solved", "none within", "all found"]);
}

/// A question from a state as far from the goal as possible, in a puzzle whose file gives a `maximum`.
fn ask_from_afar(chance: &mut Chance) -> Option<Combination> {
    let mut model = any(chance)?;
    let moves = model.moves();
    let states = states(&model, &moves, 500)?;
    claim(&mut model, &states, chance);
    if chance.random_bool(0.3) {
        // A wrong maximum must not be trusted.
        model.maximum = model.maximum.map(|most| most.map(|most| most / 2));
    }
    let quarter_turns = chance.random_bool(0.4);
    let counted = moves.iter().filter(|it| !quarter_turns || it.is_quarter());
    let counted: Vec<&Move> = counted.collect();
    let claimed = model.maximum[if quarter_turns { 3 } else { 1 }]?;
    // Of three random goals, use the one with the farthest state.
    let far = |goal| {
        let from_goal = distances(std::slice::from_ref(&goal), &counted, states.len() + 1);
        let farthest = from_goal
            .expect("the limit exceeds the number of states")
            .into_iter()
            .map(|(colors, far)| (far, colors));
        farthest.max().map(|(far, colors)| (far, colors, goal))
    };
    let goals: Vec<_> = (0..3).map(|_| some_state(&states, chance)).collect();
    let (distance, start, goal) = goals.into_iter().filter_map(far).max()?;
    // In most puzzles no state is farther than claimed; keep only a few of these.
    if distance > MAX_TURNS || distance <= claimed && chance.random_bool(0.8) {
        return None;
    }
    let palette = model.palette();
    let sets = |colors: &[u8], chance: &mut Chance| match chance.random_range(0..6) {
        0 => opened(colors, &palette, chance),
        _ => known(colors),
    };
    let (start, goal) = (sets(&start, chance), sets(&goal, chance));
    let mut question = Question::plain(model, Start::Stickers(start), To::Stickers(goal));
    question.quarter_turns = quarter_turns;
    let (wanted, by_command) = match chance.random_range(0..6) {
        0 | 1 => (Wanted::Shortest, true),
        2 => (Wanted::AllShortest, true),
        _ => (Wanted::Shortest, false),
    };
    Some(Combination::by_sat(question, wanted, by_command, chance))
}

fn check_maximum(asked: &Combination) -> Verdict {
    combinations::check(asked)?;
    let moves = asked.question.model.moves();
    let shortest = Truth::of(&asked.question, &moves).and_then(|truth| truth.shortest);
    let claimed = asked.question.model.maximum[usize::from(asked.question.quarter_turns) * 2 + 1];
    Ok(if shortest > claimed {
        "farther than any state from solved"
    } else {
        "no farther than that"
    })
}

const FAR: Property<Combination> = Property::new(3, ask_from_afar, check_maximum);

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_maximum_hides_a_solution() {
    let tally = FAR.holds(fewer_in_check(200, 8_000));
    let about = ["farther than any state from solved", "no farther than that"];
    tally.has(4, &about);
}
