//! Replaces each number of a certificate with absurd ones. No number may determine a size before it has been checked.

use std::time::Duration;

use serde_json::{Value, json};
use twistsat::ErrorKind;
use twistsat::control::Control;
use twistsat::proof::certificate::Certificate;
use twistsat::proof::verify::{RefutationFiles, verify};
use twistsat::puzzle::Puzzle;

use super::TWO_TURNS_TOO_FEW;
use crate::common::cli::*;
use crate::common::thread_time::ThreadTime;

/// Zero and one, numbers above the largest budget, numbers at the limits of 31, 32 and 63 bits, and the largest number.
pub const ABSURD: [u64; 9] = [
    0,
    1,
    1_000_001,
    1_000_000_000,
    1 << 31,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX,
];

/// Collects the JSON pointers to all numbers in a value.
pub fn numbers(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Number(_) => places.push(at),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                numbers(value, format!("{at}/{number}"), places);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                numbers(value, format!("{at}/{key}"), places);
            }
        }
        _ => (),
    }
}

/// A certificate that the command writes, with its formula and its proof.
fn proved(question: impl Words) -> (Value, Vec<u8>, Vec<u8>) {
    let folder = Folder::new();
    run_in(folder.path(), (&question, "-o p")).ends(0);
    let file = |name| std::fs::read(folder.path_of(name)).unwrap();
    let certificate = folder.json("p.json");
    (certificate, file("p.cnf"), file("p.lrat"))
}

/// Verifies a certificate as JSON.
fn verify_json(json: &Value, cnf: &[u8], proof: &[u8]) -> Result<(), String> {
    let certificate = Certificate::read(&json.to_string()).map_err(|error| error.to_string())?;
    let puzzle = Puzzle::built_in(certificate.question.puzzle.as_ref().unwrap()).unwrap();
    let control = Control::unlimited();
    let files = RefutationFiles {
        formula: cnf,
        proof,
    };
    let result = verify(&certificate, puzzle, files, &control, &mut |_| ());
    match result {
        Ok(_) => Ok(()),
        Err(error) => match error.kind() {
            ErrorKind::Stopped(stop) => panic!("{stop}"),
            _ => Err(error.to_string()),
        },
    }
}

/// Forges a certificate: changes the budget and all texts that state it.
fn forged(json: &Value, turns: u64) -> Value {
    let mut json = json.clone();
    let before = json["question"]["max_turns"].as_u64().unwrap();
    json["question"]["max_turns"] = json!(turns);
    let claim = json["claim"].as_str().unwrap();
    let now = match turns {
        1_000_000.. => "any number of turns".to_owned(),
        1 => "at most 1 turn".to_owned(),
        turns => format!("at most {turns} turns"),
    };
    json["claim"] = json!(claim.replace(&format!("at most {before} turns"), &now));
    let covers = json["refutation"]["covers"].as_str().unwrap();
    json["refutation"]["covers"] = json!(covers.replace(&before.to_string(), &turns.to_string()));
    json
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_number_of_a_certificate_is_trusted() {
    let constrained = constrained("prove", "--cost U2=3 --max-cost 3");
    let stage = "prove rubik --scramble 'R F U B' --plan thistlethwaite --stage 1 --max-turns 2";
    let keys = [
        "/question/max_cost",
        "/question/max_turns",
        "/question/min_turns",
    ];
    for (question, keys) in [
        (&constrained[..], &keys[..]),
        (stage, &["/question/max_turns", "/question/stage"]),
    ] {
        let (json, cnf, proof) = proved(question);
        verify_json(&json, &cnf, &proof).unwrap();
        let mut places = Vec::new();
        numbers(&json, String::new(), &mut places);
        assert_eq!(places, keys);
        for place in &places {
            let is = json.pointer(place).unwrap().as_u64().unwrap();
            for absurd in ABSURD.into_iter().filter(|&absurd| absurd != is) {
                let mut changed = json.clone();
                *changed.pointer_mut(place).unwrap() = json!(absurd);
                let mut tried = vec![changed];
                if place == "/question/max_turns" {
                    tried.push(forged(&json, absurd));
                }
                for changed in tried {
                    let begun = ThreadTime::now();
                    let refused = verify_json(&changed, &cnf, &proof);
                    assert!(refused.is_err(), "{place} {absurd}");
                    let took = begun.elapsed();
                    assert!(took < Duration::from_secs(5), "{place} {absurd}: {took:?}");
                }
            }
        }
    }
}

#[test]
fn an_absurd_budget_is_refused_with_its_number() {
    let (json, cnf, proof) = proved(TWO_TURNS_TOO_FEW);
    for turns in [1_000_001, 1_000_000_000, u64::MAX] {
        let refused = verify_json(&forged(&json, turns), &cnf, &proof).unwrap_err();
        let says = format!("{turns} is too large; at most 1000000");
        assert!(refused.contains(&says), "{refused}");
    }
}
