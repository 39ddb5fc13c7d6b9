//! `twistsat check`.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::output::TextOrJson;
use super::progress::{Progress, checking};
use super::{Exit, Failure, args, files, interrupt, output};
use crate::control::Control;
use crate::files::reader::Reader;
use crate::proof::check::{self, Form, Formula, Mode, Outcome, Proof, ReadError};
use crate::report::{json, text};

const EXAMPLES: &str = "\
Examples:
  cadical hard.cnf hard.drat
  twistsat check hard.cnf hard.drat

The proof is DRAT, text or binary. Only the additions that the refutation needs are checked, from its
end back to the formula. Exit code 0: the formula is unsatisfiable.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The formula in DIMACS, `-` for stdin
    #[arg(value_name = "CNF")]
    formula: PathBuf,
    /// The proof, `-` for stdin
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// Read the proof as text, without detecting its format
    #[arg(long, conflicts_with = "binary")]
    text: bool,
    /// Read the proof as binary, without detecting its format
    #[arg(long)]
    binary: bool,
    /// Check every added clause in order, needed or not
    #[arg(long)]
    forward: bool,
    /// Stop after this time: seconds, or `90s`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    if args.formula.as_os_str() == "-" && args.proof.as_os_str() == "-" {
        return Err(Failure::Usage(
            "formula and proof cannot both come from stdin".to_owned(),
        ));
    }
    let control = Control::new(interrupt::cancel_flag()?, args.time_limit);
    let outcome = match outcome(&args, &control) {
        Err(failure) if control.stop().is_none() => return Err(failure),
        Err(_) => Outcome::Stopped,
        Ok(outcome) => outcome,
    };
    match args.format {
        TextOrJson::Text => output::print(&text::checked(&outcome, control.stop()))?,
        TextOrJson::Json => output::json(&json::Check::new(&outcome, control.stop()))?,
    }
    match outcome {
        Outcome::Verified(_) => Ok(Exit::Done),
        Outcome::Rejected(_) => Err(Failure::Reported),
        Outcome::Stopped => Ok(Exit::Unknown),
    }
}

fn outcome(args: &Args, control: &Control) -> Result<Outcome, Failure> {
    let progress = Progress::new(args.quiet);
    progress.count("reading the formula");
    let formula = Formula::read(open(&args.formula, control)?);
    let formula = formula.map_err(|error| in_file(&args.formula, &error))?;
    let form = match (args.text, args.binary) {
        (true, _) => Some(Form::Text),
        (_, true) => Some(Form::Binary),
        _ => None,
    };
    let proof = Proof::new(open(&args.proof, control)?, form);
    let mode = if args.forward {
        Mode::Forward
    } else {
        Mode::Backward
    };
    let mut poll = |step| {
        progress.count(&checking(step));
        match control.stop() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    };
    proof
        .and_then(|proof| check::check(&formula, proof, mode, &mut poll))
        .map_err(|error| in_file(&args.proof, &error))
}

fn in_file(path: &Path, error: &ReadError) -> Failure {
    let name = files::name(path);
    Failure::Error(match error {
        ReadError::Io(error) => format!("cannot read {name}: {error}"),
        error => format!("{name}: {error}"),
    })
}

fn open<'a>(path: &Path, control: &'a Control) -> Result<impl Read + 'a, Failure> {
    let reader = Reader::open(path, control);
    let reader = reader.map_err(|error| in_file(path, &error.into()))?;
    // A comment may have no end.
    Ok(files::Stoppable::new(reader, control))
}
