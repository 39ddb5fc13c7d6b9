//! `twistsat prove --split` and `--look-ahead`: one certificate per part.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use twistsat::answer::Task;
use twistsat::control::{Control, Stop};
use twistsat::problem::{Problem, Solution};
use twistsat::proof::certificate::File;
use twistsat::proof::parts::cover::Cut;
use twistsat::proof::parts::reuse::{CertificateIndex, ExistingPart};
use twistsat::proof::parts::split::{Split, SplitMethod, SplitParts, split};
use twistsat::proof::write::Outcome;
use twistsat::search::{UnknownReason, in_order};
use twistsat::text::with_thousands_separators;

use super::args::Args;
use super::one::prove_and_write;
use crate::certificate::{CertificatePaths, stored_name};
use crate::files::Kind;
use crate::files::drafts::Draft;
use crate::files::paths::{files_with_extension, read_small_file, with_suffix};
use crate::progress::Progress;
use crate::{Failure, args, files, path_conflicts};

pub(super) const NOTHING_TO_SPLIT: &str =
    "there is nothing to split into several parts; leave out --split or --look-ahead";

/// The answer to the whole question or to a part.
pub(super) enum Answer {
    /// Refuted, with its certificate or the list of its parts.
    Refuted(File),
    /// A solution. The solution of a part is later extended to one of the whole question.
    Solved(Solution),
    Unknown(UnknownReason),
}

/// A part to prove.
struct PartJob {
    /// The number of the part and what it fixes, for messages.
    description: String,
    question: Problem,
    prefix: PathBuf,
}

/// Proves all parts that have no certificate yet, and writes the file that joins the certificates. Also returns the
/// number of refuted parts; of a part that was split again, its parts are counted instead. If the question is refuted,
/// the proofs that the parts cover all cases are counted, too.
pub(super) fn run(
    args: &Args,
    how: SplitMethod,
    problem: &Problem,
    prefix: &Path,
    task: &Task,
    control: &Control,
) -> Result<(Answer, usize), Failure> {
    let work = PartsProver {
        args,
        method: how,
        task,
        control,
        progress: Progress::new(args.quiet),
        refuted: AtomicUsize::new(0),
        cover_proofs: AtomicUsize::new(0),
        index: CertificateIndex::new(files_with_extension, read_small_file),
    };
    let threads = args.jobs.map_or(NonZeroUsize::MIN, args::threads);
    let Some(answer) = work.prove_in_parts(problem, prefix, how, threads)? else {
        return Err(Failure::error(NOTHING_TO_SPLIT));
    };
    let mut proofs = work.refuted.into_inner();
    if let Answer::Refuted(_) = &answer {
        proofs += work.cover_proofs.into_inner();
    }
    Ok((answer, proofs))
}

struct PartsProver<'a> {
    args: &'a Args,
    method: SplitMethod,
    task: &'a Task,
    control: &'a Control,
    progress: Progress,
    /// The number of parts refuted so far.
    refuted: AtomicUsize,
    /// The number of proofs so far that parts cover all cases.
    cover_proofs: AtomicUsize,
    index: CertificateIndex,
}

impl PartsProver<'_> {
    /// Proves a question in parts; `None` if it cannot be split.
    fn prove_in_parts(
        &self,
        problem: &Problem,
        prefix: &Path,
        how: SplitMethod,
        threads: NonZeroUsize,
    ) -> Result<Option<Answer>, Failure> {
        let format = self.args.proof_format.into();
        let divided = match split(problem, how, self.control) {
            Ok(Split::Solved(solution)) => return Ok(Some(Answer::Solved(solution))),
            Ok(split) => SplitParts::of(split, format, self.control),
            Err(error) => Err(error),
        };
        let divided = match divided {
            Ok(Some(divided)) => divided,
            Ok(None) => return Ok(None),
            Err(error) => {
                let why = UnknownReason::of(&error).ok_or(error)?;
                return Ok(Some(Answer::Unknown(why)));
            }
        };
        let jobs = self.jobs(problem, prefix, &divided)?;
        let (mut files, mut not_refuted) = (Vec::new(), None);
        in_order(
            &jobs,
            threads,
            |job| self.prove_or_reuse(job),
            |_, answer| {
                match answer {
                    Ok(Answer::Refuted(file)) => files.push(file),
                    Ok(Answer::Solved(rest)) => {
                        let solution = divided.solution(problem, files.len(), rest);
                        let solution = solution.map_err(Failure::from);
                        not_refuted = Some(solution.map(Answer::Solved));
                    }
                    answer => not_refuted = Some(answer),
                }
                not_refuted.is_none()
            },
        );
        if let Some(answer) = not_refuted {
            return answer.map(Some);
        }
        let cancel = self.control.cancel_flag();
        let written = self.write_joined(problem, &divided, &self.args.paths(prefix)?, files);
        Ok(Some(match (written, cancel.reason()) {
            (Ok(file), _) => {
                let proofs = usize::from(divided.cover.is_some());
                self.cover_proofs.fetch_add(proofs, Ordering::Relaxed);
                Answer::Refuted(file)
            }
            // The file was not written because the work was stopped.
            (Err(_), Some(why)) => unknown_answer(why),
            (Err(failure), None) => return Err(failure),
        }))
    }

    /// Writes the file that joins the certificates of the parts, given in order.
    fn write_joined(
        &self,
        problem: &Problem,
        divided: &SplitParts,
        paths: &CertificatePaths,
        files: Vec<File>,
    ) -> Result<File, Failure> {
        let cancel = self.control.cancel_flag();
        let path = &paths.certificate;
        let text = match &divided.cover {
            Some(cover) => {
                let describe = |proof| divided.document(problem, Some(proof), files);
                paths.write_described_by(problem, cover, self.args.encoding(), cancel, describe)?
            }
            None => {
                let text = divided.document(problem, None, files)?;
                let draft = Draft::write_bytes(path, cancel, text.as_bytes())?;
                draft.sync()?;
                draft.publish()?;
                text
            }
        };
        Ok(File::of(stored_name(path)?, text.as_bytes()))
    }

    /// The parts and the paths of their certificates: `PREFIX-01` and so on.
    fn jobs(
        &self,
        problem: &Problem,
        prefix: &Path,
        divided: &SplitParts,
    ) -> Result<Vec<PartJob>, Failure> {
        let questions = divided.questions(problem)?;
        let (args, count) = (self.args, questions.len());
        let digits = count.to_string().len();
        let mut all = path_conflicts::PathRegistry::default();
        args.problem.register_paths(&mut all);
        let mut jobs = Vec::new();
        for (number, (description, question)) in (1..).zip(questions) {
            let prefix = with_suffix(prefix, &format!("-{number:0digits$}"));
            args.paths(&prefix)?.register("-o", &mut all);
            jobs.push(PartJob {
                description: format!("part {number} of {count}, {description}"),
                question,
                prefix,
            });
        }
        all.check()?;
        args.check_paths(&args.paths(prefix)?)?;
        Ok(jobs)
    }

    /// Proves a part, unless its certificate exists. Splits it if the proof exceeds the limit for a part.
    fn prove_or_reuse(&self, job: &PartJob) -> Result<Answer, Failure> {
        if let Some(stop) = self.control.stop() {
            return Ok(unknown_answer(stop));
        }
        let paths = self.args.paths(&job.prefix)?;
        match self.index.find(&job.question, &paths.certificate) {
            Some(ExistingPart::Certificate(file)) => {
                self.report_refuted(job, "kept");
                return Ok(Answer::Refuted(file));
            }
            Some(ExistingPart::Parts) => return self.split_part(job, &paths),
            None => (),
        }
        let control = match self.args.part_limit {
            Some(limit) if job.question.budget.slots() > 0 => self.control.with_time_limit(limit),
            _ => self.control.clone(),
        };
        match self.prove_part(job, &paths, &control)? {
            Answer::Unknown(UnknownReason::Stopped(Stop::TimeLimit))
                if self.control.stop().is_none() =>
            {
                self.print_for_part(job, "takes too long, and is split again");
                self.split_part(job, &paths)
            }
            answer => Ok(answer),
        }
    }

    /// Proves a part in parts, if it can be split.
    fn split_part(&self, job: &PartJob, paths: &CertificatePaths) -> Result<Answer, Failure> {
        let how = match self.method {
            SplitMethod::States(_) => SplitMethod::States(Cut::after(1)),
            cubes => cubes,
        };
        match self.prove_in_parts(&job.question, &job.prefix, how, NonZeroUsize::MIN)? {
            Some(answer) => Ok(answer),
            None => self.prove_part(job, paths, self.control),
        }
    }

    /// Proves a part with one proof.
    fn prove_part(
        &self,
        job: &PartJob,
        paths: &CertificatePaths,
        control: &Control,
    ) -> Result<Answer, Failure> {
        let outcome = prove_and_write(self.args, self.task, &job.question, paths, control, true)?;
        let refutation = match outcome {
            Outcome::Refuted(refutation) => refutation,
            Outcome::Solved(rest) => return Ok(Answer::Solved(rest)),
            Outcome::Unknown(why) => return Ok(Answer::Unknown(why)),
        };
        let clauses = with_thousands_separators(refutation.sizes.additions);
        self.report_refuted(job, &format!("refuted ({clauses} clauses)"));
        let text = files::read_controlled(&paths.certificate, Kind::Certificate, self.control)?;
        let file = File::of(stored_name(&paths.certificate)?, text.as_bytes());
        Ok(Answer::Refuted(file))
    }

    /// Reports one more refuted part.
    fn report_refuted(&self, job: &PartJob, what: &str) {
        let done = self.refuted.fetch_add(1, Ordering::Relaxed) + 1;
        self.print_for_part(job, &format!("{what}; {done} done"));
    }

    fn print_for_part(&self, job: &PartJob, what: &str) {
        self.progress
            .print_line(&format!("{}: {what}", job.description));
    }
}

fn unknown_answer(stop: Stop) -> Answer {
    Answer::Unknown(UnknownReason::Stopped(stop))
}
