//! `twistsat campaign merge`: all results, checked, as one table.

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::folder::FolderArgs;
use super::runner::Jobs;
use crate::campaign::{Campaign, Counts, Entry, OfBlock};
use crate::cli::args::GivenArgs;
use crate::cli::progress::Bar;
use crate::cli::{Exit, Failure, interrupt, output};
use crate::control::{CancelFlag, Control};
use crate::files::drafts::Draft;
use crate::proof::identity::{Given, UnknownName};
use crate::report::campaign::{Columns, Row};
use crate::report::json;

const EXAMPLES: &str = "\
Examples:
  twistsat campaign merge far
  twistsat campaign merge far --format csv -o far.csv
  twistsat campaign merge far --format json --times

Every solution is replayed, and every certificate must be the one that was written. Exit code 0: each job has an answer; 30:
some have none; 1: something is wrong, and no table is written.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    #[command(flatten)]
    given: GivenArgs,
    /// How the table is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write the table to a file, `-` for stdout; an existing file is replaced
    #[arg(long, short, value_name = "FILE|-")]
    output: Option<PathBuf>,
    /// Also tell how long each job took, where, and at which attempt
    #[arg(long)]
    times: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line a job for people to read
    #[default]
    Text,
    /// Comma-separated values, with a head
    Csv,
    /// A JSON object a line
    Json,
    /// A SQLite database; needs --output
    Sqlite,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let campaign = args.folder.open()?;
    let path = args
        .output
        .as_deref()
        .filter(|path| path.as_os_str() != "-");
    if args.format == Format::Sqlite && path.is_none() {
        let why = "--format sqlite requires --output FILE";
        return Err(Failure::Usage(why.to_owned()));
    }
    let cancel = interrupt::cancel_flag()?;
    let merge = Merge {
        campaign: &campaign,
        jobs: Jobs::new(&campaign),
        given: args.given.read(&Control::new(cancel.clone(), None))?,
        unknown_name: UnknownName::Accept,
        cancel: &cancel,
        quiet: args.quiet,
    };
    let counts = match (args.format, path) {
        (Format::Sqlite, Some(path)) => sqlite(&merge, path)?,
        (_, Some(path)) => to_file(args, &merge, path)?,
        (_, None) => {
            // Nothing is printed before all is checked.
            let counts = merge.check(&mut |_| Ok(()))?;
            let mut print = |line: &str| output::part(line);
            write_head(args, &mut print)?;
            merge.rows(&mut |row| write_row(args, row, &mut print))?;
            counts
        }
    };
    if !args.quiet {
        output::diagnose(&counts.tally.to_string());
    }
    let answered = counts
        .tally
        .iter()
        .filter(|(verdict, _)| verdict.is_answer());
    let answered: usize = answered.map(|(_, count)| count).sum();
    match counts.jobs - answered {
        0 => Ok(Exit::Done),
        missing => {
            output::diagnose(&format!(
                "note: {missing} of {} jobs have no answer",
                counts.jobs
            ));
            Ok(Exit::Unknown)
        }
    }
}

fn write_head(
    args: &Args,
    print: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match args.format {
        Format::Csv => print(&Row::csv_head(columns(args))),
        _ => Ok(()),
    }
}

fn columns(args: &Args) -> Columns {
    if args.times {
        Columns::Times
    } else {
        Columns::Answers
    }
}

fn write_row(
    args: &Args,
    row: Row<'_>,
    print: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let line = match args.format {
        Format::Text | Format::Sqlite => row.text(columns(args)),
        Format::Csv => row.csv(columns(args)),
        Format::Json => {
            let result = json::CampaignResult::new(row.job, row.record, args.times);
            let text = serde_json::to_string(&result).map_err(Failure::error)?;
            format!("{text}\n")
        }
    };
    print(&line)
}

fn to_file(args: &Args, merge: &Merge<'_>, path: &Path) -> Result<Counts, Failure> {
    let mut came: Result<Counts, Failure> = Err(Failure::Interrupted);
    let draft = Draft::write(path, merge.cancel, |writer: &mut dyn Write| {
        let mut print = |line: &str| writer.write_all(line.as_bytes()).map_err(Failure::error);
        came = write_head(args, &mut print)
            .and_then(|()| merge.check(&mut |row| write_row(args, row, &mut print)));
        match &came {
            Ok(_) => Ok(()),
            Err(failure) => Err(io::Error::other(failure.clone().message())),
        }
    });
    // What is wrong with the results, rather than with the file.
    let counts = came?;
    draft?.publish()?;
    Ok(counts)
}

#[cfg(feature = "sqlite")]
fn sqlite(merge: &Merge<'_>, path: &Path) -> Result<Counts, Failure> {
    use crate::files::leftovers;
    use crate::report::campaign::write_sqlite;

    struct Refused(Failure);
    impl From<rusqlite::Error> for Refused {
        fn from(error: rusqlite::Error) -> Self {
            Refused(Failure::error(error))
        }
    }
    let fail = |error: &dyn std::fmt::Display| {
        Failure::Error(format!("cannot write {}: {error}", path.display()))
    };
    // In a folder, which keeps what SQLite puts beside it.
    let (folder, _claim) = leftovers::staging(path).map_err(|error| fail(&error))?;
    let draft = crate::sys::draft().tempfile_in(folder.path());
    let draft = draft.map_err(|error| fail(&error))?;
    let mut came = None;
    write_sqlite(draft.path(), |add| {
        let counts = merge.check(&mut |row| add(row).map_err(|Refused(failure)| failure));
        came = Some(counts.map_err(Refused)?);
        Ok(())
    })
    .map_err(|Refused(failure)| failure)?;
    draft.persist(path).map_err(|error| fail(&error.error))?;
    came.ok_or(Failure::Interrupted)
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &Merge<'_>, _: &Path) -> Result<Counts, Failure> {
    let why = "this twistsat was built without SQLite; build it with --features sqlite";
    Err(Failure::Error(why.to_owned()))
}

/// All results of a campaign, and what they are held against.
pub(super) struct Merge<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) jobs: Jobs<'a>,
    /// The puzzle and the plan that the reader gives.
    pub(super) given: Given,
    /// What becomes of puzzles and plans that are neither given nor built in.
    pub(super) unknown_name: UnknownName,
    pub(super) cancel: &'a CancelFlag,
    pub(super) quiet: bool,
}

impl Merge<'_> {
    /// Hands every job and its best result over, once each is checked. What is wrong is told, and then nothing comes of the whole.
    pub(super) fn check(
        &self,
        each: &mut dyn FnMut(Row<'_>) -> Result<(), Failure>,
    ) -> Result<Counts, Failure> {
        let mut counts = Counts::default();
        let mut wrong = 0;
        let mut say = |what: &str| {
            wrong += 1;
            output::diagnose(&format!("error: {}", crate::text::visible(what)));
        };
        let bar = Bar::new(self.campaign.question().jobs, self.quiet);
        for block in self.campaign.blocks() {
            if self.cancel.is_raised() {
                return Err(Failure::Interrupted);
            }
            let standing = self.campaign.of_block(block)?;
            for mistake in &standing.mistakes {
                bar.suspend(|| say(&mistake.to_string()));
            }
            for contradiction in &standing.contradictions {
                bar.suspend(|| say(&contradiction.to_string()));
            }
            for (job, Entry { record, path, line }) in standing.results() {
                self.jobs
                    .check_identity(job, &self.given, self.unknown_name)?;
                if let Err(why) = self.jobs.check(job, &record.outcome) {
                    let place = format!("{}:{line}", path.display());
                    bar.suspend(|| say(&format!("{place}: job {}: {why}", job.id)));
                }
            }
            counts.add(&standing);
            rows(&standing, each)?;
            bar.advance_by(block.jobs as u64);
        }
        drop(bar);
        match wrong {
            0 => Ok(counts),
            1 => Err(Failure::Error(
                "1 thing is wrong, so there is no table".to_owned(),
            )),
            wrong => Err(Failure::Error(format!(
                "{wrong} things are wrong, so there is no table"
            ))),
        }
    }

    /// Hands every job and its best result over, as they are.
    fn rows(&self, each: &mut dyn FnMut(Row<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
        for block in self.campaign.blocks() {
            if self.cancel.is_raised() {
                return Err(Failure::Interrupted);
            }
            rows(&self.campaign.of_block(block)?, each)?;
        }
        Ok(())
    }
}

fn rows(
    standing: &OfBlock,
    each: &mut dyn FnMut(Row<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let all = standing.jobs.iter().zip(&standing.best);
    all.map(|(job, best)| Row {
        job,
        record: best.as_ref().map(|best| &best.record),
    })
    .try_for_each(each)
}
