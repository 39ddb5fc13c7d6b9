//! `--batch`: a question a line, an answer a line, for `solve`, `prove` and `enumerate`.
//!
//! What lines have in common (puzzle, recipe, tables) is read once. Answers go to stdout, or to the file of `--resume`,
//! whose lines `twistsat merge` reads.

mod args;
mod tally;

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;

use super::args::ProblemArgs;
use super::files::Kind;
use super::output::Format;
use super::places::Places;
use super::progress::Bar;
use super::{Exit, Failure, files, interrupt, output};
use crate::control::CancelFlag;
use crate::formats::Scramble;
use crate::list::{Asked, Header, Line, Numbers, Recorded, Results, Verdict, lines};
use crate::platform;
use crate::problem::{Problem, TextLayout};
use crate::proof::certificate::sha256;
use crate::puzzle::Puzzle;
use crate::report::json;
use crate::search::in_order;
pub(super) use args::{ListArgs, puzzle_or_lines};
use tally::Tally;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a report of a command.
    Report(Format),
    /// As a line of a file of answers.
    Record,
}

/// What came of a line.
pub(super) struct Came {
    pub(super) verdict: Verdict,
    /// Whether there was no time to begin.
    pub(super) is_idle: bool,
    /// The answer, without its last end of line.
    pub(super) text: String,
}

/// What answers lines.
pub(super) trait Answers: Sync {
    /// What lines share that differ in their starts alone.
    type Prepared: Send + Sync;

    /// Checks what lines share.
    fn prepare(&self, asked: &Asked, puzzle: &Arc<Puzzle>) -> Result<Self::Prepared, Failure>;

    /// Answers a line.
    fn answer(
        &self,
        with: &Self::Prepared,
        of: Question<'_>,
        cancel: &CancelFlag,
    ) -> Result<Came, Failure>;
}

/// A line, and what it asks.
pub(super) struct Question<'a> {
    pub(super) line: &'a Line,
    pub(super) asked: &'a Asked,
    pub(super) problem: Problem,
    pub(super) form: Form,
    begun: Instant,
}

impl Question<'_> {
    /// Which line it is, for reports.
    pub(super) fn of_line(&self) -> json::Line {
        of_line(self.line)
    }

    /// A report as a line of JSON.
    pub(super) fn json(
        &self,
        report: &impl Serialize,
        verdict: Verdict,
    ) -> Result<String, Failure> {
        written(report, verdict, (self.form, self.begun))
    }
}

fn of_line(line: &Line) -> json::Line {
    json::Line {
        number: line.number,
        input: line.input.clone(),
    }
}

fn written(
    report: &impl Serialize,
    outcome: Verdict,
    (form, begun): (Form, Instant),
) -> Result<String, Failure> {
    let text = match form {
        Form::Report(_) => serde_json::to_string(report),
        Form::Record => serde_json::to_string(&Recorded {
            report,
            outcome,
            seconds: (begun.elapsed().as_secs_f64() * 1e6).round() / 1e6,
        }),
    };
    text.map_err(Failure::error)
}

/// A list, and what answers it.
pub(super) struct Batch<'a> {
    /// `solve`, `prove` or `enumerate`.
    pub(super) command: &'static str,
    pub(super) args: &'a ListArgs,
    pub(super) problem: &'a ProblemArgs,
    /// What a line asks as far as it does not say otherwise.
    pub(super) asked: Asked,
    /// Other options that answers depend on.
    pub(super) options: BTreeMap<String, Value>,
    pub(super) format: Format,
    pub(super) jobs: NonZeroUsize,
    pub(super) quiet: bool,
}

/// What one list is answered with.
struct Run<'a, A: Answers> {
    batch: &'a Batch<'a>,
    answers: &'a A,
    /// The puzzle of the options, if they name one.
    puzzle: Option<Arc<Puzzle>>,
    /// What is prepared, by what it is about; that of the options first.
    common: Option<Shared<A>>,
    known: Mutex<HashMap<String, Shared<A>>>,
    cancel: CancelFlag,
    form: Form,
}

/// What lines share: what is asked, of which puzzle.
struct Common<P> {
    puzzle: Arc<Puzzle>,
    prepared: P,
}

type Shared<A> = Arc<Common<<A as Answers>::Prepared>>;

impl Batch<'_> {
    /// Answers the list at this path; `note` notes what else is read.
    pub(super) fn run<A: Answers>(
        mut self,
        path: &Path,
        answers: &A,
        note: impl FnOnce(&mut Places),
    ) -> Result<Exit, Failure> {
        self.args.check_places(path, note)?;
        let text = files::read(path, Kind::List)?;
        let name = files::name(path);
        let is_given = self.problem.puzzle.is_given();
        let puzzle = is_given.then(|| self.problem.puzzle.puzzle()).transpose()?;
        let all = match &puzzle {
            Some(puzzle) if super::scrambles::are_in(path, &text) => {
                if self.args.resume.is_some() {
                    let why = "--resume does not take a list of scrambles in twsearch's format; write their states as lines";
                    return Err(Failure::Usage(why.to_owned()));
                }
                self.asked.question.layout = Some(TextLayout::Named(puzzle.layout()));
                scrambles(puzzle, &name, &text)?
            }
            _ => lines(&text),
        };
        let common = match &puzzle {
            Some(puzzle) if all.iter().any(|line| !line.is_object()) => {
                Some(prepare(answers, &self.asked, puzzle)?)
            }
            _ => None,
        };
        let shard = self.args.shard();
        let header = || {
            let numbers: Numbers = all.iter().map(|line| line.number).collect();
            let list = (&*name, sha256(text.as_bytes()));
            let mut header = Header::new(self.command, list, numbers, shard);
            header.inputs = inputs(&self.asked);
            header.options = self.options.clone();
            header.asked = self.asked.clone();
            let method = &mut header.asked.method;
            (method.time_limit, method.max_memory) = (None, None);
            header
        };
        let of_shard = all.iter().zip(0..).filter(|&(_, place)| shard.has(place));
        let mut asked: Vec<&Line> = of_shard.map(|(line, _)| line).collect();
        let mut tally = Tally::default();
        tally.refutes = self.command == "prove";
        let mut results = None;
        if let Some(path) = &self.args.resume {
            let opened = Results::open(path, &header()).map_err(Failure::error)?;
            for mistake in opened.mistakes {
                output::diagnose(&format!("note: {mistake}; its question is asked again"));
            }
            let is_done = |line: &Line| {
                let verdict = opened.best.get(&line.number);
                verdict.is_some_and(|&verdict| self.args.is_done(verdict))
            };
            let lines = asked.len();
            asked.retain(|line| !is_done(line));
            tally.before = lines - asked.len();
            results = Some(opened.results);
        }
        let form = match results {
            Some(_) => Form::Record,
            None => Form::Report(self.format),
        };
        let run = Run {
            batch: &self,
            answers,
            puzzle,
            common,
            known: Mutex::default(),
            cancel: interrupt::cancel_flag()?,
            form,
        };
        run.all(&name, &asked, results, tally)
    }
}

impl<A: Answers> Run<'_, A> {
    fn all(
        &self,
        name: &str,
        asked: &[&Line],
        mut results: Option<Results>,
        mut tally: Tally,
    ) -> Result<Exit, Failure> {
        let quiet = self.batch.quiet;
        let bar = Bar::new(asked.len(), quiet);
        let mut broken = None;
        in_order(
            asked,
            self.batch.jobs,
            |line| self.came(line),
            |line, came| {
                let (came, error) = came;
                // Lines behind this one may be done: they are answered all the same.
                if self.cancel.is_raised() && came.is_idle {
                    return true;
                }
                tally.add(came.verdict);
                if let Some(message) = error {
                    let place = format!("{name}:{}", line.number);
                    bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
                }
                let written = match &mut results {
                    Some(file) => file.add(&came.text).map_err(Failure::error),
                    None => bar.suspend(|| output::part_line(&came.text)),
                };
                bar.advance();
                broken = written.err();
                if broken.is_some() {
                    self.cancel.raise();
                }
                broken.is_none()
            },
        );
        drop(bar);
        match broken {
            // Every line was answered, read or not.
            Some(Failure::OutputClosed) if tally.answered() == asked.len() => (),
            Some(failure) => return Err(failure),
            None => (),
        }
        if let Some(file) = &mut results {
            file.sync().map_err(Failure::error)?;
        }
        tally.unanswered = asked.len() - tally.answered();
        if !quiet {
            output::diagnose(&tally.to_string());
        }
        tally.exit()
    }

    /// What came of a line, and what is wrong with it.
    fn came(&self, line: &Line) -> (Came, Option<String>) {
        let begun = Instant::now();
        let idle = || Came {
            verdict: Verdict::Interrupted,
            is_idle: true,
            text: String::new(),
        };
        if self.cancel.is_raised() {
            return (idle(), None);
        }
        // What goes wrong with one line does not take those that are answered with it.
        let came = platform::caught(|| self.answer(line, begun));
        let came = came
            .unwrap_or_else(|message| Err(Failure::Error(format!("internal error: {message}"))));
        match came {
            Ok(came) => (came, None),
            Err(_) if self.cancel.is_raised() => (idle(), None),
            Err(failure) => {
                let error = failure.message();
                let came = Came {
                    verdict: Verdict::Failed,
                    is_idle: false,
                    text: self.refused(line, &error, begun),
                };
                (came, Some(error))
            }
        }
    }

    fn answer(&self, line: &Line, begun: Instant) -> Result<Came, Failure> {
        let question = |asked, problem| Question {
            line,
            asked,
            problem,
            form: self.form,
            begun,
        };
        if line.is_object() {
            let asked = self.batch.asked.with(&line.input).map_err(Failure::Error)?;
            let common = self.common_of(&asked)?;
            let start = asked.question.start().map_err(|error| of_keys(&error))?;
            let problem = asked.question.problem_from(&common.puzzle, start);
            let problem = problem.map_err(|error| of_keys(&error))?;
            let of = question(&asked, problem);
            return self.answers.answer(&common.prepared, of, &self.cancel);
        }
        let Some(common) = &self.common else {
            let why = "a line that is not a whole question requires a puzzle among the options";
            return Err(Failure::Error(why.to_owned()));
        };
        let asked = &self.batch.asked;
        let problem = posed(line, asked, &common.puzzle)?;
        let of = question(asked, problem);
        self.answers.answer(&common.prepared, of, &self.cancel)
    }

    /// What a line has in common with others.
    fn common_of(&self, asked: &Asked) -> Result<Shared<A>, Failure> {
        let key = asked.key().map_err(Failure::Error)?;
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = known().get(&key) {
            return Ok(common.clone());
        }
        let is_own = asked.question.puzzle == self.batch.asked.question.puzzle
            && asked.question.puzzle_file == self.batch.asked.question.puzzle_file
            && asked.question.with == self.batch.asked.question.with;
        let puzzle = match &self.puzzle {
            Some(puzzle) if is_own => puzzle.clone(),
            _ => puzzle_of(self.batch.command, &asked.question)?,
        };
        let common = prepare(self.answers, asked, &puzzle)?;
        Ok(known().entry(key).or_insert(common).clone())
    }

    fn refused(&self, line: &Line, error: &str, begun: Instant) -> String {
        let on_one_line = || error.split('\n').collect::<Vec<_>>().join("; ");
        match self.form {
            Form::Report(Format::Text) => format!("{}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Alg) => format!("# {}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Json) | Form::Record => {
                let refused = json::Refused::new(of_line(line), self.puzzle.as_deref(), error);
                let text = written(&refused, Verdict::Failed, (self.form, begun));
                text.unwrap_or_else(Failure::message)
            }
        }
    }
}

fn prepare<A: Answers>(
    answers: &A,
    asked: &Asked,
    puzzle: &Arc<Puzzle>,
) -> Result<Shared<A>, Failure> {
    Ok(Arc::new(Common {
        prepared: answers.prepare(asked, puzzle)?,
        puzzle: puzzle.clone(),
    }))
}

/// The problem of a line that is a start.
pub(super) fn posed(line: &Line, asked: &Asked, puzzle: &Arc<Puzzle>) -> Result<Problem, Failure> {
    match &line.state {
        Some(state) => {
            let start = crate::problem::StartText::State(state);
            Ok(asked.question.problem_from(puzzle, start)?)
        }
        None => ProblemArgs::problem_of_line(&asked.question, puzzle, &line.input),
    }
}

/// The puzzle of a question. A certificate is about the built-in puzzle wherever a file means the same.
pub(super) fn puzzle_of(
    command: &str,
    question: &crate::problem::Question,
) -> Result<Arc<Puzzle>, Failure> {
    let puzzle = question.puzzle().map_err(|error| of_keys(&error))?;
    let built_in = (command == "prove").then(|| puzzle.as_built_in()).flatten();
    Ok(built_in.unwrap_or(puzzle))
}

/// What is wrong with a question whose keys stand in a line.
pub(super) fn of_keys(error: &crate::Error) -> Failure {
    Failure::of_question(error, |key| format!("`{key}`"))
}

/// The scrambles of a file of twsearch.
fn scrambles(puzzle: &Puzzle, name: &str, text: &str) -> Result<Vec<Line>, Failure> {
    let scrambles = puzzle.read_scrambles(name, text).map_err(Failure::error)?;
    let line = |scramble: Scramble| Line {
        number: scramble.line,
        input: scramble.name,
        state: Some(puzzle.layout().write(puzzle, &scramble.state)),
    };
    Ok(scrambles.into_iter().map(line).collect())
}

/// The hashes of the files that options name.
fn inputs(asked: &Asked) -> BTreeMap<String, String> {
    use crate::problem::CostFile;
    let costs = match &asked.question.cost_file {
        Some(CostFile::File(file)) => Some(file),
        _ => None,
    };
    let files = [
        ("puzzle_file", asked.question.puzzle_file.as_ref()),
        ("plan_file", asked.question.plan_file.as_ref()),
        ("cost_file", costs),
        ("recipe_file", asked.method.recipe_file.as_ref()),
    ];
    let files = files
        .into_iter()
        .filter_map(|(key, file)| Some((key, file?)));
    files
        .map(|(key, file)| (key.to_owned(), sha256(file.text.as_bytes())))
        .collect()
}
