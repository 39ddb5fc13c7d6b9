//! Compares the time to write a formula with the time that CaDiCaL takes to read it.
//!
//! CaDiCaL reports its parse time in hundredths of a second, which is too coarse for
//! many formulas. So this benchmark times whole processes and subtracts the time for a
//! trivial formula: for `encode`, which writes the formula and its map, a formula of no
//! turns; for CaDiCaL, which runs without conflicts and lucky phases, one clause.
//! CaDiCaL's work besides parsing counts in our favor; the parse time that it reports is
//! printed as well.

use std::path::Path;
use std::process::Command;

use twistsat::encode::Recipe;

use super::Setup;
use super::common::{Result, Times, time};
use super::process::{Ended, run, twistsat};

/// The number of runs of each process; the processes alternate.
const RUNS: usize = 15;

pub fn compare_with_parser(setup: &Setup) -> Result<()> {
    let state = setup
        .positions
        .text(&setup.positions.at_distance(11, 1, setup.seed)[0]);
    let folder = tempfile::tempdir()?;
    let (file, tiny) = (folder.path().join("a.cnf"), folder.path().join("tiny.cnf"));
    std::fs::write(&tiny, "p cnf 1 1\n1 0\n")?;
    println!(
        "| recipe | MB | `encode` without startup | CaDiCaL without startup | as CaDiCaL reports | ratio |"
    );
    println!("|---|---|---|---|---|---|");
    let recipes: Vec<String> = match setup.more.last() {
        Some(recipe) => vec![recipe.clone()],
        None => Recipe::built_in_names().map(str::to_owned).collect(),
    };
    for recipe in recipes {
        let mut times = [(); 4].map(|()| Times::default());
        let mut reported = Times::default();
        for _ in 0..setup.count(RUNS) {
            let encode = |turns: &str| -> Result<f64> {
                let mut command = twistsat();
                command.args(["encode", "pocket", "--turns", turns, "--state", &state]);
                command.args(["--recipe", &recipe, "-o"]).arg(&file);
                Ok(expect_code(run(&mut command)?, 0)?.seconds)
            };
            times[3].push(encode("0")?);
            times[0].push(encode("11")?);
            let parsed = expect_code(run(&mut cadical(&file))?, 0)?;
            reported.push(parse_seconds(&parsed.out)?);
            times[1].push(parsed.seconds);
            times[2].push(expect_code(run(&mut cadical(&tiny))?, 10)?.seconds);
        }
        let [ours, theirs, their_start, our_start] = times.map(|times| times.median());
        let (ours, parsing) = (ours - our_start, theirs - their_start);
        println!(
            "| {recipe} | {:.1} | {} | {} | {} | {:.2} |",
            std::fs::metadata(&file)?.len() as f64 / 1e6,
            time(ours),
            time(parsing),
            time(reported.median()),
            ours / parsing
        );
    }
    println!(
        "promised: `encode` no slower than CaDiCaL parses (ratio at most 1), {} each, medians\n",
        setup.count(RUNS)
    );
    Ok(())
}

fn cadical(file: &Path) -> Command {
    let mut command = Command::new("cadical");
    command.args(["-n", "-c", "0", "--lucky=false"]).arg(file);
    command
}

fn expect_code(ended: Ended, code: i32) -> Result<Ended> {
    match ended.code {
        Some(found) if found == code => Ok(ended),
        found => Err(format!("ended with {found:?}: {}", ended.out).into()),
    }
}

/// `c parsed 12024 clauses in 0.01 seconds process time`.
fn parse_seconds(out: &str) -> Result<f64> {
    let line = out.lines().find(|line| line.starts_with("c parsed "));
    let mut words = line.ok_or("no line about parsing")?.split_whitespace();
    words.find(|word| *word == "in");
    Ok(words.next().ok_or("no seconds")?.parse()?)
}
