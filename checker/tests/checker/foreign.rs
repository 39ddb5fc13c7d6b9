//! Files in well-known formats other than the expected one: the error names the format.

use std::process::Command;

use twistsat_checker::ForeignFormat;

use super::formulas::*;
use super::*;

/// An LRAT proof for [`SQUARE`].
const LRAT: &str = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn recognized(cnf: &str, proof: &[u8]) -> Option<ForeignFormat> {
    let foreign_format = |mode| match checked(cnf, proof, mode) {
        Err(ReadError::ForeignFormat(format)) => Some(format),
        _ => None,
    };
    let formats = [Mode::Forward, Mode::Backward].map(foreign_format);
    assert_eq!(formats[0], formats[1]);
    formats[0]
}

/// A number, seven bits a byte.
fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 127 {
        bytes.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// LRAT text as binary. The clause numbers of additions are multiplied by `factor`.
pub fn binary(text: &str, factor: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let signed = |word: &str, factor: u64| {
            let number: i64 = word.parse().unwrap();
            number.unsigned_abs() * factor + u64::from(number < 0)
        };
        if words[1] == "d" {
            bytes.push(b'd');
            for word in &words[2..] {
                varint(signed(word, 2), &mut bytes);
            }
            continue;
        }
        bytes.push(b'a');
        varint(signed(words[0], factor), &mut bytes);
        let end = words.iter().position(|&word| word == "0").unwrap();
        for word in &words[1..=end] {
            varint(signed(word, 2), &mut bytes);
        }
        for word in &words[end + 1..] {
            varint(signed(word, 2), &mut bytes);
        }
    }
    bytes
}

#[test]
fn lrat_is_recognized_as_text_and_binary() {
    for text in [LRAT.to_owned(), format!("c a comment\n{LRAT}")] {
        assert_eq!(
            recognized(SQUARE, text.as_bytes()),
            Some(ForeignFormat::Lrat)
        );
    }
    for factor in [1, 2] {
        let proof = binary(LRAT, factor);
        assert_eq!(
            recognized(SQUARE, &proof),
            Some(ForeignFormat::Lrat),
            "{factor}"
        );
    }
    // Without deletions each line could be two clauses of DRAT.
    let lines = LRAT.lines().filter(|line| !line.contains('d'));
    let without: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(
        recognized(SQUARE, without.as_bytes()),
        Some(ForeignFormat::Lrat)
    );
    assert_eq!(
        recognized(SQUARE, &binary(&without, 2)),
        Some(ForeignFormat::Lrat)
    );
}

/// `rate`, if it is installed, makes LRAT from the proofs of varisat.
#[test]
fn lrat_of_another_program_is_recognized() {
    let folder = folder("rate");
    for holes in 2..=5 {
        let clauses = pigeonhole(holes);
        fs::write(folder.join("a.cnf"), dimacs(&clauses)).unwrap();
        let proof = varisat(&clauses, varisat::ProofFormat::Drat).unwrap();
        fs::write(folder.join("a.drat"), proof).unwrap();
        let made = Command::new("rate")
            .args(["a.cnf", "a.drat", "-d", "-L", "a.lrat"])
            .current_dir(&folder)
            .output();
        if let Err(why) = made {
            is_missing("rate", REQUIRED_CHECKERS, &why.to_string());
            return;
        }
        let text = fs::read_to_string(folder.join("a.lrat")).unwrap();
        assert_eq!(
            recognized(&dimacs(&clauses), text.as_bytes()),
            Some(ForeignFormat::Lrat),
            "{text}"
        );
        let bytes = binary(&text, 2);
        assert_eq!(
            recognized(&dimacs(&clauses), &bytes),
            Some(ForeignFormat::Lrat)
        );
    }
}

#[test]
fn other_formats_are_recognized() {
    let frat =
        "o 1 1 2 0\no 2 1 -2 0\no 3 -1 2 0\no 4 -1 -2 0\na 5 1 0 l 1 2 0\na 6 0 l 5 3 4 0\nf 6 0\n";
    for (proof, format) in [
        (frat.as_bytes(), ForeignFormat::Frat),
        (
            b"pseudo-Boolean proof version 2.0\nf 4\n",
            ForeignFormat::VeriPb,
        ),
        (SQUARE.as_bytes(), ForeignFormat::Dimacs),
        (b"c by someone\np cnf 2 4\n", ForeignFormat::Dimacs),
        (b"\x28\xb5\x2f\xfd\x04\0", ForeignFormat::Compressed),
    ] {
        assert_eq!(recognized(SQUARE, proof), Some(format));
    }
}

/// DRAT is read as DRAT, whether the proof is right or wrong.
#[test]
fn drat_is_not_mistaken_for_another_format() {
    let mut random = random(77);
    let mut rejected = 0;
    for _ in 0..600 {
        let clauses = tight_clauses(&mut random, 6);
        let Some(proof) = varisat(&clauses, varisat::ProofFormat::Drat) else {
            continue;
        };
        let cnf = dimacs(&clauses);
        let text = String::from_utf8(proof).unwrap();
        // Whole, cut, on one line, and with its lines in pairs.
        let lines: Vec<&str> = text.lines().collect();
        let pairs: Vec<String> = lines.chunks(2).map(|pair| pair.join(" ")).collect();
        for proof in [
            text.clone(),
            lines[lines.len() / 2..].join("\n"),
            lines[..lines.len() / 2].join("\n"),
            lines.join(" "),
            pairs.join("\n"),
        ] {
            assert_eq!(recognized(&cnf, proof.as_bytes()), None, "{cnf}\n{proof}");
            rejected += usize::from(!is_verified(&cnf, proof.as_bytes(), Mode::Forward));
        }
    }
    assert!(rejected > 100, "{rejected}");
    for wrong in ["5 -1 0\n", "7 0\n", "9 5 0\n10 0\n", "d 5 0\n", "a\x0a\0"] {
        assert_eq!(recognized(SQUARE, wrong.as_bytes()), None, "{wrong}");
    }
    // Two clauses on a line, the numbers going up: read as DRAT, it is right.
    let square = "p cnf 9 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    assert!(is_verified(square, b"5 1 0 1 0\n", Mode::Forward));
}
