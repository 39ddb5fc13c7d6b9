//! `solve --certify`: writes a checked proof that the solution is minimal.

use std::path::Path;

use twistsat::answer::{PlanAnswer, Task};
use twistsat::control::Control;
use twistsat::problem::{Budget, Problem};
use twistsat::proof::check::{Encoding, Format};
use twistsat::proof::write;
use twistsat::proof::write::Outcome;
use twistsat::search::{Certified, Minimum, UnknownReason};
use twistsat::solver::Backend;

use super::pictures::PictureArgs;
use super::task_args::TaskArgs;
use crate::certificate::CertificatePaths;
use crate::files::paths::with_suffix;
use crate::{Failure, output, path_conflicts, prove};

/// The format of the proofs.
pub(super) const FORMAT: Format = Format::Lrat;

/// Writes certificates with a common prefix.
pub(super) struct Certifier<'a> {
    prefix: &'a Path,
    paths: CertificatePaths,
    backend: &'a dyn Backend,
    quiet: bool,
}

impl<'a> Certifier<'a> {
    /// Fails if the prefix cannot be the beginning of file names.
    pub(super) fn new(task: &'a Task, prefix: &'a Path, quiet: bool) -> Result<Self, Failure> {
        Ok(Self {
            prefix,
            paths: CertificatePaths::new(prefix, FORMAT)?,
            backend: task.prover(),
            quiet,
        })
    }

    /// Certifies each stage of a plan, with the stage number appended to the prefix. Returns why the first
    /// unfinished proof is unfinished, if there is one.
    pub(super) fn certify_stages(
        &self,
        problem: &Problem,
        answer: &mut PlanAnswer,
        control: &Control,
    ) -> Result<Option<UnknownReason>, Failure> {
        let variant = answer.best_variant().clone();
        let (puzzle, mut state) = (&problem.puzzle, variant.start.clone());
        let mut stopped = None;
        for (at, stage) in answer.staged.stages.iter_mut().enumerate() {
            let Some(turns) = &stage.turns else { break };
            let asked = variant
                .stages
                .problem(at + 1, &state)
                .map_err(Failure::error)?;
            state = puzzle.apply(&state, turns);
            let of_stage = Certifier {
                paths: stage_paths(self.prefix, at + 1)?,
                ..*self
            };
            output::diagnose(&format!("stage {}", at + 1));
            let unknown = of_stage.certify(&asked, &mut stage.minimum, control)?;
            stopped = stopped.or(unknown);
        }
        Ok(stopped)
    }

    /// Proves that no solution is shorter, and writes the certificate. Returns why the proof is unfinished, if it is.
    pub(super) fn certify(
        &self,
        problem: &Problem,
        result: &mut Minimum,
        control: &Control,
    ) -> Result<Option<UnknownReason>, Failure> {
        let max_refuted_length = match Task::certifiable_budget(problem, result) {
            Ok(length) => length,
            Err(why) => {
                output::diagnose(&format!("no certificate: {why}"));
                return Ok(None);
            }
        };
        let problem = problem.within(Budget::AtMost(max_refuted_length));
        let outcome = prove::with_progress(self.quiet, |notify| {
            write::prove(&problem, FORMAT, self.backend, control, notify)
        });
        let refutation = match outcome? {
            Outcome::Refuted(refutation) => refutation,
            Outcome::Unknown(stop) => return Ok(Some(report_no_certificate(stop))),
            Outcome::Solved(solution) => {
                return Err(Failure::Error(format!(
                    "internal error: there is a shorter solution, of {}",
                    problem.metric.count(solution.len())
                )));
            }
        };
        let (solver, cancel) = (self.backend.name(), control.cancel_flag());
        let paths = &self.paths;
        if let Some(why) = paths.write(&problem, solver, &refutation, Encoding::Binary, cancel)? {
            return Ok(Some(report_no_certificate(UnknownReason::Stopped(why))));
        }
        let file = paths.certificate.display().to_string();
        result.certificate = Some(Certified {
            max_refuted_length,
            file,
        });
        Ok(None)
    }
}

/// The paths of a stage's certificate: `proofs/cube-1.json` and so on for stage 1 and the prefix `proofs/cube`.
pub(super) fn stage_paths(prefix: &Path, stage: usize) -> Result<CertificatePaths, Failure> {
    CertificatePaths::new(&with_suffix(prefix, &format!("-{stage}")), FORMAT)
}

/// Rejects output files that would overwrite input files or each other.
pub(super) fn check_paths(
    args: &TaskArgs,
    pictures: &PictureArgs,
    written: &[CertificatePaths],
) -> Result<(), Failure> {
    let mut all = path_conflicts::PathRegistry::default();
    args.register_paths(&mut all);
    pictures.register_paths(&mut all);
    for paths in written {
        paths.register("--certify", &mut all);
    }
    all.check()
}

fn report_no_certificate(stop: UnknownReason) -> UnknownReason {
    output::diagnose(&format!("no certificate: {stop}"));
    stop
}
