//! The output of `prove`, and its default paths.

use std::path::{Path, PathBuf};

use twistsat::answer::Task;
use twistsat::encode::Recipe;
use twistsat::problem::{Problem, Solution};
use twistsat::proof::certificate::file_stem;
use twistsat::proof::write::Outcome;
use twistsat::report;
use twistsat::report::{json, text};

use super::parts::Answer;
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

/// What the output contains besides the outcome: the question, the method, and the paths of the certificate.
pub(super) struct Report<'a> {
    pub(super) problem: &'a Problem,
    pub(super) format: TextOrJson,
    pub(super) task: &'a Task,
    pub(super) recipe: &'a Recipe,
    pub(super) paths: &'a CertificatePaths,
}

impl Report<'_> {
    /// Prints the outcome of one proof.
    pub(super) fn print(&self, outcome: &Outcome) -> Result<Exit, Failure> {
        match self.format {
            TextOrJson::Json => output::print_json(&self.json(outcome, None, None))?,
            TextOrJson::Text => self.print_text(outcome)?,
        }
        match outcome {
            Outcome::Refuted(_) => Ok(Exit::Done),
            Outcome::Solved(_) => Err(Failure::Reported),
            Outcome::Unknown(_) => Ok(Exit::Unknown),
        }
    }

    /// Prints the outcome of a proof in parts. `parts` is the number of refuted ones.
    pub(super) fn print_parts(&self, answer: Answer, parts: usize) -> Result<Exit, Failure> {
        let certificate = self.paths.certificate.display().to_string();
        let (outcome, text, exit) = match answer {
            Answer::Refuted(_) => {
                let text = text::proved_in_parts(self.problem, parts) + &certificate;
                (None, text, Exit::Done)
            }
            Answer::Solved(solution) => return self.print(&Outcome::Solved(solution)),
            Answer::Unknown(why) => {
                let budget = self.problem.question_in_words();
                let text = format!(
                    "unknown whether there is a solution of {budget} ({why}); parts refuted, with certificates: {parts}"
                );
                (Some(Outcome::Unknown(why)), text, Exit::Unknown)
            }
        };
        let proved = json::Proved {
            outcome: outcome.as_ref(),
            files: [None, None, Some(certificate)],
            certificate_sha256: None,
            proofs: Some(parts),
        };
        match self.format {
            TextOrJson::Json => {
                output::print_json(&json::prove(self.problem, self.names(None), proved))?;
            }
            TextOrJson::Text => output::print_line(&text)?,
        }
        Ok(exit)
    }

    pub(super) fn turns(&self, solution: &Solution) -> String {
        let notation = self.task.question().notation;
        notation.write_all(&self.problem.puzzle, solution.turns())
    }

    fn print_text(&self, outcome: &Outcome) -> Result<(), Failure> {
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
                let notation = self.task.question().notation;
                output::print(&text::common_lines(problem, notation))?;
                let length = problem.metric.count(solution.len());
                output::print_line(&format!("{length}: there is a solution of {budget}"))
            }
            Outcome::Unknown(stop) => output::print_line(&format!(
                "unknown whether there is a solution of {budget} ({stop})"
            )),
        }
    }

    fn names<'a>(&'a self, line: Option<(usize, &'a str)>) -> json::Names<'a> {
        json::Names {
            line,
            recipe: Some([&*self.recipe.name, &*self.recipe.sha256]),
            solver: Some(self.task.solver().name()),
            ..json::Names::of(self.task)
        }
    }

    /// The report on one proof. For a line of a list, it contains the line and the SHA-256 of the certificate.
    pub(super) fn json(
        &self,
        outcome: &Outcome,
        line: Option<(usize, &str)>,
        certificate_sha256: Option<String>,
    ) -> json::Object {
        let CertificatePaths {
            formula,
            proof,
            certificate,
            ..
        } = self.paths;
        let files = [formula, proof, certificate];
        let proved = json::Proved {
            outcome: Some(outcome),
            files: files.map(|path| Some(path.display().to_string())),
            certificate_sha256,
            proofs: None,
        };
        json::prove(self.problem, self.names(line), proved)
    }
}
