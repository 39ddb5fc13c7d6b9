//! Conversion of DRAT to LRAT: the result is verified, and every LRAT checker accepts its hints.

use rand::RngExt;
use twistsat_checker::{Source, StepAction, Suggestions, elaborate, rewrite, without_hints};

use super::formulas::*;
use super::lrat::verified;
use super::*;

/// Converts a DRAT proof to LRAT, in text or binary.
pub fn as_lrat(cnf: &str, proof: &[u8], form: Encoding) -> Vec<u8> {
    suggested(cnf, proof, &Suggestions::default(), form)
}

fn suggested(cnf: &str, proof: &[u8], suggestions: &Suggestions, form: Encoding) -> Vec<u8> {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    let proof = Proof::new(proof, None).unwrap();
    let mut poll = |_| ControlFlow::Continue(());
    let (outcome, lrat) = elaborate(&formula, proof, suggestions, &mut poll).unwrap();
    assert!(matches!(outcome, Outcome::Verified(_)), "{outcome:?}");
    let mut bytes = Vec::new();
    lrat.unwrap().write(form, &mut bytes).unwrap();
    bytes
}

/// DRAT proofs of varisat become LRAT proofs with hints.
#[test]
fn drat_becomes_lrat_that_is_verified() {
    let mut random = random(21);
    let mut some = 0;
    for round in 0..400 {
        let clauses = match round {
            0..6 => pigeonhole(2 + round % 4),
            _ => tight_clauses(&mut random, 6 + round % 9),
        };
        let Some(proof) = varisat(&clauses, varisat::ProofFormat::Drat) else {
            continue;
        };
        some += 1;
        let cnf = dimacs(&clauses);
        for form in [Encoding::Text, Encoding::Binary] {
            let lrat = as_lrat(&cnf, &proof, form);
            let all = verified(&cnf, &lrat);
            assert_eq!((all.rat, all.missing_deletions), (0, 0));
        }
    }
    assert!(some > 60, "{some}");
}

/// Cook's proofs define new variables, which needs RAT. A deletion that makes a RAT step possible is kept.
#[test]
fn rat_becomes_lrat_with_all_clauses_that_matter() {
    for holes in 2..=6 {
        let cnf = dimacs(&pigeonhole(holes));
        let lrat = as_lrat(&cnf, rat::cook(holes).as_bytes(), Encoding::Binary);
        assert!(verified(&cnf, &lrat).rat > 0);
    }
    // A clause of the formula contains the first new variable, so it must be deleted first.
    let mut clauses = pigeonhole(3);
    clauses.push(vec![-13, 99]);
    let (cnf, given) = (dimacs(&clauses), clauses.len());
    let drat = format!("d -13 99 0\n{}", rat::cook(3));
    let lrat = String::from_utf8(as_lrat(&cnf, drat.as_bytes(), Encoding::Text)).unwrap();
    assert!(verified(&cnf, lrat.as_bytes()).rat > 0);
    // Without the deletion, the RAT step would have to name the clause.
    let deletes = format!("{given} d {given} 0\n");
    let kept = lrat.replace(&deletes, "");
    assert!(lrat.contains(&deletes), "{lrat}");
    let found = replayed(&cnf, kept.as_bytes());
    assert!(matches!(found, Ok(Outcome::Rejected(_))), "{found:?}");
}

/// The result is right whichever clauses are suggested. Here, they are random clauses of the formula, of the proof, or of neither.
#[test]
fn wrong_suggestions_do_no_harm() {
    let mut random = random(22);
    for (clauses, proof) in refuted(40) {
        let mut suggestions = Suggestions::new(clauses.len());
        for addition in 0..proof.lines().count() as u32 {
            let mut source = |_| match random.random_range(0..3) {
                0 => Source::Formula(random.random_range(0..clauses.len() as u32 + 2)),
                1 => Source::Addition(random.random_range(0..=addition + 2)),
                _ => Source::Addition(u32::MAX),
            };
            let sources: Vec<Source> = (0..4).map(&mut source).collect();
            suggestions.push(sources);
        }
        let cnf = dimacs(&clauses);
        verified(
            &cnf,
            &suggested(&cnf, proof.as_bytes(), &suggestions, Encoding::Text),
        );
    }
}

/// LRAT without its hints is DRAT, and DRAT stays unchanged.
#[test]
fn lrat_without_hints_is_verified_as_drat() {
    let mut proofs: Vec<(Clauses, String)> = refuted(20);
    proofs.extend((2..=4).map(|holes| (pigeonhole(holes), rat::cook(holes))));
    for (clauses, proof) in proofs {
        let cnf = dimacs(&clauses);
        let formula = Formula::read(cnf.as_bytes()).unwrap();
        for form in [Encoding::Text, Encoding::Binary] {
            let lrat = as_lrat(&cnf, proof.as_bytes(), form);
            let drat = without_hints(&formula, lrat.clone()).unwrap();
            super::verified(&cnf, &drat, Mode::Forward);
            assert_eq!(deletions(&drat), deletions_with_hints(&cnf, &lrat));
        }
        let drat = proof.into_bytes();
        assert_eq!(without_hints(&formula, drat.clone()).unwrap(), drat);
    }
}

fn deletions(drat: &[u8]) -> usize {
    let mut proof = Proof::new(drat, None).unwrap();
    let mut deletions = 0;
    while let Some(step) = proof.step().unwrap() {
        deletions += usize::from(step.action == StepAction::Delete);
    }
    deletions
}

/// The number of deleted clauses; one step of LRAT may delete several.
fn deletions_with_hints(cnf: &str, lrat: &[u8]) -> usize {
    assert_eq!(verified(cnf, lrat).missing_deletions, 0);
    let mut text = Vec::new();
    rewrite(Format::Lrat, lrat, Encoding::Text, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines = text.lines().filter(|line| line.contains('d'));
    // All words are clauses, except the number of the step, `d` and 0.
    lines.map(|line| line.split(' ').count() - 3).sum()
}

/// An unused clause is not written, and a RAT step has no hints for the resolvent with that clause.
#[test]
fn useless_resolutions_are_dropped() {
    let cnf = dimacs(&pigeonhole(3));
    let drat = format!("-13 -4 99 0\n{}", rat::cook(3));
    let lrat = String::from_utf8(as_lrat(&cnf, drat.as_bytes(), Encoding::Text)).unwrap();
    assert!(verified(&cnf, lrat.as_bytes()).rat > 0);
    assert!(!lrat.contains(" -4 99 "), "{lrat}");
    assert!(lrat.contains(" 13 -1 0 0\n"), "{lrat}");
}
