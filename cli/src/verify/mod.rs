//! `twistsat verify`.

mod args;

use std::path::Path;

use super::args::{check_plan_is_used, explain_missing};
use super::files::Kind;
use super::output::TextOrJson;
use super::progress::{Progress, checking_text};
use super::{Exit, Failure, files, interrupt, loading, output};
pub(super) use args::Args;
use twistsat::proof::certificate::Certificate;
use twistsat::proof::verifier::{CrossCheckCommand, Environment, Refusal, Verifier};
use twistsat::report;
use twistsat::report::json;
use twistsat::solver::Generator;
use twistsat::text;
use twistsat::{Error, ErrorKind};

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let generator = generator(&args)?;
    loading::start_limit(args.time_limit);
    let control = loading::control().with_cancel_flag(interrupt::cancel_flag()?);
    let name = files::display_name(&args.certificate);
    let text = files::read_controlled(&args.certificate, Kind::Certificate, &control)?;
    let certificate =
        Certificate::read(&text).map_err(|error| files::error_in(&args.certificate, error))?;
    let print = |path: &Path, max_bytes: usize| match &generator {
        Some(generator) => generator
            .output(path, max_bytes, &control)
            .map_err(generator_failed),
        None => Err(Refusal::Command("there is no command".to_owned())),
    };
    let command = args.formula_by.as_deref();
    let cross_check = command.map(|command| CrossCheckCommand {
        command,
        print: &print,
    });
    let given = args.definitions.read(&control).map_err(unreadable);
    if let Ok(given) = &given {
        let is_stage = certificate.question.stage.is_some();
        check_plan_is_used(given, is_stage, "the certificate")?;
    }
    let verification = given.and_then(|given| {
        let progress = Progress::new(args.quiet);
        let environment = Environment {
            read: &|path, max_bytes| {
                files::read_bytes(path, max_bytes, &control).map_err(unreadable)
            },
            cross_check,
            on_start: &loading::finish,
            notify: &|step| progress.set_live_text(&checking_text(step)),
            control: &control,
        };
        Verifier::new(given, environment).verify(&args.certificate, &certificate)
    });
    let (verdict, result) = match verification {
        Ok(summary) => ("verified", Ok(summary)),
        Err(Refusal::Command(reason)) => {
            return Err(Failure::Error(format!("--formula-by: {reason}")));
        }
        Err(Refusal::Stopped(stop)) => ("unknown", Err(stop.to_string())),
        Err(Refusal::InvalidCertificate(wrong)) => {
            let reason = explain_missing(&wrong, wrong.missing);
            ("rejected", Err(format!("{name}: {reason}")))
        }
    };
    match (args.format, &result) {
        (TextOrJson::Json, _) => {
            output::print_json(&json::verify(verdict, &certificate, result.as_ref()))?;
        }
        (TextOrJson::Text, Ok(summary)) => {
            output::print(&report::text::verified_claim(&certificate, summary))?;
        }
        (TextOrJson::Text, Err(stop)) if verdict == "unknown" => output::print_line(&format!(
            "unknown whether the certificate is valid ({stop})"
        ))?,
        (TextOrJson::Text, Err(reason)) => return Err(Failure::Error(reason.clone())),
    }
    match verdict {
        "verified" => Ok(Exit::Done),
        "unknown" => Ok(Exit::Unknown),
        _ => Err(Failure::Reported),
    }
}

/// The refusal for a file that cannot be read.
pub(super) fn unreadable(failure: Failure) -> Refusal {
    match failure {
        Failure::Stopped(stop, _) => Refusal::Stopped(stop),
        failure => Refusal::invalid(failure.message()),
    }
}

/// The refusal if the command of `--formula-by` printed no formula.
fn generator_failed(error: Error) -> Refusal {
    match error.kind() {
        ErrorKind::Stopped(stop) => Refusal::Stopped(stop),
        _ => Refusal::Command(error.to_string()),
    }
}

/// The command of `--formula-by`.
fn generator(args: &Args) -> Result<Option<Generator>, Failure> {
    let command = args.formula_by.as_deref();
    let parsed = command.map(|command| {
        Generator::from_command(command).map_err(|error| {
            let command = text::excerpt(command);
            Failure::Usage(format!("--formula-by `{command}`: {error}"))
        })
    });
    parsed.transpose()
}
