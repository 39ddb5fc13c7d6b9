//! Enumerations that track many pieces at once, compared with the search from both ends and with known answers.

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

fn by_sat(problem: &Problem) -> BTreeSet<Vec<TurnId>> {
    let mut all = BTreeSet::new();
    let found = Search::default().enumerate(problem, |solution| {
        assert!(
            all.insert(solution.turns().to_vec()),
            "a solution was found twice"
        );
        ControlFlow::Continue(())
    });
    assert!(found.unwrap().complete);
    all
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
    assert_eq!(found, BTreeSet::from(ways));
}

#[test]
fn tracking_many_pieces_loses_no_solution() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let mut random = SmallRng::seed_from_u64(14);
    for (length, turns) in [(5, 6), (6, 6), (6, 7), (7, 8)] {
        // The first three faces are U, R and F.
        let scramble: Vec<TurnId> = (0..length).map(|_| random.random_range(0..9)).collect();
        let problem = problem(&rubik, &scramble, turns);
        let mut from_both_ends = BTreeSet::new();
        let control = Control::unlimited();
        let search = Meet::new(&problem, 1 << 28, &control);
        let ended = search.run(&mut |turns| {
            from_both_ends.insert(turns.to_vec());
            ControlFlow::Continue(())
        });
        ended.unwrap();
        assert_eq!(by_sat(&problem), from_both_ends, "{scramble:?} in {turns}");
        assert!(length != turns || !from_both_ends.is_empty());
    }
}
