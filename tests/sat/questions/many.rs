//! Enumerations that track many pieces at once, compared with the search from both ends, with counts by
//! joining halves of sequences, and with known answers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use twistsat::control::Control;
use twistsat::graph::meet::Meet;
use twistsat::notation::Notation;
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

fn by_sat(problem: &Problem) -> Vec<Vec<TurnId>> {
    solutions(problem, &recipe("lemmas"), batsat()).unwrap()
}

/// All solutions, by the search from both ends.
pub fn from_both_ends(problem: &Problem) -> Vec<Vec<TurnId>> {
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
#[ignore = "long check"]
fn both_ways_to_make_the_t_permutation_with_three_faces_are_found() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let read = |text| Notation::Singmaster.read(&rubik, text).unwrap();
    let ways = [
        "F R U' R' U R U R2 F' R U R U' R'",
        "R U R' U' R' F R2 U' R' U' R U R' F'",
    ]
    .map(read);
    let found = by_sat(&problem(&rubik, &ways[0], 14));
    assert_eq!(BTreeSet::from_iter(found), BTreeSet::from(ways));
}

#[test]
fn tracking_many_pieces_loses_no_solution() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let mut random = SmallRng::seed_from_u64(14);
    for (length, turns) in [(5, 6), (6, 6), (6, 7), (7, 8)] {
        // The first three faces are U, R and F.
        let scramble: Vec<TurnId> = (0..length).map(|_| random.random_range(0..9)).collect();
        let problem = problem(&rubik, &scramble, turns);
        let found = by_sat(&problem);
        assert_eq!(found, from_both_ends(&problem), "{scramble:?} in {turns}");
        let start = problem.start.state().unwrap();
        let count = |length| {
            brute::count(
                &rubik,
                &start,
                rubik.solved(),
                &problem.allowed,
                length,
                false,
            )
        };
        assert_eq!(found.len() as u64, count(turns), "{scramble:?} in {turns}");
        let shortest = Search::default().minimum(&problem.within(Budget::AtMost(turns)));
        let shortest = shortest.unwrap().solution.map(|it| it.len());
        assert_eq!(shortest, (0..=turns).find(|&length| count(length) > 0));
        assert!(length != turns || shortest.is_some());
    }
}
