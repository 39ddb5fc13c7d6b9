//! `twistsat verify`.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::files::Kind;
use super::output::TextOrJson;
use super::progress::{Progress, checking};
use super::{Exit, Failure, args, files, interrupt, loading, output};
use crate::control::{Control, Stop};
use crate::problem::Problem;
use crate::proof::certificate;
use crate::proof::certificate::{Certificate, CertificateError};
use crate::proof::check::{Formula, Verified};
use crate::proof::second::{Second, same_clauses};
use crate::proof::verify::{VerifyError, verify};
use crate::puzzle::Puzzle;
use crate::report;
use crate::report::json;
use crate::solver::{Generator, GeneratorError, MOST_PROOF, TemplateError};
use crate::text;

const EXAMPLES: &str = "\
Examples:
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 -o three
  twistsat verify three.json
  twistsat verify three.json --formula-by \"python3 plain_formula.py pocket.toml\"

The formula is rebuilt from the puzzle and the state, and compared byte for byte. Exit code 0: the
proof is correct, there is no such solution; 1: something is wrong; 30: stopped.";

/// What a second formula may have beside the clauses: comments, mostly.
const MOST_CHATTER: usize = 16 * 1024 * 1024;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The certificate, PREFIX.json; the formula and the proof must be next to it
    #[arg(value_name = "CERTIFICATE")]
    certificate: PathBuf,
    /// The puzzle's file, if the puzzle is not built in
    #[arg(long, value_name = "PATH")]
    puzzle_file: Option<PathBuf>,
    /// Also have the formula made by this command, and compare: it gets the certificate's path as its
    /// last argument and prints DIMACS; the sets of clauses must be the same
    #[arg(long, value_name = "COMMAND")]
    formula_by: Option<String>,
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
    let generator = generator(&args)?;
    loading::begin(args.time_limit);
    let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
    let name = files::name(&args.certificate);
    let in_file = |error: &dyn std::fmt::Display| Failure::Error(format!("{name}: {error}"));
    let text = files::read_under(&args.certificate, Kind::Certificate, &control)?;
    let certificate = Certificate::read(&text).map_err(|error| in_file(&error))?;
    let result = look(&args, generator.as_ref(), &certificate, &control);
    let (verdict, result) = match result {
        Ok(verified) => ("verified", Ok(verified)),
        Err(Refusal::Command(reason)) => {
            return Err(Failure::Error(format!("--formula-by: {reason}")));
        }
        Err(Refusal::Stopped(stop)) => ("unknown", Err(stop.to_string())),
        Err(Refusal::Wrong(reason)) => ("rejected", Err(format!("{name}: {reason}"))),
    };
    if let TextOrJson::Json = args.format {
        output::json(&json::Verify::new(verdict, &certificate, result.as_ref()))?;
    }
    match (verdict, result) {
        (_, Ok((problem, verified, second))) => {
            if let TextOrJson::Text = args.format {
                output::print(&report::text::verified(
                    &certificate,
                    &problem,
                    &verified,
                    second.as_ref(),
                ))?;
            }
            Ok(Exit::Done)
        }
        ("unknown", Err(stop)) => {
            if let TextOrJson::Text = args.format {
                output::line(&format!(
                    "unknown whether the certificate is right ({stop})"
                ))?;
            }
            Ok(Exit::Unknown)
        }
        (_, Err(reason)) => Err(match args.format {
            TextOrJson::Text => Failure::Error(reason),
            TextOrJson::Json => Failure::Reported,
        }),
    }
}

/// Why a certificate is not verified.
enum Refusal {
    Stopped(Stop),
    Wrong(String),
    /// The command that makes the formula a second time does not, which says nothing of the certificate.
    Command(String),
}

impl From<VerifyError> for Refusal {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Stopped(stop) => Refusal::Stopped(stop),
            error => Refusal::Wrong(error.to_string()),
        }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop, _) => Refusal::Stopped(stop),
            failure => Refusal::Wrong(failure.message()),
        }
    }
}

fn damaged(reason: String) -> Refusal {
    VerifyError::from(CertificateError::Damaged(reason)).into()
}

/// What was verified, and of which problem.
fn look(
    args: &Args,
    generator: Option<&Generator>,
    certificate: &Certificate,
    control: &Control,
) -> Result<(Problem, Verified, Option<Second>), Refusal> {
    let puzzle = puzzle(args, certificate, control)?;
    let problem = certificate.problem(&puzzle).map_err(VerifyError::from)?;
    loading::done();
    let formula = beside(args, &certificate.formula, control)?;
    let proof = beside(args, &certificate.proof, control)?;
    let progress = Progress::new(args.quiet);
    let mut notify = |step| progress.count(&checking(step));
    let files = (&formula[..], &proof[..]);
    let verified = verify(certificate, puzzle, files, control, &mut notify)?;
    let second = generator.map(|generator| second(args, generator, certificate, &formula, control));
    Ok((problem, verified, second.transpose()?))
}

/// The command of `--formula-by`.
fn generator(args: &Args) -> Result<Option<Generator>, Failure> {
    let command = args.formula_by.as_deref();
    let parsed = command.map(|command| {
        Generator::from_command(command).map_err(|error| {
            let reason = match error {
                TemplateError::Empty => "it names no program".to_owned(),
                error => error.to_string(),
            };
            let command = text::shown(command);
            Failure::Usage(format!("--formula-by `{command}`: {reason}"))
        })
    });
    parsed.transpose()
}

/// Has the formula made a second time, and compares.
fn second(
    args: &Args,
    generator: &Generator,
    certificate: &Certificate,
    formula: &[u8],
    control: &Control,
) -> Result<Second, Refusal> {
    let command = args.formula_by.clone().unwrap_or_default();
    let most = formula.len().saturating_mul(4).saturating_add(MOST_CHATTER);
    let printed = generator.print(&args.certificate, most, control);
    let printed = printed.map_err(|error| match error {
        GeneratorError::Stopped(stop) => Refusal::Stopped(stop),
        error => Refusal::Command(error.to_string()),
    })?;
    let theirs = Formula::read(printed.as_bytes()).map_err(|error| {
        let command = text::shown(&command);
        Refusal::Command(format!(
            "what `{command}` prints is not a formula in DIMACS: {error}"
        ))
    })?;
    let ours = Formula::read(formula).map_err(|error| Refusal::Wrong(error.to_string()))?;
    match same_clauses(&ours, &theirs) {
        Ok(clauses) => Ok(Second { command, clauses }),
        Err(difference) => Err(Refusal::Wrong(format!(
            "{} is not the formula that `{}` makes: {difference}",
            text::shown(&certificate.formula.name),
            text::shown(&command)
        ))),
    }
}

/// The puzzle that a certificate is about.
fn puzzle(
    args: &Args,
    certificate: &Certificate,
    control: &Control,
) -> Result<Arc<Puzzle>, Refusal> {
    let puzzle = match (&args.puzzle_file, &certificate.puzzle_file) {
        (Some(path), _) => {
            let text = files::read_under(path, Kind::Definition, control)?;
            Puzzle::from_file(&files::name(path), &text)
        }
        (None, Some(file)) => {
            return Err(Refusal::Wrong(format!(
                "its puzzle {} is not built in; give its file, which was {} when the certificate was written, with --puzzle-file PATH",
                text::shown(&certificate.problem.puzzle),
                text::shown(file)
            )));
        }
        (None, None) => {
            let built_in = Puzzle::built_in_as(&certificate.problem.puzzle).ok_or_else(|| {
                let name = text::shown(&certificate.problem.puzzle);
                damaged(format!("unknown puzzle {name}"))
            })?;
            Ok(Puzzle::clone(&built_in))
        }
    };
    let groups: Vec<&str> = certificate.with.iter().map(String::as_str).collect();
    puzzle
        .and_then(|puzzle| puzzle.with_groups(&groups))
        .map(Arc::new)
        .map_err(|error| Refusal::Wrong(error.to_string()))
}

/// Reads a file that stands beside the certificate.
fn beside(args: &Args, file: &certificate::File, control: &Control) -> Result<Vec<u8>, Refusal> {
    let mut parts = Path::new(&file.name).components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else {
        let name = text::shown(&file.name);
        let reason = format!("`{name}` is not the name of a file next to it");
        return Err(damaged(reason));
    };
    let path = args.certificate.with_file_name(name);
    Ok(files::read_bytes(&path, MOST_PROOF as u64, control)?)
}
