//! Deletions: which clauses they remove, and which deletions are ignored.

use twistsat_checker::Core;

use super::*;

fn verified_in_both_modes(cnf: &str, proof: &str) -> Verified {
    verified(cnf, proof.as_bytes(), Mode::Forward);
    verified(cnf, proof.as_bytes(), Mode::Backward)
}

#[test]
fn a_clause_that_is_needed_must_not_be_deleted_before() {
    verified_in_both_modes(SQUARE, "1 0\n");
    let wrong = rejected(SQUARE, "d 1 2 0\n1 0\n0\n");
    assert_eq!(wrong.step, 2);
    let Reason::Addition { addition, .. } = wrong.reason else {
        panic!("{wrong:?}");
    };
    assert_eq!(addition, [1]);
    // The literals of a deletion may be in any order, and repeated.
    assert_eq!(rejected(SQUARE, "d 2 1 2 0\n1 0\n0\n").step, 2);
}

#[test]
fn a_deletion_after_the_use_is_undone_on_the_way_back() {
    // 3 is needed to derive 1; the clauses with 3 are deleted afterwards.
    let cnf = "p cnf 3 6\n3 1 2 0\n-3 1 2 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 0\n-1 -2 0\n";
    let proof = "1 2 0\nd 3 1 2 0\nd -3 1 2 0\n1 -2 0\nd 1 -2 3 0\nd -3 1 -2 0\n1 0\n";
    let result = verified_in_both_modes(cnf, proof);
    let core = result.core.clone().unwrap();
    assert_eq!(core.clauses, [0, 1, 2, 3, 4, 5]);
    assert_eq!((core.additions, core.steps.len()), (3, 7));
    assert_eq!(trimmed(proof.as_bytes(), &result), proof.to_owned() + "0\n");
}

#[test]
fn copies_are_deleted_one_by_one() {
    let twice = "p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    verified_in_both_modes(twice, "d 1 2 0\n1 0\n");
    rejected(twice, "d 1 2 0\nd 1 2 0\n1 0\n0\n");
    verified_in_both_modes(SQUARE, "1 2 0\nd 1 2 0\n1 0\n");
}

#[test]
fn deletions_of_absent_clauses_are_ignored_and_counted() {
    let result = verified_in_both_modes(SQUARE, "d 7 8 0\nd 1 0\nd 1 2 -2 0\nd 0\n1 0\n");
    assert_eq!((result.missing_deletions, result.unit_deletions), (4, 0));
    let core = result.core.unwrap();
    assert_eq!(core.steps, [4]);
}

/// Solvers delete clauses that are permanently satisfied, among them the reasons of literals. Deletions of reasons are
/// ignored.
#[test]
fn reasons_of_literals_are_not_deleted() {
    // 1 is a unit clause and implies 2 by the second clause.
    let cnf = "p cnf 4 6\n1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-2 -3 4 0\n-2 -3 -4 0\n";
    for (proof, ignored) in [
        ("d 1 0\n3 0\n0\n", 1),
        ("d -1 2 0\n3 0\n0\n", 1),
        ("d -1 2 0\nd 1 0\n3 0\n0\n", 2),
    ] {
        let result = verified_in_both_modes(cnf, proof);
        assert_eq!(result.unit_deletions, ignored, "{proof}");
        let short = trimmed(proof.as_bytes(), &result);
        assert_eq!(short, "3 0\n0\n", "ignored deletions are left out");
    }
    // A lemma that is deleted at once is not the reason of any literal.
    assert_eq!(
        verified_in_both_modes(SQUARE, "3 1 0\nd 3 1 0\n1 0\n").unit_deletions,
        0
    );
}

#[test]
fn of_two_equal_clauses_the_unused_one_is_deleted() {
    let cnf = "p cnf 3 6\n1 0\n1 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    let result = verified_in_both_modes(cnf, "d 1 0\nd 1 0\n2 0\n");
    assert_eq!(result.unit_deletions, 1);
}

/// The literal of the deleted unit clause has another reason.
#[test]
fn a_redundant_unit_clause_can_be_deleted() {
    let cnf = "p cnf 4 7\n4 0\n-4 1 0\n1 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";
    let result = verified_in_both_modes(cnf, "d 1 0\n2 0\n");
    assert_eq!(result.unit_deletions, 0);
}

#[test]
fn a_trimmed_proof_can_be_written_in_binary() {
    let proof = "c x\n7 1 0\n1 2 0\nd 7 1 0\nd 1 2 0\n1 2147483647 0\n1 0\n";
    let result = verified_in_both_modes(SQUARE, proof);
    let core = result.core.unwrap();
    let mut binary = Vec::new();
    let text = Proof::new(proof.as_bytes(), None).unwrap();
    trim(text, &core, Encoding::Binary, &mut binary).unwrap();
    assert_eq!(binary, b"a\x02\0a\0");
    verified(SQUARE, &binary, Mode::Forward);
    let all = Core {
        steps: (0..6).collect(),
        ..core
    };
    let mut binary = Vec::new();
    let text = Proof::new(proof.as_bytes(), None).unwrap();
    trim(text, &all, Encoding::Binary, &mut binary).unwrap();
    let all = Verified {
        core: Some(all),
        ..Verified::default()
    };
    let steps = proof.replace("c x\n", "");
    assert_eq!(trimmed(&binary, &all), steps + "0\n");
}
