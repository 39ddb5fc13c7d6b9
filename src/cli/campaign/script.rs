//! `twistsat campaign script`.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use super::folder::FolderArgs;
use crate::campaign::{Engine, Start};
use crate::cli::{Exit, Failure, args, output};

const EXAMPLES: &str = "\
Examples:
  twistsat campaign script far --engine slurm --workers 64 --time 12:00:00 > far.sh && sbatch far.sh
  twistsat campaign script far --engine parallel --workers 8 > far.sh && sh far.sh --sshloginfile hosts
  twistsat campaign script far --engine make --workers 4 > far.mk && make -f far.mk -j 4";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// What starts the workers: slurm (a job array), parallel (GNU parallel) or make
    #[arg(long, value_name = "ENGINE")]
    engine: Engine,
    /// Start N workers
    #[arg(long, value_name = "N", value_parser = args::at_least_one, default_value_t = 1)]
    workers: usize,
    /// Each does N jobs at a time, on as many cores
    #[arg(long, value_name = "N", value_parser = args::at_least_one, default_value_t = 1)]
    jobs: usize,
    /// With --engine slurm: end each worker after this time, as Slurm writes it, such as 12:00:00; its jobs are given back a
    /// minute before
    #[arg(long, value_name = "TIME", value_parser = slurm_time)]
    time: Option<String>,
    /// Give up a job after this time, see `campaign work`
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// See `campaign work`
    #[arg(long)]
    no_wait: bool,
    /// The program on the machines of the workers [default: this one]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    args.folder.open()?;
    if args.time.is_some() && args.engine != Engine::Slurm {
        let why = "--time goes with --engine slurm, and only with that";
        return Err(Failure::Usage(why.to_owned()));
    }
    let here = |path: &PathBuf| {
        path.canonicalize()
            .map_err(|error| Failure::Error(format!("cannot find {}: {error}", path.display())))
    };
    let program = match &args.program {
        Some(program) => program.clone(),
        None => env::current_exe()
            .map_err(|error| Failure::Error(format!("cannot find this program: {error}")))?,
    };
    let folder = here(&args.folder.folder)?;
    let mut options = Vec::new();
    if let Some(limit) = args.time_limit {
        options.extend(["--time-limit".to_owned(), limit.as_secs_f64().to_string()]);
    }
    if args.no_wait {
        options.push("--no-wait".to_owned());
    }
    let script = args.engine.script(&Start {
        program: &program.display().to_string(),
        folder: &folder.display().to_string(),
        options: &options,
        workers: args.workers,
        jobs: args.jobs,
        time: args.time.as_deref(),
    });
    let script = script.ok_or_else(|| {
        Failure::Error(
            "the path of the program or of the folder cannot be written in a script".to_owned(),
        )
    })?;
    output::print(&script)?;
    Ok(Exit::Done)
}

/// A time as Slurm writes it: minutes, minutes:seconds, hours:minutes:seconds, or with days before.
fn slurm_time(text: &str) -> Result<String, String> {
    let is_time = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ":-".contains(c));
    if is_time && text.starts_with(|c: char| c.is_ascii_digit()) {
        Ok(text.to_owned())
    } else {
        Err("it must be a time as Slurm writes it, such as 90, 12:00:00 or 2-12:00:00".to_owned())
    }
}
