//! Search from both ends, compared with trying every sequence, counting by permutations, distance tables, and published
//! figures.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use crate::common::brute;
use crate::common::cli::problem;
use crate::common::constraints;
use crate::common::exhaustive;
use crate::common::fewer_in_check;
use crate::common::puzzles::{PUBLISHED, colored_beads};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::graph::DistanceTable;
use twistsat::graph::meet::{Halt, Meet, MeetError, MeetResult, Outcome};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{AtMost, Budget, Constraints, Problem, Target};
use twistsat::puzzle::{Metric, Pattern, Puzzle, State, Sticker, TurnId};

/// In bytes; enough for all searches here.
const MEMORY_LIMIT: u64 = 1 << 28;

fn every_solution(search: Meet<'_>) -> (MeetResult, Vec<Vec<TurnId>>) {
    let mut all = Vec::new();
    let met = search.run(&mut |turns| {
        all.push(turns.to_vec());
        ControlFlow::Continue(())
    });
    assert!(all.is_sorted(), "{all:?}");
    (met.unwrap(), all)
}

fn search_all(problem: &Problem, memory: u64) -> (MeetResult, Vec<Vec<TurnId>>) {
    every_solution(Meet::new(problem, memory, &Control::unlimited()))
}

fn all(problem: &Problem) -> (MeetResult, Vec<Vec<TurnId>>) {
    search_all(problem, MEMORY_LIMIT)
}

fn read(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(puzzle, text).unwrap()
}

fn from_state(puzzle: &Arc<Puzzle>, start: &State, allowed: &[TurnId], budget: Budget) -> Problem {
    let target = Target::Solved;
    let problem = Problem::from_scramble(puzzle.clone(), &[], &target, budget).unwrap();
    problem
        .starting_at(start)
        .unwrap()
        .allowing(allowed)
        .unwrap()
}

/// The problem of solving a scramble of the 3×3×3 in at most twenty turns.
fn unscrambling(scramble: &str) -> Problem {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let turns = read(&puzzle, scramble);
    Problem::from_scramble(puzzle, &turns, &Target::Solved, Budget::AtMost(20)).unwrap()
}

fn canonical_if(problem: Problem, canonical: bool) -> Problem {
    if canonical {
        problem.canonical()
    } else {
        problem
    }
}

/// Every sequence of exactly N allowed turns that is a solution, found by trying all of them.
fn solutions_by_trying(problem: &Problem, length: usize) -> Vec<Vec<TurnId>> {
    let puzzle = &problem.puzzle;
    let answers = exhaustive::answers(problem, length).into_iter();
    let is_solution = |turns: &Vec<TurnId>| {
        problem.constraints.first_violation(puzzle, turns).is_none()
            && (!problem.canonical || puzzle.is_canonical(turns, &problem.allowed))
    };
    answers
        .map(|(_, turns)| turns)
        .filter(is_solution)
        .collect()
}

/// A random selection of turns, in increasing order.
fn some_turns(random: &mut ChaCha8Rng, of: &[TurnId], most: usize) -> Vec<TurnId> {
    let mut of = of.to_vec();
    of.shuffle(random);
    of.truncate(random.random_range(1..=most.min(of.len())));
    of.sort_unstable();
    of
}

/// Random turns, each from this list.
fn random_turns(random: &mut ChaCha8Rng, of: &[TurnId], count: usize) -> Vec<TurnId> {
    let turns = (0..count).map(|_| *of.choose(random).unwrap());
    turns.collect()
}

/// A random number from this range, but mostly 0.
fn mostly_none(random: &mut ChaCha8Rng, range: RangeInclusive<usize>) -> usize {
    if random.random_bool(0.3) {
        random.random_range(range)
    } else {
        0
    }
}

/// A random problem of few turns, with all kinds of constraints.
fn random_problem(puzzle: &Arc<Puzzle>, random: &mut ChaCha8Rng, most: usize) -> Problem {
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let metric = *Metric::ALL.choose(random).unwrap();
    let mut allowed = some_turns(random, &all, 9);
    allowed.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
    if allowed.is_empty() {
        allowed.push(0);
    }
    let length = random.random_range(0..=most);
    let made = random_turns(random, &allowed, length);
    let sometimes = |random: &mut ChaCha8Rng| random.random_bool(0.3);
    let few = |random: &mut ChaCha8Rng| {
        let count = mostly_none(random, 1..=2);
        random_turns(random, &allowed, count)
    };
    let limits = mostly_none(random, 1..=2);
    let at_most = (0..limits).map(|_| AtMost {
        turns: some_turns(random, &allowed, 4),
        max_count: random.random_range(0..3),
    });
    let at_most = at_most.collect();
    let cost = sometimes(random).then(|| {
        let most = Some(random.random_range(0..9));
        constraints::costs(puzzle, most, random)
    });
    let rules = if sometimes(random) {
        constraints::sequences(puzzle, &allowed, random)
    } else {
        Vec::new()
    };
    let constraints = Constraints {
        starts_with: few(random),
        ends_with: few(random),
        at_most,
        cost,
        min_turns: mostly_none(random, 0..=most),
        rules,
    };
    let start = puzzle.reached_by(&made);
    let budget = if random.random_bool(0.5) {
        Budget::Exactly(random.random_range(0..=most))
    } else {
        Budget::AtMost(most)
    };
    let mut problem = from_state(puzzle, &start, &allowed, budget);
    match random.random_range(0..4) {
        0 => {
            let goal = partly_open_goal(puzzle, random);
            problem = problem.to_one_of(vec![goal]).unwrap();
        }
        1 => {
            let turned = puzzle.rotations().iter().map(|it| &it.facelets);
            let goals = turned.map(|it| Pattern::from(&puzzle.solved().after(it)));
            let goals = goals.collect();
            problem = problem.to_one_of(goals).unwrap();
        }
        _ => (),
    }
    let problem = problem.with_metric(metric).unwrap();
    let problem = problem.constrained(constraints).unwrap();
    canonical_if(problem, random.random_bool(0.4))
}

/// The solved state, with some facelets that may have any color or one other color.
fn partly_open_goal(puzzle: &Puzzle, random: &mut ChaCha8Rng) -> Pattern {
    let colors = puzzle.colors().len();
    let opened = |&color: &usize| match random.random_range(0..3) {
        0 => (0..colors).collect(),
        1 => vec![color, random.random_range(0..colors)],
        _ => vec![color],
    };
    Pattern::new(puzzle.solved().colors().iter().map(opened).collect())
}

/// Compares a search with trying every sequence.
fn compare_with_trying(problem: &Problem, memory: u64) {
    let (met, found) = search_all(problem, memory);
    let (lengths, claimed_length) = match (problem.budget, met.outcome) {
        (Budget::Exactly(turns), _) => (turns..=turns, None),
        (Budget::AtMost(most), Outcome::Found(turns)) => (0..=turns.min(most), Some(turns)),
        (Budget::AtMost(most), _) => (0..=most, None),
    };
    let mut shortest = lengths.map(|length| solutions_by_trying(problem, length));
    let shortest: Vec<Vec<TurnId>> = shortest.find(|all| !all.is_empty()).unwrap_or_default();
    assert_eq!(found, shortest, "{met:?} {problem:#?}");
    assert_eq!(met.cut, None);
    match found.first() {
        Some(first) => assert_eq!(met.outcome, Outcome::Found(first.len())),
        None => assert_eq!(met.outcome, Outcome::None),
    }
    assert!(claimed_length.is_none_or(|claimed_length| claimed_length == found[0].len()));
}

#[test]
fn a_search_from_both_ends_agrees_with_trying_every_sequence() {
    let names = ["pocket", "pyraminx", "skewb", "domino", "rubik", "twiddle"];
    let puzzles = names.map(|name| Puzzle::built_in(name).unwrap());
    // Identical pieces, and turns of other orders.
    let colors = [("x", "abc"), ("y", "de"), ("z", "f")];
    let beads = colored_beads(&colors, &["a b c d", "c d e f/a b"]);
    let puzzles = [&puzzles[..], &[beads]].concat();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut found, mut none) = (0, 0);
    for round in 0..60 {
        for puzzle in &puzzles {
            let problem = random_problem(puzzle, &mut random, if round % 4 == 0 { 4 } else { 3 });
            compare_with_trying(&problem, MEMORY_LIMIT);
            let is_found = !all(&problem).1.is_empty();
            *if is_found { &mut found } else { &mut none } += 1;
        }
    }
    assert!(found > 60 && none > 60, "{found} with, {none} without");
}

#[test]
fn the_number_of_solutions_agrees_with_permutations() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for (name, most) in [
        ("pocket", 6),
        ("pyraminx", 6),
        ("skewb", 6),
        ("domino", 6),
        ("rubik", 5),
        ("twiddle", 7),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        for length in 2..=most {
            let allowed = puzzle.turns_around_held();
            let count = random.random_range(1..=length);
            let made = random_turns(&mut random, &allowed, count);
            let start = puzzle.reached_by(&made);
            for canonical in [false, true] {
                let problem = from_state(&puzzle, &start, &allowed, Budget::Exactly(length));
                let (_, found) = all(&canonical_if(problem, canonical));
                // With half turns allowed, the search and brute force define "canonical" identically.
                let (start, goal) = (&start, puzzle.solved());
                let count = brute::count(&puzzle, start, goal, &allowed, length, canonical);
                assert_eq!(found.len() as u64, count, "{name}, {length}, {canonical}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_search_from_both_ends_lists_the_shortest_solutions_of_a_table() {
    for (name, metric) in [("pocket", 0), ("pocket", 1), ("pyraminx", 0), ("skewb", 0)] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let metric = Metric::ALL[metric];
        let mut turns = puzzle.turns_around_held();
        turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
        let table = DistanceTable::build(&puzzle, &turns).unwrap();
        let farthest = table.distribution().len() - 1;
        for distance in 0..=farthest {
            let states = table.states_at(distance).step_by(101);
            for state in states.take(fewer_in_check(1, 3)) {
                let problem = from_state(&puzzle, &state, &turns, Budget::AtMost(99));
                let (met, found) = all(&problem);
                assert_eq!(met.outcome, Outcome::Found(distance), "{name}");
                assert_eq!(found, table.shortest_solutions(&state), "{name}");
                assert_eq!(met.refuted_below, distance);
            }
        }
    }
}

#[test]
fn with_little_memory_the_result_is_the_same_or_unknown() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let turns = puzzle.turns_around_held();
    let table = DistanceTable::build(&puzzle, &turns).unwrap();
    let (mut known, mut unknown) = (0, 0);
    for memory in [1 << 16, 1 << 18, 1 << 20] {
        for distance in 3..=11 {
            let state = table.states_at(distance).nth(17).unwrap();
            for canonical in [false, true] {
                let problem = from_state(&puzzle, &state, &turns, Budget::AtMost(99));
                let (met, found) = search_all(&canonical_if(problem, canonical), memory);
                match met.outcome {
                    Outcome::Found(length) => {
                        known += 1;
                        assert_eq!(length, distance);
                        let mut expected = table.solutions(&state, distance);
                        expected.retain(|it| !canonical || puzzle.is_canonical(it, &turns));
                        assert_eq!(found, expected);
                    }
                    outcome => {
                        unknown += 1;
                        assert_eq!(outcome, Outcome::Halted(Halt::Memory));
                        assert!(met.refuted_below <= distance && found.is_empty());
                    }
                }
            }
        }
    }
    assert!(known > 20 && unknown > 5, "{known}, {unknown} unknown");
}

#[test]
fn a_goal_with_too_many_states_to_list_is_still_reached() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let puzzle = Puzzle::built_in("rubik").unwrap();
    for _ in 0..10 {
        let problem = random_problem(&puzzle, &mut random, 3);
        let goal = partly_open_goal(&puzzle, &mut random);
        // This memory holds only a few goals.
        compare_with_trying(&problem.to_one_of(vec![goal]).unwrap(), 1 << 20);
    }
}

#[test]
fn the_published_positions_have_as_many_shortest_solutions_as_published() {
    for (text, distance, count) in PUBLISHED {
        let (met, found) = all(&problem(text, &Target::Any, Budget::AtMost(11)));
        assert_eq!(met.outcome, Outcome::Found(distance), "{text}");
        assert_eq!(found.len(), count, "{text}");
    }
}

/// An independent script of sixty lines found these two solutions.
#[test]
fn the_t_permutation_takes_fourteen_turns_of_three_faces_in_two_ways() {
    let one = "R U R' U' R' F R2 U' R' U' R U R' F'";
    let other = "F R U' R' U R U R2 F' R U R U' R'";
    let problem = unscrambling(one);
    let read = |text| read(&problem.puzzle, text);
    let allowed = read("U U2 U' R R2 R' F F2 F'");
    let (met, found) = all(&problem.allowing(&allowed).unwrap());
    assert_eq!(met.outcome, Outcome::Found(14));
    let mut both = vec![read(one), read(other)];
    both.sort();
    assert_eq!(found, both);
}

/// The shortest solutions of a scramble of the 3×3×3, found in little memory and without tables: their length and number.
fn shortest_in_little_memory(scramble: &str) -> (Outcome, usize) {
    let problem = unscrambling(scramble);
    let (met, found) = search_all(&problem, 1 << 27);
    assert_eq!(met.with_tables_from, None);
    for turns in &found {
        let end = problem.puzzle.apply(problem.start.pattern(), turns);
        assert_eq!(end, problem.goal);
    }
    (met.outcome, found.len())
}

/// The start is in the subgroup of the coset tables. With the first limit, the search ends before twelve turns.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_search_that_continues_with_more_memory_skips_no_length() {
    let (outcome, _) = shortest_in_little_memory("R2 L2 U' F2 U' F2 U2 F2 R2 D2 L2 D F2");
    assert_eq!(outcome, Outcome::Found(12));
}

/// The formulas also give thirteen turns. Nodes up to five turns from either end are stored, and the three turns between
/// them are followed.
#[test]
#[ignore = "long check"]
fn the_y_permutation_takes_thirteen_turns_in_little_memory() {
    let found = shortest_in_little_memory("F R U' R' U' R U R' F' R U R' U' R' F R F'");
    // A search from the same start that stores nodes six turns away finds as many.
    assert_eq!(found, (Outcome::Found(13), 24));
}

#[test]
fn a_search_that_explores_all_states_finds_that_no_length_has_a_solution() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let start = puzzle.reached_by(&read(&puzzle, "F"));
    let allowed = read(&puzzle, "R U");
    let problem = from_state(&puzzle, &start, &allowed, Budget::AtMost(1000));
    let (met, _) = all(&problem);
    assert_eq!(met.outcome, Outcome::None);
    assert!(met.refuted_below < 1000);
    // With a minimum number of turns, too: the sets of states after exactly N turns repeat.
    let constraints = Constraints {
        min_turns: 2,
        ..Constraints::default()
    };
    let problem = problem.constrained(constraints).unwrap();
    let small = read(&puzzle, "R R2 R'");
    let (met, _) = all(&problem.allowing(&small).unwrap());
    assert_eq!(met.outcome, Outcome::None);
    assert!(met.refuted_below < 1000);
}

#[test]
fn a_cancelled_search_reports_that_it_was_stopped() {
    let problem = unscrambling("R U2 F' D L B2 R' U F2 D'");
    let cancel = CancelFlag::default();
    cancel.raise();
    let control = Control::new(cancel, None);
    let met = Meet::new(&problem, MEMORY_LIMIT, &control)
        .run(&mut |_| panic!("a solution from a cancelled search"));
    let met = met.unwrap();
    assert_eq!(met.outcome, Outcome::Halted(Halt::Stopped(Stop::Cancelled)));
}

#[test]
fn a_partly_unknown_start_is_refused() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let solved = Scheme::own_symbols(&puzzle).state_characters(puzzle.solved());
    let mut stickers = Sticker::all_known(&solved);
    stickers[0] = Sticker::Any;
    let budget = Budget::AtMost(3);
    let problem = Problem::of_stickers(puzzle, &stickers, &Target::Any, budget).unwrap();
    let control = Control::unlimited();
    let met = Meet::new(&problem, MEMORY_LIMIT, &control).run(&mut |_| ControlFlow::Continue(()));
    assert_eq!(met, Err(MeetError::UnknownStart));
}
