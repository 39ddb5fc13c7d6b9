//! Search with tables of cosets, compared with a plain breadth-first search, the search from both ends, and published
//! figures.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::constraints;
use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::graph::cosets::{Cosets, TableCache};
use twistsat::graph::meet::{Halt, Meet, Outcome};
use twistsat::problem::{AtMost, Budget, Constraints, Problem, Target};
use twistsat::puzzle::{Pattern, Puzzle, State, TurnId};

const MEMORY_LIMIT: u64 = 1 << 28;

fn read(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    twistsat::notation::Notation::Singmaster
        .read(puzzle, text)
        .unwrap()
}

fn from_state(puzzle: &Arc<Puzzle>, start: &State, goal: &State, allowed: &[TurnId]) -> Problem {
    let budget = Budget::AtMost(20);
    let problem = Problem::from_scramble(puzzle.clone(), &[], &Target::Solved, budget).unwrap();
    let problem = problem
        .starting_at(start)
        .unwrap()
        .allowing(allowed)
        .unwrap();
    problem.to_one_of(vec![Pattern::from(goal)]).unwrap()
}

/// All that a search with tables finds, with no length refuted beforehand.
fn all(cosets: &Cosets<'_>) -> (Outcome, Vec<Vec<TurnId>>) {
    let mut all = Vec::new();
    let met = cosets.run(0, &|_| (), &mut |turns| {
        all.push(turns.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!((met.cut, met.with_tables_from), (None, Some(0)));
    (met.outcome, all)
}

fn all_from_both_ends(problem: &Problem) -> (Outcome, Vec<Vec<TurnId>>) {
    let mut all = Vec::new();
    let met = Meet::new(problem, MEMORY_LIMIT, &Control::unlimited()).run(&mut |turns| {
        all.push(turns.to_vec());
        ControlFlow::Continue(())
    });
    (met.unwrap().outcome, all)
}

fn cases() -> Vec<(Arc<Puzzle>, Vec<TurnId>)> {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let some = |names: &str| {
        let mut turns = read(&rubik, names);
        turns.sort_unstable();
        (rubik.clone(), turns)
    };
    let mut cases = vec![
        some("U2 D2 R2 L2 F2 B2"),
        some("U U2 U' D D2 D' R2 L2 F2 B2"),
        some("R R2 R' U U2 U' F F2 F'"),
        some("R R' U U' F F'"),
        some("R R2 R' L L2 L' U U2 U' D D2 D'"),
    ];
    for name in ["pocket", "pyraminx", "skewb", "domino"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let turns = puzzle.turns_around_held();
        cases.push((puzzle, turns));
    }
    cases
}

/// Uses various memory limits, and one to three threads.
#[test]
#[ignore = "long check"]
fn a_search_with_tables_agrees_with_one_from_both_ends() {
    let mut random = ChaCha8Rng::seed_from_u64(42);
    let mut tables = 0;
    for (puzzle, allowed) in cases() {
        for min_joint_values in [1 << 4, 1 << 6, 1 << 16] {
            for memory in [1 << 13, 1 << 15, 1 << 17, 1 << 19, 1 << 21, 1 << 26] {
                let cache = TableCache::default();
                let control = Control::unlimited()
                    .with_jobs(NonZeroUsize::new(random.random_range(1..=3)).unwrap());
                for _ in 0..4 {
                    let mut random_turns = |most: usize| -> Vec<TurnId> {
                        let length = random.random_range(0..=most);
                        let turn = |_| *allowed.choose(&mut random).unwrap();
                        (0..length).map(turn).collect()
                    };
                    let goal = puzzle.apply(puzzle.solved(), &random_turns(2));
                    let start = puzzle.apply(&goal, &random_turns(7));
                    let is_canonical = random.random_bool(0.5);
                    let problem = from_state(&puzzle, &start, &goal, &allowed);
                    let mut problem = problem.at_most(random.random_range(0..=8));
                    if is_canonical {
                        problem = problem.canonical();
                    }
                    let cosets =
                        Cosets::new(&problem, min_joint_values, memory, &cache, &control).unwrap();
                    let Some(cosets) = cosets else { continue };
                    tables += 1;
                    assert_eq!(
                        all(&cosets),
                        all_from_both_ends(&problem),
                        "{} {allowed:?} {memory}",
                        puzzle.name()
                    );
                }
            }
        }
    }
    assert!(tables > 200, "{tables}");
}

/// Combines limits, costs, rules on the order of turns, and an exact or minimum length, with canonical sequences and with all.
#[test]
fn side_constraints_hold_with_tables_as_in_a_search_from_both_ends() {
    let mut random = ChaCha8Rng::seed_from_u64(43);
    let (mut found, mut none) = (0, 0);
    for (puzzle, allowed) in cases() {
        for memory in [1 << 17, 1 << 26] {
            let cache = TableCache::default();
            for _ in 0..24 {
                let mut random_turns = |most: usize| -> Vec<TurnId> {
                    let length = random.random_range(0..=most);
                    let turn = |_| *allowed.choose(&mut random).unwrap();
                    (0..length).map(turn).collect()
                };
                let (limited, turns) = (random_turns(4), random_turns(5));
                let start = puzzle.apply(puzzle.solved(), &turns);
                let sometimes = |random: &mut ChaCha8Rng| random.random_bool(0.4);
                let limit = |_| AtMost {
                    turns: limited.iter().copied().sorted().dedup().collect(),
                    max_count: 1,
                };
                let constraints = Constraints {
                    at_most: (0..usize::from(sometimes(&mut random)))
                        .map(limit)
                        .collect(),
                    cost: sometimes(&mut random).then(|| {
                        constraints::costs(&puzzle, Some(random.random_range(3..9)), &mut random)
                    }),
                    min_turns: random.random_range(0..=2) * usize::from(sometimes(&mut random)),
                    rules: if sometimes(&mut random) {
                        constraints::sequences(&puzzle, &allowed, &mut random)
                    } else {
                        Vec::new()
                    },
                    ..Constraints::default()
                };
                let most = random.random_range(0..=5);
                let budget = if random.random_bool(0.3) {
                    Budget::Exactly(most)
                } else {
                    Budget::AtMost(most)
                };
                let problem = from_state(&puzzle, &start, puzzle.solved(), &allowed);
                let problem = problem.within(budget).constrained(constraints);
                let mut problem = problem.unwrap();
                if random.random_bool(0.5) {
                    problem = problem.canonical();
                }
                let control = Control::unlimited();
                let cosets = Cosets::new(&problem, 1 << 6, memory, &cache, &control).unwrap();
                let Some(cosets) = cosets else { continue };
                let (outcome, turns) = all(&cosets);
                let (expected, expected_turns) = all_from_both_ends(&problem);
                assert_eq!(
                    turns,
                    expected_turns,
                    "{} {:?}",
                    puzzle.name(),
                    problem.constraints
                );
                match expected {
                    Outcome::Found(length) => assert_eq!(outcome, Outcome::Found(length)),
                    _ => assert_eq!(outcome, Outcome::None),
                }
                found += usize::from(!turns.is_empty());
                none += usize::from(turns.is_empty());
            }
        }
    }
    assert!(found > 50 && none > 20, "{found} {none}");
}

/// Published: 1, 18, 243 and 3,240 positions are 0, 1, 2 and 3 turns from solved.
#[test]
fn positions_of_the_cube_near_solved_have_the_distances_of_a_breadth_first_search() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let all_turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let control = Control::unlimited();
    let mut layers = vec![vec![puzzle.solved().clone()]];
    let mut seen: HashSet<State> = layers.concat().into_iter().collect();
    for _ in 0..3 {
        let mut next = Vec::new();
        for state in layers.last().unwrap() {
            for turn in puzzle.turns() {
                let after = state.after(&turn.permutation);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        layers.push(next);
    }
    let counts: Vec<usize> = layers.iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 18, 243, 3240]);
    let cache = TableCache::default();
    for (distance, layer) in layers.iter().enumerate() {
        for state in layer.iter().step_by(1 + distance * distance) {
            let problem = from_state(&puzzle, state, puzzle.solved(), &all_turns);
            // This memory limit leaves room only for the small table of edge flips.
            let cosets = Cosets::new(&problem, 1 << 6, 1 << 20, &cache, &control).unwrap();
            let cosets = cosets.expect("there are coordinates");
            let met = cosets.run(0, &|_| (), &mut |_| ControlFlow::Break(()));
            assert_eq!(met.outcome, Outcome::Found(distance));
        }
    }
}

/// Uses the tables that fit into 100 MiB on a scramble of 13 turns that has no shorter solution; a search from both ends
/// takes a minute.
#[test]
#[ignore = "long check"]
fn a_cube_too_far_for_a_search_from_both_ends_is_solved_with_tables() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let problem = Problem::scrambled(&puzzle, "R2 U' L F L2 B' L' R2 B' L R2 U F2").unwrap();
    let control = Control::unlimited().with_jobs(NonZeroUsize::new(2).unwrap());
    let mut found = Vec::new();
    let met = Meet::new(&problem, 100 << 20, &control).run(&mut |turns| {
        found.push(turns.to_vec());
        ControlFlow::Continue(())
    });
    let met = met.unwrap();
    assert_eq!((met.outcome, met.cut), (Outcome::Found(13), None));
    assert!(met.with_tables_from.is_some());
    let start = problem.start.state().unwrap();
    let solves = |turns: &Vec<TurnId>| puzzle.apply(&start, turns) == *puzzle.solved();
    assert!(found.iter().all(solves));
    assert!(found.is_sorted());
    assert!(
        found.contains(
            &puzzle.inverse_sequence(&read(&puzzle, "R2 U' L F L2 B' L' R2 B' L R2 U F2"))
        )
    );
}

#[test]
fn a_search_with_tables_can_be_stopped() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let all_turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let turns = read(&puzzle, "R2 U' L F L2 B' L' R2 B' L R2 U F2");
    let start = puzzle.apply(puzzle.solved(), &turns);
    let problem = from_state(&puzzle, &start, puzzle.solved(), &all_turns);
    let cancel = CancelFlag::default();
    let control = Control::new(cancel.clone(), None);
    let cache = TableCache::default();
    let cosets = Cosets::new(&problem, 1 << 6, 1 << 20, &cache, &control).unwrap();
    let cosets = cosets.expect("there are coordinates");
    let stop = |length| {
        if length == 10 {
            cancel.raise();
        }
    };
    let met = cosets.run(0, &stop, &mut |_| ControlFlow::Continue(()));
    assert_eq!(met.outcome, Outcome::Halted(Halt::Stopped(Stop::Cancelled)));
    assert_eq!(met.refuted_below, 10);
    let again = Cosets::new(&problem, 1 << 16, 1 << 28, &cache, &control);
    assert!(matches!(again, Err(Stop::Cancelled)));
}

/// A clock that expires after a given number of readings interrupts the filling at various points; the next search continues
/// from there.
#[test]
fn tables_filled_with_interruptions_are_complete() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let mut allowed = read(&puzzle, "R R2 R' U U2 U' F F2 F'");
    allowed.sort_unstable();
    let turns = read(&puzzle, "R U2 F' R2 U F R' U' F2");
    let start = puzzle.apply(puzzle.solved(), &turns);
    let problem = from_state(&puzzle, &start, puzzle.solved(), &allowed);
    let cache = TableCache::default();
    let mut stopped = 0;
    for readings in (0..200).step_by(5) {
        let seen = AtomicUsize::new(0);
        let clock = move || match seen.fetch_add(1, Ordering::Relaxed) {
            n if n > readings => Duration::MAX,
            _ => Duration::ZERO,
        };
        let control = Control::with_clock(clock).with_time_limit(Duration::from_millis(1));
        let cosets = Cosets::new(&problem, 1 << 10, 1 << 24, &cache, &control);
        let met = cosets.map(|it| it.unwrap().run(0, &|_| (), &mut |_| ControlFlow::Break(())));
        stopped += usize::from(met.is_err() || met.unwrap().outcome != Outcome::Found(9));
    }
    assert!((4..38).contains(&stopped), "{stopped}");
    let control = Control::unlimited();
    let cosets = Cosets::new(&problem, 1 << 10, 1 << 24, &cache, &control).unwrap();
    assert_eq!(all(&cosets.unwrap()), all_from_both_ends(&problem));
}

/// Solutions reported before the stop remain valid, and the result says that there may be more.
#[test]
fn listing_all_orders_of_turns_can_be_stopped() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let all_turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let start = puzzle.apply(puzzle.solved(), &read(&puzzle, "U D"));
    let problem = from_state(&puzzle, &start, puzzle.solved(), &all_turns);
    let cancel = CancelFlag::default();
    let control = Control::new(cancel.clone(), None);
    let cache = TableCache::default();
    let cosets = Cosets::new(&problem, 1 << 6, 1 << 20, &cache, &control).unwrap();
    let mut reported = 0;
    let met = cosets.unwrap().run(0, &|_| (), &mut |_| {
        reported += 1;
        cancel.raise();
        ControlFlow::Continue(())
    });
    assert_eq!((met.outcome, reported), (Outcome::Found(2), 1));
    assert_eq!(met.cut, Some(Halt::Stopped(Stop::Cancelled)));
}
