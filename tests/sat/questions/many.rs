//! Enumerations that track many pieces at once, compared with the search from both ends and with counts by
//! joining halves of sequences. (`tests/puzzles/meet.rs` compares the search from both ends with known answers.)

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use twistsat::control::Control;
use twistsat::graph::meet::Meet;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::search::Search;

use crate::common::brute;
use crate::common::sat::{batsat, recipe, solutions};

/// The problem of undoing a scramble in exactly `turns` turns of R, U and F.
fn problem(rubik: &Arc<Puzzle>, scramble: &[TurnId], turns: usize) -> Problem {
    let budget = Budget::Exactly(turns);
    let problem = Problem::from_scramble(rubik.clone(), scramble, &Target::Solved, budget);
    let problem = problem.unwrap();
    let base = |turn: &TurnId| rubik.turns()[*turn].base.as_str();
    let mut allowed = problem.allowed.clone();
    allowed.retain(|turn| ["R", "U", "F"].contains(&base(turn)));
    problem.allowing(&allowed).unwrap()
}

/// All solutions, by the search from both ends.
fn from_both_ends(problem: &Problem) -> Vec<Vec<TurnId>> {
    let mut all = BTreeSet::new();
    let control = Control::unlimited();
    let search = Meet::new(problem, 1 << 28, &control);
    let ended = search.run(&mut |turns| {
        assert!(all.insert(turns.to_vec()), "a solution was found twice");
        ControlFlow::Continue(())
    });
    ended.unwrap();
    all.into_iter().collect()
}

#[test]
fn tracking_many_pieces_loses_no_solution() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let mut random = SmallRng::seed_from_u64(14);
    for (length, turns) in [(5, 6), (6, 6), (6, 7), (7, 8)] {
        // The first three faces are U, R and F.
        let scramble: Vec<TurnId> = (0..length).map(|_| random.random_range(0..9)).collect();
        let problem = problem(&rubik, &scramble, turns);
        let found = solutions(&problem, &recipe("lemmas"), batsat()).unwrap();
        assert_eq!(found, from_both_ends(&problem), "{scramble:?} in {turns}");
        let start = problem.start.state().unwrap();
        let (goal, allowed) = (rubik.solved(), &problem.allowed);
        let count = |length| brute::count(&rubik, &start, goal, allowed, length, false);
        assert_eq!(found.len() as u64, count(turns), "{scramble:?} in {turns}");
        let shortest = Search::default().minimum(&problem.within(Budget::AtMost(turns)));
        let shortest = shortest.unwrap().solution.map(|it| it.len());
        assert_eq!(shortest, (0..=turns).find(|&length| count(length) > 0));
        assert!(length != turns || shortest.is_some());
    }
}
