//! The `maximum` of a puzzle file, which may be wrong. It bounds distances to the solved state only. With identical pieces two
//! other states may be farther apart, so it must not limit the solutions for other goals.

use rand::RngExt;

use super::alike::{MAX_TURNS, claim};
use super::combinations::{self, Combination, Truth, Wanted};
use super::counting::{distances, states};
use super::generate::{any, opened, some_state};
use super::harness::{Chance, Property, Verdict};
use super::model::Move;
use super::question::{Question, Start, To, known};
use crate::common::fewer_in_check;

/// A question from a state as far from the goal as possible, in a puzzle whose file gives a `maximum`.
fn draw(chance: &mut Chance) -> Option<Combination> {
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

fn check(asked: &Combination) -> Verdict {
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

const PROPERTY: Property<Combination> = Property::new(3, draw, check);

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_maximum_hides_a_solution() {
    let tally = PROPERTY.holds(fewer_in_check(200, 8_000));
    let about = ["farther than any state from solved", "no farther than that"];
    tally.has(4, &about);
}
