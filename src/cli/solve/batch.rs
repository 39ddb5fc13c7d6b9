//! `twistsat solve --batch`: a question a line, an answer a line.
//!
//! The puzzle, the goal and the recipe are read once. Lines that lead to one
//! state are solved once, for one thread or for several: whoever comes second
//! waits for the answer of the first.
//!
//! A file of twsearch's scrambles (`.scr`) is a list, too, for a puzzle that has them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use super::staged::check_questions;
use super::task_args::TaskArgs;
use crate::answer::{self, Outcome, Task};
use crate::cli::files::Kind;
use crate::cli::output::Format;
use crate::cli::progress::Bar;
use crate::cli::{Exit, Failure, files, interrupt, output};
use crate::control::CancelFlag;
use crate::formats::Scramble;
use crate::platform;
use crate::problem::{Problem, Question, StartText, TextLayout};
use crate::puzzle::{Pattern, Puzzle};
use crate::report;
use crate::report::{json, text};
use crate::search::{UnknownReason, in_order};

/// One line that asks something.
struct Line<'a> {
    /// From 1.
    number: usize,
    /// The line; of a scramble of twsearch its name.
    text: Cow<'a, str>,
    /// The state, where the text is a name.
    state: Option<String>,
}

/// What came of one line.
enum Answer {
    /// A search.
    Searched(Box<Problem>, Arc<answer::Answer>),
    /// Ctrl-C came before it was begun.
    Skipped,
    /// What is wrong with the line, or with the solver.
    Error(String),
}

pub(super) fn run(
    args: &TaskArgs,
    task: &Task,
    path: &Path,
    jobs: NonZeroUsize,
) -> Result<Exit, Failure> {
    let puzzle = args.problem.puzzle.puzzle()?;
    check_questions(task, "--batch", true)?;
    let text = files::read(path, Kind::List)?;
    let mut question = task.question().clone();
    let lines: Vec<Line<'_>> = if crate::cli::scrambles::are_in(path, &text) {
        question.layout = Some(TextLayout::Named(puzzle.layout()));
        scrambles(&puzzle, &files::name(path), &text)?
    } else {
        lines(&text).collect()
    };
    let cancel = interrupt::cancel_flag()?;
    let batch = Batch {
        args,
        task,
        question,
        puzzle,
        cancel: cancel.clone(),
        known: Mutex::default(),
    };
    let bar = Bar::new(lines.len(), args.quiet);
    let mut tally = Tally::default();
    let mut broken = None;
    in_order(
        &lines,
        jobs,
        |line| {
            // What goes wrong with one line does not take those that are answered with it.
            let answer = platform::caught(|| batch.answer(line));
            answer.unwrap_or_else(|message| Answer::Error(format!("internal error: {message}")))
        },
        |line, answer| {
            // Lines behind this one may be done: they are answered all the same.
            if cancel.is_raised() && answer.is_idle() {
                return true;
            }
            tally.add(&answer);
            if let Answer::Error(message) = &answer {
                let place = format!("{}:{}", files::name(path), line.number);
                bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
            }
            let printed = bar.suspend(|| print(line, &answer, &batch));
            bar.advance();
            broken = printed.err();
            if broken.is_some() {
                cancel.raise();
            }
            broken.is_none()
        },
    );
    drop(bar);
    match broken {
        // Every line was answered, read or not.
        Some(Failure::OutputClosed) if tally.answered() == lines.len() => (),
        Some(failure) => return Err(failure),
        None => (),
    }
    tally.unanswered = lines.len() - tally.answered();
    if !args.quiet {
        output::diagnose(&tally.to_string());
    }
    tally.exit()
}

/// The lines that ask something, without comments.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let text = line.split('#').next().unwrap_or_default().trim();
        let number = index + 1;
        (!text.is_empty()).then_some(Line {
            number,
            text: text.into(),
            state: None,
        })
    })
}

/// The scrambles of a file of twsearch.
fn scrambles(puzzle: &Puzzle, name: &str, text: &str) -> Result<Vec<Line<'static>>, Failure> {
    let scrambles = puzzle.read_scrambles(name, text).map_err(Failure::error)?;
    let line = |scramble: Scramble| Line {
        number: scramble.line,
        text: scramble.name.into(),
        state: Some(puzzle.layout().write(puzzle, &scramble.state)),
    };
    Ok(scrambles.into_iter().map(line).collect())
}

/// What all lines share.
struct Batch<'a> {
    args: &'a TaskArgs,
    task: &'a Task,
    question: Question,
    puzzle: Arc<Puzzle>,
    cancel: CancelFlag,
    /// Answers by start and goal, whatever they are: a cell is filled by the first who
    /// asks. Turns and what else is asked are the same for all lines; the goal is
    /// read in the symbols of the start.
    known: Mutex<HashMap<(Pattern, Pattern), Cell>>,
}

/// The result for one start, once it is there; or why there is none.
type Cell = Arc<OnceLock<Result<Arc<answer::Answer>, Failure>>>;

impl Batch<'_> {
    fn answer(&self, line: &Line<'_>) -> Answer {
        if self.cancel.is_raised() {
            return Answer::Skipped;
        }
        let problem = match &line.state {
            Some(state) => {
                let start = StartText::State(state);
                let problem = self.question.problem_from(&self.puzzle, start);
                problem.map_err(Failure::from)
            }
            None => self
                .args
                .problem
                .problem_of_line(&self.question, &line.text),
        };
        let problem = match problem {
            Ok(problem) => problem,
            Err(failure) => return Answer::Error(failure.message()),
        };
        let cell = match self.known.lock() {
            Ok(mut known) => {
                let ends = (problem.start.pattern().clone(), problem.goal.clone());
                known.entry(ends).or_default().clone()
            }
            Err(_) => Arc::default(), // Another thread panicked: solve it anew.
        };
        let result = cell.get_or_init(|| {
            let control = self.args.solver.limit(self.cancel.clone());
            let result = self.task.solve(&problem, &control, &|_| ());
            let explained = |error| self.args.problem.explained(&error);
            Ok(Arc::new(result.map_err(explained)?))
        });
        match result {
            // The same question may have been asked as a state, of which no solution was known.
            Ok(result) => match result.found.check_for(&problem) {
                Ok(()) => Answer::Searched(Box::new(problem), result.clone()),
                Err(error) => Answer::Error(error.to_string()),
            },
            Err(failure) => Answer::Error(failure.clone().message()),
        }
    }
}

impl Answer {
    /// Whether there was no time to begin.
    fn is_idle(&self) -> bool {
        match self {
            Answer::Searched(_, answer) => {
                let result = &answer.found;
                let stopped = matches!(result.stop, Some(UnknownReason::Stopped(_)));
                stopped && result.solution.is_none() && result.attempts.len() <= 1
            }
            Answer::Error(_) => false,
            Answer::Skipped => true,
        }
    }
}

fn print(line: &Line<'_>, answer: &Answer, batch: &Batch<'_>) -> Result<(), Failure> {
    let notation = batch.task.question().notation;
    match (batch.args.format, answer) {
        (_, Answer::Skipped) => Ok(()),
        (Format::Json, answer) => print_json(line, answer, batch),
        (Format::Text, Answer::Error(message)) => {
            output::part_line(&format!("{}: error: {}", line.number, on_one_line(message)))
        }
        (Format::Alg, Answer::Error(message)) => output::part_line(&format!(
            "# {}: error: {}",
            line.number,
            on_one_line(message)
        )),
        (Format::Text, Answer::Searched(problem, answer)) => {
            let text = text::in_list(problem, notation, &answer.found);
            output::part_line(&format!("{}: {text}", line.number))
        }
        (Format::Alg, Answer::Searched(problem, answer)) => match &answer.found.solution {
            Some(solution) => output::part_line(&report::alg(problem, notation, solution)),
            None => {
                let text = text::without_solution(&answer.found);
                output::part_line(&format!("# {}: {text}", line.number))
            }
        },
    }
}

fn print_json(line: &Line<'_>, answer: &Answer, batch: &Batch<'_>) -> Result<(), Failure> {
    let of = json::Line {
        number: line.number,
        input: line.text.to_string(),
    };
    match answer {
        Answer::Searched(problem, answer) => {
            let names = json::Names::of(batch.task);
            let mut solve = json::Solve::new(problem, names, &answer.found);
            solve.header = solve.header.of_line(of);
            output::json_line(&solve)
        }
        Answer::Error(error) => {
            let mut about = json::About::new(json::Schema::Batch, &batch.puzzle);
            about.line = Some(of);
            let error = error.clone();
            output::json_line(&json::Refused { about, error })
        }
        Answer::Skipped => Ok(()),
    }
}

fn on_one_line(text: &str) -> String {
    text.split('\n').collect::<Vec<_>>().join("; ")
}

/// How many lines came to what.
#[derive(Default)]
struct Tally {
    done: usize,
    without_solution: usize,
    unknown: usize,
    errors: usize,
    unanswered: usize,
}

impl Tally {
    fn add(&mut self, answer: &Answer) {
        *match answer {
            Answer::Skipped => return,
            Answer::Error(_) => &mut self.errors,
            Answer::Searched(_, answer) => match answer.outcome {
                Outcome::Solved => &mut self.done,
                Outcome::NoSolution => &mut self.without_solution,
                Outcome::Unknown => &mut self.unknown,
            },
        } += 1;
    }

    fn answered(&self) -> usize {
        self.done + self.without_solution + self.unknown + self.errors
    }

    /// The worst that happened decides.
    fn exit(&self) -> Result<Exit, Failure> {
        if self.errors > 0 {
            Err(Failure::Reported)
        } else if self.unknown + self.unanswered > 0 {
            Ok(Exit::Unknown)
        } else if self.without_solution > 0 {
            Ok(Exit::NoSolution)
        } else {
            Ok(Exit::Done)
        }
    }
}

impl std::fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 errors`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} solved", self.done)?;
        for (count, what) in [
            (self.without_solution, "without solution"),
            (self.unknown, "unknown or not proved minimal"),
            (self.errors, "with an error"),
            (self.unanswered, "not answered"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
