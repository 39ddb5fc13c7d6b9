//! `twistsat check`.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use twistsat::control::Control;
use twistsat::proof::check::{
    Encoding, Expected, Format, Formula, Mode, Outcome, Proof, ReadError, Suggestions,
    check_either, elaborate,
};
use twistsat::report::{json, text};

use super::args::ProofFormat;
use super::output::TextOrJson;
use super::progress::{Progress, checking_text};
use super::{Exit, Failure, args, files, interrupt, output, path_conflicts, usage};
use crate::files::drafts::Draft;
use crate::files::reader::Reader;

const EXAMPLES: &str = "\
Examples:
  cadical hard.cnf hard.drat
  twistsat check hard.cnf hard.drat

  twistsat check hard.cnf hard.drat --to-lrat hard.lrat

The proof is DRAT or LRAT, text or binary; both files may be compressed with gzip. Of a DRAT proof, only the additions that the \
refutation needs are checked, from the last to the first; an LRAT proof is checked from the beginning. Exit code 0: the formula is \
unsatisfiable.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The formula in DIMACS, `-` for stdin
    #[arg(value_name = "CNF")]
    formula: PathBuf,
    /// The proof, `-` for stdin
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// Read the proof in this format instead of detecting it
    #[arg(long, value_enum)]
    proof_format: Option<ProofFormat>,
    /// Read the proof as text, without detecting its encoding
    #[arg(long, conflicts_with = "binary")]
    text: bool,
    /// Read the proof as binary, without detecting its encoding
    #[arg(long)]
    binary: bool,
    /// Check every added clause of a DRAT proof, even if the refutation does not need it, from the first to the last
    #[arg(long)]
    forward: bool,
    /// Also convert a correct DRAT proof to LRAT, without superfluous steps
    #[arg(long, value_name = "FILE", conflicts_with = "forward")]
    to_lrat: Option<PathBuf>,
    /// Write LRAT as text; it is twice as long
    #[arg(long, requires = "to_lrat")]
    lrat_text: bool,
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
        return usage("formula and proof cannot both come from stdin");
    }
    check_paths(&args)?;
    let control = Control::new(interrupt::cancel_flag()?, args.time_limit);
    let (format, outcome) = match check_proof(&args, &control) {
        Err(failure) if control.stop().is_none() => return Err(failure),
        Err(_) => (None, Outcome::Stopped),
        Ok((format, outcome)) => (Some(format), outcome),
    };
    match args.format {
        TextOrJson::Text => output::print(&text::checked_proof(format, &outcome, control.stop()))?,
        TextOrJson::Json => output::print_json(&json::check(format, &outcome, control.stop()))?,
    }
    match outcome {
        Outcome::Verified(_) => Ok(Exit::Done),
        Outcome::Rejected(_) => Err(Failure::Reported),
        Outcome::Stopped => Ok(Exit::Unknown),
    }
}

/// Rejects stdout as the LRAT file, and a file that would overwrite an input file.
fn check_paths(args: &Args) -> Result<(), Failure> {
    let Some(path) = &args.to_lrat else {
        return Ok(());
    };
    if path.as_os_str() == "-" {
        return usage("--to-lrat needs the name of a file: the result of the check goes to stdout");
    }
    let mut paths = path_conflicts::PathRegistry::default();
    paths.register_input("", &args.formula);
    paths.register_input("", &args.proof);
    paths.register_output("--to-lrat", path);
    paths.check()
}

fn check_proof(args: &Args, control: &Control) -> Result<(Format, Outcome), Failure> {
    let progress = Progress::new(args.quiet);
    progress.set_live_text("reading the formula");
    let formula = Formula::read(open(&args.formula, control)?);
    let formula = formula.map_err(|error| in_file(&args.formula, &error))?;
    let mut poll = |step| {
        progress.set_live_text(&checking_text(step));
        match control.stop() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    };
    let proof = open(&args.proof, control)?;
    let in_proof = |error| in_file(&args.proof, &error);
    let Some(path) = &args.to_lrat else {
        let mode = if args.forward {
            Mode::Forward
        } else {
            Mode::Backward
        };
        let outcome = check_either(&formula, proof, expected(args), mode, &mut poll);
        return outcome.map_err(in_proof);
    };
    let proof = Proof::new(proof, expected(args).encoding).map_err(in_proof)?;
    let (outcome, elaborated) =
        elaborate(&formula, proof, &Suggestions::default(), &mut poll).map_err(in_proof)?;
    if let Some(elaborated) = elaborated {
        let encoding = if args.lrat_text {
            Encoding::Text
        } else {
            Encoding::Binary
        };
        let draft = Draft::write_compressible(path, control.cancel_flag(), |writer| {
            elaborated.write(encoding, writer)
        })?;
        draft.publish()?;
    }
    Ok((Format::Drat, outcome))
}

/// What is known about the proof before it is read.
fn expected(args: &Args) -> Expected {
    let decompressed = match args.proof.extension() {
        Some(extension) if extension == "gz" => args.proof.with_extension(""),
        _ => args.proof.clone(),
    };
    let is_named_lrat = decompressed
        .extension()
        .is_some_and(|it| it == Format::Lrat.name());
    Expected {
        format: args.proof_format.map(Format::from),
        encoding: match (args.text, args.binary) {
            (true, _) => Some(Encoding::Text),
            (_, true) => Some(Encoding::Binary),
            _ => None,
        },
        otherwise: is_named_lrat.then_some(Format::Lrat),
    }
}

fn in_file(path: &Path, error: &ReadError) -> Failure {
    let name = files::display_name(path);
    Failure::Error(match error {
        ReadError::Io(error) => format!("cannot read {name}: {error}"),
        error => format!("{name}: {error}"),
    })
}

fn open<'a>(path: &Path, control: &'a Control) -> Result<impl Read + 'a, Failure> {
    let reader = Reader::open(path, control);
    let reader = reader.map_err(|error| in_file(path, &error.into()))?;
    // Reading can be stopped even within an endless comment.
    Ok(files::StoppableReader::new(reader, control))
}
