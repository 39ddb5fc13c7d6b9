//! Compares the checker with ACL2's formally verified LRAT checker.

use std::process::Command;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::elaborate::as_lrat;
use super::formulas::*;
use super::rat::cook;
use super::*;

const TOOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/proved-check");

/// Wrong proofs for [`SQUARE`].
const WRONG: [&str; 9] = [
    "",
    "5 0 0\n",
    "5 0 1 2 3 4 0\n",
    "5 1 0 1 0\n6 0 5 3 4 0\n",
    "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
    "5 1 0 6 2 0\n6 0 5 3 4 0\n",
    "5 1 0 1 2 0\n",
    "5 3 1 0 0\n6 -3 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n",
    "5 3 1 0 0\n6 -3 -1 0 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n",
];

/// Whether the verified checker accepts each proof for its formula; `None` if it is not installed.
fn by_acl2(folder: &Path, pairs: &[(String, String)]) -> Option<Vec<bool>> {
    let names = pairs.iter().flat_map(|(cnf, proof)| [cnf, proof]);
    let run = Command::new("python3")
        .arg(TOOL)
        .args(names)
        .current_dir(folder)
        .output();
    let run = match run {
        Ok(run) if run.status.code() != Some(3) => run,
        other => {
            is_missing("acl2", REQUIRED_CHECKERS, &format!("{other:?}"));
            return None;
        }
    };
    let out = String::from_utf8(run.stdout).unwrap();
    let answers: Vec<bool> = out
        .lines()
        .map(|line| line.starts_with("verified "))
        .collect();
    assert_eq!(answers.len(), pairs.len(), "{out}");
    let all = answers.iter().all(|&answer| answer);
    assert_eq!(run.status.code(), Some(i32::from(!all)));
    Some(answers)
}

/// A proof with one or two random changes.
fn damage(random: &mut ChaCha8Rng, proof: &str) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    for _ in 0..random.random_range(1..=2) {
        let at = random.random_range(0..lines.len());
        let mut words: Vec<&str> = lines[at].split(' ').collect();
        let word = random.random_range(0..words.len());
        let second = words.len().min(2) - 1;
        let number = words[word].parse::<i64>().unwrap_or(1);
        let other = [number + 1, number - 1, -number, number * 2][random.random_range(0..4)];
        let other = other.to_string();
        match random.random_range(0..6) {
            0 => drop(words.remove(word)),
            1 => words[word] = &other,
            2 => words.insert(word, &other),
            3 => words.swap(word, second),
            4 => words.clear(),
            _ => words.truncate(word + 1),
        }
        lines[at] = words.join(" ");
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n") + "\n"
}

/// Formulas with DRAT proofs: those of varisat, and proofs by extended resolution, which need RAT.
fn right_proofs() -> Vec<(Clauses, Vec<u8>)> {
    let drat = varisat::ProofFormat::Drat;
    let mut right: Vec<(Clauses, Vec<u8>)> = (2..=4)
        .map(|holes| (pigeonhole(holes), cook(holes).into_bytes()))
        .collect();
    right.extend((2..=5).map(|holes| {
        let proof = varisat(&pigeonhole(holes), drat).unwrap();
        (pigeonhole(holes), proof)
    }));
    let refuted = refuted(10).into_iter();
    right.extend(refuted.map(|(clauses, proof)| (clauses, proof.into_bytes())));
    right
}

fn ours(cnf: &str, proof: &[u8]) -> bool {
    matches!(replayed(cnf, proof), Ok(Outcome::Verified(_)))
}

/// Both checkers accept the right proofs and reject the wrong ones. Ours accepts no damaged proof that
/// the other rejects.
#[test]
#[ignore = "slow: .ci/run runs it"]
fn a_verified_checker_agrees() {
    const DAMAGED: usize = 200;
    let folder = folder("proved");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let mut pairs = Vec::new();
    let mut texts = Vec::new();
    for (number, (clauses, proof)) in right_proofs().into_iter().enumerate() {
        let cnf = dimacs(&clauses);
        write(&format!("{number}.cnf"), cnf.as_bytes());
        for (form, end) in [(Encoding::Text, "text"), (Encoding::Binary, "binary")] {
            let lrat = as_lrat(&cnf, &proof, form);
            assert!(ours(&cnf, &lrat));
            write(&format!("{number}.{end}"), &lrat);
            pairs.push((format!("{number}.cnf"), format!("{number}.{end}")));
            if form == Encoding::Text {
                texts.push((number, cnf.clone(), String::from_utf8(lrat).unwrap()));
            }
        }
    }
    let right = pairs.len();
    write("square.cnf", SQUARE.as_bytes());
    for (number, wrong) in WRONG.iter().enumerate() {
        assert!(!ours(SQUARE, wrong.as_bytes()), "{wrong}");
        let proof = format!("wrong{number}");
        write(&proof, wrong.as_bytes());
        pairs.push(("square.cnf".to_owned(), proof));
    }
    let first_damaged = pairs.len();
    let mut random = random(210);
    let mut accepted = Vec::new();
    for number in 0..DAMAGED {
        let (of, cnf, text) = &texts[number % texts.len()];
        let text = damage(&mut random, text);
        let proof = format!("damaged{number}");
        write(&proof, text.as_bytes());
        accepted.push(ours(cnf, text.as_bytes()));
        pairs.push((format!("{of}.cnf"), proof));
    }
    let Some(answers) = by_acl2(&folder, &pairs) else {
        return;
    };
    let read = |(_, proof): &(String, String)| fs::read_to_string(folder.join(proof));
    for (at, (pair, answer)) in pairs.iter().zip(&answers).enumerate() {
        let agrees = if at < right {
            *answer
        } else if at < first_damaged {
            !answer
        } else {
            *answer || !accepted[at - first_damaged]
        };
        assert!(agrees, "{pair:?}: {answer}: {:?}", read(pair));
    }
    let harmless = accepted.iter().filter(|accepted| **accepted).count();
    println!("{DAMAGED} damaged proofs, {harmless} of them still right");
    assert!(harmless > 0 && harmless * 2 < DAMAGED, "{harmless}");
}

#[test]
fn a_missing_verified_checker_is_named_and_nothing_is_verified() {
    let folder = folder("nowhere");
    fs::write(folder.join("a.cnf"), SQUARE).unwrap();
    fs::write(folder.join("a.lrat"), "5 1 0 1 2 0\n6 0 5 3 4 0\n").unwrap();
    let run = Command::new("python3")
        .args([TOOL, "a.cnf", "a.lrat"])
        .env("ACL2", "/nowhere/acl2")
        .current_dir(folder)
        .output();
    let Ok(run) = run else {
        return;
    };
    assert_eq!(run.status.code(), Some(3));
    assert_eq!(run.stdout, b"");
    let says = String::from_utf8(run.stderr).unwrap();
    assert!(says.starts_with("there is no /nowhere/acl2; "), "{says}");
}
