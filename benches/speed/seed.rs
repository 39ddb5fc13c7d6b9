//! Compares the time for a published position, solved to its exact orientation, with
//! that of minisat for a published formula.
//!
//! The position is the second of Yurichev's *SAT/SMT by Example*, pocket cube. The
//! formula is his, clause for clause (recipe `mux-reference`), for exactly 11
//! turns; minisat is timed until its first answer. The time depends on the order of
//! the variables, so minisat gets the same formula in five random orders.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use twistsat::encode::{Formula, Recipe, encode};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::Layout;

use super::Setup;
use super::common::{Result, Times, time};
use super::process::{run, run_within, twistsat};

const POSITION: &str = "F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG";

/// The number of runs of twistsat, and of random variable orders for minisat.
const ORDERS: usize = 5;

pub fn compare_with_minisat(setup: &Setup) -> Result<()> {
    let orders = setup.count(ORDERS);
    let formula = published_formula(setup)?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("shuffled.cnf");
    let [mut ours, mut theirs] = [(); 2].map(|()| Times::default());
    let mut open = [0, 0];
    for order in 0..orders {
        shuffle(&formula, setup.seed + order as u64, &path)?;
        let pair = [solve(setup)?, minisat(&path, setup.limit)?];
        let words = pair.map(|seconds| seconds.map_or("not done".to_owned(), time));
        println!("order {order}: twistsat {}, minisat {}", words[0], words[1]);
        for (open, seconds) in open.iter_mut().zip(pair) {
            *open += usize::from(seconds.is_none());
        }
        ours.push(pair[0].unwrap_or(setup.limit));
        theirs.push(pair[1].unwrap_or(setup.limit));
    }
    println!(
        "9 turns, proved minimal, {} ({} not done)",
        ours.in_words(),
        open[0]
    );
    println!(
        "minisat's first answer for 11 turns, {} ({} not done)",
        theirs.in_words(),
        open[1]
    );
    if open[0] > 0 {
        println!("promised: no ratio, because some runs of twistsat hit the limit\n");
        return Ok(());
    }
    // A limit that was hit makes the ratio smaller than it is.
    let least = if open[1] * 2 >= orders {
        "at least "
    } else {
        ""
    };
    let ratio = theirs.median() / ours.median();
    println!("promised: {least}{ratio:.0} times faster, medians (at least 100)\n");
    Ok(())
}

/// The seconds until twistsat proves 9 turns minimal; `None` if it hits the limit.
fn solve(setup: &Setup) -> Result<Option<f64>> {
    let mut command = twistsat();
    command.args([
        "solve", "pocket", "--to", "solved", "--format", "json", "--quiet",
    ]);
    command.args(["--state", POSITION]).args(&setup.more);
    command.args(["--time-limit", &setup.limit.to_string()]);
    let ended = run(&mut command)?;
    let json: serde_json::Value = serde_json::from_str(&ended.out)?;
    match (&json["turns"], &json["minimal"]) {
        (turns, minimal) if *turns == 9 && *minimal == true => Ok(Some(ended.seconds)),
        _ if json["stopped"].is_string() => Ok(None),
        (turns, _) => Err(format!("{turns} turns instead of 9").into()),
    }
}

fn minisat(path: &Path, limit: f64) -> Result<Option<f64>> {
    match run_within(Command::new("minisat").arg(path), limit)? {
        None => Ok(None),
        Some((seconds, Some(10))) => Ok(Some(seconds)),
        Some((_, code)) => Err(format!("minisat ended with {code:?}").into()),
    }
}

fn published_formula(setup: &Setup) -> Result<Formula> {
    let puzzle = setup.positions.puzzle.clone();
    let start = Layout::Faces.read(&puzzle, POSITION)?;
    let problem = Problem::new(puzzle, &start, &Target::Solved, Budget::Exactly(11))?;
    let recipe = Recipe::built_in("mux-reference")?;
    let formula = encode(&problem, &recipe)?;
    assert_eq!(formula.cnf.len(), 52_440);
    Ok(formula)
}

/// Writes the formula with its variables renamed, and its clauses and their
/// literals in another order.
fn shuffle(formula: &Formula, seed: u64, path: &Path) -> Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut names: Vec<u32> = (1..=formula.variables).collect();
    names.shuffle(&mut random);
    let names: HashMap<u32, u32> = (0..).zip(names).collect();
    let mut clauses: Vec<Vec<String>> = formula
        .cnf
        .iter()
        .map(|clause| {
            let mut literals: Vec<String> = clause
                .iter()
                .map(|literal| {
                    let sign = if literal.is_neg() { "-" } else { "" };
                    format!("{sign}{}", names[&literal.vidx32()])
                })
                .collect();
            literals.shuffle(&mut random);
            literals
        })
        .collect();
    clauses.shuffle(&mut random);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    writeln!(file, "p cnf {} {}", formula.variables, clauses.len())?;
    for clause in clauses {
        writeln!(file, "{} 0", clause.join(" "))?;
    }
    Ok(file.flush()?)
}
