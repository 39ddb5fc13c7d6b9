//! Starts and goals of which not everything is known, on random puzzles with repeated colours: which pairs of a start and
//! turns the formulas of each recipe admit.
//!
//! The truth is told by permutations of facelets, made here: a start is a state that turns make of the solved one and that fits
//! the pattern, and every sequence of turns is tried.

use std::ops::ControlFlow;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rustsat::types::{Assignment, Lit};
use twistsat::encode::EncodeError;
use twistsat::search::Search;

use super::drawn::{Answer, MOST, Model, draw};
use super::*;
use crate::common::some_or_all;

/// Every model of clauses, each once on some variables, counted from 1.
pub fn models(clauses: &Clauses, variables: u32, shown: &[u32]) -> Vec<Assignment> {
    let mut session = Session::new(batsat(), clauses, variables).unwrap();
    let mut models = Vec::new();
    loop {
        match session.solve(&Control::unlimited()).unwrap() {
            Verdict::Unsat => return models,
            Verdict::Unknown(stop) => panic!("{stop}"),
            Verdict::Sat(model) => {
                let other = shown.iter().map(|&variable| {
                    let literal = Lit::positive(variable - 1);
                    if model.lit_value(literal).to_bool_with_def(false) {
                        !literal
                    } else {
                        literal
                    }
                });
                let other: Clause = other.collect();
                models.push(model);
                assert!(
                    models.len() <= 3 * MOST,
                    "more models than there are answers"
                );
                if other.is_empty() {
                    return models;
                }
                session.add_clause(other).unwrap();
            }
        }
    }
}

/// What the models of a formula mean, each once.
fn meant(problem: &Problem, formula: &Formula) -> BTreeSet<Answer> {
    let models = models(&formula.cnf, formula.variables, &formula.shown(problem));
    let mut found = BTreeSet::new();
    for model in models {
        let solution = match decode(problem, &formula.meaning, &model) {
            Ok(solution) => solution,
            Err(error) => panic!("{error}: {}", problem.puzzle.definition()),
        };
        let answer = (
            solution.start().colors().to_vec(),
            solution.turns().to_vec(),
        );
        assert!(found.insert(answer), "two models of one solution");
    }
    found
}

/// The formula, if the recipe can express the question.
fn formula(problem: &Problem, recipe: &Recipe) -> Option<Formula> {
    match encode(problem, recipe) {
        Ok(formula) => Some(formula),
        Err(EncodeError::UniformGoal(_) | EncodeError::ReferencePattern(_)) => None,
        Err(error) => panic!("{}: {error}", recipe.name),
    }
}

/// Holds every recipe against the truth, of one question.
fn hold(model: &Model, start: &[Vec<usize>], goal: &[Vec<usize>], length: usize) -> Option<()> {
    let by_length = (0..=length).map(|length| model.answers(start, goal, length));
    let by_length: Vec<BTreeSet<Answer>> = by_length.collect::<Option<_>>()?;
    let all: BTreeSet<Answer> = by_length.iter().flatten().cloned().collect();
    if all.len() > MOST {
        return None;
    }
    let asked = model.asked(start, goal);
    for recipe in recipes() {
        let say = || {
            format!(
                "{}: {start:?} to {goal:?}, {length} turns of {:?}, {:?}",
                recipe.name, model.generators, model.solved
            )
        };
        let problem = asked.within(Budget::Exactly(length));
        let Some(exact) = formula(&problem, &recipe) else {
            continue;
        };
        assert_eq!(meant(&problem, &exact), by_length[length], "{}", say());
        let problem = asked.within(Budget::AtMost(length));
        let found = meant(&problem, &formula(&problem, &recipe)?);
        // Without idle slots it is about one length all the same.
        let first = if recipe.idle == Idle::Trailing {
            0
        } else {
            length
        };
        let mut shortest: HashMap<&Vec<usize>, usize> = HashMap::new();
        for (turns, answers) in by_length.iter().enumerate() {
            for (start, _) in answers {
                shortest.entry(start).or_insert(turns);
            }
        }
        let of_length = |length: usize| by_length.get(length).into_iter().flatten();
        let admitted: BTreeSet<Answer> = (first..=length).flat_map(of_length).cloned().collect();
        if recipe.order == Order::None && !recipe.distinct {
            assert_eq!(found, admitted, "at most, {}", say());
        }
        assert!(found.is_subset(&admitted), "at most, {}", say());
        // Of the shortest solutions of each start one is left.
        for (start, turns) in shortest.into_iter().filter(|(_, turns)| *turns >= first) {
            let mut known = found.iter().filter(|(other, _)| other == start);
            assert!(known.any(|(_, made)| made.len() == turns), "{}", say());
        }
    }
    Some(())
}

/// `enumerate` finds the same.
fn enumerated(model: &Model, start: &[Vec<usize>], goal: &[Vec<usize>], length: usize, by: &str) {
    let Some(expected) = model.answers(start, goal, length) else {
        return;
    };
    let problem = model.asked(start, goal).within(Budget::Exactly(length));
    let mut found = BTreeSet::new();
    let end = Search::default()
        .recipe(recipe(by))
        .solver(batsat())
        .enumerate(&problem, |solution| {
            let start = solution.start().colors().to_vec();
            assert!(found.insert((start, solution.turns().to_vec())), "twice");
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!(end.complete, "{end:?}");
    assert_eq!(found, expected, "{by}: {start:?} to {goal:?}");
}

fn check(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut held = 0;
    while held < cases {
        let (model, [start, goal], length) = draw(&mut random);
        if hold(&model, &start, &goal, length).is_some() {
            held += 1;
        }
    }
}

#[test]
fn every_recipe_admits_just_the_solutions_of_open_starts_and_goals_with_repeated_colors() {
    check(1, some_or_all(40, 400));
}

#[test]
#[ignore = "long check"]
fn so_it_is_of_ten_thousand_random_puzzles() {
    check(2, 10_000);
}

#[test]
fn they_are_enumerated_each_once() {
    let mut random = SmallRng::seed_from_u64(3);
    for _ in 0..some_or_all(40, 150) {
        let (model, [start, goal], length) = draw(&mut random);
        let by = ["lemmas", "mux-idle", "onehot", "regression"].choose(&mut random);
        enumerated(&model, &start, &goal, length, by.unwrap());
    }
}

/// Facelets that take each other's place, one after the other, as the facelet from which each takes its color.
fn cycle(size: usize, cycle: &[usize]) -> Vec<usize> {
    let mut sources: Vec<usize> = (0..size).collect();
    for (number, &facelet) in cycle.iter().enumerate() {
        sources[cycle[(number + 1) % cycle.len()]] = facelet;
    }
    sources
}

#[test]
fn a_place_without_a_piece_of_its_own_shows_the_background() {
    let four = [vec![0, 1, 2, 3], vec![1, 2, 3], vec![0, 1, 2]];
    let generators = four.map(|it| cycle(4, &it));
    let model = Model::of(vec![0, 1, 1, 2], generators.to_vec()).unwrap();
    let sets = |sets: [&[usize]; 4]| sets.map(<[usize]>::to_vec);
    let start = sets([&[2], &[0, 1], &[1], &[0]]);
    let goal = sets([&[2], &[0], &[0, 1, 2], &[0, 1, 2]]);
    for length in 0..=3 {
        hold(&model, &start, &goal, length).unwrap();
    }
    let generators = [vec![0, 1], vec![1, 3, 2]].map(|it| cycle(4, &it));
    let model = Model::of(vec![0, 0, 1, 2], generators.to_vec()).unwrap();
    let start = sets([&[0, 1, 2], &[2], &[0, 1, 2], &[0]]);
    let goal = sets([&[2], &[0], &[0, 1, 2], &[1]]);
    for length in 0..=3 {
        hold(&model, &start, &goal, length).unwrap();
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn turns_that_make_few_of_all_arrangements_are_known_by_their_group() {
    // Six places in a ring, which turns and mirrors carry around; and three pairs that stay together.
    let ring = [vec![1, 2, 3, 4, 5, 0], vec![0, 5, 4, 3, 2, 1]];
    let pairs = [vec![1, 0, 2, 3, 4, 5], vec![2, 3, 4, 5, 0, 1]];
    for generators in [ring, pairs] {
        for solved in [[0, 1, 2, 3, 4, 5], [0, 0, 1, 2, 1, 2], [0, 1, 0, 0, 0, 0]] {
            let model = Model::of(solved.to_vec(), generators.to_vec()).unwrap();
            let any: Vec<Vec<usize>> = vec![(0..=5).filter(|it| solved.contains(it)).collect(); 6];
            let mut goal = any.clone();
            goal[0] = vec![1];
            for length in 0..=2 {
                hold(&model, &any, &goal, length).unwrap();
            }
        }
    }
}

/// So many places in a ring, which two mirrors carry around: one is different from all others, and another next to it.
fn ring(size: usize) -> Model {
    let mirror = |sum: usize| (0..size).map(|place| (size + sum - place) % size).collect();
    let mut solved = vec![2; size];
    (solved[0], solved[1]) = (0, 1);
    Model::of(solved, vec![mirror(0), mirror(1)]).unwrap()
}

/// Where these places show these colours, and nothing is known of the others.
fn shown(size: usize, shown: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut sets = vec![vec![0, 1, 2]; size];
    for &(place, color) in shown {
        sets[place] = vec![color];
    }
    sets
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_start_is_known_by_its_group_where_that_takes_more_than_a_million_clauses() {
    let size = 600;
    let ring = ring(size);
    let start = shown(size, &[(300, 0)]);
    // One of the mirrors leaves that place where it is, and what comes next to it was next to it.
    for (second, expected) in [(299, 1), (298, 0)] {
        let goal = shown(size, &[(second, 1)]);
        let by_hand = ring.answers(&start, &goal, 1).unwrap();
        assert_eq!(by_hand.len(), expected);
        let problem = ring.asked(&start, &goal).within(Budget::Exactly(1));
        for name in ["mux", "placements"] {
            let formula = encode(&problem, &recipe(name)).unwrap();
            assert_eq!(meant(&problem, &formula), by_hand, "{name}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_question_is_refused_where_no_formula_can_say_what_turns_reach() {
    let size = 2000;
    let ring = ring(size);
    let open = shown(size, &[(300, 0)]);
    let both_open = ring.asked(&open, &open).within(Budget::Exactly(1));
    let solved: Vec<Vec<usize>> = ring.solved.iter().map(|&color| vec![color]).collect();
    let start_open = ring.asked(&open, &solved).within(Budget::Exactly(1));
    for name in ["mux", "placements", "lemmas"] {
        let refused = encode(&both_open, &recipe(name)).map(|_| ());
        assert_eq!(refused, Err(EncodeError::OpenEnds), "{name}");
        encode(&start_open, &recipe(name)).unwrap();
    }
}
