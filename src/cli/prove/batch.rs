//! `twistsat prove --batch`: writes one certificate per line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::asked::{Args, check};
use super::one::prove;
use super::report::{Report, default_prefix};
use crate::answer::Method;
use crate::cli::batch::{Answers, Batch, Came, Form, Question};
use crate::cli::output::{Format, TextOrJson};
use crate::cli::places::Places;
use crate::cli::{Exit, Failure, args};
use crate::control::{CancelFlag, Control, Stop};
use crate::encode::Recipe;
use crate::list::{Asked, Line, Verdict};
use crate::problem;
use crate::problem::{Cache, Problem, Solution};
use crate::proof::certificate::sha256;
use crate::proof::write;
use crate::proof::write::Outcome;
use crate::puzzle::Puzzle;
use crate::report::json;
use crate::search::UnknownReason;
use crate::solver::Backend;

/// The placeholder for the text of a line in the name of its certificate.
const INPUT: &str = "{input}";

/// Answers a list.
pub(super) fn run(args: &Args, question: problem::Question, path: &Path) -> Result<Exit, Failure> {
    let mut method = Method::default();
    args.solver.ask(&mut method);
    let mut options = args.solver.options();
    let format = format!("{:?}", args.proof_format).to_lowercase();
    options.insert("proof_format".to_owned(), format.into());
    let batch = Batch {
        command: "prove",
        args: &args.list,
        problem: &args.problem,
        asked: Asked { question, method },
        options,
        format: match args.format {
            TextOrJson::Text => Format::Text,
            TextOrJson::Json => Format::Json,
        },
        jobs: args.jobs.map_or(std::num::NonZeroUsize::MIN, args::threads),
        quiet: args.quiet,
    };
    let proving = Proving {
        args,
        recipe: Recipe::built_in(write::RECIPE)?,
    };
    batch.run(path, &proving, |places| args.problem.note(places))
}

/// The command for `--batch`.
struct Proving<'a> {
    args: &'a Args,
    recipe: Recipe,
}

/// Data shared by lines that differ only in their start.
struct Prover {
    backend: Box<dyn Backend>,
    method: Method,
    cache: Cache,
}

impl Answers for Proving<'_> {
    type Prepared = Prover;

    fn prepare(&self, asked: &Asked, _: &Arc<Puzzle>) -> Result<Prover, Failure> {
        check(&asked.question)?;
        let method = asked.method.clone();
        let known = Method {
            solver: method.solver.clone(),
            time_limit: method.time_limit,
            ..Method::default()
        };
        if method != known {
            let why = "prove takes no other keys of a method than `solver` and `time_limit`";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(Prover {
            backend: self.args.solver.of(&method)?.prover(None)?,
            method,
            cache: Cache::default(),
        })
    }

    fn note(&self, line: &Line, places: &mut Places) -> Result<(), Failure> {
        let prefix = self.args.output.as_deref();
        // The missing prefix of a line is reported later, as that line's error.
        if let Some(Ok(prefix)) = prefix.map(|prefix| of_line(prefix, line)) {
            self.args.places(&prefix)?.note("-o", places);
        }
        Ok(())
    }

    fn answer(
        &self,
        prover: &Prover,
        of: Question<'_>,
        cancel: &CancelFlag,
    ) -> Result<Came, Failure> {
        let problem = Problem {
            cache: prover.cache.clone(),
            ..of.problem.clone()
        };
        let places = self.args.places(&self.prefix(&problem, of.line)?)?;
        self.args.check_places(&places)?;
        let control = Control::new(cancel.clone(), prover.method.time_limit.map(|it| it.0));
        let format = self.args.proof_format.into();
        // If the start is the goal, there is nothing to refute.
        let mut outcome = match Solution::replay(&problem, Vec::new()) {
            Ok(solution) => Outcome::Solved(solution),
            Err(_) => prove((&problem, format), &*prover.backend, &control, true)?,
        };
        if let Outcome::Refuted(refutation) = &outcome {
            let solver = prover.backend.name();
            let made = (&**refutation, self.args.form());
            match places.write(&problem, solver, made, cancel) {
                Ok(()) => (),
                // A stop explains the failure.
                Err(_) if cancel.is_raised() => outcome = interrupted(),
                Err(failure) => return Err(failure),
            }
        }
        let verdict = match &outcome {
            Outcome::Refuted(_) => Verdict::Refuted,
            Outcome::Solved(_) => Verdict::Solved,
            Outcome::Unknown(UnknownReason::Stopped(Stop::Cancelled)) => Verdict::Interrupted,
            Outcome::Unknown(_) => Verdict::Unknown,
        };
        let report = Report {
            problem: &problem,
            args: self.args,
            question: &of.asked.question,
            recipe: &self.recipe,
            solver: prover.backend.name(),
            places: &places,
        };
        Ok(Came {
            verdict,
            // An interrupted proof has no partial result to keep.
            is_idle: verdict == Verdict::Interrupted,
            text: written(&report, &of, &outcome, verdict)?,
        })
    }
}

impl Proving<'_> {
    /// The prefix of the certificate of a line.
    fn prefix(&self, problem: &Problem, line: &Line) -> Result<PathBuf, Failure> {
        let prefix = match &self.args.output {
            Some(prefix) => of_line(prefix, line)?,
            None => of_line(&default_prefix(problem)?, line)?,
        };
        if let Some(folder) = prefix.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::Error(format!("cannot create {}: {error}", folder.display()))
            })?;
        }
        Ok(prefix)
    }
}

/// The prefix of a line.
fn of_line(prefix: &Path, line: &Line) -> Result<PathBuf, Failure> {
    let text = prefix.to_str().filter(|text| text.contains(INPUT));
    if let Some(text) = text {
        if !line.input.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            let why = format!("-o with {INPUT} requires lines of letters and digits");
            return Err(Failure::Error(why));
        }
        return Ok(PathBuf::from(text.replace(INPUT, &line.input)));
    }
    let mut prefix = prefix.to_owned();
    let number = line.number;
    prefix.as_mut_os_string().push(format!("-{number}"));
    Ok(prefix)
}

fn interrupted() -> Outcome {
    Outcome::Unknown(UnknownReason::Stopped(Stop::Cancelled))
}

fn written(
    report: &Report<'_>,
    of: &Question<'_>,
    outcome: &Outcome,
    verdict: Verdict,
) -> Result<String, Failure> {
    let problem = report.problem;
    let (number, budget) = (of.line.number, problem.asked_for());
    let certificate = &report.places.certificate;
    if of.form == Form::Record || of.form == Form::Report(Format::Json) {
        let mut prove: json::Prove = report.json(outcome);
        prove.header = prove.header.of_line(of.of_line());
        if let Outcome::Refuted(_) = outcome {
            let bytes = fs::read(certificate).map_err(Failure::error)?;
            prove.certificate_sha256 = Some(sha256(&bytes));
            prove.at_least = Some(problem.budget.slots() + 1);
        }
        return of.json(&prove, verdict);
    }
    Ok(match outcome {
        Outcome::Refuted(_) => {
            let file = certificate.display();
            format!("{number}: no solution of {budget}: {file}")
        }
        Outcome::Solved(solution) => {
            let length = problem.metric.count(solution.len());
            let turns = report.turns(solution);
            format!("{number}: {turns} ({length}: there is a solution of {budget})")
        }
        Outcome::Unknown(why) => {
            format!("{number}: unknown whether there is a solution of {budget} ({why})")
        }
    })
}
