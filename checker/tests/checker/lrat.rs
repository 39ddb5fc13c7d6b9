//! LRAT: each addition follows from its hints, or the proof is rejected with the reason.

use twistsat_checker::Fault;

use super::foreign::binary;
use super::*;

#[track_caller]
pub fn verified(cnf: &str, proof: &[u8]) -> Verified {
    match replayed(cnf, proof) {
        Ok(Outcome::Verified(verified)) => verified,
        other => panic!("{other:?}\n{cnf}\n{}", String::from_utf8_lossy(proof)),
    }
}

/// The fault of a proof. Asserts that it is the same in text and in binary, unless it depends on clause numbers.
#[track_caller]
fn fault(cnf: &str, text: &str) -> Fault {
    let fault = |proof: &[u8]| match replayed(cnf, proof) {
        Ok(Outcome::Rejected(Rejected {
            reason: Reason::Hints { fault, .. },
            ..
        })) => fault,
        other => panic!("{other:?}\n{cnf}\n{text}"),
    };
    let found = fault(text.as_bytes());
    // Some programs do not double the clause numbers in binary, so a wrong number can be read as an undoubled one.
    if !matches!(
        found,
        Fault::Number { .. } | Fault::LaterClause(_) | Fault::Unresolved(..)
    ) {
        assert_eq!(found, fault(&binary(text, 2)));
    }
    found
}

#[test]
fn a_right_proof_is_verified_as_text_and_binary() {
    let text =
        "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n7 what comes after the empty clause is not read";
    let all = verified(SQUARE, text.as_bytes());
    assert_eq!((all.steps, all.additions, all.rup, all.rat), (3, 2, 2, 0));
    let text = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    for factor in [1, 2] {
        assert_eq!(verified(SQUARE, &binary(text, factor)), all);
    }
    // Clause numbers may have gaps, and deletions may be missing.
    verified(SQUARE, b"c gaps\n50 1 0 1 2 0\n900000000000 0 50 3 4 0\n");
    // An empty clause needs no proof.
    verified("p cnf 1 2\n0\n1 0\n", b"");
}

#[test]
fn each_hint_must_imply_a_literal_and_the_last_hint_a_conflict() {
    for (text, wrong) in [
        // A hint that names a later clause, the clause itself, or one far beyond.
        ("5 1 0 6 2 0\n6 0 5 3 4 0\n", Fault::LaterClause(6)),
        ("5 1 0 5 2 0\n6 0 5 3 4 0\n", Fault::LaterClause(5)),
        ("5 1 0 1000000000 0\n", Fault::LaterClause(1_000_000_000)),
        // A hint that names a deleted clause, or a number in a gap.
        (
            "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
            Fault::MissingClause(3),
        ),
        ("7 1 0 1 2 0\n9 0 5 3 4 0\n", Fault::MissingClause(5)),
        // A hint with two unassigned literals, or with a true one.
        ("5 0 1 0\n", Fault::NotUnit(1, vec![1, 2])),
        (
            "5 1 0 1 2 0\n6 2 0 5 2 0\n",
            Fault::Satisfied(2, vec![1, -2]),
        ),
        // Too few hints. Without RAT hints, nothing shows whether RUP or RAT was meant.
        ("5 1 0 1 0\n", Fault::NoConflict),
        ("5 0 0\n", Fault::NoConflict),
        ("5 1 0 1 2 0\n6 0 5 3 0\n", Fault::NoConflict),
    ] {
        assert_eq!(fault(SQUARE, text), wrong, "{text}");
    }
}

#[test]
fn clause_numbers_ascend_and_are_unique() {
    for (text, last) in [
        ("4 1 0 1 2 0\n", 4),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", 5),
        ("9 1 0 1 2 0\n8 0 9 3 4 0\n", 9),
        // The number of a deleted clause may not be used again.
        ("5 1 0 1 2 0\n5 d 5 0\n5 1 0 1 2 0\n", 5),
    ] {
        assert_eq!(fault(SQUARE, text), Fault::Number { last }, "{text}");
    }
}

#[test]
fn an_added_clause_is_a_set_without_complementary_literals() {
    assert_eq!(fault(SQUARE, "5 1 1 0 1 2 0\n"), Fault::RepeatedLiteral(1));
    assert_eq!(fault(SQUARE, "5 1 2 -1 0 1 0\n"), Fault::Tautology(-1));
}

/// A RAT step resolves on the first literal of its clause, in text and in binary.
#[test]
fn rat_hints_must_name_every_clause_with_the_opposite_literal() {
    // 3 is new, so `3 1` is RAT. Then `-3 -1` is RAT on -3: its only resolvent is with `3 1`, a tautology.
    let right = "5 3 1 0 0\n6 -3 -1 0 -5 0\n";
    let end = "7 1 0 1 2 0\n8 0 7 3 4 0\n";
    let all = verified(SQUARE, format!("{right}{end}").as_bytes());
    assert_eq!((all.rup, all.rat), (2, 2));
    for (text, wrong) in [
        ("5 3 1 0 0\n6 -3 0 0\n", Fault::NoConflict),
        ("5 3 1 0 0\n6 -3 0 -5 0\n", Fault::Unresolved(5, vec![3, 1])),
        (
            "5 3 1 0 0\n6 3 2 0 0\n7 -3 -1 0 -5 0\n",
            Fault::Unresolved(6, vec![3, 2]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -1 0\n",
            Fault::NotOpposite(1, vec![1, 2]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -5 -5 0\n",
            Fault::NotOpposite(5, vec![3, 1]),
        ),
        (
            "5 3 1 0 0\n6 -3 -1 0 -7 0\n",
            Fault::Unresolved(5, vec![3, 1]),
        ),
        ("5 3 1 0 0\n6 -3 -1 0 -5 -7 0\n", Fault::LaterClause(7)),
    ] {
        let found = fault(SQUARE, text);
        assert_eq!(found, wrong, "{text}");
    }
    // A RAT step need not name deleted clauses.
    let text = format!("5 3 1 0 0\n5 d 5 0\n6 -3 -1 0 0\n{end}");
    verified(SQUARE, text.as_bytes());
}

#[test]
fn malformed_lrat_is_refused_with_its_position() {
    for (text, says) in [
        ("", "the proof has no steps"),
        (
            "5 1 0 1 2 0\n",
            "ends after step 1 without the empty clause",
        ),
        (
            "5 1 0 1 2",
            "line 1, column 10: the last step does not end with 0: the proof is cut short",
        ),
        ("5", "cut short"),
        ("5 d 1", "cut short"),
        (
            "x 1 0 1 2 0",
            "line 1, column 1: `x` is not the number of a clause",
        ),
        ("0 1 0 1 2 0", "`0` is not the number of a clause"),
        ("-5 1 0 1 2 0", "`-5` is not the number of a clause"),
        ("5 d -1 0", "`-1` is not the number of a clause"),
        (
            "5 x 0 1 2 0",
            "line 1, column 3: `x` is not a literal: expected a number such as 3 or -3",
        ),
        (
            "5 1 0 1 y 0",
            "line 1, column 9: `y` is not the number of a clause",
        ),
        (
            "5 99999999999 0 1 2 0",
            "`99999999999` is too large: variables go up to 2147483647",
        ),
        (
            "5 1 0 99999999999999999999 2 0",
            "is not the number of a clause",
        ),
    ] {
        let said = match replayed(SQUARE, text.as_bytes()) {
            Ok(Outcome::Rejected(rejected)) => rejected.to_string(),
            Err(error) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(said.contains(says), "{text}: {said}");
    }
    for (bytes, says) in [
        (&b"x"[..], "byte 0: a step must begin with `a` or `d`"),
        (b"a\x0a", "cut short"),
        (
            b"a\x0a\x02\0\x02",
            "byte 5: the last step does not end: the proof is cut short",
        ),
        (b"a\0\0\0", "byte 1: no clause has this number"),
        (b"a\x0a\x01\0\0", "byte 2: no literal has this number"),
        (b"a\x0a\0\x01\0", "byte 3: no clause has this number"),
        (b"d\x03\0", "no clause has this number"),
        (
            b"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0",
            "more than nine bytes",
        ),
    ] {
        let mut poll = |_| ControlFlow::Continue(());
        let expected = Expected {
            encoding: Some(Encoding::Binary),
            ..Format::Lrat.into()
        };
        let formula = Formula::read(SQUARE.as_bytes()).unwrap();
        let error = check_either(&formula, bytes, expected, Mode::Backward, &mut poll).unwrap_err();
        assert!(error.to_string().contains(says), "{bytes:?}: {error}");
    }
}

/// A large variable costs no memory, and a large hint no time.
#[test]
fn large_numbers_are_read_exactly() {
    let text =
        "5 1000000000 2147483647 0 0\n6 -1000000000 -2147483647 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n";
    let all = verified(SQUARE, text.as_bytes());
    assert_eq!((all.rup, all.rat), (2, 2));
    verified(SQUARE, &binary(text, 2));
    assert_eq!(
        fault(SQUARE, "5 1000000000 0 1000000000 0\n"),
        Fault::LaterClause(1_000_000_000)
    );
}

/// The deletion of a missing clause has no effect, but is counted.
#[test]
fn deletions_of_missing_clauses_are_counted() {
    let text = "5 1 0 1 2 0\n5 d 1 1 77 0\n6 0 5 3 4 0\n";
    assert_eq!(verified(SQUARE, text.as_bytes()).missing_deletions, 2);
}

#[test]
fn a_stopped_check_gives_no_answer() {
    let steps = (5..5000).map(|number| format!("{number} 1 0 1 2 0\n"));
    let proof = steps.collect::<String>() + "5000 0 5 3 4 0\n";
    assert_eq!(verified(SQUARE, proof.as_bytes()).additions, 4996);
    let formula = Formula::read(SQUARE.as_bytes()).unwrap();
    let expected = Expected::from(Format::Lrat);
    let mut poll = |_| ControlFlow::Break(());
    let outcome = check_either(
        &formula,
        proof.as_bytes(),
        expected,
        Mode::Backward,
        &mut poll,
    );
    assert_eq!(outcome.unwrap().1, Outcome::Stopped);
}
