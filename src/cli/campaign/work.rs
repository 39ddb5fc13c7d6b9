//! `twistsat campaign work`.

use std::time::Duration;

use super::folder::FolderArgs;
use super::runner::Jobs;
use crate::campaign::{News, Pace, Shard, Worker};
use crate::cli::{Exit, Failure, args, interrupt, output};
use crate::text::visible;

const EXAMPLES: &str = "\
Examples:
  twistsat campaign work far
  twistsat campaign work far --jobs 0 --time-limit 10m
  twistsat campaign work far --shard 2/8 --no-wait

Ctrl-C and SIGTERM give the jobs back that are not done. Exit code 0: all blocks of the shard are done; 30: some are
not.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Do N jobs at a time; 0 means one per core
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    jobs: u16,
    /// Take only every N-th block, from the I-th on: for workers that do not see each other's folder
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Give up a job after this time; its result is `unknown` then: seconds, or `90s`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// End as soon as nothing is left to take; else wait for the blocks of other workers, who may die
    #[arg(long)]
    no_wait: bool,
    /// Take over the blocks of a worker that gave no sign of life for this time
    #[arg(long, value_name = "TIME", value_parser = stale, default_value = "5m", allow_negative_numbers = true)]
    stale: Duration,
    /// Print a line for each job to stderr
    #[arg(long, short, conflicts_with = "quiet")]
    verbose: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let campaign = args.folder.open()?;
    let jobs = Jobs::new(&campaign);
    let worker = Worker {
        campaign: &campaign,
        runner: &jobs,
        shard: args.shard.unwrap_or(Shard::ALL),
        jobs: args::threads(args.jobs),
        time_limit: args.time_limit,
        waits: !args.no_wait,
        pace: Pace::of(args.stale),
        cancel: interrupt::cancel_flag()?,
    };
    let report = worker.run(&|news| tell(args, &news))?;
    output::line(&format!(
        "{} done: {}",
        jobs_done(report.tally.all()),
        report.tally
    ))?;
    if report.given_back > 0 {
        output::line(&format!("{} given back", blocks(report.given_back)))?;
    }
    match report.left {
        0 => {
            output::line("all blocks are done")?;
            Ok(Exit::Done)
        }
        left => {
            output::line(&format!("{} left", blocks(left)))?;
            Ok(Exit::Unknown)
        }
    }
}

/// A time that leaves room for signs of life.
fn stale(text: &str) -> Result<Duration, String> {
    match args::duration(text)? {
        time if time < Duration::from_secs(1) => Err("at least one second".to_owned()),
        time => Ok(time),
    }
}

fn jobs_done(count: usize) -> String {
    match count {
        1 => "1 job".to_owned(),
        count => format!("{count} jobs"),
    }
}

fn blocks(count: usize) -> String {
    match count {
        1 => "1 block".to_owned(),
        count => format!("{count} blocks"),
    }
}

fn tell(args: &Args, news: &News<'_>) {
    match news {
        _ if args.quiet => (),
        News::Done(job, record) if args.verbose => {
            let outcome = &record.outcome;
            let turns = outcome
                .turns
                .map_or(String::new(), |turns| format!(" {turns}"));
            output::diagnose(&format!(
                "{}: {}{turns}, {:.3} s",
                job.id, outcome.verdict, record.seconds
            ));
        }
        News::TakenOver(from) => output::diagnose(&format!(
            "note: block {} is taken over from host {}, process {}, which gave no sign of life",
            from.block,
            visible(&from.host),
            from.pid
        )),
        News::Lost(mine) => output::diagnose(&format!(
            "note: block {} was taken over by another worker, as it saw no sign of life of this one; its results count all the same",
            mine.block
        )),
        News::Done(..) | News::Waiting(_) => (),
    }
}
