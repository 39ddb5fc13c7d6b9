//! Times the whole program, one part after another.
//!
//! ```text
//! cargo bench --bench speed -- [states] [batch] [far] [every] [seed] [encode] [memory] [jobs] [plans] [improve] [anytime] [auto] [exact]
//!     [--count N] [--seed S] [--limit SECONDS] [--recipe NAME]
//! ```
//!
//! If no part is named, all parts run. Every part except `anytime` times whole processes of the
//! command, with the default strategy and solver, and with the default recipe or that of
//! `--recipe`. `--count` sets the number of states or repetitions.
//! With `TWISTSAT_COMMAND=PATH`, an absolute path, another build of the command is measured. `exact` compares with twsearch if
//! `TWSEARCH_SAMPLES` names the folder of its samples and `twsearch` is on `PATH`.
//! Every printed solution is replayed; for the pocket cube, its length is compared with the
//! breadth-first table.

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
    ("states", states::one_process_each),
    ("batch", states::one_batch),
    ("far", states::all_at_distance_11),
    ("every", states::every_shortest),
    ("seed", seed::against_minisat),
    ("encode", encode::against_a_parser),
    ("memory", memory::peaks),
    ("jobs", jobs::one_or_two),
    ("plans", plans::in_stages),
    ("improve", plans::improved),
    ("anytime", anytime::turns_after),
    ("auto", auto::by_default),
    ("exact", exact::without_sat),
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
