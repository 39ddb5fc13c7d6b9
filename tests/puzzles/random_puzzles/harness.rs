//! Draws random cases, compares them with a reference, and prints a failing case after shrinking it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The random numbers, which are the same on every machine.
pub type Chance = ChaCha8Rng;

/// A label for what a correct case was about, or a description of the failure.
pub type Verdict = Result<&'static str, String>;

/// A test case that can be printed and shrunk.
pub trait Case: Clone + Display + Send {
    /// Smaller variants, for shrinking.
    fn smaller(&self) -> Vec<Self>;
}

/// A property that the program promises: how cases are drawn, and how each is checked.
pub struct Property<C> {
    /// Its number, which seeds its random numbers.
    pub seed: u64,
    /// Draws a case; `None` if the draw is rejected.
    pub draw: fn(&mut Chance) -> Option<C>,
    pub check: fn(&C) -> Verdict,
}

/// The maximum number of draws for one case.
const MAX_DRAWS: usize = 1000;

/// A failing case is made smaller at most this many times.
const MAX_STEPS: usize = 400;

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

impl<C: Case> Property<C> {
    /// Checks a number of cases; in the long check, on several threads.
    ///
    /// # Panics
    /// If one of them fails.
    #[track_caller]
    pub fn holds(&self, cases: usize) -> Tally {
        let (next, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let tally = Mutex::new(Tally::default());
        let broken = Mutex::new(None);
        let failed = AtomicUsize::new(0);
        let work = || {
            while !is_broken.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= cases {
                    return;
                }
                let case = self.case(number as u64);
                match verdict(self.check, &case) {
                    Ok(about) => {
                        *tally.lock().unwrap().0.entry(about).or_default() += 1;
                    }
                    Err(wrong) if std::env::var("SURVEY").is_ok() => {
                        failed.fetch_add(1, Ordering::Relaxed);
                        let (case, wrong) = self.smallest(case, wrong);
                        println!(
                            "=== case {number} of promise {}: {wrong}\n\n{case}\n",
                            self.seed
                        );
                    }
                    Err(wrong) => {
                        is_broken.store(true, Ordering::Relaxed);
                        broken.lock().unwrap().get_or_insert((number, case, wrong));
                    }
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
            let (case, wrong) = self.smallest(case, wrong);
            panic!(
                "case {number} of promise {}: {wrong}\n\n{case}\n",
                self.seed
            );
        }
        let failed = failed.into_inner();
        assert_eq!(failed, 0, "cases of promise {} failed", self.seed);
        tally.into_inner().unwrap()
    }

    /// The case with a number, which does not depend on other cases.
    fn case(&self, number: u64) -> C {
        let mut chance = Chance::seed_from_u64(self.seed);
        chance.set_stream(number);
        let drawn = (0..MAX_DRAWS).find_map(|_| (self.draw)(&mut chance));
        drawn.expect("some draw gives a case")
    }

    /// Shrinks a failing case.
    fn smallest(&self, mut case: C, mut wrong: String) -> (C, String) {
        let mut steps = 0;
        'smaller: loop {
            for other in case.smaller() {
                steps += 1;
                if steps > MAX_STEPS {
                    return (case, wrong);
                }
                // Shrink only while the failure stays the same.
                let same = |still: &String| still.split(':').next() == wrong.split(':').next();
                if let Some(still) = verdict(self.check, &other).err().filter(same) {
                    (case, wrong) = (other, still);
                    continue 'smaller;
                }
            }
            return (case, wrong);
        }
    }
}

/// Runs a check; a panic counts as a failure.
fn verdict<C>(check: fn(&C) -> Verdict, case: &C) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| check(case))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        Err(format!(
            "it panics: {}",
            text.unwrap_or("without a message")
        ))
    })
}
