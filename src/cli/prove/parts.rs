//! `twistsat prove --split`: one certificate a part.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::asked::Args;
use super::one::prove;
use crate::cli::certificate::{name, puzzle_name, whole_puzzle};
use crate::cli::files::Kind;
use crate::cli::progress::Progress;
use crate::cli::{Failure, args, files, places};
use crate::control::{Control, Stop};
use crate::files::drafts::Draft;
use crate::files::paths::{content, listed};
use crate::problem::{Problem, Solution};
use crate::proof::certificate::File;
use crate::proof::check::Form;
use crate::proof::parts::Parts;
use crate::proof::parts::cover::{CoverError, Cut, Ends, Reached, part, reached};
use crate::proof::parts::kept::{Files, Kept, Shelf};
use crate::proof::write::Outcome;
use crate::puzzle::TurnId;
use crate::search::{UnknownReason, in_order};
use crate::solver::Backend;
use crate::text::grouped;

/// What became of all parts.
pub(super) enum Whole {
    /// All are refuted, so many; a part that is in parts again counts as these.
    Refuted { parts: usize },
    /// One has a solution, which is one of the whole.
    Solved(Solution),
    /// So many are refuted; their certificates are kept.
    Unknown { refuted: usize, why: UnknownReason },
}

/// What became of one question.
enum Answer {
    /// Its certificate, or the list of its parts.
    Refuted(File),
    Solved(Vec<TurnId>),
    Unknown(UnknownReason),
}

/// One of the parts.
struct Job {
    /// Which one of how many.
    number: String,
    ends: Ends,
    question: Problem,
    prefix: PathBuf,
}

/// Proves all parts that have no certificate yet, and writes what joins them.
pub(super) fn run(
    args: &Args,
    problem: &Problem,
    prefix: &Path,
    backend: &dyn Backend,
    control: &Control,
) -> Result<Whole, Failure> {
    let work = Work {
        args,
        backend,
        control,
        progress: Progress::new(args.quiet),
        refuted: AtomicUsize::new(0),
        shelf: Shelf::new(Files {
            list: listed,
            read: content,
        }),
    };
    let threads = args.jobs.map_or(NonZeroUsize::MIN, args::threads);
    let answer = work.whole(problem, prefix, args.cut(), threads)?;
    let refuted = work.refuted.load(Ordering::Relaxed);
    Ok(match answer {
        Answer::Refuted(_) => Whole::Refuted { parts: refuted },
        Answer::Unknown(why) => Whole::Unknown { refuted, why },
        Answer::Solved(turns) => {
            Whole::Solved(Solution::replay(problem, turns).map_err(Failure::error)?)
        }
    })
}

struct Work<'a> {
    args: &'a Args,
    backend: &'a dyn Backend,
    control: &'a Control,
    progress: Progress,
    /// How many parts are refuted so far.
    refuted: AtomicUsize,
    shelf: Shelf,
}

impl Work<'_> {
    /// Proves a question in the parts of a cut.
    fn whole(
        &self,
        problem: &Problem,
        prefix: &Path,
        cut: Cut,
        threads: NonZeroUsize,
    ) -> Result<Answer, Failure> {
        let all = match reached(problem, cut, self.control) {
            Ok(Reached::Parts(classes)) => classes.into_iter().map(|class| class.ends).collect(),
            Ok(Reached::Goal(word)) => return Ok(Answer::Solved(word)),
            Err(CoverError::Stopped(stop)) => return Ok(stopped(stop)),
            Err(error) => return Err(Failure::error(error)),
        };
        let jobs = self.jobs(problem, prefix, all)?;
        let (mut files, mut other) = (Vec::new(), None);
        in_order(
            &jobs,
            threads,
            |job| self.one(job),
            |job, answer| {
                match answer {
                    Ok(Answer::Refuted(file)) => files.push((job.ends.clone(), file)),
                    Ok(Answer::Solved(rest)) => {
                        let Ends { first, last } = &job.ends;
                        other = Some(Ok(Answer::Solved(
                            [first, &rest, last].map(|it| &it[..]).concat(),
                        )));
                    }
                    answer => other = Some(answer),
                }
                other.is_none()
            },
        );
        if let Some(other) = other {
            return other;
        }
        let puzzle = puzzle_name(whole_puzzle(problem), self.args.problem.puzzle.file());
        let parts = Parts::new(problem, puzzle, cut, files).map_err(Failure::error)?;
        let text = parts.write().map_err(Failure::error)?;
        let path = self.args.places(prefix)?.certificate;
        let draft = Draft::write(&path, self.control.cancel_flag(), |writer| {
            writer.write_all(text.as_bytes())
        })?;
        draft.sync()?;
        draft.publish()?;
        Ok(Answer::Refuted(File::of(name(&path)?, text.as_bytes())))
    }

    /// The parts and where their certificates go: `PREFIX-01` and so on.
    fn jobs(
        &self,
        problem: &Problem,
        prefix: &Path,
        parts: Vec<Ends>,
    ) -> Result<Vec<Job>, Failure> {
        let (args, count) = (self.args, parts.len());
        let digits = count.to_string().len();
        let mut all = places::Places::default();
        args.problem.note(&mut all);
        let mut jobs = Vec::new();
        for (number, ends) in (1..).zip(parts) {
            let mut prefix = prefix.as_os_str().to_owned();
            prefix.push(format!("-{number:0digits$}"));
            let prefix = PathBuf::from(prefix);
            args.places(&prefix)?.note("-o", &mut all);
            let question = part(problem, &ends).ok_or_else(|| {
                Failure::Error("internal error: a part has no question".to_owned())
            })?;
            jobs.push(Job {
                number: format!("{number} of {count}"),
                ends,
                question,
                prefix,
            });
        }
        all.check()?;
        args.check_places(&args.places(prefix)?)?;
        Ok(jobs)
    }

    /// Proves a part, unless its certificate is there; in parts, if it takes too long at once.
    fn one(&self, job: &Job) -> Result<Answer, Failure> {
        if let Some(stop) = self.control.stop() {
            return Ok(stopped(stop));
        }
        let again = || {
            let cut = Cut::after(1);
            self.whole(&job.question, &job.prefix, cut, NonZeroUsize::MIN)
        };
        let places = self.args.places(&job.prefix)?;
        match self.shelf.kept(&job.question, &places.certificate) {
            Some(Kept::Certificate(file)) => {
                self.tell(job, "kept");
                return Ok(Answer::Refuted(file));
            }
            Some(Kept::Parts) => return again(),
            None => (),
        }
        let control = match self.args.part_limit {
            Some(limit) if job.question.budget.slots() > 0 => self.control.within(limit),
            _ => self.control.clone(),
        };
        let question = (&job.question, self.args.proof_format.into());
        let refutation = match prove(question, self.backend, &control, true)? {
            Outcome::Refuted(refutation) => refutation,
            Outcome::Solved(rest) => return Ok(Answer::Solved(rest.turns().to_vec())),
            Outcome::Unknown(UnknownReason::Stopped(Stop::TimeLimit))
                if self.control.stop().is_none() =>
            {
                self.say(job, "takes too long, and is split again");
                return again();
            }
            Outcome::Unknown(why) => return Ok(Answer::Unknown(why)),
        };
        let form = match self.args.text {
            true => Form::Text,
            false => Form::Binary,
        };
        let cancel = self.control.cancel_flag();
        let puzzle = self.args.problem.puzzle.file();
        let (solver, made) = (self.backend.name(), (&*refutation, form));
        let written = places.write(&job.question, puzzle, solver, made, cancel);
        match (written, cancel.is_raised()) {
            (Ok(()), _) => (),
            // What fails because of Ctrl-C is no news.
            (Err(_), true) => return Ok(stopped(Stop::Cancelled)),
            (Err(failure), false) => return Err(failure),
        }
        let clauses = grouped(refutation.sizes.additions);
        self.tell(job, &format!("refuted ({clauses} clauses)"));
        let text = files::read_under(&places.certificate, Kind::Certificate, self.control)?;
        let file = File::of(name(&places.certificate)?, text.as_bytes());
        Ok(Answer::Refuted(file))
    }

    /// One more is refuted.
    fn tell(&self, job: &Job, what: &str) {
        let done = self.refuted.fetch_add(1, Ordering::Relaxed) + 1;
        self.say(job, &format!("{what}; {done} done"));
    }

    fn say(&self, job: &Job, what: &str) {
        let after = job.ends.written(&job.question.puzzle);
        let text = format!("part {}, after {after}: {what}", job.number);
        self.progress.say(&text);
    }
}

fn stopped(stop: Stop) -> Answer {
    Answer::Unknown(UnknownReason::Stopped(stop))
}
