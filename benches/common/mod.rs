//! Helpers that the benchmarks share: options, seeded positions, and measured times.

#![allow(dead_code)] // Each benchmark uses its own part.

use std::error::Error;
use std::str::FromStr;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use twistsat::graph::DistanceTable;
use twistsat::notation::Scheme;
use twistsat::puzzle::{Puzzle, State};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The length of a random walk, long enough that its end is random.
const WALK: usize = 60;

/// The command line: options with their values, and the other arguments.
pub struct Options {
    pub names: Vec<String>,
    given: Vec<(String, String)>,
}

impl Options {
    /// Reads the command line. An option that is not in `known` is an error.
    pub fn read(known: &[&str]) -> Result<Self> {
        let mut names = Vec::new();
        let mut given = Vec::new();
        // Cargo adds `--bench`.
        let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = arguments.next() {
            let Some(name) = word.strip_prefix("--") else {
                names.push(word);
                continue;
            };
            if !known.contains(&name) {
                return Err(format!("unknown option --{name}; the options are {known:?}").into());
            }
            let value = arguments.next().ok_or(format!("--{name} takes a value"))?;
            given.push((name.to_owned(), value));
        }
        Ok(Self { names, given })
    }

    /// The value of an option, or the default.
    pub fn get<T: FromStr>(&self, name: &str, default: T) -> Result<T>
    where
        T::Err: Error + 'static,
    {
        match self.given.iter().rfind(|(given, _)| given == name) {
            Some((_, value)) => Ok(value.parse()?),
            None => Ok(default),
        }
    }

    /// The comma-separated values of an option, or the default.
    pub fn list(&self, name: &str, default: impl IntoIterator<Item = String>) -> Vec<String> {
        match self.given.iter().rfind(|(given, _)| given == name) {
            Some((_, value)) => value.split(',').map(str::to_owned).collect(),
            None => default.into_iter().collect(),
        }
    }
}

/// The pocket cube, and all its states with their distances.
pub struct Positions {
    pub puzzle: Arc<Puzzle>,
    pub table: DistanceTable,
}

impl Positions {
    pub fn new() -> Result<Self> {
        let puzzle = Puzzle::built_in("pocket")?;
        let table = DistanceTable::build(&puzzle, &puzzle.turns_around_held())?;
        Ok(Self { puzzle, table })
    }

    /// Up to `count` different states at a given distance, in a seeded order.
    pub fn at_distance(&self, distance: usize, count: usize, seed: u64) -> Vec<State> {
        let mut states: Vec<State> = self.table.states_at(distance).collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (chosen, _) = states.partial_shuffle(&mut random, count);
        chosen.to_vec()
    }

    /// The ends of seeded random walks.
    pub fn random(&self, count: usize, seed: u64) -> Vec<State> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let turns = self.puzzle.turns_around_held();
        let walk = |_| {
            let walk: Vec<_> = (0..WALK)
                .map(|_| turns[random.random_range(0..turns.len())])
                .collect();
            self.puzzle.apply(self.puzzle.solved(), &walk)
        };
        (0..count).map(walk).collect()
    }

    /// The state as `--state` reads it.
    pub fn text(&self, state: &State) -> String {
        Scheme::own_symbols(&self.puzzle).write(&self.puzzle, state, self.puzzle.layout())
    }
}

/// The times of several runs, some of which may have hit a limit.
#[derive(Clone, Default)]
pub struct Times {
    seconds: Vec<f64>,
}

impl Times {
    pub fn push(&mut self, seconds: f64) {
        let at = self.seconds.partition_point(|&other| other < seconds);
        self.seconds.insert(at, seconds);
    }

    pub fn median(&self) -> f64 {
        let middle = self.seconds.len() / 2;
        match self.seconds.get(middle) {
            Some(&upper) if self.seconds.len().is_multiple_of(2) => {
                (self.seconds[middle - 1] + upper) / 2.0
            }
            Some(&seconds) => seconds,
            None => f64::NAN,
        }
    }

    /// The smallest time such that this share of the times is not larger.
    pub fn quantile(&self, share: f64) -> f64 {
        let within = (share * self.len() as f64).ceil() as usize;
        let last = self.seconds.get(within.saturating_sub(1));
        last.copied().unwrap_or(f64::NAN)
    }

    pub fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len() as f64
    }

    pub fn worst(&self) -> f64 {
        self.seconds.last().copied().unwrap_or(f64::NAN)
    }

    pub fn len(&self) -> usize {
        self.seconds.len()
    }

    /// `200: median 12.3 ms, mean 20.1 ms, worst 93.0 ms`.
    pub fn in_words(&self) -> String {
        format!(
            "{}: median {}, mean {}, worst {}",
            self.len(),
            time(self.median()),
            time(self.mean()),
            time(self.worst())
        )
    }
}

/// `12.3 ms`, `1.23 s`.
pub fn time(seconds: f64) -> String {
    if seconds < 0.9995 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}
