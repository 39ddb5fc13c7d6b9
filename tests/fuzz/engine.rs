//! The loop: take an input, damage it, run a reader on it, and keep the input if
//! it reached a new place.
//!
//! *Idea.* The error message of a reader shows how far it got. A new message, ignoring numbers and names, means that an
//! input reached a new place, so the input is added to those that are damaged further. This serves the purpose of
//! branch coverage in other fuzzers, without an instrumented build.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::common::thread_time::ThreadTime;
use super::mutate::mutate;

/// A reader, and initial inputs.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its folder under `found`.
    pub name: &'static str,
    /// Valid inputs.
    pub corpus: fn() -> Vec<String>,
    /// Words of the format, separated by ` » `.
    pub words: &'static str,
    /// Runs the reader and panics if a promise is broken. The outcome shows how far it got.
    pub run: fn(&str) -> String,
}

impl Target {
    pub fn words(&self) -> Vec<&'static str> {
        self.words.split(" » ").collect()
    }
}

/// What went wrong.
#[derive(Debug)]
pub struct Failure {
    pub target: &'static str,
    pub input: String,
    pub reason: String,
}

/// The time limit of a reader for an input of at most 64 KiB.
const SLOW: Duration = Duration::from_secs(2);

/// A reader that takes this long hangs, and the process is ended.
const HANG: Duration = Duration::from_secs(60);

/// Longer inputs are tried, but not damaged further: a shorter one that reaches the same place is cheaper.
const LONG: usize = 8 * 1024;

/// The maximum number of inputs kept because they reached a new place.
const MAX_KEPT: usize = 2000;

/// A run over one target.
pub struct Fuzzer<'a> {
    target: &'a Target,
    rng: ChaCha8Rng,
    corpus: Vec<String>,
    outcomes: HashSet<String>,
    /// The number of inputs that were run.
    pub executed: u64,
}

impl<'a> Fuzzer<'a> {
    pub fn new(target: &'a Target, seed: u64) -> Self {
        Self {
            target,
            rng: ChaCha8Rng::seed_from_u64(seed),
            corpus: (target.corpus)(),
            outcomes: HashSet::new(),
            executed: 0,
        }
    }

    /// The number of different outcomes.
    pub fn outcomes(&self) -> usize {
        self.outcomes.len()
    }

    /// Runs the good inputs unchanged, then damaged ones while `more` holds.
    pub fn run(&mut self, more: impl Fn(u64) -> bool) -> Result<(), Failure> {
        for input in self.corpus.clone() {
            self.one(input)?;
        }
        while more(self.executed) {
            let pick = |rng: &mut ChaCha8Rng| rng.random_range(0..self.corpus.len());
            let (text, other) = (pick(&mut self.rng), pick(&mut self.rng));
            let (text, other) = (&self.corpus[text], &self.corpus[other]);
            let input = mutate(&mut self.rng, text, other, &self.target.words());
            self.one(input)?;
        }
        Ok(())
    }

    fn one(&mut self, input: String) -> Result<(), Failure> {
        self.executed += 1;
        let outcome = check(self.target, &input).map_err(|_| self.smallest(input.clone()))?;
        if self.outcomes.len() < MAX_KEPT && self.outcomes.insert(outcome) && input.len() < LONG {
            self.corpus.push(input);
        }
        Ok(())
    }

    /// Removes parts of a failing input while it still fails, for some seconds at most.
    fn smallest(&self, mut input: String) -> Failure {
        let fails = |input: &str| check(self.target, input).err();
        let begun = Instant::now();
        let mut part = input.len() / 2;
        while part > 0 && begun.elapsed() < Duration::from_secs(10) {
            let mut at = 0;
            while at < input.len() && begun.elapsed() < Duration::from_secs(10) {
                let end = input.ceil_char_boundary((at + part).min(input.len()));
                let start = input.floor_char_boundary(at);
                let shorter = format!("{}{}", &input[..start], &input[end..]);
                if fails(&shorter).is_some() {
                    input = shorter;
                } else {
                    at = end.max(at + 1);
                }
            }
            part /= 2;
        }
        let reason = fails(&input).unwrap_or_else(|| "it fails only sometimes".to_owned());
        Failure {
            target: self.target.name,
            input,
            reason,
        }
    }
}

/// A message without the parts of the input that it quotes, and without
/// numbers.
pub fn plain(message: &str) -> String {
    let quote = |c: char| c == '`' || c == '"';
    let (before, after) = match (message.find(quote), message.rfind(quote)) {
        (Some(first), Some(last)) => (&message[..first], &message[last..]),
        _ => (message, ""),
    };
    let letters = |text: &str| -> String {
        let letter = |c: &char| c.is_ascii_alphabetic() || *c == ' ';
        text.chars().filter(letter).take(60).collect()
    };
    letters(before) + &letters(after)
}

/// Runs one input. The error is a panic's message or that it took too long.
pub fn check(target: &Target, input: &str) -> Result<String, String> {
    hush_panics();
    keep_pending(target, input);
    let mut fastest = Duration::MAX;
    // A slow input is tried again, because the machine may have been busy.
    for _ in 0..3 {
        let begun = ThreadTime::now();
        BEGUN.store(now(), Ordering::Relaxed);
        QUIET.with(|quiet| *quiet.borrow_mut() = Some(String::new()));
        let result = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
        let message = QUIET.with(|quiet| quiet.borrow_mut().take());
        BEGUN.store(0, Ordering::Relaxed);
        fastest = fastest.min(begun.elapsed());
        match result {
            Err(_) => return Err(message.unwrap_or_default()),
            Ok(outcome) if fastest < SLOW => return Ok(outcome),
            Ok(_) => (),
        }
    }
    Err(format!("{} bytes took {fastest:?}", input.len()))
}

thread_local! {
    /// The last panic's message, where panics are caught and not printed.
    static QUIET: RefCell<Option<String>> = const { RefCell::new(None) };
}

fn hush_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let caught = QUIET.with(|quiet| {
                let mut quiet = quiet.borrow_mut();
                let message = quiet.as_mut();
                message.map(|it| *it = info.to_string()).is_some()
            });
            if !caught {
                loud(info);
            }
        }));
    });
}

/// The folder for what the fuzzer writes.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Keeps the input in a file while it runs: a stack overflow leaves no other
/// trace. The file stays open, as closing it would wait for the disk.
fn keep_pending(target: &Target, input: &str) {
    thread_local! {
        static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
    }
    FILE.with(|file| {
        let mut file = file.borrow_mut();
        let file = file.get_or_insert_with(|| {
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("main").replace("::", "-");
            File::create(folder().join(format!("pending-{test}.txt"))).unwrap()
        });
        let text = format!("{}\n{input}", target.name);
        file.rewind().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.set_len(text.len() as u64).unwrap();
    });
}

/// When the current input began, in milliseconds since the process started; 0 for
/// none. One value is enough, because the tests that fuzz run one at a time.
static BEGUN: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let millis = START.get_or_init(Instant::now).elapsed().as_millis();
    u64::try_from(millis).unwrap().max(1)
}

/// Ends the process when a reader hangs; the thread of the reader cannot be ended alone.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::thread::spawn(|| {
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let begun = BEGUN.load(Ordering::Relaxed);
                if begun != 0 && now() - begun > HANG.as_millis() as u64 {
                    let folder = folder();
                    eprintln!("a reader hangs; its input is in {folder:?}, pending-*.txt");
                    std::process::exit(101);
                }
            }
        });
    });
}
