//! What a checker that is itself proved says of our proofs, by `tools/proved-check`: ACL2's reads LRAT.

use std::io::Write;
use std::process::Command;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::formulas::random;
use super::lrat::replayed;
use super::*;
use crate::common::cli::{Folder, run_in};

/// Names, with commas, of the checkers whose absence is a failure.
const REQUIRED: &str = "TWISTSAT_REQUIRE_CHECKERS";

/// What is asked of `prove`, of every kind: puzzles, both metrics, goals, stages, patterns, starts of which not
/// all is known, turns that are not allowed, side constraints, cubes.
const QUESTIONS: [&str; 30] = [
    "pocket|--scramble|R U2 F'|--max-turns|2",
    "rubik|--scramble|R F U B|--plan|thistlethwaite|--stage|1|--max-turns|2",
    "pocket|--scramble|R U' F2 R|--metric|qtm|--max-turns|4",
    "pocket|--state|UDDULBRFRFLB...FR.L..D.U|--max-turns|1",
    "pocket|--scramble|R U2 F'|--ends-with|U|--max-turns|3",
    "rubik|--scramble|R U R'|--to|UUUUUUUUURRR......FFF......DDDDDDDDDLLL......BBB......|--max-turns|1",
    "pocket|--scramble|R U2 F'|--at-most|half=0|--max-turns|3",
    // The proof that cubes are all there is.
    "pocket|--state|DUUDLLFBRRBFLRFFRLBBUDDU|--max-turns|8|--look-ahead|2",
    // These are left to the long check.
    "pocket|--state|DUUDLLFBRRBFLRFFRLBBUDDU|--max-turns|8",
    "pocket|--state|UDDULBRFRFLBLBRFRFLBUDDU|--max-turns|4",
    "pocket|--scramble|R U F R'|--max-turns|3",
    "pocket|--scramble|R U|--max-turns|0",
    "pocket|--scramble|R U|--to|solved|--max-turns|1",
    "pocket|--scramble|R U F2|--to|R F|--max-turns|1",
    "pocket|--scramble|R2 U F|--metric|qtm|--max-turns|2",
    "skewb|--scramble|R U L B'|--max-turns|3",
    "domino|--scramble|R2 U F2 U'|--max-turns|2",
    "twiddle|--scramble|A B|--max-turns|1",
    "kilominx|--scramble|R U|--max-turns|1",
    "pyraminx|--scramble|R U L B'|--max-turns|3",
    "rubik|--scramble|R U2|--metric|qtm|--max-turns|2",
    "rubik|--scramble|R U F|--plan|kociemba|--stage|1|--max-turns|1",
    "rubik|--scramble|R2 U2 F2 U2|--plan|thistlethwaite|--stage|4|--max-turns|2",
    "pocket|--state|U=WGRO R=YRBO F=YBGW D=ORBY L=OGRW B=WBG.|--max-turns|2",
    "pocket|--state|UDDUL.RFRFLBLBRFRFLBUDDU|--max-turns|3",
    "pocket|--scramble|R U2 F'|--forbid|F|--max-turns|3",
    "pocket|--scramble|R U2 F'|--allow|R U|--max-turns|4",
    "pocket|--scramble|R U2 F'|--starts-with|R|--max-turns|3",
    "pocket|--scramble|R U2 F'|--never|U F|--max-turns|2",
    "rubik|--scramble|R|--max-turns|0",
];

/// How many of them are asked in every run.
const SAMPLE: usize = 8;

const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// Proofs about [`SQUARE`] that are wrong.
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

/// What the proved checker says of formulas and proofs; nothing if it is not installed.
fn by_acl2(folder: &Folder, pairs: &[(String, String)]) -> Option<Vec<bool>> {
    let tool = concat!(env!("TWISTSAT_ROOT"), "/tools/proved-check");
    let names = pairs.iter().flat_map(|(cnf, proof)| [cnf, proof]);
    let run = Command::new("python3")
        .arg(tool)
        .args(names)
        .current_dir(folder.path())
        .output();
    let run = match run {
        Ok(run) if run.status.code() != Some(3) => run,
        other => {
            let required = std::env::var(REQUIRED).unwrap_or_default();
            let required = required.split(',').any(|name| name == "acl2");
            assert!(!required, "{REQUIRED} names acl2, but {other:?}");
            let _ = writeln!(std::io::stderr(), "skipped: acl2 is not installed");
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

/// A proof with something changed, once or twice.
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

/// Right proofs pass both checkers and wrong ones neither; of damaged ones ours accepts none that
/// the other rejects.
fn agree(questions: &[&str], damaged: usize) {
    let folder = Folder::new();
    let mut pairs = Vec::new();
    for (number, question) in questions.iter().enumerate() {
        let prefix = format!("p{number}");
        let mut prove = vec!["prove", "--quiet", "-o", &prefix];
        prove.extend(question.split('|'));
        if number % 2 == 1 {
            prove.push("--text");
        }
        run_in(folder.path(), &prove).ends(0);
        run_in(folder.path(), &["verify", &format!("{prefix}.json")]).ends(0);
        pairs.push((format!("{prefix}.cnf"), format!("{prefix}.lrat")));
    }
    let right = pairs.len();
    folder.write("square.cnf", SQUARE);
    for (number, wrong) in WRONG.iter().enumerate() {
        let proof = format!("wrong{number}.lrat");
        folder.write(&proof, wrong);
        assert!(!ours(SQUARE, wrong), "{wrong}");
        pairs.push(("square.cnf".to_owned(), proof));
    }
    let first_damaged = pairs.len();
    let mut random = random(210);
    let mut accepted = Vec::new();
    // Those with an odd number are text, and some are long.
    let texts: Vec<usize> = (1..right).step_by(2).collect();
    for number in 0..damaged {
        let of = texts[number % texts.len()];
        let cnf = folder.read(&format!("p{of}.cnf"));
        let text = damage(&mut random, &folder.read(&format!("p{of}.lrat")));
        let proof = format!("damaged{number}.lrat");
        folder.write(&proof, &text);
        accepted.push(ours(&cnf, &text));
        pairs.push((format!("p{of}.cnf"), proof));
    }
    let Some(answers) = by_acl2(&folder, &pairs) else {
        return;
    };
    for ((cnf, proof), answer) in pairs.iter().zip(&answers).take(right) {
        assert!(answer, "{cnf} {proof}");
    }
    for ((_, proof), answer) in pairs[right..first_damaged].iter().zip(&answers[right..]) {
        assert!(!answer, "{}", folder.read(proof));
    }
    for ((_, proof), (answer, ours)) in pairs[first_damaged..]
        .iter()
        .zip(answers[first_damaged..].iter().zip(&accepted))
    {
        assert!(*answer || !ours, "{proof}: {}", folder.read(proof));
    }
    let harmless = accepted.iter().filter(|accepted| **accepted).count();
    println!("{damaged} damaged proofs, {harmless} of them still right");
    assert!(harmless * 2 < damaged);
}

fn ours(cnf: &str, proof: &str) -> bool {
    matches!(replayed(cnf, proof.as_bytes()), Ok(Outcome::Verified(_)))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_checker_that_is_proved_agrees_about_proofs_of_each_kind() {
    agree(&QUESTIONS[..SAMPLE], 20);
}

#[test]
#[ignore = "a minute"]
fn a_checker_that_is_proved_agrees_about_thirty_certificates_and_two_hundred_damaged_ones() {
    agree(&QUESTIONS, 200);
}

#[test]
fn a_checker_that_is_not_there_is_named_and_nothing_is_verified() {
    let folder = Folder::new();
    folder.write("a.cnf", SQUARE);
    folder.write("a.lrat", "5 1 0 1 2 0\n6 0 5 3 4 0\n");
    let tool = concat!(env!("TWISTSAT_ROOT"), "/tools/proved-check");
    let run = Command::new("python3")
        .args([tool, "a.cnf", "a.lrat"])
        .env("ACL2", "/nowhere/acl2")
        .current_dir(folder.path())
        .output();
    let Ok(run) = run else {
        return;
    };
    assert_eq!(run.status.code(), Some(3));
    assert_eq!(run.stdout, b"");
    let says = String::from_utf8(run.stderr).unwrap();
    assert!(says.starts_with("there is no /nowhere/acl2; "), "{says}");
}
