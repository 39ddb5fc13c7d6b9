//! `twistsat benchmark`.

mod recipes;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use twistsat::ErrorKind;
use twistsat::answer::Method;
use twistsat::benchmark::{FamilyName, FormulaGenerator, GeneratorSettings, csv, json, readme};
use twistsat::control::Control;
use twistsat::encode::Format;
use twistsat::list::Request;

use super::args;
use super::files::{self, map_path};
use super::progress::Bar;
use super::scramble::distance_sampler;
use super::{Exit, Failure, interrupt, usage};
use crate::files::drafts::Draft;

const EXAMPLES: &str = "\
Examples:
  twistsat benchmark pocket -o pocket-family --count 5 --time-limit 1
  twistsat benchmark count maxsat -o small --count 10 --no-solver
  twistsat benchmark pseudo-boolean --list > questions.jsonl
  twistsat benchmark recipes pocket --scramble \"R U2 F'\" --turns 3

Every row of the index is checked: a solution is replayed, and decoded from a model of its formula; \
a row without a solution is refuted by a search from both ends.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Args {
    #[command(subcommand)]
    recipes: Option<Comparison>,
    #[command(flatten)]
    families: Option<Families>,
}

/// The subcommands that compare; without one, families of formulas are written.
#[derive(clap::Subcommand)]
enum Comparison {
    /// Ask one question in each encoding, with each solver: a table of sizes and times
    Recipes(Box<recipes::Args>),
}

/// Selects the formulas to write.
#[derive(clap::Args)]
struct Families {
    /// The families: pocket (pocket cube, 7 to 11 turns, every recipe), rubik (3×3×3, 8 to 12
    /// turns), yurichev (Yurichev's published formula and position), count (for model counters),
    /// maxsat (the cheapest solutions) or pseudo-boolean
    #[arg(value_name = "NAME", required = true)]
    names: Vec<FamilyName>,
    /// The folder for formulas and index; it must be empty or not exist
    #[arg(long, short, value_name = "FOLDER", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// Print the questions as a list for --batch, and write no formulas; for families that ask whether there is a solution
    /// (not count and maxsat)
    #[arg(long, conflicts_with_all = ["output", "format", "time_limit", "no_solver"])]
    list: bool,
    /// The number of formulas per family; yurichev has 8
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
    /// Do not run the reference solver
    #[arg(long, conflicts_with = "time_limit")]
    no_solver: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    match (args.recipes, args.families) {
        (Some(Comparison::Recipes(args)), _) => recipes::run(&args),
        (None, Some(args)) => families(&args),
        (None, None) => usage("give the name of a family, or `recipes`"),
    }
}

/// Writes families of formulas, or lists their questions.
fn families(args: &Families) -> Result<Exit, Failure> {
    let output = args.output.clone().unwrap_or_default();
    check(args, &output)?;
    let cancel = interrupt::cancel_flag()?;
    let control = Control::new(cancel.clone(), None).with_jobs(args::threads(0));
    if args.list {
        return list(args, &control);
    }
    files::create_folder(&output)?;
    let bar = Bar::new(args.names.len() * args.count, args.quiet);
    let (mut rows, mut names) = (Vec::new(), HashSet::new());
    for &family in &args.names {
        let generator = generator(args, family, &control)?;
        let wanted = rows.len() + generator.formula_count(args.count);
        // Twice the count: with few states, some are drawn twice.
        for number in 0..2 * args.count {
            if rows.len() == wanted {
                break;
            }
            let made = generator.generate(number);
            let made = made.map_err(|error| match error.kind() {
                _ if cancel.is_raised() => Failure::Interrupted,
                ErrorKind::Stopped(_) => Failure::Interrupted,
                _ => Failure::Error(format!("{family} number {}: {error}", number + 1)),
            })?;
            let path = output.join(&made.file);
            if !names.insert(made.file) {
                continue;
            }
            let files = [
                (map_path(&path), made.map.as_bytes()),
                (path, &made.formula[..]),
            ];
            let drafts = files.iter();
            let drafts = drafts.map(|(path, bytes)| Draft::write_bytes(path, &cancel, bytes));
            Draft::publish_all(drafts.collect::<Result<_, _>>()?)?;
            rows.push(made.row);
            bar.advance(1);
        }
    }
    drop(bar);
    let texts = [
        ("index.csv", csv(&rows)),
        ("index.json", json(&rows)),
        ("README.md", readme(&args.names, &rows, &command(args))),
    ];
    let draft = |(name, text): &(&str, String)| {
        Draft::write_bytes(&output.join(name), &cancel, text.as_bytes())
    };
    Draft::publish_all(texts.iter().map(draft).collect::<Result<_, _>>()?)?;
    for (name, _) in texts {
        super::output::print_line(&output.join(name).display().to_string())?;
    }
    Ok(Exit::Done)
}

/// The generator of a family, with the settings of the options.
fn generator(
    args: &Families,
    family: FamilyName,
    control: &Control,
) -> Result<FormulaGenerator, Failure> {
    let puzzle = family.puzzle()?;
    let states = distance_sampler(&puzzle, &puzzle.turns_around_held(), control)?;
    let settings = GeneratorSettings {
        format: args.format,
        seed: args.seed,
        limit: (!args.no_solver).then_some(args.time_limit),
        control: control.clone(),
    };
    Ok(FormulaGenerator::new(family, states, settings)?)
}

/// Rejects a folder that is not empty, and invalid combinations of options.
fn check(args: &Families, output: &Path) -> Result<(), Failure> {
    let mut entries = fs::read_dir(output).into_iter().flatten();
    if !args.list && (output.is_file() || entries.next().is_some()) {
        return Err(Failure::Usage(format!(
            "-o {}: it must be an empty folder, or one that does not exist yet",
            output.display()
        )));
    }
    let repeated = |at: &usize| args.names[..*at].contains(&args.names[*at]);
    if let Some(at) = (0..args.names.len()).find(repeated) {
        let family = args.names[at];
        return Err(Failure::Usage(format!("{family} is named twice")));
    }
    if args.format == Some(Format::Icnf) {
        return usage("--format icnf has cubes, and a family has none; use `twistsat encode`");
    }
    Ok(())
}

/// Prints the questions of the families.
fn list(args: &Families, control: &Control) -> Result<Exit, Failure> {
    for &family in &args.names {
        let generator = generator(args, family, control)?;
        for number in 0..generator.formula_count(args.count) {
            let (question, recipe) = generator.question_and_recipe(number)?;
            let method = Method {
                recipe: Some(recipe),
                ..Method::default()
            };
            super::output::print_json_line(&Request { question, method })?;
        }
    }
    Ok(Exit::Done)
}

/// The command that reproduces the files.
fn command(args: &Families) -> String {
    let names: Vec<&str> = args.names.iter().map(|name| name.name()).collect();
    let format = args
        .format
        .map_or(String::new(), |format| format!(" --format {format}"));
    let (names, count, seed) = (names.join(" "), args.count, args.seed);
    format!("twistsat benchmark {names} --count {count} --seed {seed}{format}")
}
