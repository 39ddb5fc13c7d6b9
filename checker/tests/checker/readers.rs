//! The readers: what they accept, and the places that their errors name.

use twistsat_checker::StepAction;

use super::*;

#[track_caller]
fn read(cnf: &str) -> (u32, Vec<Vec<i32>>) {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    (
        formula.variables(),
        formula.iter().map(<[i32]>::to_vec).collect(),
    )
}

#[test]
fn formulas_in_any_layout_are_read_unchanged() {
    let clauses = vec![vec![1, -2], vec![], vec![2, 2, -2]];
    assert_eq!(
        read("p cnf 2 3\n1 -2 0\n0\n2 2 -2 0\n"),
        (2, clauses.clone())
    );
    let loose = "c p cnf 9 9\r\n\n  c 1\np  cnf\t2 3\r\n1\nc inside\n-2 0 0 2 2\n\n-2 0";
    assert_eq!(read(loose), (2, clauses));
    assert_eq!(read("p cnf 0 0\n"), (0, vec![]));
    assert_eq!(
        read("p cnf 2147483647 1\n-2147483647 0"),
        (i32::MAX as u32, vec![vec![-i32::MAX]])
    );
    assert_eq!(read("c caf\u{e9}\np cnf 1 0\nc"), (1, vec![]));
}

#[test]
fn a_malformed_formula_is_refused_with_the_position() {
    for (cnf, says) in [
        (
            "",
            "line 1, column 1: there is no header: expected `p cnf VARIABLES CLAUSES`",
        ),
        ("c x\n", "line 2, column 1: there is no header"),
        ("1 2 0\n", "line 1, column 1: `1` is not part of a header"),
        ("p dnf 1 1\n", "line 1, column 3: `dnf` is not part"),
        (
            "p wcnf 1 1\n",
            "line 1, column 3: `wcnf` is not part of a header: expected `p cnf VARIABLES CLAUSES`",
        ),
        (
            "p cnf 1\n1 0\n",
            "line 1, column 1: the header is cut short",
        ),
        ("p cnf 1 x\n", "line 1, column 9: `x` is not part"),
        ("p cnf -1 1\n", "line 1, column 7: `-1` is not part"),
        ("p cnf 2147483648 1\n", "column 7: `2147483648`"),
        (
            "p cnf 1 1 1 0\n1 0\n",
            "line 2, column 1: the header announces 1 clause, but here is one more",
        ),
        (
            "p cnf 1 1\np cnf 1 1\n",
            "line 2, column 1: `p` is not a literal",
        ),
        (
            "p cnf 1 1\n1 2 0\n",
            "line 2, column 3: literal 2, but the header announces 1 variable",
        ),
        (
            "p cnf 2 1\n1 -3 0\n",
            "line 2, column 3: literal -3, but the header announces 2 variables",
        ),
        (
            "p cnf 1 2\n1 0\n",
            "line 3, column 1: the header announces 2 clauses, but there are 1",
        ),
        (
            "p cnf 1 0\n\n 0\n",
            "line 3, column 2: the header announces 0 clauses, but here is one more",
        ),
        (
            "p cnf 1 1\n1\n",
            "line 3, column 1: the last clause does not end with 0: it is cut short",
        ),
        (
            "p cnf 1 2\n1 0\n1",
            "line 3, column 2: the last clause does not end",
        ),
        ("p cnf 1 1\n-0 0\n", "column 1: `-0`"),
        ("p cnf 1 1\n+1 0\n", "`+1` is not a literal"),
        ("p cnf 1 1\n01 0\n", "`01` is not a literal"),
        ("p cnf 1 1\n1.0 0\n", "`1.0` is not a literal"),
        (
            "p cnf 1 1\n1 - 0\n",
            "line 2, column 3: `-` is not a literal",
        ),
        (
            "p cnf 1 1\n99999999999 0\n",
            "`99999999999` is too large: variables go up to 2147483647",
        ),
        (
            "p cnf 1 1\n1 0\n%\n0\n",
            "line 3, column 1: `%` is not a literal",
        ),
        ("p cnf 1 1\n1 c 0\n", "`c` is not a literal"),
        (
            "p cnf 2 1\n1 x 0\n",
            "line 2, column 3: `x` is not a literal: expected a number such as 3 or -3",
        ),
        ("\u{feff}p cnf 1 1\n1 0\n", "`\\xef\\xbb\\xbfp`"),
        ("p cnf 1 1\n1\u{0}0\n", "`1\\x000`"),
    ] {
        let error = Formula::read(cnf.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(says), "{cnf:?}: {error}");
    }
    let long = format!("p cnf 1 1\n{} 0\n", "7".repeat(100_000));
    let error = Formula::read(long.as_bytes()).unwrap_err().to_string();
    assert!(error.len() < 150 && error.contains("7…`"), "{error}");
}

/// For each step: whether it deletes, and its clause.
type Steps = Vec<(bool, Vec<i32>)>;

fn steps(bytes: &[u8], form: Option<Encoding>) -> Result<(Encoding, Steps), String> {
    let mut proof = Proof::new(bytes, form).map_err(|error| error.to_string())?;
    let mut steps = Vec::new();
    while let Some(step) = proof.step().map_err(|error| error.to_string())? {
        steps.push((step.action == StepAction::Delete, step.clause.to_vec()));
    }
    Ok((proof.encoding(), steps))
}

#[test]
fn proofs_are_read_in_either_form() {
    let known = vec![(false, vec![-2, 1]), (true, vec![1, 64]), (false, vec![])];
    let text = "c x\n-2 1 0\nd 1 64 0\n0\n";
    assert_eq!(
        steps(text.as_bytes(), None),
        Ok((Encoding::Text, known.clone()))
    );
    let loose = " -2\r\n 1 0 d\t1 64 0 0";
    assert_eq!(
        steps(loose.as_bytes(), None),
        Ok((Encoding::Text, known.clone()))
    );
    let binary = b"a\x05\x02\0d\x02\x80\x01\0a\0";
    assert_eq!(steps(binary, None), Ok((Encoding::Binary, known)));
    // The largest variable, and 16, whose byte is a space.
    let largest = b"d \0a\xff\xff\xff\xff\x0f\0";
    let known = vec![(true, vec![16]), (false, vec![-i32::MAX])];
    assert_eq!(steps(largest, None), Ok((Encoding::Binary, known)));
    assert_eq!(steps(b"", None), Ok((Encoding::Text, vec![])));
    assert_eq!(
        steps(b"", Some(Encoding::Binary)),
        Ok((Encoding::Binary, vec![]))
    );
    assert!(steps(b"1 0\n", Some(Encoding::Binary)).is_err());
}

#[test]
fn a_malformed_proof_is_refused_with_the_position() {
    for (proof, says) in [
        (
            &b"1 0\n2 x 0\n"[..],
            "line 2, column 3: `x` is not a literal: expected a number such as 3 or -3",
        ),
        (
            b"1 0\n99999999999 0\n",
            "line 2, column 1: `99999999999` is too large",
        ),
        (b"1 0\n2 d 0\n", "line 2, column 3: `d` is not a literal"),
        (b"d d 1 0\n", "line 1, column 3: `d`"),
        (b"D 1 0\n", "line 1, column 1: `D`"),
        (
            b"1 0\n2",
            "line 2, column 2: the last step does not end with 0",
        ),
        (b"d\n", "line 2, column 1: the last step"),
        (b"1 0\0", "`0\\x00`"),
        (b"%RUPD32 1 1\n1 0\n", "line 1, column 1: `%RUPD32`"),
        (b"a\x02\0b\0", "byte 3: a step must begin with `a` or `d`"),
        (
            b"a\x02\x04\0\n",
            "byte 4: a step must begin with `a` or `d`",
        ),
        (
            b"a\x02\0a",
            "byte 4: the last step does not end: the proof is cut short",
        ),
        (b"a\x02\0d\x82", "byte 5: the last step does not end"),
        (b"a\x01\0", "byte 1: no literal has this number"),
        (
            b"a\xff\xff\xff\xff\x1f\0",
            "byte 1: no literal has this number",
        ),
        (
            b"a\xff\xff\xff\xff\xff\x01\0",
            "byte 1: a literal has more than five bytes",
        ),
        (
            b"a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
            "more than five bytes",
        ),
    ] {
        let error = steps(proof, None).unwrap_err();
        assert!(
            error.contains(says),
            "{:?}: {error}",
            proof.escape_ascii().to_string()
        );
    }
    // Bytes that would be taken for text.
    for (proof, says) in [
        (&b"b\x02\0"[..], "byte 0: a step must begin with `a` or `d`"),
        (b"d", "byte 1: the last step does not end"),
    ] {
        let error = steps(proof, Some(Encoding::Binary)).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_rejection_names_the_step_and_its_place() {
    let cnf = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n";
    let text = rejected(cnf, "1 0\nc x\n-1 0\n0\n").to_string();
    assert_eq!(
        text,
        "step 2 (line 3): `-1 0` does not follow by unit propagation, \
         nor is it RAT on its first literal, because of `1 -2 0`"
    );
    assert_eq!(
        rejected(cnf, "1 0\n").to_string(),
        "the proof ends after step 1 without the empty clause"
    );
    assert_eq!(
        rejected(cnf, "0\n").to_string(),
        "step 1 (line 1): `0` does not follow by unit propagation"
    );
    assert!(rejected(cnf, "").to_string().contains("no steps"));
    let Ok(Outcome::Rejected(wrong)) = checked(cnf, b"a\x02\0a\0", Mode::Backward) else {
        panic!();
    };
    assert!(wrong.to_string().contains("step 2 (byte 3)"), "{wrong}");
}

#[test]
fn a_formula_that_propagation_refutes_needs_no_steps() {
    for cnf in [
        "p cnf 0 1\n0\n",
        "p cnf 1 2\n1 0\n-1 0\n",
        "p cnf 2 3\n-1 2 0\n1 0\n-2 0\n",
    ] {
        for mode in [Mode::Forward, Mode::Backward] {
            assert_eq!(verified(cnf, b"", mode).steps, 0);
        }
        let result = verified(cnf, b"", Mode::Backward);
        assert_eq!(trimmed(b"", &result), "0\n");
    }
}
