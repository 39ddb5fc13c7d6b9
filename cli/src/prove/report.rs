//! The output of `prove`, and its default paths.

use std::path::{Path, PathBuf};

use twistsat::encode::Recipe;
use twistsat::problem::{Problem, Question, Solution};
use twistsat::proof::certificate::file_stem;
use twistsat::proof::write::Outcome;
use twistsat::report;
use twistsat::report::{json, text};

use super::args::Args;
use super::parts::PartsResult;
use crate::certificate::CertificatePaths;
use crate::output::TextOrJson;
use crate::{Exit, Failure, files, output};

/// The default folder for certificates.
const FOLDER: &str = "cnf-out";

/// The default prefix of the files for a problem. Creates their folder.
pub(super) fn default_prefix(problem: &Problem) -> Result<PathBuf, Failure> {
    files::create_folder(Path::new(FOLDER))?;
    Ok(Path::new(FOLDER).join(file_stem(problem)))
}

/// What the output names besides the outcome: the question, the method, and the paths of the certificate.
pub(super) struct Report<'a> {
    pub(super) problem: &'a Problem,
    pub(super) args: &'a Args,
    pub(super) question: &'a Question,
    /// The goal as the user wrote it.
    pub(super) goal: String,
    pub(super) recipe: &'a Recipe,
    pub(super) solver: &'a str,
    pub(super) paths: &'a CertificatePaths,
}

impl Report<'_> {
    /// Reports a proof in parts.
    pub(super) fn print_parts(&self, result: &PartsResult) -> Result<Exit, Failure> {
        match self.args.format {
            TextOrJson::Json => output::print_json(&self.parts_json(result))?,
            TextOrJson::Text => self.print_parts_text(result)?,
        }
        match result {
            PartsResult::Refuted { .. } => Ok(Exit::Done),
            PartsResult::Solved(_) => Err(Failure::Reported),
            PartsResult::Unknown { .. } => Ok(Exit::Unknown),
        }
    }

    fn print_parts_text(&self, result: &PartsResult) -> Result<(), Failure> {
        let budget = self.problem.question_in_words();
        match result {
            PartsResult::Refuted { parts } => {
                output::print(&text::proved_in_parts(self.problem, *parts))?;
                output::print_line(&self.paths.certificate.display().to_string())
            }
            PartsResult::Solved(solution) => self.print_text(&Outcome::Solved(solution.clone())),
            PartsResult::Unknown { refuted, why } => {
                let kept = match refuted {
                    0 => "no part is refuted".to_owned(),
                    1 => "1 part is refuted; its certificate is kept".to_owned(),
                    _ => format!("{refuted} parts are refuted; their certificates are kept"),
                };
                output::print_line(&format!(
                    "unknown whether there is a solution of {budget} ({why}): {kept}"
                ))
            }
        }
    }

    fn parts_json(&self, result: &PartsResult) -> json::Prove {
        match result {
            PartsResult::Refuted { parts } => {
                let header = json::Header::new(json::Schema::Prove, self.problem, self.names());
                json::Prove {
                    certificate: Some(self.paths.certificate.display().to_string()),
                    proofs: Some(*parts),
                    ..json::Prove::new(header, self.problem.budget.slots(), "refuted")
                }
            }
            PartsResult::Solved(solution) => self.json(&Outcome::Solved(solution.clone())),
            PartsResult::Unknown { refuted, why } => json::Prove {
                proofs: Some(*refuted),
                ..self.json(&Outcome::Unknown(why.clone()))
            },
        }
    }

    pub(super) fn turns(&self, solution: &Solution) -> String {
        let notation = self.question.notation;
        notation.write_all(&self.problem.puzzle, solution.turns())
    }

    pub(super) fn print_text(&self, outcome: &Outcome) -> Result<(), Failure> {
        let (problem, paths) = (self.problem, self.paths);
        let budget = problem.question_in_words();
        match outcome {
            Outcome::Refuted(refutation) => {
                output::print(&text::proved_claim(problem, refutation))?;
                for path in [&paths.formula, &paths.proof, &paths.certificate] {
                    output::print_line(&path.display().to_string())?;
                }
                Ok(())
            }
            Outcome::Solved(solution) => {
                output::print(&report::start_of_solution(problem, solution))?;
                output::print_line(&self.turns(solution))?;
                let notation = self.question.notation;
                output::print(&text::common_lines(problem, notation))?;
                let length = problem.metric.count(solution.len());
                output::print_line(&format!("{length}: there is a solution of {budget}"))
            }
            Outcome::Unknown(stop) => output::print_line(&format!(
                "unknown whether there is a solution of {budget} ({stop})"
            )),
        }
    }

    fn names(&self) -> json::Names<'_> {
        json::Names {
            recipe: Some(self.recipe),
            solver: Some(self.solver),
            to: Some(&self.goal),
            notation: self.question.notation,
        }
    }

    pub(super) fn json(&self, outcome: &Outcome) -> json::Prove {
        let CertificatePaths {
            formula,
            proof,
            certificate,
            ..
        } = self.paths;
        let files = [formula, proof, certificate].map(|path| path.display().to_string());
        json::Prove::of(self.problem, self.names(), outcome, files)
    }
}
