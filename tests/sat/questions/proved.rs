//! What is proved of random questions is true, and its proof is verified against a formula that
//! is written anew.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use twistsat::control::Control;
use twistsat::problem::Budget;
use twistsat::proof::certificate::{Certificate, File};
use twistsat::proof::verify::{dimacs, verify};
use twistsat::proof::write::{Outcome, ProveError, prove};

use super::brute;
use super::random::{puzzles, question};
use crate::common::sat::batsat;

fn prove_random(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let puzzles = puzzles();
    let (mut refuted, mut solved) = (0, 0);
    let control = Control::unlimited();
    while refuted + solved < cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((problem, length)) = question(puzzle, &mut random) else {
            continue;
        };
        // A certificate says one goal.
        if !problem.goals.is_empty() {
            continue;
        }
        let problem = problem.within(Budget::AtMost(length));
        let tried = (0..=length).any(|n| !brute::answers(&problem, n).is_empty());
        match prove(&problem, batsat(), &control, &mut |_| ()) {
            Ok(Outcome::Solved(_)) => {
                assert!(tried);
                solved += 1;
            }
            Ok(Outcome::Refuted(refutation)) => {
                assert!(!tried);
                refuted += 1;
                let formula = dimacs(&problem, &refutation.recipe, &refutation.formula);
                let files = (
                    File::of("a.cnf".to_owned(), &formula),
                    File::of("a.drat".to_owned(), &refutation.proof),
                );
                let certificate = Certificate::new(&problem, None, "batsat", &refutation, files);
                let text = certificate.unwrap().write().unwrap();
                let read = Certificate::read(&text).unwrap();
                let files = (&formula[..], &refutation.proof[..]);
                let verified = verify(&read, puzzle.clone(), files, &control, &mut |_| ());
                verified.unwrap();
                // The same proof is none of another question.
                let mut other = read.clone();
                other.problem.budget = Budget::AtMost(problem.budget.slots() + 1);
                verify(&other, puzzle.clone(), files, &control, &mut |_| ()).unwrap_err();
            }
            // It says so, and proves nothing.
            Err(ProveError::Open(_)) => (),
            other => panic!("{other:?}"),
        }
    }
    assert!(
        refuted.min(solved) * 5 > cases,
        "{refuted} refuted, {solved} solved"
    );
}

#[test]
fn proofs_about_random_questions_are_verified() {
    prove_random(7, 80);
}

#[test]
#[ignore = "long check"]
fn so_are_many_more() {
    prove_random(8, 4_000);
}
