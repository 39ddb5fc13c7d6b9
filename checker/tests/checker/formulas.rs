//! Formulas and proofs for the tests, and an exhaustive search for models.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use varisat::{CnfFormula, ExtendFormula, Lit, ProofFormat};

/// Clauses in DIMACS numbers.
pub type Clauses = Vec<Vec<i32>>;

/// A random literal of one of the variables up to a number.
fn literal(random: &mut ChaCha8Rng, variables: i32) -> i32 {
    let variable = random.random_range(1..=variables);
    if random.random_bool(0.5) {
        variable
    } else {
        -variable
    }
}

pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub fn dimacs(clauses: &Clauses) -> String {
    let variables = clauses.iter().flatten().map(|l| l.abs()).max();
    let mut text = format!("p cnf {} {}\n", variables.unwrap_or(0), clauses.len());
    for clause in clauses {
        for literal in clause {
            text += &format!("{literal} ");
        }
        text += "0\n";
    }
    text
}

/// Whether a formula has a model, by trying all assignments.
pub fn is_satisfiable(clauses: &Clauses) -> bool {
    let variables = clauses.iter().flatten().map(|l| l.unsigned_abs()).max();
    let variables = variables.unwrap_or(0);
    assert!(variables <= 16);
    (0..1u32 << variables).any(|bits| {
        let holds = |l: &i32| (bits >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// Random clauses, each of `width` different variables.
pub fn random_clauses(
    random: &mut ChaCha8Rng,
    variables: i32,
    width: usize,
    count: usize,
) -> Clauses {
    let clause = |_| {
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < width {
            let variable = random.random_range(1..=variables);
            if !clause.iter().any(|l| l.abs() == variable) {
                let is_positive = random.random_bool(0.5);
                clause.push(if is_positive { variable } else { -variable });
            }
        }
        clause
    };
    (0..count).map(clause).collect()
}

/// Random clauses of one to three literals; a clause may contain a literal twice, or together with its negation.
pub fn wild_clauses(random: &mut ChaCha8Rng, variables: i32) -> Clauses {
    let count = random.random_range(0..5 * variables as usize);
    let mut clause = |n| {
        (0..=(n * 7) % 3)
            .map(|_| literal(random, variables))
            .collect()
    };
    (0..count).map(&mut clause).collect()
}

/// Clauses of two or three literals, enough of them that models are rare, but without unit clauses.
pub fn tight_clauses(random: &mut ChaCha8Rng, variables: i32) -> Clauses {
    let pairs = random.random_range(0..=variables as usize);
    let mut clauses = random_clauses(random, variables, 2, pairs);
    let more = random.random_range(3..=6) * variables as usize;
    clauses.extend(random_clauses(random, variables, 3, more));
    clauses
}

/// The pigeonhole formula: one more pigeon than holes.
pub fn pigeonhole(holes: i32) -> Clauses {
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses = Clauses::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| sits(pigeon, hole)).collect());
        for other in 0..pigeon {
            for hole in 0..holes {
                clauses.push(vec![-sits(pigeon, hole), -sits(other, hole)]);
            }
        }
    }
    clauses
}

/// varisat's proof, if there is no model.
pub fn varisat(clauses: &Clauses, format: ProofFormat) -> Option<Vec<u8>> {
    let mut formula = CnfFormula::new();
    for clause in clauses {
        let literals = clause.iter().map(|&l| Lit::from_dimacs(l as isize));
        formula.add_clause(&literals.collect::<Vec<_>>());
    }
    let mut proof = Vec::new();
    let satisfiable = {
        let mut solver = varisat::Solver::new();
        solver.write_proof(&mut proof, format);
        solver.add_formula(&formula);
        let satisfiable = solver.solve().unwrap();
        solver.close_proof().unwrap();
        satisfiable
    };
    (!satisfiable).then_some(proof)
}

/// Unsatisfiable formulas with varisat's proofs in text.
pub fn refuted(count: usize) -> Vec<(Clauses, String)> {
    let mut random = random(7);
    let mut refuted = Vec::new();
    while refuted.len() < count {
        let variables = random.random_range(6..=14);
        let clauses = random_clauses(&mut random, variables, 3, 6 * variables as usize);
        if let Some(proof) = varisat(&clauses, ProofFormat::Drat) {
            let proof = String::from_utf8(proof).unwrap();
            refuted.push((clauses, proof));
        }
    }
    refuted
}

/// A made-up proof: lemmas that may be right or wrong, and deletions.
pub fn wild_proof(random: &mut ChaCha8Rng, clauses: &Clauses, variables: i32) -> String {
    let mut known = clauses.clone();
    let mut text = String::new();
    for _ in 0..random.random_range(1..12) {
        if !known.is_empty() && random.random_bool(0.3) {
            let clause = known.swap_remove(random.random_range(0..known.len()));
            text += &format!("d {}", line(&clause));
        } else {
            let length = [1, 1, 1, 2, 2, 2, 3, 0][random.random_range(0..8)];
            // Some literals have new variables.
            let literals = (0..length).map(|_| literal(random, variables + 2));
            let clause: Vec<i32> = literals.collect();
            text += &line(&clause);
            known.push(clause);
        }
    }
    text
}

pub fn line(clause: &[i32]) -> String {
    let literals: String = clause.iter().map(|l| format!("{l} ")).collect();
    literals + "0\n"
}
