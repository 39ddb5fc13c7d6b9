//! `twistsat merge`: the answers to a list, checked, as one table.

use std::collections::HashMap;
use std::path::PathBuf;

use itertools::Itertools;
use twistsat::control::Control;
use twistsat::list::{Answers, Checker, Entry, LineNumbers, LineVerdict, best, disagreement};
use twistsat::proof::verifier::Refusal;
use twistsat::report::merged::{SQL_COLUMNS, csv_line, row};
use twistsat::text::Object;

use super::args::{DefinitionArgs, explain_missing};
use super::progress::Bar;
use super::verify::unreadable;
use super::{Exit, Failure, files, interrupt, output, path_conflicts, usage};
use crate::files::drafts::Draft;

const EXAMPLES: &str = "\
Examples:
  twistsat merge answers-*.jsonl
  twistsat merge answers-*.jsonl --format csv -o answers.csv
  twistsat merge proofs-*.jsonl --verify-proofs --quiet

Every solution is replayed, and every certificate must be the one that was written, about the question of its line. Exit \
code 0: each line of the list has an answer; 30: some have none; 1: something is wrong, and there is no table.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Answer files that `--resume` wrote, all of one list
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    definitions: DefinitionArgs,
    /// Also check the proof of every certificate, as `twistsat verify` does
    #[arg(long)]
    verify_proofs: bool,
    /// How the table is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write the table to a file, `-` for stdout; an existing file is replaced
    #[arg(long, short, value_name = "FILE|-")]
    output: Option<PathBuf>,
    /// Leave out the time of each line, the only column that differs between two runs
    #[arg(long)]
    no_seconds: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

/// The output format of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON object per line
    #[default]
    Json,
    /// Comma-separated values, with a header
    Csv,
    /// A SQLite database; needs --output
    Sqlite,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let path = args.output.as_deref();
    let path = path.filter(|path| path.as_os_str() != "-");
    if args.format == Format::Sqlite && path.is_none() {
        return usage("--format sqlite requires --output FILE");
    }
    let mut all = path_conflicts::PathRegistry::default();
    for file in &args.files {
        all.register_input("", file);
    }
    args.definitions.register_paths(&mut all);
    if let Some(path) = path {
        all.register_output("--output", path);
    }
    all.check()?;
    let control = Control::new(interrupt::cancel_flag()?, None);
    let Some(answers) = Answers::read(&args.files)? else {
        let why = "no file has the header of an answer file: no run has begun";
        return Err(Failure::error(why));
    };
    let best = best_answers(&answers, args, &control)?;
    let table = table(args, &best)?;
    match path {
        None => output::print(&String::from_utf8_lossy(&table))?,
        Some(path) => Draft::write_bytes(path, control.cancel_flag(), &table)?.publish()?,
    }
    Ok(print_summary(&answers, &best, args.quiet))
}

/// The best answer to each line, after checking all answers.
fn best_answers<'a>(
    answers: &'a Answers,
    args: &Args,
    control: &Control,
) -> Result<Vec<&'a Entry>, Failure> {
    let mut checker = Checker {
        header: &answers.header,
        supplied: args.definitions.read(control)?,
        verifies: args.verify_proofs,
        read: &|path, max_bytes| files::read_bytes(path, max_bytes, control).map_err(unreadable),
        control,
        puzzles: HashMap::new(),
    };
    let bar = Bar::new(answers.entries.len(), args.quiet);
    let mut mistakes = 0;
    let mut report = |mistake: &str| {
        mistakes += 1;
        let mistake = twistsat::text::escape_invisible(mistake);
        bar.suspend(|| output::diagnose(&format!("error: {mistake}")));
    };
    for mistake in &answers.mistakes {
        report(mistake);
    }
    let mut best_answers = Vec::new();
    let is_same_line = |one: &Entry, next: &Entry| one.record.line == next.record.line;
    for answers in answers.entries.chunk_by(is_same_line) {
        for entry in answers {
            let why = match checker.check(entry) {
                _ if control.stop().is_some() => return Err(Failure::Interrupted),
                Ok(()) => continue,
                Err(Refusal::Stopped(_)) => return Err(Failure::Interrupted),
                Err(Refusal::Command(why)) => why,
                Err(Refusal::InvalidCertificate(wrong)) => explain_missing(&wrong, wrong.missing),
            };
            let (path, at, line) = (entry.path.display(), entry.line, entry.record.line);
            report(&format!("{path}:{at}: line {line}: {why}"));
        }
        if let Some(disagreement) = disagreement(answers) {
            report(&disagreement);
        }
        best_answers.extend(best(answers));
        bar.advance(answers.len() as u64);
    }
    drop(bar);
    let mistakes = match mistakes {
        0 => return Ok(best_answers),
        1 => "1 mistake".to_owned(),
        _ => format!("{mistakes} mistakes"),
    };
    let why = format!("{mistakes}, so there is no table");
    Err(Failure::Error(why))
}

/// Prints the number of lines with each verdict, and the lines without an answer.
fn print_summary(answers: &Answers, best: &[&Entry], quiet: bool) -> Exit {
    let (mut counts, mut unanswered) = (Vec::new(), Vec::new());
    for verdict in LineVerdict::ALL {
        let records = best.iter().map(|entry| &entry.record);
        let records = records.filter(|record| record.verdict == verdict);
        let lines: LineNumbers = records.map(|record| record.line).collect();
        if lines.count() > 0 {
            counts.push(format!("{} {verdict}", lines.count()));
            unanswered.extend((!verdict.is_answer()).then(|| format!("{verdict}: {lines}")));
        }
    }
    let missing = answers.missing();
    unanswered.extend((missing.count() > 0).then(|| format!("missing: {missing}")));
    if !quiet {
        output::diagnose(&counts.join(", "));
    }
    if unanswered.is_empty() {
        return Exit::Done;
    }
    let is_unanswered = |entry: &&&Entry| !entry.record.verdict.is_answer();
    let count = best.iter().filter(is_unanswered).count() + missing.count();
    let (all, unanswered) = (answers.header.lines.count(), unanswered.join("; "));
    let note = format!("note: {count} of {all} lines have no answer ({unanswered})");
    output::diagnose(&note);
    Exit::Unknown
}

/// The table in the requested format.
fn table(args: &Args, best: &[&Entry]) -> Result<Vec<u8>, Failure> {
    let seconds = |entry: &Entry| (!args.no_seconds).then_some(entry.record.seconds);
    let rows: Vec<Object> = best.iter().map(|it| row(it, seconds(it))).collect();
    let line = |row: &Object| match args.format {
        Format::Csv => Ok(csv_line(row)),
        Format::Json | Format::Sqlite => Ok(output::json_line(row)? + "\n"),
    };
    let columns = &SQL_COLUMNS[..SQL_COLUMNS.len() - usize::from(args.no_seconds)];
    let head = match args.format {
        Format::Sqlite => return sqlite(&rows),
        Format::Csv => columns.iter().map(|(name, _)| name).join(",") + "\n",
        Format::Json => String::new(),
    };
    let lines: String = rows.iter().map(line).collect::<Result<_, Failure>>()?;
    Ok((head + &lines).into_bytes())
}

#[cfg(feature = "sqlite")]
fn sqlite(rows: &[Object]) -> Result<Vec<u8>, Failure> {
    twistsat::report::merged::sqlite(rows).map_err(Failure::error)
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &[Object]) -> Result<Vec<u8>, Failure> {
    let why = "this twistsat was built without SQLite; build it with --features sqlite";
    Err(Failure::error(why))
}
