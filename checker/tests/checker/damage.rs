//! Damaged proofs: they may still be right, but never for a formula with a model.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::formulas::*;
use super::*;

/// A proof with a few lines dropped, altered, doubled, moved or cut.
fn damage(random: &mut ChaCha8Rng, proof: &str, variables: i32) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    for _ in 0..random.random_range(1..=4) {
        let count = lines.len();
        if count < 2 {
            break;
        }
        let at = random.random_range(0..count);
        match random.random_range(0..7) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, random.random_range(0..count)),
            2 => lines.insert(random.random_range(0..count), lines[at].clone()),
            3 => lines.truncate(at.max(1)),
            4 => {
                let variable = random.random_range(1..=variables + 1);
                lines[at] = format!("{variable} {}", lines[at].replace("d ", ""));
            }
            5 => {
                let mut words: Vec<String> =
                    lines[at].split_whitespace().map(str::to_owned).collect();
                let word = random.random_range(0..words.len());
                match random.random_bool(0.5) {
                    true if words.len() > 1 => drop(words.remove(word)),
                    _ if words[word] != "0" && words[word] != "d" => {
                        let number: i32 = words[word].parse().unwrap();
                        words[word] = (-number).to_string();
                    }
                    _ => (),
                }
                lines[at] = words.join(" ");
            }
            _ => {
                lines[at] = match lines[at].strip_prefix("d ") {
                    Some(added) => added.to_owned(),
                    None => format!("d {}", lines[at]),
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

/// The formula without some clauses, so that it has a model.
fn satisfiable_part(random: &mut ChaCha8Rng, clauses: &Clauses) -> Clauses {
    let mut part = clauses.clone();
    while is_satisfiable(&part) == is_satisfiable(clauses) {
        part.swap_remove(random.random_range(0..part.len()));
    }
    part
}

#[test]
fn a_damaged_proof_is_never_right_for_a_formula_with_a_model() {
    let mut random = random(5);
    let (mut right, mut wrong, mut unreadable) = (0, 0, 0);
    for (clauses, proof) in refuted(60) {
        let part = dimacs(&satisfiable_part(&mut random, &clauses));
        let cnf = dimacs(&clauses);
        let variables = clauses.iter().flatten().map(|l| l.abs()).max().unwrap();
        for mode in [Mode::Forward, Mode::Backward] {
            assert!(
                !is_verified(&part, proof.as_bytes(), mode),
                "{part}\n{proof}"
            );
        }
        for _ in 0..60 {
            let damaged = damage(&mut random, &proof, variables);
            for mode in [Mode::Forward, Mode::Backward] {
                let sound = !is_verified(&part, damaged.as_bytes(), mode);
                assert!(sound, "{mode:?}\n{part}\n{damaged}");
                match checked(&cnf, damaged.as_bytes(), mode) {
                    Ok(Outcome::Verified(_)) => right += 1,
                    Ok(_) => wrong += 1,
                    Err(_) => unreadable += 1,
                }
            }
        }
    }
    println!("damaged proofs: {right} still right, {wrong} wrong, {unreadable} unreadable");
    assert!(wrong > 500 && unreadable > 100 && right > 100);
}

#[test]
fn binary_proofs_with_damaged_bytes_refute_no_satisfiable_formula() {
    let mut random = random(6);
    for (clauses, _) in refuted(30) {
        let proof = varisat(&clauses, varisat::ProofFormat::BinaryDrat).unwrap();
        let part = dimacs(&satisfiable_part(&mut random, &clauses));
        for _ in 0..100 {
            let mut damaged = proof.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..damaged.len());
                damaged[at] ^= 1 << random.random_range(0..8);
            }
            damaged.truncate(random.random_range(1..=damaged.len()));
            for mode in [Mode::Forward, Mode::Backward] {
                assert!(!is_verified(&part, &damaged, mode), "{part}\n{damaged:?}");
            }
        }
    }
}

/// At least one lemma of a trimmed proof cannot be left out.
#[test]
fn a_proof_without_a_needed_lemma_is_rejected() {
    let clauses = pigeonhole(3);
    let proof = varisat(&clauses, varisat::ProofFormat::Drat).unwrap();
    let cnf = dimacs(&clauses);
    let full = verified(&cnf, &proof, Mode::Backward);
    let short = trimmed(&proof, &full);
    let lemmas: Vec<&str> = short
        .lines()
        .filter(|line| !line.starts_with('d'))
        .collect();
    let mut rejections = 0;
    for left_out in 0..lemmas.len() - 1 {
        let mut rest = lemmas.clone();
        rest.remove(left_out);
        let rest = rest.join("\n") + "\n";
        rejections += u32::from(!is_verified(&cnf, rest.as_bytes(), Mode::Backward));
    }
    assert!(rejections > 0, "{short}");
    // Only the beginning, which proves nothing yet.
    let end = rejected(&cnf, &(lemmas[0].to_owned() + "\n"));
    assert_eq!(end.reason, Reason::NoEmptyClause);
}
