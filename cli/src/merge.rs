//! `twistsat merge`: the answers to a list, checked, as one table.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use twistsat::control::{CancelFlag, Control};
use twistsat::list::{Answers, Checker, LineNumbers, best, disagreements};
use twistsat::proof::verifier::Refusal;
use twistsat::report::merged::{COLUMNS, csv_line, row};
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
        all.reads("", file);
    }
    args.definitions.register_paths(&mut all);
    if let Some(path) = path {
        all.writes("--output", path);
    }
    all.check()?;
    let cancel = interrupt::cancel_flag()?;
    let merged = Answers::read(&args.files)?;
    let Some(merged) = merged else {
        let why = "no file has the header of an answer file: no run has begun";
        return Err(Failure::error(why));
    };
    let table = best_answers(&merged, args, &Control::new(cancel.clone(), None))?;
    write(args, &table, path, &cancel)?;
    print_summary(&merged, args.quiet)
}

/// The best answer to each line, after checking all answers.
fn best_answers(merged: &Answers, args: &Args, control: &Control) -> Result<Vec<Object>, Failure> {
    let mut checker = Checker {
        header: &merged.header,
        supplied: args.definitions.read(control)?,
        verifies: args.verify_proofs,
        read: &|path, max_bytes| files::read_bytes(path, max_bytes, control).map_err(unreadable),
        control,
        puzzles: HashMap::new(),
    };
    let bar = Bar::new(merged.by_line.len(), args.quiet);
    let mut wrong = 0;
    let mut say = |what: &str| {
        wrong += 1;
        let what = twistsat::text::escape_invisible(what);
        bar.suspend(|| output::diagnose(&format!("error: {what}")));
    };
    for mistake in &merged.mistakes {
        say(mistake);
    }
    let mut table = Vec::with_capacity(merged.by_line.len());
    for (&line, answers) in &merged.by_line {
        if control.stop().is_some() {
            return Err(Failure::Interrupted);
        }
        for entry in answers {
            let why = match checker.check(entry) {
                Ok(()) => continue,
                Err(_) if control.stop().is_some() => return Err(Failure::Interrupted),
                Err(Refusal::Stopped(_)) => return Err(Failure::Interrupted),
                Err(Refusal::Command(why)) => why,
                Err(Refusal::InvalidCertificate(wrong)) => explain_missing(&wrong, wrong.missing),
            };
            let (path, at) = (entry.path.display(), entry.line);
            say(&format!("{path}:{at}: line {line}: {why}"));
        }
        for disagreement in disagreements(answers) {
            say(&format!("line {line}: {disagreement}"));
        }
        if let Some(entry) = best(answers) {
            let seconds = (!args.no_seconds).then_some(entry.record.seconds);
            table.push(row(entry, seconds));
        }
        bar.advance(1);
    }
    drop(bar);
    match wrong {
        0 => Ok(table),
        1 => Err(Failure::error("1 mistake, so there is no table")),
        wrong => Err(Failure::Error(format!(
            "{wrong} mistakes, so there is no table"
        ))),
    }
}

/// Reports the number of lines with each result, and the lines without an answer.
fn print_summary(merged: &Answers, quiet: bool) -> Result<Exit, Failure> {
    let tally = merged.lines_by_verdict();
    if !quiet {
        let counts = tally.iter();
        let mut counts = counts.map(|(verdict, lines)| format!("{} {verdict}", lines.len()));
        output::diagnose(&counts.join(", "));
    }
    let open = tally.into_iter().filter(|(it, _)| !it.is_answer());
    let open = open.map(|(verdict, lines)| (verdict.name(), lines.into_iter().collect()));
    let open = open.chain([("missing", merged.missing())]);
    let open = open.filter(|(_, lines): &(_, LineNumbers)| lines.count() > 0);
    let open = open.collect_vec();
    if open.is_empty() {
        return Ok(Exit::Done);
    }
    let count: usize = open.iter().map(|(_, lines)| lines.count()).sum();
    let mut which = open.iter().map(|(what, lines)| format!("{what}: {lines}"));
    let (all, which) = (merged.header.lines.count(), which.join("; "));
    output::diagnose(&format!(
        "note: {count} of {all} lines have no answer ({which})"
    ));
    Ok(Exit::Unknown)
}

fn write(
    args: &Args,
    table: &[Object],
    path: Option<&Path>,
    cancel: &CancelFlag,
) -> Result<(), Failure> {
    if let (Format::Sqlite, Some(path)) = (args.format, path) {
        return sqlite(table, path);
    }
    let line = |row: &Object| match args.format {
        Format::Json | Format::Sqlite => Ok(output::json_line(row)? + "\n"),
        Format::Csv => Ok(csv_line(row)),
    };
    let columns = &COLUMNS[..COLUMNS.len() - usize::from(args.no_seconds)];
    let head = (args.format == Format::Csv).then(|| columns.join(",") + "\n");
    let lines = head.map(Ok).into_iter().chain(table.iter().map(line));
    let text: String = lines.collect::<Result<_, Failure>>()?;
    match path {
        None => output::print(&text),
        Some(path) => Draft::write_bytes(path, cancel, text.as_bytes())?.publish(),
    }
}

#[cfg(feature = "sqlite")]
fn sqlite(table: &[Object], path: &Path) -> Result<(), Failure> {
    use crate::files::leftovers;
    use twistsat::report::merged::write_sqlite;

    let fail = |error: &dyn std::fmt::Display| {
        Failure::Error(format!("cannot write {}: {error}", path.display()))
    };
    // Use a temporary folder, which also holds SQLite's auxiliary files.
    let (folder, _lock) = leftovers::staging(path).map_err(|error| fail(&error))?;
    let draft = crate::sys::temporary_builder(0o666).tempfile_in(folder.path());
    let draft = draft.map_err(|error| fail(&error))?;
    write_sqlite(draft.path(), table).map_err(|error| fail(&error))?;
    draft.persist(path).map_err(|error| fail(&error.error))?;
    Ok(())
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &[Object], _: &Path) -> Result<(), Failure> {
    let why = "this twistsat was built without SQLite; build it with --features sqlite";
    Err(Failure::error(why))
}
