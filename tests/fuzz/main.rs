//! Fuzzes every reader with damaged inputs: a short run in `cargo test`, a long run as `docs/testing.md` describes, and the
//! inputs that earlier runs found.

#[path = "../common/mod.rs"]
mod common;

mod corpus;
mod engine;
mod growth;
mod large;
mod mutate;
mod properties;
mod results;
mod targets;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use engine::{Failure, Fuzzer, Target, check};
use targets::TARGETS;

/// Runs one test at a time, because the time of a reader is measured.
static ALONE: Mutex<()> = Mutex::new(());

/// The number of inputs for each target in the short run.
const SHORT: u64 = if cfg!(all_tests) { 400 } else { 150 };

#[test]
fn a_short_run_over_every_reader_finds_nothing() {
    let _alone = ALONE.lock();
    engine::watch();
    for target in &TARGETS {
        let mut fuzzer = Fuzzer::new(target, 1);
        let result = fuzzer.run(|executed| executed < SHORT);
        result.unwrap_or_else(|failure| report(&failure, 1));
    }
}

/// Takes `TWISTSAT_FUZZ_SECONDS` in total (60 by default), with the seed
/// `TWISTSAT_FUZZ_SEED` (by default a different one in each run).
/// `TWISTSAT_FUZZ_TARGETS=map,state` selects targets.
#[test]
#[ignore = "takes a minute, or TWISTSAT_FUZZ_SECONDS"]
fn a_long_run_over_every_reader_finds_nothing() {
    let _alone = ALONE.lock();
    engine::watch();
    let seconds = variable("TWISTSAT_FUZZ_SECONDS").unwrap_or(60);
    let seed = variable("TWISTSAT_FUZZ_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    let chosen = std::env::var("TWISTSAT_FUZZ_TARGETS").unwrap_or_default();
    let is_chosen =
        |it: &&Target| chosen.is_empty() || chosen.split(',').any(|name| name == it.name);
    let chosen: Vec<&Target> = TARGETS.iter().filter(is_chosen).collect();
    let each = Duration::from_secs(seconds) / u32::try_from(chosen.len()).unwrap();
    for target in chosen {
        let begun = Instant::now();
        let mut fuzzer = Fuzzer::new(target, seed);
        let result = fuzzer.run(|_| begun.elapsed() < each);
        let (inputs, outcomes) = (fuzzer.executed, fuzzer.outcomes());
        let name = target.name;
        println!("{name}: {inputs} inputs, {outcomes} different outcomes, seed {seed}");
        result.unwrap_or_else(|failure| report(&failure, seed));
    }
}

fn variable(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    let number = value.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is no number: {value}")))
}

/// Writes a failing input to a file and panics with the details.
fn report(failure: &Failure, seed: u64) {
    let (target, input) = (failure.target, &failure.input);
    let path = engine::folder().join(format!("{target}-{seed}.txt"));
    fs::write(&path, input).unwrap();
    let shown: String = input.escape_debug().take(2000).collect();
    let (reason, bytes) = (&failure.reason, input.len());
    panic!(
        "target {target}, seed {seed}: {reason}\ninput, {bytes} bytes: {shown}\nit is in {path:?}; \
         correct the reader and put the input into tests/fuzz/found/{target}/"
    );
}

#[test]
fn every_bug_found_by_fuzzing_stays_fixed() {
    let _alone = ALONE.lock();
    engine::watch();
    let found = Path::new(env!("TWISTSAT_ROOT")).join("tests/fuzz/found");
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let paths = fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = paths.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    for folder in entries(&found) {
        let name = folder.file_name().unwrap();
        let target = TARGETS.iter().find(|target| *name == *target.name);
        let target = target.unwrap_or_else(|| panic!("{} is no target's folder", folder.display()));
        for path in entries(&folder) {
            let input = fs::read_to_string(&path).unwrap();
            check(target, &input).unwrap_or_else(|reason| panic!("{}: {reason}", path.display()));
        }
    }
}

/// A reader that panics only on a rare word.
#[test]
fn broken_readers_are_noticed() {
    let _alone = ALONE.lock();
    fn panics(text: &str) -> String {
        assert!(!text.contains("U2'"), "rare");
        String::new()
    }
    let broken = Target {
        name: "broken",
        corpus: corpus::turns,
        words: "'",
        run: panics,
    };
    let mut fuzzer = Fuzzer::new(&broken, 1);
    let failure = fuzzer.run(|executed| executed < 20_000).unwrap_err();
    assert_eq!(failure.input, "U2'", "the smallest such input");
    assert!(failure.reason.contains("rare"), "{failure:?}");
}
