//! The readers, and what each guarantees for arbitrary bytes.

use twistsat_checker::rewrite;
use varisat::ProofFormat;

use super::super::elaborate::as_lrat;
use super::super::formulas::*;
use super::super::rat::cook;
use super::super::*;

/// A reader, and initial inputs.
pub struct Target {
    pub name: &'static str,
    pub corpus: Vec<Vec<u8>>,
    /// Runs the reader and panics if a promise is broken. The outcome shows how far the reader got.
    pub run: fn(&[u8]) -> String,
}

/// Formulas without a model, each with a copy that lacks the last clause and has a model.
fn pairs() -> [(String, String); 2] {
    [parse(SQUARE), pigeonhole(3)].map(|clauses| {
        let possible = clauses[..clauses.len() - 1].to_vec();
        (dimacs(&clauses), dimacs(&possible))
    })
}

fn parse(cnf: &str) -> Clauses {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    formula.iter().map(<[i32]>::to_vec).collect()
}

pub fn targets() -> Vec<Target> {
    let drat = [
        b"1 0\n0\n".to_vec(),
        b"c by hand\nd 1 5 0\n3 1 0\n-3 -1 0\n1 0\n0\n".to_vec(),
        b"a\x02\0d\x02\x04\0a\0".to_vec(),
        cook(3).into_bytes(),
        varisat(&pigeonhole(3), ProofFormat::Drat).unwrap(),
        varisat(&pigeonhole(3), ProofFormat::BinaryDrat).unwrap(),
    ];
    let mut with_hints = vec![
        b"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n".to_vec(),
        b"c by hand\n5 3 1 0 0\n6 -3 -1 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n".to_vec(),
        b"5 3 0 0\n6 -3 4 0 -5 0\n6 d 5 0\n10 1 0 1 2 0\n900 0 10 3 4 0\n".to_vec(),
        b"4 1 0 1 2 0\n5 0 4 3 0\n".to_vec(),
    ];
    let holes = dimacs(&pigeonhole(3));
    for proof in &drat[3..] {
        let forms = [Encoding::Text, Encoding::Binary];
        with_hints.extend(forms.map(|form| as_lrat(&holes, proof, form)));
    }
    let cnf = pairs().into_iter().flat_map(|(a, b)| [a, b]);
    let loose = "c p cnf 9 9\r\n\n  c 1\np  cnf\t2 3\r\n1\nc inside\n-2 0 0 2 2\n\n-2 0".to_owned();
    vec![
        Target {
            name: "dimacs",
            corpus: cnf.chain([loose]).map(String::into_bytes).collect(),
            run: read_dimacs,
        },
        Target {
            name: "drat",
            corpus: drat.to_vec(),
            run: check_drat,
        },
        Target {
            name: "lrat",
            corpus: with_hints,
            run: check_lrat,
        },
    ]
}

/// Checks that a formula stays the same when it is written and read again.
fn read_dimacs(bytes: &[u8]) -> String {
    match Formula::read(bytes) {
        Ok(formula) => {
            let clauses: Clauses = formula.iter().map(<[i32]>::to_vec).collect();
            let again = Formula::read(dimacs(&clauses).as_bytes()).unwrap();
            assert!(again.iter().eq(formula.iter()));
            assert!(again.variables() <= formula.variables());
            format!("{} clauses", clauses.len().min(3))
        }
        Err(error) => refused(&error, bytes),
    }
}

/// Checks that the input has the position of an error, and returns the message.
fn refused(error: &ReadError, bytes: &[u8]) -> String {
    if let ReadError::Text { line, column, .. } = error
        && !bytes.starts_with(b"\x1f\x8b")
    {
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let line = lines.nth(*line as usize - 1).expect("the line exists");
        assert!(
            (1..=line.len() + 1).contains(&(*column as usize)),
            "{error}"
        );
    }
    plain(&error.to_string())
}

/// Checks that a proof that is verified forward is also verified backward, and that the trimmed part, the binary form and the
/// LRAT form of such a proof are verified, too.
fn check_drat(bytes: &[u8]) -> String {
    let mut outcomes = String::new();
    for (refuted, possible) in pairs() {
        for mode in [Mode::Forward, Mode::Backward] {
            assert!(!is_verified(&possible, bytes, mode), "{mode:?}");
        }
        let forward = is_verified(&refuted, bytes, Mode::Forward);
        match checked(&refuted, bytes, Mode::Backward) {
            Ok(Outcome::Verified(backward)) => {
                let short = trimmed(bytes, &backward);
                verified(&refuted, short.as_bytes(), Mode::Forward);
                lrat::verified(&refuted, &as_lrat(&refuted, bytes, Encoding::Binary));
                let mut binary = Vec::new();
                // The check does not read past the empty clause, but `rewrite` does.
                if rewrite(Format::Drat, bytes, Encoding::Binary, &mut binary).is_ok() {
                    assert!(is_verified(&refuted, &binary, Mode::Backward));
                }
                outcomes += if forward { "verified" } else { "backward" };
                outcomes += &figures(&backward);
            }
            Ok(other) => {
                assert!(!forward);
                outcomes += &outcome(&other);
            }
            Err(error) => outcomes += &refused(&error, bytes),
        }
    }
    outcomes
}

fn check_lrat(bytes: &[u8]) -> String {
    let mut outcomes = String::new();
    for (refuted, possible) in pairs() {
        let wrong = replayed(&possible, bytes);
        assert!(!matches!(wrong, Ok(Outcome::Verified(_))), "{wrong:?}");
        match replayed(&refuted, bytes) {
            Ok(Outcome::Verified(verified)) => {
                let mut binary = Vec::new();
                if rewrite(Format::Lrat, bytes, Encoding::Binary, &mut binary).is_ok() {
                    let again = replayed(&refuted, &binary);
                    assert_eq!(again.unwrap(), Outcome::Verified(verified.clone()));
                }
                outcomes += &figures(&verified);
            }
            Ok(other) => outcomes += &outcome(&other),
            Err(error) => outcomes += &refused(&error, bytes),
        }
    }
    outcomes
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rejected(rejected) => plain(&rejected.to_string()),
        other => panic!("{other:?}"),
    }
}

/// The counts of a verified proof, each at most 4.
fn figures(verified: &Verified) -> String {
    let figures = [
        verified.rup,
        verified.rat,
        verified.unit_deletions,
        verified.missing_deletions,
    ];
    format!("{:?}", figures.map(|figure| figure.min(4)))
}

/// A message without the parts of the input that it quotes, and without numbers.
pub fn plain(message: &str) -> String {
    let outside = message.split('`').step_by(2);
    let letters = outside.flat_map(str::chars);
    letters.filter(char::is_ascii_alphabetic).collect()
}
