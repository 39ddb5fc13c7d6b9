//! Coset coordinates and their layers, compared with the published numbers of cosets near Kociemba's subgroup, with states
//! turned one by one, and with the facelets of each state.

use std::collections::HashSet;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::problem::{Cache, Coordinates, Family};
use twistsat::puzzle::{Arrangement, Sticker};
use twistsat::reach::{Cosets, MAX_FAMILIES, MAX_LISTED};
use twistsat::solver::{Session, Verdict};

use super::*;
use crate::common::sat::batsat;
use crate::common::{brute, fewer_in_check};

const LARGE: u64 = 100_000_000;

static RUBIK: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("rubik").unwrap());

fn random_turns(puzzle: &Puzzle, allowed: &[TurnId], count: usize, seed: u64) -> Vec<TurnId> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut turns: Vec<TurnId> = Vec::new();
    while turns.len() < count {
        let turn = allowed[random.random_range(0..allowed.len())];
        let face = |turn: TurnId| puzzle.turns()[turn].face;
        if turns.last().is_none_or(|&last| face(last) != face(turn)) {
            turns.push(turn);
        }
    }
    turns
}

fn coordinates(puzzle: &Arc<Puzzle>, scramble: &[TurnId], least: u64) -> Coordinates {
    let problem = scrambled(puzzle, scramble, 0);
    problem.coordinates(least).expect("everything is known")
}

#[test]
fn the_3x3x3_has_three_families_of_corners_edges_and_a_slice() {
    let families = coordinates(&RUBIK, &[], LARGE).families;
    let sizes = families.iter().map(|(family, start)| {
        assert_eq!(*start, family.goal());
        let mut sizes: Vec<usize> = family.sizes().collect();
        sizes.sort_unstable();
        sizes
    });
    assert_eq!(sizes.collect::<Vec<_>>(), vec![[495, 2048, 2187]; 3]);
}

/// How many cosets of ⟨U, D, L2, R2, F2, B2⟩ are 0, 1, 2, … turns from it: H. Kociemba, *The
/// two-phase algorithm*, <https://kociemba.org>.
#[test]
fn the_number_of_joint_values_near_the_goal_is_as_published() {
    for (family, _) in coordinates(&RUBIK, &[], LARGE).families {
        let mut known = HashSet::from([family.goal()]);
        let mut last = vec![family.goal()];
        let mut counts = vec![1];
        for _ in 0..5 {
            let before = |&value: &u64| (0..18).map(move |turn| (value, turn));
            let before: Vec<u64> = last
                .iter()
                .flat_map(before)
                .map(|(value, turn)| family.before(value, turn))
                .filter(|&value| known.insert(value))
                .collect();
            counts.push(before.len());
            last = before;
        }
        assert_eq!(counts, [1, 4, 50, 592, 7_156, 87_236]);
    }
}

#[test]
fn the_value_after_a_turn_is_the_value_of_the_turned_state() {
    let puzzles = [
        ("rubik", LARGE, 21),
        ("rubik", 2, 21),
        ("pocket", 2, 21),
        ("skewb", 2, 2),
    ];
    for (name, least, min_seen) in puzzles {
        let puzzle = Puzzle::built_in(name).unwrap();
        let allowed = scrambled(&puzzle, &[], 0).allowed.clone();
        let turns = random_turns(&puzzle, &allowed, 30, 7);
        let mut seen = HashSet::new();
        let states = (0..=turns.len()).map(|n| coordinates(&puzzle, &turns[..n], least));
        let states: Vec<_> = states.collect();
        for (made, pair) in states.windows(2).enumerate() {
            let [here, there] = pair else { unreachable!() };
            let mut numbers = allowed.iter();
            let number = numbers.position(|&turn| turn == turns[made]).unwrap();
            for ((family, value), (_, after)) in here.families.iter().zip(&there.families) {
                assert_eq!(family.after(*value, number), *after, "{name}, turn {made}");
                assert_eq!(family.before(*after, number), *value, "{name}, turn {made}");
                seen.insert(*after);
            }
        }
        assert!(seen.len() >= min_seen, "{name}: only {} values", seen.len());
    }
}

/// The goals are random states, so that stickers have other places there than in the solved state.
#[test]
fn joint_values_restrict_the_places_of_pieces() {
    let all: Vec<TurnId> = (0..18).collect();
    for seed in 0..5 {
        let [start, goal] = [seed, seed + 100].map(|seed| {
            let turns = random_turns(&RUBIK, &all, 25, seed);
            RUBIK.apply(RUBIK.solved(), &turns)
        });
        let scheme = Scheme::own_symbols(&RUBIK);
        let [from, to] = [&start, &goal].map(|state| scheme.state_characters(state));
        let (target, budget) = (Target::state(&to), Budget::AtMost(20));
        let problem = Problem::new(RUBIK.clone(), &from, &target, budget);
        let coordinates = problem.unwrap().coordinates(LARGE).unwrap();
        assert_eq!(coordinates.families.len(), 3);
        let placements = |state: &State| {
            let arrangement = Arrangement::of_state(&RUBIK, state, scheme.symbols());
            arrangement.unwrap().placements(&RUBIK)
        };
        let (here, pieces) = (placements(&start), RUBIK.pieces());
        for (family, value) in &coordinates.families {
            let mut refused = 0;
            for (piece, known) in pieces.all().iter().enumerate() {
                let admitted = |placement: usize| {
                    let frame = pieces.frame(placement);
                    known.facelets.len() == frame.len()
                        && known.facelets.iter().zip(frame).all(|(&home, &at)| {
                            family.admits(*value, coordinates.goal_of(home), at)
                        })
                };
                assert!(admitted(here[piece]), "seed {seed}, piece {piece}");
                let kind = pieces.orientations(pieces.place_of(here[piece]));
                refused += kind.filter(|&other| !admitted(other)).count();
            }
            // The other two orientations of each corner and the other orientation of most edges are refused.
            assert!(refused >= 8 * 2 + 8, "seed {seed}: only {refused}");
        }
    }
}

/// Asserts that the lists for some slots contain the values of states passed one after the other, the last one for ever.
fn assert_contains(
    cosets: &mut Cosets,
    slots: usize,
    passed: &[Vec<(Arc<Family>, u64)>],
    name: &str,
) {
    let layers = cosets.layers(slots, usize::MAX, &Control::unlimited());
    let layers = layers.unwrap().expect("lists for that many turns");
    assert_eq!(layers.len(), slots + 1);
    for (step, layer) in layers.iter().enumerate() {
        let mut value = [0; MAX_FAMILIES];
        let here = &passed[step.min(passed.len() - 1)];
        for (value, (_, here)) in value.iter_mut().zip(here) {
            *value = *here;
        }
        assert!(layer.binary_search(&value).is_ok(), "{name}: {step}");
    }
}

/// Undoing a scramble is a solution, so the lists must contain the values of the states on its way. The lists for longer
/// budgets must, too: there, the solution waits at the goal.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_solution_stays_within_the_lists() {
    for (name, least, longest) in [
        ("rubik", LARGE, fewer_in_check(5, 9)),
        ("pocket", 2, fewer_in_check(6, 8)),
        ("rubik", 2, fewer_in_check(4, 6)),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let all = scrambled(&puzzle, &[], 0).allowed.clone();
        let mut quarter = all.clone();
        quarter.retain(|&turn| Metric::QuarterTurn.admits(&puzzle.turns()[turn]));
        for (length, allowed) in (1..=longest).flat_map(|n| [(n, &all), (n, &quarter)]) {
            let scramble = random_turns(&puzzle, allowed, length, length as u64);
            let values = |made: usize| {
                let problem = scrambled(&puzzle, &scramble[..length - made], 0);
                let problem = problem.allowing(allowed).unwrap();
                problem.coordinates(least).unwrap().families
            };
            let passed: Vec<_> = (0..=length).map(values).collect();
            let problem = scrambled(&puzzle, &scramble, 0).allowing(allowed).unwrap();
            if least == LARGE {
                // With few listed values, transitions between them are tried.
                let cosets = Cosets::new(&Cache::default(), &passed[0], 3_000);
                let mut cosets = cosets.expect("families");
                assert_contains(&mut cosets, length, &passed, &format!("{name} {length}"));
            }
            for cosets in [
                Cosets::new(&problem.cache, &passed[0], MAX_LISTED),
                Cosets::of_problem(&problem, &passed[0]),
            ] {
                let mut cosets = cosets.expect("families");
                for slots in length..=length + 2 {
                    assert_contains(&mut cosets, slots, &passed, &format!("{name} {slots}"));
                }
            }
        }
    }
}

/// The marked values of each axis are needed for these lengths only.
#[test]
#[ignore = "long check"]
fn solutions_of_fourteen_and_fifteen_turns_stay_within_the_lists() {
    let all: Vec<TurnId> = (0..18).collect();
    // Its cache serves all scrambles.
    let solved = scrambled(&RUBIK, &[], 0);
    for seed in 0..20 {
        let length = 14 + seed as usize % 2;
        let scramble = random_turns(&RUBIK, &all, length, seed);
        let values = |made: usize| coordinates(&RUBIK, &scramble[..length - made], LARGE).families;
        let passed: Vec<_> = (0..=length).map(values).collect();
        let mut cosets = Cosets::new(&solved.cache, &passed[0], MAX_LISTED).expect("three axes");
        assert_contains(&mut cosets, length, &passed, &format!("seed {seed}"));
        let problem = scrambled(&RUBIK, &scramble, 0).with_cache(&solved.cache);
        let mut cosets = Cosets::of_problem(&problem, &passed[0]).expect("three axes");
        assert_contains(&mut cosets, length, &passed, &format!("seed {seed}"));
    }
}

#[test]
fn with_states_some_step_has_no_value_exactly_when_the_distance_exceeds_the_budget() {
    for seed in 0..4 {
        let turns = POCKET.turns_around_held();
        let scramble = random_turns(&POCKET, &turns, 7, seed);
        let problem = scrambled(&POCKET, &scramble, 0).allowing(&turns).unwrap();
        let state = POCKET.apply(POCKET.solved(), &scramble);
        let distance = table(Metric::HalfTurn).distance(&state).unwrap();
        let families = problem.coordinates(2).unwrap().families;
        let mut cosets = Cosets::of_problem(&problem, &families).expect("families");
        for slots in 1..=distance + 1 {
            let layers = cosets.layers(slots, usize::MAX, &Control::unlimited());
            let layers = layers.unwrap().expect("lists for that many turns");
            let is_empty = layers.iter().any(Vec::is_empty);
            assert_eq!(is_empty, slots < distance, "{slots} turns of {distance}");
        }
    }
}

/// Then one list of values near the goal serves all three.
#[test]
fn turns_act_alike_along_the_three_axes_of_the_3x3x3() {
    let families = coordinates(&RUBIK, &[], LARGE).families;
    let mut all = families.iter();
    assert!(all.all(|(family, _)| family.acts_like(&families[0].0)));
    let pocket = coordinates(&POCKET, &[], 2).families;
    assert!(!pocket[0].0.acts_like(&families[0].0));
}

#[test]
fn indistinguishable_pieces_have_no_coordinates() {
    let large = Puzzle::built_in("4x4x4").unwrap();
    assert!(scrambled(&large, &[], 0).coordinates(2).is_none(), "alike");
    let mut open = Scheme::own_symbols(&POCKET).stickers(&POCKET.solved().into());
    open[0] = Sticker::Any;
    let problem = Problem::of_stickers(POCKET.clone(), &open, &Target::Solved, Budget::AtMost(4));
    let problem = problem.unwrap();
    assert!(!problem.start.is_state());
    assert!(problem.coordinates(2).is_none(), "open");
}

/// The expected count comes from turning the puzzle from both ends. If a coordinate were left open, a sequence would have
/// several models; if a coordinate were wrong, it would have no model.
#[test]
fn formulas_with_coordinates_have_one_model_per_solution() {
    for (length, seed) in [(3, 1), (4, 2), (5, 3)] {
        let scramble = random_turns(&RUBIK, &(0..18).collect::<Vec<_>>(), length, seed);
        let start = RUBIK.apply(RUBIK.solved(), &scramble);
        let problem = scrambled(&RUBIK, &scramble, length).within(Budget::Exactly(length));
        let allowed = &problem.allowed;
        let expected = brute::count(&RUBIK, &start, RUBIK.solved(), allowed, length, false);
        for recipe in ["lemmas", "coordinates"] {
            let recipe = twistsat::Recipe::built_in(recipe).unwrap();
            let formula = twistsat::encode(&problem, &recipe).unwrap();
            let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
            let mut models = 0;
            while let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
                models += 1;
                assert!(models <= expected, "{length}: too many models");
                // Exclude the values of all variables, including the coordinates.
                let other = model.iter().map(|literal| !literal);
                session.add_clause(other.collect()).unwrap();
            }
            assert_eq!(models, expected, "{} turns, {}", length, recipe.name);
        }
    }
}
