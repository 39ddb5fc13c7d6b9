//! `twistsat campaign verify`: all results, and every proof.

use super::folder::FolderArgs;
use super::merge::Merge;
use super::runner::Jobs;
use crate::cli::args::GivenArgs;
use crate::cli::{Exit, Failure, interrupt, output, verify};
use crate::control::Control;
use crate::proof::identity::UnknownName;

const EXAMPLES: &str = "\
Examples:
  twistsat campaign verify far

As merge does, and the proof of every certificate is checked as `twistsat verify` does. Exit code 0: all that is there is right;
30: the same, and some jobs have no answer; 1: something is wrong.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    #[command(flatten)]
    given: GivenArgs,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let campaign = args.folder.open()?;
    let cancel = interrupt::cancel_flag()?;
    let control = Control::new(cancel.clone(), None);
    let merge = Merge {
        campaign: &campaign,
        jobs: Jobs::new(&campaign),
        given: args.given.read(&control)?,
        unknown_name: UnknownName::Refuse,
        cancel: &cancel,
        quiet: args.quiet,
    };
    let (mut solutions, mut proofs, mut answers) = (0, 0, 0);
    let mut wrong = 0;
    let counts = merge.check(&mut |row| {
        let Some(record) = row.record else {
            return Ok(());
        };
        let outcome = &record.outcome;
        solutions += usize::from(outcome.solution.is_some());
        answers += usize::from(outcome.verdict.is_answer());
        if outcome.certificate.is_none() {
            return Ok(());
        }
        let verified = merge
            .jobs
            .certified(row.job, outcome, &merge.given)
            .and_then(|(path, given)| {
                verify::verified(&path, given, &control).map_err(Failure::message)
            });
        match verified {
            Ok(()) => proofs += 1,
            Err(_) if cancel.is_raised() => return Err(Failure::Interrupted),
            Err(why) => {
                wrong += 1;
                output::diagnose(&format!("error: job {}: {why}", row.job.id));
            }
        }
        Ok(())
    })?;
    if wrong > 0 {
        return Err(Failure::Error(format!(
            "certificates that are wrong: {wrong}"
        )));
    }
    output::line(&format!(
        "{solutions} solutions replayed, {proofs} proofs checked; {answers} of {} jobs have an answer",
        counts.jobs
    ))?;
    if answers == counts.jobs {
        Ok(Exit::Done)
    } else {
        Ok(Exit::Unknown)
    }
}
