//! Times the default method on some questions, and compares it with each method alone.

use std::fs;
use std::path::PathBuf;

use twistsat::puzzle::Puzzle;

use super::Setup;
use super::common::{Result, Times, time};
use super::plans::cubes;
use super::process::{run, run_until, run_within, twistsat};

/// The number of runs of each question, each in a new process.
const RUNS: usize = 5;

/// The T-permutation.
const T_PERMUTATION: &str = "R U R' U' R' F R2 U' R' U' R U R' F'";

/// The name of a question, its arguments, and the promised time.
const QUESTIONS: [(&str, &[&str], &str); 10] = [
    (
        "T-permutation, R U F",
        &["rubik", "--scramble", T_PERMUTATION, "--allow", "R U F"],
        "0.2 s",
    ),
    (
        "T-permutation, R U F, free U",
        &[
            "rubik",
            "--scramble",
            T_PERMUTATION,
            "--allow",
            "R U F",
            "--free",
            "U",
        ],
        "0.5 s",
    ),
    (
        "T-permutation, all turns",
        &["rubik", "--scramble", T_PERMUTATION],
        "1 s",
    ),
    (
        "megaminx, 8 turns",
        &["megaminx", "--scramble", "R U F' L2 BR D BL2 U'"],
        "2 s",
    ),
    (
        "megaminx, 9 turns",
        &["megaminx", "--scramble", "R U F' L2 BR D BL2 U' R2"],
        "2 s",
    ),
    (
        "4x4x4, 7 turns",
        &["4x4x4", "--scramble", "Rw U2 Fw' D L2 Bw U'"],
        "0.5 s",
    ),
    (
        "5x5x5, 7 turns",
        &["5x5x5", "--scramble", "Rw U2 Fw' D L2 Bw U'"],
        "0.5 s",
    ),
    (
        "4x4x4, 12 turns",
        &["4x4x4", "--scramble", "Rw U2 Fw' D L2 Bw U' Rw2 F D' Lw U"],
        "-",
    ),
    (
        "4x4x4, a parity in 16 turns",
        &[
            "4x4x4",
            "--scramble",
            "Rw U2 x Rw U2 Rw U2 Rw' U2 Lw U2 Rw' U2 Rw U2 Rw' U2 Rw'",
        ],
        "-",
    ),
    (
        "pocket cube",
        &["pocket", "--scramble", "R U2 F' R2 U F2 U' R F U"],
        "28 ms",
    ),
];

/// Times the questions above, then random cubes, then all questions of the tests; the last also with each method alone.
pub fn time_default_method(setup: &Setup) -> Result<()> {
    println!("| question | median | promised | answer |\n|---|---|---|---|");
    for (name, words, promised) in QUESTIONS {
        time_question(setup, name, words, promised)?;
    }
    let puzzle = Puzzle::built_in("rubik")?;
    let cubes = cubes(&puzzle, setup.count(RUNS), setup.seed)?;
    for (text, _) in &cubes {
        let given = ["rubik", "--state", text, "--jobs", "2"];
        let short = [&given[..], &["--good-enough", "20"]].concat();
        time_first(setup, "random 3×3×3, first solution", &given, "0.3 s")?;
        time_question(setup, "random 3×3×3, 20 turns", &short, "6 s")?;
        time_question(setup, "random 3×3×3", &given, "30 s")?;
        for more in [
            &["--forbid", "B"][..],
            &["--at-most", "half=0"],
            &["--ends-with", "U"],
        ] {
            let words = [&given[..], more].concat();
            time_first(setup, &more.join(" "), &words, "3 s")?;
        }
    }
    compare_with_each_method(setup)
}

/// Times a question and prints its line of the table.
fn time_question(setup: &Setup, name: &str, words: &[&str], promised: &str) -> Result<()> {
    let (mut times, mut answer) = (Times::default(), String::new());
    for _ in 0..setup.count(RUNS) {
        let mut command = twistsat();
        command
            .args(["solve", "--quiet"])
            .args(words)
            .args(&setup.more);
        let ended = run(&mut command)?;
        times.push(ended.seconds);
        let mut lines = ended.out.lines();
        let last = lines.rfind(|line| line.contains(" turns"));
        answer = last
            .unwrap_or_default()
            .split([':', ';'])
            .next()
            .unwrap_or_default()
            .to_owned();
    }
    println!(
        "| {name} | {} | {promised} | {answer} |",
        time(times.median())
    );
    Ok(())
}

/// Times a question until its first solution and prints its line of the table.
fn time_first(setup: &Setup, name: &str, words: &[&str], promised: &str) -> Result<()> {
    let mut times = Times::default();
    for _ in 0..setup.count(RUNS) {
        let mut command = twistsat();
        command.arg("solve").args(words).args(&setup.more);
        times.push(run_until(&mut command, " turns, by ")?);
    }
    println!("| {name} | {} | {promised} | |", time(times.median()));
    Ok(())
}

/// Compares the default with each method alone on the questions of the tests.
fn compare_with_each_method(setup: &Setup) -> Result<()> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/questions.jsonl");
    let (mut slower, mut all) = (0, 0);
    for (line, question) in (1..).zip(fs::read_to_string(data)?.lines()) {
        let file =
            std::env::temp_dir().join(format!("twistsat-question-{}.json", std::process::id()));
        fs::write(&file, question)?;
        let by = |method: &str| -> Result<Option<f64>> {
            let mut command = twistsat();
            command
                .args(["solve", "--quiet", "--method", method, "--question"])
                .arg(&file);
            let ended = run_within(&mut command, setup.limit)?;
            Ok(ended
                .filter(|(_, code)| matches!(code, Some(0 | 20)))
                .map(|(seconds, _)| seconds))
        };
        let auto = by("auto")?;
        let mut fastest = f64::INFINITY;
        for method in ["sat", "table", "graph"] {
            fastest = fastest.min(by(method)?.unwrap_or(f64::INFINITY));
        }
        fs::remove_file(&file)?;
        all += 1;
        if auto.is_none_or(|auto| auto > 2.0 * fastest + 0.2) {
            slower += 1;
            println!("line {line}: {auto:.2?} s, the fastest alone {fastest:.2} s: {question}");
        }
    }
    println!(
        "promised: of {all} questions {slower} take more than twice the fastest method alone and 0.2 s (0)\n"
    );
    Ok(())
}
