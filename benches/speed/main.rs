//! Times the whole program, one part after another.
//!
//! ```text
//! cargo bench --bench speed -- [states] [batch] [far] [every] [seed] [encode] [memory] [jobs]
//!     [plans] [improve] [anytime] [auto] [exact] [--count N] [--seed S] [--limit SECONDS] [--recipe NAME]
//! ```
//!
//! If no part is named, all parts run. Every part except `anytime` runs the command in processes of its own, with the
//! default recipe or that of `--recipe`. `--count` sets the number of states or repetitions. If `TWISTSAT_COMMAND` is set
//! to an absolute path, that build of the command is measured. `exact` compares with twsearch if `TWSEARCH_SAMPLES` names
//! the folder of its samples and `twsearch` is on `PATH`. Where solutions are checked, they are replayed, and those of the
//! pocket cube must be as long as the breadth-first table says. A line `promised` has its limits in parentheses.

mod anytime;
mod auto;
#[path = "../common/mod.rs"]
mod common;
mod encode;
mod exact;
mod jobs;
mod memory;
mod plans;
mod process;
mod seed;
mod states;

use common::{Options, Positions, Result};

/// The settings of all parts.
struct Setup {
    positions: Positions,
    /// The number of states or repetitions, if it was given.
    count: Option<usize>,
    seed: u64,
    limit: f64,
    /// Additional arguments of each command.
    more: Vec<String>,
}

impl Setup {
    fn count(&self, default: usize) -> usize {
        self.count.unwrap_or(default)
    }
}

type Part = (&'static str, fn(&Setup) -> Result<()>);

const PARTS: [Part; 13] = [
    ("states", states::time_processes),
    ("batch", states::time_batch),
    ("far", states::time_distance_11),
    ("every", states::time_all_shortest),
    ("seed", seed::compare_with_minisat),
    ("encode", encode::compare_with_parser),
    ("memory", memory::measure_peaks),
    ("jobs", jobs::compare_job_counts),
    ("plans", plans::time_stages),
    ("improve", plans::measure_improvement),
    ("anytime", anytime::measure_lengths_over_time),
    ("auto", auto::time_default_method),
    ("exact", exact::time_exact_answers),
];

fn main() -> Result<()> {
    let options = Options::read(&["count", "seed", "limit", "recipe"])?;
    let recipe = options.list("recipe", []);
    let setup = Setup {
        positions: Positions::new()?,
        count: options
            .list("count", [])
            .first()
            .map(|n| n.parse())
            .transpose()?,
        seed: options.get("seed", 2)?,
        limit: options.get("limit", 3600.0)?,
        more: recipe
            .into_iter()
            .flat_map(|name| ["--recipe".to_owned(), name])
            .collect(),
    };
    if let Some(word) = options
        .names
        .iter()
        .find(|word| PARTS.iter().all(|part| part.0 != *word))
    {
        let known: Vec<&str> = PARTS.iter().map(|part| part.0).collect();
        return Err(format!("no part `{word}`; the parts are: {}", known.join(", ")).into());
    }
    for (name, run) in PARTS {
        if options.names.is_empty() || options.names.iter().any(|word| word == name) {
            println!("## {name}");
            run(&setup)?;
        }
    }
    Ok(())
}
