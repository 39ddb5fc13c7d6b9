//! Fuzzes each reader with damaged files: DIMACS, DRAT and LRAT, text and binary. A reader ends soon, does not panic, and its
//! errors name places that exist. A verified proof is verified in every encoding and mode, and never for a formula with a model.
//!
//! *Idea.* The error message of a reader shows how far it got. A new message, ignoring numbers and names, means that an input
//! reached a new place, so that input is damaged further. This serves the purpose of branch coverage in other fuzzers, without
//! an instrumented build.
//!
//! A short run is part of every run of the tests. `TWISTSAT_FUZZ_SECONDS` makes it a long one.

mod targets;

use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::formulas::random;
use super::thread_time::ThreadTime;
use super::*;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use targets::{Target, plain, targets};

/// The number of inputs for each target in the short run.
const SHORT: u64 = 3_000;

/// Longer inputs are cut.
const MAX_BYTES: usize = 64 * 1024;

/// The limit of the processor time for an input.
const SLOW: Duration = Duration::from_secs(2);

/// An input that takes this long hangs, and the process is ended, because the thread cannot be ended alone.
const HANG: Duration = Duration::from_secs(60);

/// Words of the formats, and numbers at the edges of the types that they are read into.
const WORDS: [&[u8]; 28] = [
    b"p",
    b"cnf",
    b"c",
    b"d",
    b"a",
    b"\n",
    b" ",
    b"\r",
    b"\t",
    b"0",
    b" 0\n",
    b"-0",
    b"1",
    b"-1",
    b"5",
    b"7",
    b"64",
    b"1000000000",
    b"2147483647",
    b"-2147483648",
    b"4294967296",
    b"18446744073709551616",
    b"\0",
    b"\x1f\x8b",
    b"\xff\xff\xff\xff\x0f\0",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\xef\xbb\xbf",
    b"%",
];

/// A damaged copy of `bytes`, with parts of `other`.
fn damaged(random: &mut ChaCha8Rng, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..=12)).min(bytes.len());
        let word = WORDS[random.random_range(0..WORDS.len())];
        match random.random_range(0..9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = bytes[random.random_range(0..bytes.len())],
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => drop(bytes.splice(at..at, word.iter().copied())),
            5 => drop(bytes.splice(at..end, word.iter().copied())),
            6 => {
                let to = random.random_range(0..=other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[to..]);
            }
            7 => {
                let part = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, part);
            }
            // Repeats a part, mostly a few times, sometimes up to the limit.
            _ => {
                let part = bytes[at..end].to_vec();
                let is_long = random.random_range(0..8) == 0 && !part.is_empty();
                let most = if is_long { MAX_BYTES / part.len() } else { 40 };
                let times = random.random_range(1..=most);
                bytes.splice(at..at, part.repeat(times));
            }
        }
    }
    bytes.truncate(MAX_BYTES);
    bytes
}

/// Runs one target at a time, because only one input is watched.
static ALONE: Mutex<()> = Mutex::new(());

/// The current input, and when it began.
static CURRENT_INPUT: Mutex<Option<(Instant, Vec<u8>)>> = Mutex::new(None);

/// Ends the process when an input hangs.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        if let Some((since, input)) = &*CURRENT_INPUT.lock().unwrap()
            && since.elapsed() > HANG
        {
            let path = save_input("hangs", input);
            let _ = writeln!(std::io::stderr(), "{} hangs", path.display());
            std::process::exit(101);
        }
    }
}

fn save_input(name: &str, input: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    fs::write(&path, input).unwrap();
    path
}

/// Runs one input. Returns how far it got, or what went wrong.
fn run(target: &Target, input: &[u8]) -> Result<String, String> {
    let mut took = Duration::MAX;
    // A slow input is tried again, because the machine may have been busy.
    for _ in 0..3 {
        *CURRENT_INPUT.lock().unwrap() = Some((Instant::now(), input.to_vec()));
        let begun = ThreadTime::now();
        let result = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
        *CURRENT_INPUT.lock().unwrap() = None;
        let outcome = result.map_err(|_| "it panics: see above".to_owned())?;
        took = took.min(begun.elapsed());
        if took < SLOW {
            return Ok(outcome);
        }
    }
    Err(format!("{} bytes took {took:?}", input.len()))
}

/// Removes parts of a failing input while it still fails, for ten seconds at most.
fn smallest(target: &Target, input: &[u8]) -> Vec<u8> {
    let begun = Instant::now();
    let mut input = input.to_vec();
    let mut part = input.len() / 2;
    while part > 0 {
        let mut at = 0;
        while at < input.len() && begun.elapsed() < Duration::from_secs(10) {
            let end = (at + part).min(input.len());
            let shorter = [&input[..at], &input[end..]].concat();
            if run(target, &shorter).is_err() {
                input = shorter;
            } else {
                at = end;
            }
        }
        part /= 2;
    }
    input
}

/// Runs the valid inputs unchanged, then damaged ones while `more` holds. Returns the number of inputs, or the first that
/// fails and the reason.
fn fuzz(target: &Target, seed: u64, more: impl Fn(u64) -> bool) -> Result<u64, (Vec<u8>, String)> {
    let _alone = ALONE.lock();
    let mut random = random(seed);
    let mut corpus = target.corpus.clone();
    let mut outcomes = HashSet::new();
    let mut executed = 0;
    while more(executed) || executed < target.corpus.len() as u64 {
        let input = match target.corpus.get(executed as usize) {
            Some(good) => good.clone(),
            None => {
                let [one, other] = [0; 2].map(|_| random.random_range(0..corpus.len()));
                damaged(&mut random, &corpus[one], &corpus[other])
            }
        };
        executed += 1;
        let outcome = run(target, &input).map_err(|why| (smallest(target, &input), why))?;
        if outcomes.insert(outcome) && input.len() < MAX_BYTES / 8 {
            corpus.push(input);
        }
    }
    println!(
        "{}: {executed} inputs, {} outcomes, seed {seed}",
        target.name,
        outcomes.len()
    );
    Ok(executed)
}

#[test]
fn damaged_files_break_no_promise() {
    std::thread::spawn(watch);
    let number = |name: &str| {
        let value = std::env::var(name).ok()?;
        let number = value.parse::<u64>();
        Some(number.unwrap_or_else(|_| panic!("{name} is no number: {value}")))
    };
    let seconds = number("TWISTSAT_FUZZ_SECONDS");
    let random_seed = seconds.map(|_| u64::from(std::process::id()));
    let seed = number("TWISTSAT_FUZZ_SEED").or(random_seed).unwrap_or(1);
    let targets = targets();
    for target in &targets {
        let begun = Instant::now();
        let each = seconds.map(|all| Duration::from_secs(all) / targets.len() as u32);
        let result = fuzz(target, seed, |executed| match each {
            Some(each) => begun.elapsed() < each,
            None => executed < SHORT,
        });
        if let Err((input, why)) = result {
            let path = save_input(target.name, &input);
            let shown: String = input.escape_ascii().take(2000).map(char::from).collect();
            panic!(
                "{}, seed {seed}: {why}\n{}: {shown}\ncorrect the reader and add the input to the corpus in fuzz/targets.rs",
                target.name,
                path.display()
            );
        }
    }
}

/// A reader that panics only on a rare word.
#[test]
fn a_broken_reader_is_noticed() {
    let broken = Target {
        name: "broken",
        corpus: vec![b"5 1 0 1 2 0\n".to_vec()],
        run: |bytes| {
            assert!(!bytes.windows(2).any(|two| two == b"dd"), "rare");
            plain(&String::from_utf8_lossy(bytes))
        },
    };
    let (input, _) = fuzz(&broken, 1, |executed| executed < 50_000).unwrap_err();
    assert_eq!(input, b"dd", "the smallest such input");
}
