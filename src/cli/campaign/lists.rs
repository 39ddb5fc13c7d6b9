//! Where jobs come from: lists of people, and whole sets of states.

use std::path::Path;

use super::runner::Prepared;
use crate::campaign::Job;
use crate::cli::args::{read_turns, threads};
use crate::cli::files::Kind;
use crate::cli::graph::cache;
use crate::cli::{Failure, files, interrupt};
use crate::control::Control;
use crate::graph::{DistanceTable, Graph, MOST_BYTES};
use crate::notation::Scheme;
use crate::problem::StartText;
use crate::puzzle::{Puzzle, State};
use crate::search::in_batches;

/// A line that asks something.
pub(super) struct Line {
    /// Where it stands: `states.txt:3`.
    place: String,
    text: String,
}

impl Line {
    fn fail(&self, failure: Failure) -> Failure {
        Failure::Error(format!("{}: {}", self.place, failure.message()))
    }
}

/// The lines of a list, without comments.
pub(super) fn lines(path: &Path) -> Result<Vec<Line>, Failure> {
    let text = files::read(path, Kind::Jobs)?;
    let name = files::name(path);
    let lines = text.lines().zip(1..).map(|(line, number)| {
        let line = line.split('#').next().unwrap_or_default();
        (
            line.split_whitespace().collect::<Vec<_>>().join(" "),
            number,
        )
    });
    let lines = lines.filter(|(line, _)| !line.is_empty());
    let lines = lines.map(|(text, number): (String, usize)| Line {
        place: format!("{name}:{number}"),
        text,
    });
    Ok(lines.collect())
}

/// A command without its start, and what it shares.
pub(super) struct Template {
    words: Vec<String>,
    prepared: Prepared,
}

impl Template {
    /// `words` with the places that they have in the campaign, `read` with those of now.
    pub(super) fn new(words: Vec<String>, read: &[String]) -> Result<Self, Failure> {
        let said = words.iter().find(|word| {
            let option = word.split('=').next().unwrap_or_default();
            ["--state", "--scramble", "--from", "--batch"].contains(&option)
        });
        if let Some(option) = said {
            return Err(Failure::Usage(format!(
                "the command has {option}, but each job has its own start, from the list or the set"
            )));
        }
        let mut whole = read.to_vec();
        whole.extend(["--from".to_owned(), "solved".to_owned()]);
        Ok(Self {
            words,
            prepared: Prepared::read(&whole)?,
        })
    }

    pub(super) fn puzzle(&self) -> Result<std::sync::Arc<Puzzle>, Failure> {
        self.prepared.args().puzzle.puzzle()
    }

    /// The job from a start.
    pub(super) fn job(&self, start: StartText<'_>, more: &[&str]) -> Result<Job, Failure> {
        // What cannot be asked is told at once, and not by a worker at night.
        self.prepared.problem(start)?;
        let (option, text) = match start {
            StartText::Scramble(text) => ("--scramble", text),
            StartText::State(text) => ("--state", text),
            StartText::Either(text) => ("--from", text),
        };
        let words = self.words.iter().map(String::as_str);
        let words = words.chain([option, text]).chain(more.iter().copied());
        Job::of_words(words).ok_or_else(|| unfit(text))
    }

    /// The jobs of a list of states and scrambles.
    pub(super) fn of_states(
        &self,
        lines: Vec<Line>,
    ) -> Result<impl Iterator<Item = Result<Job, Failure>>, Failure> {
        let question = self.prepared.question();
        let puzzle = self.puzzle()?;
        Ok(made_of(lines, move |line| {
            let start = question.start_of_line(&puzzle, &line.text);
            let job = self.job(start, &[]);
            // Who reads lists says best what is wrong with a line.
            job.map_err(|failure| {
                match self.prepared.args().problem_of_line(question, &line.text) {
                    Err(better) => line.fail(better),
                    Ok(_) => line.fail(failure),
                }
            })
        }))
    }

    /// The jobs of a list of solutions: each asks for one that has fewer turns.
    pub(super) fn to_improve(
        &self,
        lines: Vec<Line>,
    ) -> Result<impl Iterator<Item = Result<Job, Failure>>, Failure> {
        let puzzle = self.puzzle()?;
        let notation = self.prepared.question().notation;
        Ok(made_of(lines, move |line| {
            let turns = read_turns("the solution", notation, &puzzle, &line.text)
                .map_err(|failure| line.fail(failure))?;
            if turns.is_empty() {
                let why = "a solution to be made shorter has at least one turn";
                return Err(line.fail(Failure::Error(why.to_owned())));
            }
            let back = puzzle.undoing(&turns);
            let back = notation.write_all(&puzzle, &back);
            let fewer = (turns.len() - 1).to_string();
            let job = self.job(StartText::Scramble(&back), &["--max-turns", &fewer]);
            job.map_err(|failure| line.fail(failure))
        }))
    }

    /// The jobs of states.
    pub(super) fn of_set(
        &self,
        puzzle: &Puzzle,
        states: Vec<State>,
    ) -> impl Iterator<Item = Result<Job, Failure>> {
        let scheme = Scheme::own(puzzle);
        made_of(states, move |state| {
            let text = scheme.write(puzzle, state, puzzle.layout());
            self.job(StartText::State(&text), &[])
        })
    }

    /// The distances of all states, as the command counts turns.
    pub(super) fn table(&self, puzzle: &Puzzle, quiet: bool) -> Result<DistanceTable, Failure> {
        let metric = self.prepared.question().metric;
        let mut turns = puzzle.turns_around_held();
        turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
        let graph = Graph::new(puzzle, puzzle.solved(), &turns, MOST_BYTES);
        let graph = graph.map_err(|error| {
            Failure::Error(format!(
                "{error}; give the states as a list (--question states --list FILE)"
            ))
        })?;
        let control = Control::new(interrupt::cancel_flag()?, None).with_jobs(threads(0));
        Ok(cache::table(graph, &control, quiet)?)
    }
}

/// The jobs of a list of commands, as they are typed behind `twistsat`.
pub(super) fn of_commands(lines: Vec<Line>) -> impl Iterator<Item = Result<Job, Failure>> {
    made_of(lines, |line| {
        let words = shlex::split(&line.text)
            .ok_or_else(|| line.fail(Failure::Error("a quotation does not end".to_owned())))?;
        checked(&words, &words).map_err(|failure| line.fail(failure))
    })
}

/// The job of a whole command: `read` as it was given, `written` with the places that its files have in the campaign.
pub(super) fn checked(read: &[String], written: &[String]) -> Result<Job, Failure> {
    let prepared = Prepared::read(read)?;
    prepared.problem(prepared.question().start()?)?;
    let job = Job::of_words(written.iter().map(String::as_str));
    job.ok_or_else(|| unfit(&written.join(" ")))
}

/// Jobs, made on all cores.
fn made_of<T: Sync>(
    items: Vec<T>,
    job: impl Fn(&T) -> Result<Job, Failure> + Sync,
) -> impl Iterator<Item = Result<Job, Failure>> {
    in_batches(items, threads(0), job)
}

fn unfit(text: &str) -> Failure {
    Failure::Error(format!(
        "`{}` cannot stand in a list of jobs, a line each",
        crate::text::shown(text)
    ))
}
