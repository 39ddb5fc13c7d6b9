//! Refutations in parts: one for each cube, and a proof that the cubes cover all cases.

use twistsat_checker::{Split, SplitError, SplitProof};
use varisat::ProofFormat;

use super::formulas::*;
use super::*;

/// Five pigeons for four holes, split by the hole of the first pigeon, with the proofs.
fn by_the_first_pigeon() -> (Formula, Vec<Vec<i32>>, Vec<Vec<u8>>) {
    let clauses = pigeonhole(4);
    let cubes: Vec<Vec<i32>> = (1..=4).map(|sits| vec![sits]).collect();
    let proofs = cubes.iter().map(|cube| {
        let part = [&clauses[..], std::slice::from_ref(cube)].concat();
        varisat(&part, ProofFormat::Drat).expect("four pigeons do not fit into three holes")
    });
    let mut proofs: Vec<Vec<u8>> = proofs.collect();
    // The cubes cover all cases, because a clause of the formula puts the first pigeon into one of the holes.
    proofs.push(b"0\n".to_vec());
    (Formula::from_clauses(20, clauses).unwrap(), cubes, proofs)
}

fn check(formula: &Formula, cubes: &[Vec<i32>], proofs: &[Vec<u8>]) -> Result<(), SplitError> {
    let open = |proof| match proof {
        SplitProof::Part(part) => Ok(&proofs[part][..]),
        SplitProof::Cover => Ok(&proofs[proofs.len() - 1][..]),
    };
    let split = Split::new(formula, cubes).unwrap();
    split.check(open, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn cubes_that_cover_everything_refute_a_formula() {
    let (formula, cubes, proofs) = by_the_first_pigeon();
    check(&formula, &cubes, &proofs).unwrap();
    // Without one of the cubes, the others do not cover all cases.
    for left_out in 0..cubes.len() {
        let (mut cubes, mut proofs) = (cubes.clone(), proofs.clone());
        cubes.remove(left_out);
        proofs.remove(left_out);
        let error = check(&formula, &cubes, &proofs).unwrap_err();
        let says = "the proof that the cubes cover all cases is not verified";
        assert_eq!(error.to_string(), says);
    }
}

#[test]
fn the_wrong_proof_of_a_part_is_named() {
    let (formula, cubes, proofs) = by_the_first_pigeon();
    let mut wrong = proofs.clone();
    wrong[3] = b"0\n".to_vec();
    let error = check(&formula, &cubes, &wrong).unwrap_err();
    assert_eq!(error.to_string(), "the proof of cube 4 is not verified");
    wrong[3] = b"1 x 0\n".to_vec();
    let error = check(&formula, &cubes, &wrong).unwrap_err();
    assert!(
        error.to_string().starts_with("the proof of cube 4: line 1"),
        "{error}"
    );
    // The proof for one cube does not refute another cube.
    wrong = proofs;
    wrong.swap(0, 3);
    let cubes = [vec![1], vec![2], vec![3], vec![4, 8]];
    check(&formula, &cubes, &wrong).unwrap_err();
}

/// A formula with a model is not refuted by any cubes `a` and `-a b`.
#[test]
fn a_satisfiable_formula_is_not_refuted_by_any_split() {
    let square = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n";
    let formula = Formula::read(square.as_bytes()).unwrap();
    let literals = [1, -1, 2, -2];
    for a in literals {
        for b in literals {
            let cubes = vec![vec![a], vec![-a, b]];
            let proofs = vec![b"0\n".to_vec(); 3];
            check(&formula, &cubes, &proofs).unwrap_err();
        }
    }
    // Without cubes, or with an empty cube, the formula itself must be refuted.
    check(&formula, &[], &[b"0\n".to_vec()]).unwrap_err();
    check(&formula, &[vec![]], &[b"0\n".to_vec(), b"0\n".to_vec()]).unwrap_err();
}

#[test]
fn a_cube_with_an_invalid_literal_is_refused() {
    let formula = Formula::read(&b"p cnf 2 1\n1 2 0\n"[..]).unwrap();
    for literal in [0, 3, -3, i32::MIN] {
        let error = Split::new(&formula, &[vec![1], vec![literal]]).unwrap_err();
        assert_eq!((error.cube, error.literal), (2, literal));
    }
}
