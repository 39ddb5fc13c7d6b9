//! Forward checks, backward checks and trimmed proofs agree.

use rand::RngExt;
use varisat::ProofFormat;

use super::formulas::*;
use super::*;

/// Checks the properties that hold for any formula and proof. Returns whether the proof is verified forward and whether
/// backward.
fn check_agreement(clauses: &Clauses, proof: &[u8]) -> (bool, bool) {
    let cnf = dimacs(clauses);
    let forward = is_verified(&cnf, proof, Mode::Forward);
    let Ok(Outcome::Verified(backward)) = checked(&cnf, proof, Mode::Backward) else {
        assert!(
            !forward,
            "verified forward, rejected backward:\n{cnf}\n{}",
            String::from_utf8_lossy(proof)
        );
        return (false, false);
    };
    // The trimmed proof is verified in either mode, for all clauses and for the used clauses alone.
    let core = backward.core.as_ref().unwrap();
    let used: Clauses = core
        .clauses
        .iter()
        .map(|&id| clauses[id as usize].clone())
        .collect();
    let short = trimmed(proof, &backward);
    // With RAT, deletions of unused clauses matter, too, so the used clauses alone are not tried.
    let parts = [cnf, dimacs(&used)];
    for cnf in &parts[..if backward.rat == 0 { 2 } else { 1 }] {
        for mode in [Mode::Forward, Mode::Backward] {
            let again = verified(cnf, short.as_bytes(), mode);
            assert!(
                again.additions <= core.additions,
                "{again:?} {core:?}\n{cnf}\n{short}"
            );
        }
    }
    (forward, true)
}

#[test]
fn only_unsatisfiable_formulas_are_verified() {
    let mut random = random(1);
    let (mut forwards, mut backwards, mut rat) = (0, 0, 0);
    for _ in 0..30_000 {
        let variables = random.random_range(3..=5);
        let clauses = tight_clauses(&mut random, variables);
        let proof = wild_proof(&mut random, &clauses, variables);
        let (forward, backward) = check_agreement(&clauses, proof.as_bytes());
        if backward {
            assert!(!is_satisfiable(&clauses), "{clauses:?}\n{proof}");
            rat += verified(&dimacs(&clauses), proof.as_bytes(), Mode::Backward).rat;
        }
        forwards += u32::from(forward);
        backwards += u32::from(backward);
    }
    println!("{forwards} verified forward, {backwards} backward, {rat} RAT");
    assert!(forwards > 500 && backwards > forwards + 30 && rat > 500);
}

/// A made-up proof rarely derives the empty clause. So this test looks only at its lemmas: if they are accepted, the
/// formula still has a model, which is found by trying all assignments.
#[test]
fn a_lemma_that_is_accepted_keeps_models() {
    let mut random = random(2);
    let (mut accepted, mut rat) = (0, 0);
    for _ in 0..30_000 {
        let variables = random.random_range(2..=4);
        let clauses = wild_clauses(&mut random, variables);
        if !is_satisfiable(&clauses) {
            continue;
        }
        let proof = wild_proof(&mut random, &clauses, variables);
        let cnf = dimacs(&clauses);
        // If all lemmas are accepted, the proof is rejected only for its missing empty clause.
        match checked(&cnf, proof.as_bytes(), Mode::Forward) {
            Ok(Outcome::Verified(_)) => panic!("{cnf}\n{proof}"),
            Ok(Outcome::Rejected(Rejected {
                reason: Reason::NoEmptyClause,
                ..
            })) => accepted += 1,
            Ok(Outcome::Rejected(_)) => continue,
            other => panic!("{other:?}"),
        }
        let lemmas: Clauses = proof
            .lines()
            .filter(|line| !line.starts_with('d'))
            .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()))
            .map(|numbers| numbers.take_while(|&number| number != 0).collect())
            .collect();
        // Nothing was deleted: the lemmas and the formula have a model together.
        if !proof.contains('d') {
            let all = [clauses.clone(), lemmas].concat();
            assert!(is_satisfiable(&all), "{cnf}\n{proof}");
            rat += u32::from(proof.lines().count() > 2);
        }
    }
    println!("{accepted} accepted, {rat} of several lemmas without deletion");
    assert!(accepted > 300 && rat > 10, "{accepted} {rat}");
}

#[test]
fn proofs_of_varisat_are_right_in_either_mode_and_when_trimmed() {
    let mut random = random(3);
    for _ in 0..150 {
        let variables = random.random_range(5..=40);
        let count = (5.2 * f64::from(variables)) as usize;
        let clauses = random_clauses(&mut random, variables, 3, count);
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            if let Some(proof) = varisat(&clauses, format) {
                assert_eq!(check_agreement(&clauses, &proof), (true, true));
            }
        }
    }
}

/// Inserts random deletions into a right proof. If a deleted clause is needed later, both modes reject the proof.
#[test]
fn random_deletions_in_a_right_proof_are_judged_alike() {
    let mut random = random(4);
    let mut right = [0, 0];
    for (clauses, proof) in refuted(150) {
        let mut lines: Vec<String> = proof.lines().map(|line| format!("{line}\n")).collect();
        for _ in 0..random.random_range(1..20) {
            let at = random.random_range(0..lines.len());
            let deleted = if at > 0 && random.random_bool(0.5) {
                lines[random.random_range(0..at)].replace("d ", "")
            } else {
                line(&clauses[random.random_range(0..clauses.len())])
            };
            lines.insert(at, format!("d {deleted}"));
        }
        let (forward, backward) = check_agreement(&clauses, lines.concat().as_bytes());
        right[0] += u32::from(forward);
        right[1] += u32::from(backward);
    }
    println!("{right:?} of 150");
    assert!(right[0] > 10 && right[1] < 150, "{right:?}");
}
