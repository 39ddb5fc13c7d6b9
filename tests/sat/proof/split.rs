//! Cubes found by looking ahead: each is refuted on its own, and together they cover everything.

use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Target};
use twistsat::proof::check::{Piece, Split, SplitError};
use twistsat::proof::parts::lookahead::{Lookahead, look_ahead};

use super::solvers::{Clauses, varisat};
use super::*;
use crate::common::cli::{FIVE, problem};

fn check(formula: &Formula, cubes: &[Vec<i32>], proofs: &[Vec<u8>]) -> Result<(), SplitError> {
    let proof = |piece| match piece {
        Piece::Part(part) => Ok(&proofs[part][..]),
        Piece::Cover => Ok(&proofs[proofs.len() - 1][..]),
    };
    let split = Split::new(formula, cubes).unwrap();
    split.check(proof, &mut |_| ControlFlow::Continue(()))
}

/// The formula for at most `most` turns from a state five turns away, the result of looking ahead in it, and the cubes of
/// this result as literals.
fn looked_ahead(most: usize, count: usize) -> (Formula, Lookahead, Vec<Vec<i32>>) {
    let problem = problem(FIVE, &Target::Any, Budget::AtMost(most));
    let plain = encode(&problem, &Recipe::built_in("plain").unwrap()).unwrap();
    let clauses = (&plain, &plain.cnf);
    let found = look_ahead(&problem, clauses, count, &Control::unlimited()).unwrap();
    let clauses = plain.cnf.iter().map(|clause| dimacs(clause.iter()));
    let clauses: Clauses = clauses.collect();
    let literals = found
        .cubes
        .iter()
        .map(|cube| cube.literals(&plain).unwrap());
    let cubes = literals.map(|literals| dimacs(&literals)).collect();
    (
        Formula::from_clauses(plain.variables, clauses).unwrap(),
        found,
        cubes,
    )
}

fn dimacs<'a>(literals: impl IntoIterator<Item = &'a rustsat::types::Lit>) -> Vec<i32> {
    literals.into_iter().map(|it| it.to_ipasir()).collect()
}

#[test]
#[ignore = "long check"]
fn a_question_is_refuted_by_the_cubes_that_looking_ahead_finds() {
    for (count, at_most) in [(1, 1), (10, 30), (60, 80)] {
        let (formula, found, cubes) = looked_ahead(4, count);
        assert!(
            found.cubes.len() >= count.min(2) && found.cubes.len() <= at_most,
            "{count}"
        );
        let clauses: Clauses = formula.iter().map(<[i32]>::to_vec).collect();
        let proofs = cubes.iter().map(|cube| {
            let units = cube.iter().map(|&literal| vec![literal]);
            let part: Clauses = clauses.iter().cloned().chain(units).collect();
            varisat(&part, varisat::ProofFormat::Drat).expect("there is no solution")
        });
        let mut proofs: Vec<Vec<u8>> = proofs.collect();
        let lines = found.cover.iter().map(|clause| {
            let words = dimacs(clause).into_iter().chain([0]);
            words.map(|word| format!("{word} ")).collect::<String>() + "\n"
        });
        proofs.push(lines.collect::<String>().into_bytes());
        check(&formula, &cubes, &proofs).unwrap();
        if count == 1 {
            continue;
        }
        // Without one of the cubes, the others do not cover all cases.
        for left_out in [0, cubes.len() / 2, cubes.len() - 1] {
            let (mut cubes, mut proofs) = (cubes.clone(), proofs.clone());
            cubes.remove(left_out);
            proofs.remove(left_out);
            let error = check(&formula, &cubes, &proofs).unwrap_err();
            let piece = Piece::Cover;
            assert!(
                matches!(&error, SplitError::NotVerified { piece: it, .. } if *it == piece),
                "{error}"
            );
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_solvable_question_has_a_solution_in_a_cube_that_looking_ahead_finds() {
    for most in 5..=7 {
        for count in [2, 20, 200] {
            let (formula, _, cubes) = looked_ahead(most, count);
            let some = cubes.iter().any(|cube| has_model(&formula, cube));
            assert!(some, "{most} {count}");
        }
    }
}
