//! `twistsat prove --batch`: writes one certificate per line.

use std::fs;
use std::path::{Path, PathBuf};

use twistsat::encode::Recipe;
use twistsat::list::{Line, LineVerdict, Request};
use twistsat::problem::{Cache, Question};
use twistsat::proof::certificate::sha256;
use twistsat::proof::check;
use twistsat::proof::write;
use twistsat::proof::write::Outcome;

use super::args::Args;
use super::one::prove_and_write;
use super::report::{Report, default_prefix};
use crate::batch::{Batch, LineAnswer, LineQuestion, line_keys};
use crate::files::paths::with_suffix;
use crate::output::{Format, TextOrJson};
use crate::path_conflicts::PathRegistry;
use crate::{Exit, Failure, args, files, output};

/// The placeholder for the text of a line in the name of its certificate.
const INPUT: &str = "{input}";

/// Answers a list.
pub(super) fn run(args: &Args, question: Question, path: &Path) -> Result<Exit, Failure> {
    let mut options = args.solver.settings_outside_method();
    let format = check::Format::from(args.proof_format);
    options.insert("proof_format".to_owned(), format.name().into());
    let method = args.method();
    let recipe = Recipe::built_in(write::RECIPE)?;
    let mut paths = PathRegistry::default();
    args.problem.register_paths(&mut paths);
    let batch = Batch {
        command: "prove",
        args: &args.list,
        problem: &args.problem,
        request: Request { question, method },
        options,
        format: match args.format {
            TextOrJson::Text => Format::Text,
            TextOrJson::Json => Format::Json,
        },
        jobs: args.jobs.map(args::threads),
        quiet: args.quiet,
        prepare: &|Request { question, method }, puzzle, _| {
            args.problem.check_certifiable(question, "a proof")?;
            let task = args.task(question.clone(), method.clone(), puzzle)?;
            Ok(task.with_cache(Cache::default()))
        },
        answer: &|asked| answer(args, &recipe, asked),
    };
    batch.run(path, paths, |line, paths| {
        let prefix = args.output.as_deref();
        // A line whose text cannot be part of a file name is reported later, as that line's error.
        if let Some(Ok(prefix)) = prefix.map(|prefix| prefix_of_line(prefix, line)) {
            args.paths(&prefix)?.register("-o", paths);
        }
        Ok(())
    })
}

/// Answers a line.
fn answer(
    args: &Args,
    recipe: &Recipe,
    asked: &LineQuestion<'_>,
) -> Result<Option<LineAnswer>, Failure> {
    let (line, task, problem) = (asked.line, asked.task, &asked.problem);
    let prefix = match &args.output {
        Some(prefix) => prefix_of_line(prefix, line)?,
        None => prefix_of_line(&default_prefix(problem)?, line)?,
    };
    if let Some(folder) = prefix.parent() {
        files::create_folder(folder)?;
    }
    let paths = &args.paths(&prefix)?;
    args.check_paths(paths)?;
    let outcome = prove_and_write(args, task, problem, paths, &asked.control, true)?;
    let report = Report {
        problem,
        format: args.format,
        task,
        recipe,
        paths,
    };
    let (budget, certificate) = (problem.question_in_words(), &paths.certificate);
    let (verdict, text) = match &outcome {
        Outcome::Refuted(_) => {
            let text = format!("no solution of {budget}: {}", certificate.display());
            (LineVerdict::Refuted, text)
        }
        Outcome::Solved(solution) => {
            let length = problem.metric.count(solution.len());
            let turns = report.turns(solution);
            let text = format!("{turns} ({length}: there is a solution of {budget})");
            (LineVerdict::Solved, text)
        }
        Outcome::Unknown(why) => {
            let text = format!("unknown whether there is a solution of {budget} ({why})");
            (LineVerdict::unknown(Some(why)), text)
        }
    };
    if verdict == LineVerdict::Interrupted {
        return Ok(None);
    }
    if asked.format == Format::Text {
        return Ok(Some((verdict, asked.numbered(&text))));
    }
    let certificate = (verdict == LineVerdict::Refuted).then(|| fs::read(certificate));
    let certificate = certificate.transpose().map_err(Failure::error)?;
    let hash = certificate.map(|bytes| sha256(&bytes));
    let report = report.json(&outcome, Some(line_keys(line)), hash);
    Ok(Some((verdict, output::json_line(&report)?)))
}

/// The prefix of a line's files: `prefix` with the line's number appended, or with its text in place of `{input}`.
fn prefix_of_line(prefix: &Path, line: &Line) -> Result<PathBuf, Failure> {
    let Some(text) = prefix.to_str().filter(|text| text.contains(INPUT)) else {
        return Ok(with_suffix(prefix, &format!("-{}", line.number)));
    };
    if !line.input.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let why = format!("-o with {INPUT} requires lines of letters and digits");
        return Err(Failure::Error(why));
    }
    Ok(PathBuf::from(text.replace(INPUT, &line.input)))
}
