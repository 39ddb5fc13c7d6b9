//! RAT: lemmas that do not follow from the formula, but keep it satisfiable.

use twistsat_checker::Place;

use super::formulas::*;
use super::*;

/// Cook's proof of the pigeonhole principle, by extended resolution (*A short proof of the pigeon hole principle using
/// extended resolution*, 1976). New variables say which pigeon sits in which hole after one pigeon and one hole are
/// taken away.
pub fn cook(holes: i32) -> String {
    let mut proof = String::new();
    // The variables for the current number of holes, and the next unused variable.
    let mut sits: Vec<Vec<i32>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| pigeon * holes + hole + 1).collect())
        .collect();
    let mut fresh = holes * (holes + 1) + 1;
    for size in (1..holes as usize).rev() {
        let mut smaller = vec![vec![0; size]; size + 1];
        for (pigeon, row) in smaller.iter_mut().enumerate() {
            for (hole, new) in row.iter_mut().enumerate() {
                *new = fresh;
                fresh += 1;
                // new = sits here, or sits in the last hole while the last pigeon sits here.
                let (here, last_hole, last_pigeon) =
                    (sits[pigeon][hole], sits[pigeon][size], sits[size + 1][hole]);
                proof += &line(&[*new, -here]);
                proof += &line(&[*new, -last_hole, -last_pigeon]);
                proof += &line(&[-*new, here, last_hole]);
                proof += &line(&[-*new, here, last_pigeon]);
            }
        }
        for pigeon in 0..=size {
            for other in 0..pigeon {
                for (hole, _) in smaller[other].iter().enumerate() {
                    proof += &line(&[-smaller[pigeon][hole], -smaller[other][hole]]);
                }
            }
        }
        for row in &smaller {
            proof += &line(row);
        }
        sits = smaller;
    }
    proof + "0\n"
}

#[test]
fn extended_resolution_refutes_the_pigeonhole_formula() {
    for holes in 2..=7 {
        let cnf = dimacs(&pigeonhole(holes));
        let proof = cook(holes);
        let forward = verified(&cnf, proof.as_bytes(), Mode::Forward);
        assert!(forward.rat > 0);
        let backward = verified(&cnf, proof.as_bytes(), Mode::Backward);
        assert!(backward.rat > 0 && backward.rat <= forward.rat);
        let short = trimmed(proof.as_bytes(), &backward);
        verified(&cnf, short.as_bytes(), Mode::Forward);
    }
}

#[test]
fn a_definition_that_is_wrong_in_one_place_is_rejected() {
    let cnf = dimacs(&pigeonhole(3));
    let proof = cook(3);
    // The first lines define variable 13. With the opposite literal in one of them, they are no definition.
    let first = proof.lines().next().unwrap();
    assert_eq!(first, "13 -1 0");
    let wrong = proof.replacen("13 -1 0", "13 1 0", 1);
    let rejected = rejected(&cnf, &wrong);
    let Reason::Addition { against, .. } = &rejected.reason else {
        panic!("{rejected:?}");
    };
    assert!(against.is_some(), "{rejected:?}");
}

/// A lemma is RAT only if its resolvent with every clause that has the opposite literal is RUP.
#[test]
fn every_clause_with_the_opposite_literal_counts() {
    // 1 occurs in one clause only, and its resolvent with -1 is RUP.
    let blocked = "p cnf 3 5\n1 2 0\n2 3 0\n2 -3 0\n-2 3 0\n-2 -3 0\n";
    verified(blocked, b"-1 0\n2 0\n0\n", Mode::Forward);
    // With `1 -2` alone the lemma `-1 2` is RAT, but its resolvent with `1 3` is not RUP.
    let fine = "p cnf 4 3\n1 -2 0\n-4 3 0\n2 4 0\n";
    let fine = rejected(fine, "-1 2 0\n");
    assert_eq!(fine.reason, Reason::NoEmptyClause, "the lemma is accepted");
    for order in ["1 -2 0\n1 3 0", "1 3 0\n1 -2 0"] {
        let formula = format!("p cnf 4 3\n{order}\n2 4 0\n");
        let Ok(Outcome::Rejected(wrong)) = checked(&formula, b"-1 2 0\n", Mode::Forward) else {
            panic!("{formula}");
        };
        assert_eq!(
            wrong.reason,
            Reason::Addition {
                addition: vec![-1, 2],
                place: Place::Line(1),
                against: Some(vec![1, 3]),
            }
        );
    }
}

#[test]
fn only_the_first_literal_is_the_pivot() {
    // 5 is new, so any clause with 5 first is RAT.
    let cnf = "p cnf 4 3\n1 2 0\n-1 3 0\n2 4 0\n";
    let reason = |proof: &str| match checked(cnf, proof.as_bytes(), Mode::Forward) {
        Ok(Outcome::Rejected(rejected)) => rejected.reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason("5 -1 0\n"), Reason::NoEmptyClause);
    assert!(matches!(reason("-1 5 0\n"), Reason::Addition { .. }));
}

/// The lemma is RAT only because other clauses were deleted before it; a backward check must treat them as deleted,
/// too.
#[test]
fn a_deleted_clause_is_no_obstacle_and_an_active_one_is() {
    // The last four clauses contradict each other. The first two, which contain 1, block the lemma -1 until they are
    // deleted.
    let cnf = "p cnf 4 6\n1 4 0\n-4 1 2 0\n2 3 0\n2 -3 0\n-2 3 0\n-2 -3 0\n";
    let free = "d 1 4 0\nd -4 1 2 0\n-1 0\n2 0\n0\n";
    for mode in [Mode::Forward, Mode::Backward] {
        verified(cnf, free.as_bytes(), mode);
    }
    let cnf = "p cnf 6 3\n1 4 0\n-1 5 0\n5 6 0\n";
    let step = |proof: &str| match checked(cnf, proof.as_bytes(), Mode::Forward) {
        Ok(Outcome::Rejected(rejected)) => rejected,
        other => panic!("{other:?}"),
    };
    assert!(matches!(step("-1 0\n").reason, Reason::Addition { .. }));
    assert_eq!(step("d 1 4 0\n-1 0\n").reason, Reason::NoEmptyClause);
}
