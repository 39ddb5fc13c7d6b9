//! Times exact answers without SAT, and compares them with twsearch if it is installed.
//!
//! `TWSEARCH_SAMPLES` names the folder `samples` of twsearch, and `TWSEARCH` its program (by default `twsearch` on
//! `PATH`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

use super::Setup;
use super::common::{Result, Times, time};
use super::plans::cubes;
use super::process::{run, run_with_input, twistsat};

/// The number of runs of each question, each in a new process.
const RUNS: usize = 3;

/// The number of random cubes.
const CUBES: usize = 20;

const T_PERMUTATION: &str = "R U R' U' R' F R2 U' R' U' R U R' F'";
const Y_PERMUTATION: &str = "F R U' R' U' R U R' F' R U R' U' R' F R F'";
const MEGAMINX_SCRAMBLE: &str = "R U F' L2 BR D BL2 U' R2";

/// The name of a question, its command, its arguments, and the promised time.
type Question = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
);

const QUESTIONS: [Question; 5] = [
    (
        "T-permutation, R U F, all shortest",
        "enumerate",
        &[
            "rubik",
            "--scramble",
            T_PERMUTATION,
            "--allow",
            "R U F",
            "--shortest",
        ],
        "60 ms",
    ),
    (
        "T-permutation, R U F, free U",
        "solve",
        &[
            "rubik",
            "--scramble",
            T_PERMUTATION,
            "--allow",
            "R U F",
            "--free",
            "U",
        ],
        "0.2 s",
    ),
    (
        "T-permutation, all turns",
        "solve",
        &["rubik", "--scramble", T_PERMUTATION],
        "0.5 s",
    ),
    (
        "Y-permutation, all turns",
        "solve",
        &["rubik", "--scramble", Y_PERMUTATION],
        "1 s",
    ),
    (
        "megaminx, 9 turns",
        "solve",
        &["megaminx", "--scramble", MEGAMINX_SCRAMBLE],
        "2 s",
    ),
];

/// The largest length of each refutation, and the promised time, which excludes the tables.
const REFUTED: [(&str, &str); 4] = [
    ("14", "0.05 s"),
    ("15", "0.1 s"),
    ("16", "0.6 s"),
    ("17", "8 s"),
];

/// Times the questions, the random cubes and the samples of twsearch.
pub fn time_exact_answers(setup: &Setup) -> Result<()> {
    println!("| question | median | promised |\n|---|---|---|");
    for (name, command, words, promised) in QUESTIONS {
        let mut times = Times::default();
        for _ in 0..setup.count(RUNS) {
            times.push(by_graph(setup, command, words)?.0);
        }
        println!("| {name} | {} | {promised} |", time(times.median()));
    }
    random_cubes(setup)?;
    for turns in [4, 7] {
        compare_with_twsearch(setup, turns)?;
    }
    Ok(())
}

/// Times refutations of short lengths for random cubes, including the tables, and shortest solutions of the cubes.
fn random_cubes(setup: &Setup) -> Result<()> {
    let rubik = Puzzle::built_in("rubik")?;
    let cubes = cubes(&rubik, setup.count(CUBES), setup.seed)?;
    for (turns, promised) in REFUTED {
        let mut times = Times::default();
        for (cube, _) in &cubes {
            let words = ["rubik", "--state", cube, "--max-turns", turns];
            let (seconds, out) = by_graph(setup, "solve", &words)?;
            if !out.contains(" turns, minimal") {
                times.push(seconds);
            }
        }
        println!(
            "| random 3×3×3, no solution of {turns} turns or fewer | {} | {promised} and tables |",
            time(times.median())
        );
    }
    let mut times = Times::default();
    for (cube, _) in &cubes {
        times.push(by_graph(setup, "solve", &["rubik", "--state", cube])?.0);
    }
    println!(
        "| random 3×3×3, solved | {} | 25 s |\n",
        time(times.median())
    );
    Ok(())
}

/// The time and the output of a process that answers with `--method graph`.
fn by_graph(setup: &Setup, command: &str, words: &[&str]) -> Result<(f64, String)> {
    let mut process = twistsat();
    process.args([command, "--quiet", "--method", "graph", "--time-limit"]);
    process.arg(format!("{}s", setup.limit)).args(words);
    let ended = run(&mut process)?;
    Ok((ended.seconds, ended.out))
}

/// Times twistsat and twsearch, with one thread each, on seeded scrambles of twsearch's sample definitions.
fn compare_with_twsearch(setup: &Setup, turns: usize) -> Result<()> {
    let Some(folder) = std::env::var_os("TWSEARCH_SAMPLES") else {
        println!("twsearch: TWSEARCH_SAMPLES names no folder of its samples\n");
        return Ok(());
    };
    println!(
        "| {turns} turns | --method graph | by default | twsearch | ratio |\n|---|---|---|---|---|"
    );
    let (mut ratios, mut by_default) = (Times::default(), Times::default());
    let mut left_out = Vec::new();
    for file in definitions(Path::new(&folder))? {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match time_sample(setup, &file, turns)? {
            Some([graph, auto, theirs]) => {
                ratios.push(graph / theirs);
                by_default.push(auto / theirs);
                let ratio = graph / theirs;
                let [graph, auto, theirs] = [graph, auto, theirs].map(time);
                println!("| {name} | {graph} | {auto} | {theirs} | {ratio:.2} |");
            }
            None => left_out.push(name),
        }
    }
    for (ratios, how) in [(ratios, "--method graph"), (by_default, "by default")] {
        println!(
            "promised, {how}: of {} samples a ratio to twsearch of {:.2} in the median (1.0), {:.2} at most (3)",
            ratios.len(),
            ratios.median(),
            ratios.worst()
        );
    }
    println!(
        "left out, because twistsat or twsearch does not answer: {}\n",
        left_out.join(", ")
    );
    Ok(())
}

/// The files below a folder that end in `.tws`, in order.
fn definitions(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            all.extend(definitions(&path)?);
        } else if path.extension().is_some_and(|it| it == "tws") {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

/// The times of `--method graph`, of the default method and of twsearch for one scramble; `None` if one of them does not
/// answer. Our solutions are replayed and must be as long as that of twsearch.
fn time_sample(setup: &Setup, file: &Path, turns: usize) -> Result<Option<[f64; 3]>> {
    let name = file.to_string_lossy();
    let Ok(puzzle) = Puzzle::from_file(&name, &fs::read_to_string(file)?) else {
        return Ok(None);
    };
    let mut random = ChaCha8Rng::seed_from_u64(setup.seed);
    let all = puzzle.all_turns();
    let scramble: Vec<_> = (0..turns)
        .filter_map(|_| all.choose(&mut random).copied())
        .collect();
    let text = Notation::Singmaster.write_all(&puzzle, &scramble);
    let named = std::env::var_os("TWSEARCH").unwrap_or_else(|| "twsearch".into());
    let mut command = Command::new(named);
    command
        .args(["-M", "1024", "--nowrite", "-t", "1", "-s"])
        .arg(file);
    let theirs = run_with_input(&mut command, &format!("{text}\n"))?;
    let Some(length) = length_of_twsearch(&theirs.out) else {
        return Ok(None);
    };
    let mut seconds = [0.0, 0.0, theirs.seconds];
    for (method, seconds) in ["graph", "auto"].iter().zip(&mut seconds) {
        let mut command = twistsat();
        command.args([
            "solve", "--quiet", "--format", "alg", "--jobs", "1", "--to", "solved",
        ]);
        command
            .args(["--method", method, "--scramble", &text, "--puzzle-file"])
            .arg(file);
        let ended = run(&mut command)?;
        if ended.code != Some(0) {
            return Ok(None);
        }
        let solution = Notation::Singmaster.read(&puzzle, ended.out.trim())?;
        let end = puzzle.apply(&puzzle.apply(puzzle.solved(), &scramble), &solution);
        if end != *puzzle.solved() || solution.len() != length {
            return Err(format!(
                "{name}, {text}: {} by {method}, {length} by twsearch",
                ended.out.trim()
            )
            .into());
        }
        *seconds = ended.seconds;
    }
    Ok(Some(seconds))
}

/// `Found 1 solution max depth 4 …`.
fn length_of_twsearch(out: &str) -> Option<usize> {
    let line = out.lines().rfind(|line| line.starts_with("Found "))?;
    let mut words = line.split_whitespace().skip_while(|word| *word != "depth");
    words.nth(1)?.parse().ok()
}
