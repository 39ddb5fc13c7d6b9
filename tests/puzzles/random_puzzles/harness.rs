//! Draws random cases, compares them with a reference, and prints the simplest failing case that it finds.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The random numbers, which are the same on every machine.
pub type Chance = ChaCha8Rng;

/// A label for what a correct case was about, or a description of the failure.
pub type Verdict = Result<&'static str, String>;

/// A property that the program promises: how cases are drawn, and how each is checked.
pub struct Property<C> {
    seed: u64,
    draw: fn(&mut Chance) -> Option<C>,
    check: fn(&C) -> Verdict,
}

/// The maximum number of draws for one case.
const MAX_DRAWS: usize = 1000;

/// This many cases after a failing one may be simpler.
const MORE_CASES: usize = 1000;

/// The number of cases with each label.
#[derive(Debug, Default)]
pub struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    /// Asserts that at least one case in `one_in` was about each of these.
    #[track_caller]
    pub fn has(&self, one_in: usize, about: &[&str]) {
        let all: usize = self.0.values().sum();
        for what in about {
            let count = self.0.get(what).copied().unwrap_or(0);
            assert!(
                count * one_in >= all,
                "only {count} of {all} are about {what}: {self:?}"
            );
        }
    }
}

impl<C> Property<C> {
    /// `seed`: its number, which seeds its random numbers; `draw`: draws a case, or `None` if the draw is rejected.
    pub const fn new(
        seed: u64,
        draw: fn(&mut Chance) -> Option<C>,
        check: fn(&C) -> Verdict,
    ) -> Self {
        Self { seed, draw, check }
    }
}

impl<C: Display + Send> Property<C> {
    /// Checks a number of cases; in the long check, on several threads.
    ///
    /// # Panics
    /// If one of them fails.
    #[track_caller]
    pub fn holds(&self, cases: usize) -> Tally {
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(Tally::default());
        let broken = Mutex::new(None);
        let work = || loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= cases {
                return;
            }
            let case = self.case(number);
            match verdict(self.check, &case) {
                Ok(about) => *tally.lock().unwrap().0.entry(about).or_default() += 1,
                Err(wrong) => {
                    broken.lock().unwrap().get_or_insert((number, case, wrong));
                    // No thread begins another case.
                    next.store(cases, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            if cases >= 1_000 {
                let cores = std::thread::available_parallelism();
                (1..cores.map_or(1, Into::into)).for_each(|_| drop(scope.spawn(work)));
            }
            work();
        });
        if let Some((number, case, wrong)) = broken.into_inner().unwrap() {
            let (number, case, wrong) = self.simplest(number, case, wrong);
            let seed = self.seed;
            panic!("case {number} of promise {seed}: {wrong}\n\n{case}\n");
        }
        tally.into_inner().unwrap()
    }

    /// The case with a number, which does not depend on other cases.
    fn case(&self, number: usize) -> C {
        let mut chance = Chance::seed_from_u64(self.seed);
        chance.set_stream(number as u64);
        let drawn = (0..MAX_DRAWS).find_map(|_| (self.draw)(&mut chance));
        drawn.expect("some draw gives a case")
    }

    /// The shortest of a failing case and the next ones that fail in the same way: its number, its text, and what is wrong.
    fn simplest(&self, failing: usize, case: C, wrong: String) -> (usize, String, String) {
        let kind = |wrong: &str| wrong.split(':').next().map(ToOwned::to_owned);
        let mut simplest = (failing, case.to_string(), wrong);
        for number in failing + 1..=failing + MORE_CASES {
            let case = self.case(number);
            let text = case.to_string();
            if text.len() < simplest.1.len()
                && let Err(wrong) = verdict(self.check, &case)
                && kind(&wrong) == kind(&simplest.2)
            {
                simplest = (number, text, wrong);
            }
        }
        simplest
    }
}

/// Runs a check; a panic counts as a failure.
fn verdict<C>(check: fn(&C) -> Verdict, case: &C) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("without a message");
        Err(format!("it panics: {text}"))
    })
}
