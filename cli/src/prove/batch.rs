//! `twistsat prove --batch`: writes one certificate per line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use twistsat::answer::Task;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::Recipe;
use twistsat::list::{Line, LineVerdict, Request};
use twistsat::problem;
use twistsat::problem::{Cache, Problem};
use twistsat::proof::certificate::sha256;
use twistsat::proof::check;
use twistsat::proof::write;
use twistsat::proof::write::Outcome;
use twistsat::puzzle::Puzzle;

use super::args::Args;
use super::one::prove_and_write;
use super::report::{Report, default_prefix};
use crate::batch::{Batch, LineAnswer, LineCommand, LineQuestion, line_keys};
use crate::files::paths::with_suffix;
use crate::output::{Format, TextOrJson};
use crate::path_conflicts::PathRegistry;
use crate::{Exit, Failure, args, files, output};

/// The placeholder for the text of a line in the name of its certificate.
const INPUT: &str = "{input}";

/// Answers a list.
pub(super) fn run(args: &Args, question: problem::Question, path: &Path) -> Result<Exit, Failure> {
    let mut options = args.solver.settings_outside_method();
    let format = check::Format::from(args.proof_format);
    options.insert("proof_format".to_owned(), format.name().into());
    let batch = Batch {
        command: "prove",
        args: &args.list,
        problem: &args.problem,
        request: Request {
            question,
            method: args.method(),
        },
        options,
        format: match args.format {
            TextOrJson::Text => Format::Text,
            TextOrJson::Json => Format::Json,
        },
        jobs: args.jobs.map_or(std::num::NonZeroUsize::MIN, args::threads),
        quiet: args.quiet,
    };
    let proving = ProveLines {
        args,
        recipe: Recipe::built_in(write::RECIPE)?,
    };
    batch.answer(path, &proving, |paths| args.problem.register_paths(paths))
}

/// The command for `--batch`.
struct ProveLines<'a> {
    args: &'a Args,
    recipe: Recipe,
}

impl LineCommand for ProveLines<'_> {
    fn prepare(&self, request: &Request, puzzle: &Arc<Puzzle>, _: usize) -> Result<Task, Failure> {
        let Request { question, method } = request;
        self.args.problem.check_certifiable(question, "a proof")?;
        let task = self.args.task(question.clone(), method.clone(), puzzle)?;
        Ok(task.with_cache(Cache::default()))
    }

    fn register_paths(&self, line: &Line, paths: &mut PathRegistry) -> Result<(), Failure> {
        let prefix = self.args.output.as_deref();
        // The missing prefix of a line is reported later, as that line's error.
        if let Some(Ok(prefix)) = prefix.map(|prefix| prefix_of_line(prefix, line)) {
            self.args.paths(&prefix)?.register("-o", paths);
        }
        Ok(())
    }

    fn answer(
        &self,
        task: &Task,
        asked: &LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure> {
        let problem = &asked.problem;
        let paths = self.args.paths(&self.prefix(problem, asked.line)?)?;
        self.args.check_paths(&paths)?;
        let control = Control::new(cancel.clone(), None);
        let outcome = prove_and_write(self.args, task, problem, &paths, &control, true)?;
        let verdict = match &outcome {
            Outcome::Refuted(_) => LineVerdict::Refuted,
            Outcome::Solved(_) => LineVerdict::Solved,
            Outcome::Unknown(why) => LineVerdict::unknown(Some(why)),
        };
        let report = Report {
            problem,
            format: self.args.format,
            task,
            recipe: &self.recipe,
            paths: &paths,
        };
        Ok(LineAnswer {
            verdict,
            // An interrupted proof has no partial result to keep.
            is_unstarted: verdict == LineVerdict::Interrupted,
            text: answer_text(&report, asked, &outcome)?,
        })
    }
}

impl ProveLines<'_> {
    /// The prefix of the certificate of a line.
    fn prefix(&self, problem: &Problem, line: &Line) -> Result<PathBuf, Failure> {
        let prefix = match &self.args.output {
            Some(prefix) => prefix_of_line(prefix, line)?,
            None => prefix_of_line(&default_prefix(problem)?, line)?,
        };
        if let Some(folder) = prefix.parent() {
            files::create_folder(folder)?;
        }
        Ok(prefix)
    }
}

/// The prefix of a line's files: with its number appended, or its text in place of `{input}`.
fn prefix_of_line(prefix: &Path, line: &Line) -> Result<PathBuf, Failure> {
    let text = prefix.to_str().filter(|text| text.contains(INPUT));
    if let Some(text) = text {
        if !line.input.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            let why = format!("-o with {INPUT} requires lines of letters and digits");
            return Err(Failure::Error(why));
        }
        return Ok(PathBuf::from(text.replace(INPUT, &line.input)));
    }
    Ok(with_suffix(prefix, &format!("-{}", line.number)))
}

fn answer_text(
    report: &Report<'_>,
    asked: &LineQuestion<'_>,
    outcome: &Outcome,
) -> Result<String, Failure> {
    let problem = report.problem;
    let (number, budget) = (asked.line.number, problem.question_in_words());
    let certificate = &report.paths.certificate;
    if asked.format == Format::Json {
        let certificate_sha256 = match outcome {
            Outcome::Refuted(_) => Some(sha256(&fs::read(certificate).map_err(Failure::error)?)),
            _ => None,
        };
        let line = Some(line_keys(asked.line));
        return output::json_line(&report.json(outcome, line, certificate_sha256));
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
