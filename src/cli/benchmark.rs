//! `twistsat benchmark`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::args;
use super::progress::Bar;
use super::scramble::at_distance;
use super::{Exit, Failure, interrupt, output};
use crate::benchmark::{BenchmarkError, FamilyName, Maker, Means, Row, csv, json, readme};
use crate::control::Control;
use crate::encode::Format;
use crate::files::drafts::Draft;

const EXAMPLES: &str = "\
Examples:
  twistsat benchmark pocket -o pocket-family --count 5 --time-limit 1
  twistsat benchmark count maxsat -o small --count 10 --no-solver

Every row of the index is checked: a solution is replayed, and decoded from a model of its formula;
where there is none, a search from both ends has looked at all turns.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The families: pocket (pocket cube, 7 to 11 turns, every recipe), rubik (3×3×3, 8 to 12
    /// turns), yurichev (his published formula and position), count (for model counters), maxsat
    /// (the cheapest solutions) or pseudo-boolean
    #[arg(value_name = "NAME", required = true)]
    names: Vec<FamilyName>,
    /// The folder that formulas and index go to; it must be empty, or not there
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
    /// How many formulas of each family; of yurichev there are 8
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = args::at_least_one)]
    count: usize,
    /// The seed of the random states
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The format, if not that of the family; see `twistsat encode --help`
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// The time limit of the reference solver for each formula
    #[arg(long, value_name = "TIME", value_parser = args::duration, default_value = "10")]
    time_limit: Duration,
    /// Do not ask the reference solver
    #[arg(long, conflicts_with = "time_limit")]
    no_solver: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    check(&args)?;
    let cancel = interrupt::cancel_flag()?;
    let control = Control::new(cancel.clone(), None).with_jobs(args::threads(0));
    fs::create_dir_all(&args.output).map_err(|error| {
        Failure::Error(format!("cannot create {}: {error}", args.output.display()))
    })?;
    let bar = Bar::new(args.names.len() * args.count, args.quiet);
    let mut rows = Vec::new();
    for &family in &args.names {
        let puzzle = family.puzzle().map_err(Failure::error)?;
        let states = at_distance(&puzzle, &puzzle.turns_around_held(), &control)?;
        let means = Means {
            format: args.format,
            seed: args.seed,
            limit: (!args.no_solver).then_some(args.time_limit),
            control: control.clone(),
        };
        let maker = Maker::new(family, states, means).map_err(Failure::error)?;
        let wanted = rows.len() + maker.formulas(args.count);
        // Where there are few states, one is drawn twice now and then.
        for number in 0..2 * args.count {
            if rows.len() == wanted {
                break;
            }
            let (row, content) = maker.make(number).map_err(|error| match error {
                _ if cancel.is_raised() => Failure::Interrupted,
                BenchmarkError::Stopped(_) => Failure::Interrupted,
                error => Failure::Error(format!("{family} number {}: {error}", number + 1)),
            })?;
            if rows.iter().any(|other: &Row| other.file == row.file) {
                continue;
            }
            let path = args.output.join(&row.file);
            Draft::write(&path, &cancel, |writer| writer.write_all(&content))?.publish()?;
            rows.push(row);
            bar.advance();
        }
    }
    drop(bar);
    let texts = [
        ("index.csv", csv(&rows)),
        ("index.json", json(&rows)),
        ("README.md", readme(&args.names, &rows, &command(&args))),
    ];
    let mut drafts = Vec::new();
    for (name, text) in &texts {
        let write = |writer: &mut dyn Write| writer.write_all(text.as_bytes());
        drafts.push(Draft::write(&args.output.join(name), &cancel, write)?);
    }
    Draft::publish_all(drafts)?;
    for (name, _) in texts {
        output::line(&args.output.join(name).display().to_string())?;
    }
    Ok(Exit::Done)
}

/// Refuses a folder where something is, and what cannot be asked for.
fn check(args: &Args) -> Result<(), Failure> {
    let mut there = fs::read_dir(&args.output).into_iter().flatten();
    if args.output.is_file() || there.next().is_some() {
        return Err(Failure::Usage(format!(
            "-o {}: it must be an empty folder, or one that is not there yet",
            args.output.display()
        )));
    }
    let repeated = |at: &usize| args.names[..*at].contains(&args.names[*at]);
    if let Some(at) = (0..args.names.len()).find(repeated) {
        let family = args.names[at];
        return Err(Failure::Usage(format!("{family} is named twice")));
    }
    match args.format {
        Some(Format::Icnf) => Err(Failure::Usage(
            "--format icnf has cubes, and a family has none; use `twistsat encode`".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// The command that makes the same again.
fn command(args: &Args) -> String {
    let names: Vec<&str> = args.names.iter().map(|name| name.name()).collect();
    let format = args
        .format
        .map_or(String::new(), |format| format!(" --format {format}"));
    let (names, count, seed) = (names.join(" "), args.count, args.seed);
    format!("twistsat benchmark {names} --count {count} --seed {seed}{format}")
}
