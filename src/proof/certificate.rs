//! Certificates: the claim, and the files that prove it.

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::check::Format;
use super::identity::{self, Given, IdentityError, UnknownName};
use super::premises;
use super::write::Refutation;
use crate::encode::{Justification, Recipe, RefutedLengths};
use crate::error::Error;
use crate::problem::{Lengths, Problem, Question};
pub use crate::text::sha256;
use crate::text::{message, shown};

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-certificate-3";

/// The version of twistsat, which determines how a formula is written.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A claim, with everything needed to verify it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// The claim in words. `verify` states it in its own words.
    pub claim: String,
    /// The question, which has no solution.
    pub question: Question,
    /// The meaning of the question's puzzle; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The recipe of the formula.
    pub recipe: String,
    /// The meaning of the recipe; see [`Recipe::sha256`](crate::encode::Recipe::sha256).
    pub recipe_sha256: String,
    /// The lengths that the refutation of the formula covers, with the reason, in words.
    pub covers: String,
    /// The premises beyond the clauses, in words.
    pub rests_on: Vec<String>,
    /// The solver that found the refutation. It need not be trusted.
    pub solver: String,
    /// The formula.
    pub formula: File,
    /// The proof that the formula is unsatisfiable.
    pub proof: File,
    /// The format of the proof, `lrat` or `drat`.
    pub proof_format: String,
}

/// A file next to the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl File {
    /// The entry for a file with this name and content.
    #[must_use]
    pub fn of(name: String, content: &[u8]) -> Self {
        let sha256 = sha256(content);
        Self { name, sha256 }
    }
}

/// The keys of every certificate format; read first because the others may differ.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
}

/// Why a certificate is rejected.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It is not JSON of this form.
    #[error("this is not a certificate written by `twistsat prove`: {}", message(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// Its puzzle or its plan is neither given nor built in.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// It has another format.
    #[error("the format of the certificate is `{}`; this version reads {reads}: make it again", shown(.is))]
    Format {
        /// The format in the file.
        is: String,
        /// The supported formats.
        reads: String,
    },
    /// It is from another version.
    #[error(
        "the certificate was written by twistsat {}; this is {VERSION}, which may write another formula. \
         Verify it with that version, or check formula and proof alone with `twistsat check`",
        shown(.0)
    )]
    Version(String),
    /// The problem cannot be expressed in a certificate.
    #[error("a certificate cannot express this problem")]
    NotSaid,
    /// Its content is impossible or inconsistent.
    #[error("the certificate is damaged: {0}")]
    Damaged(String),
}

/// The lengths that a refutation covers, with the reason, in words.
pub(super) fn covered(covers: &RefutedLengths) -> Option<String> {
    let most = covers.lengths.last()?;
    let all = covers.lengths == Lengths::between(0..=most);
    (covers.justification == Justification::IdleSlots && all)
        .then(|| format!("every length from 0 to {most}: slots at the end may be idle"))
}

impl Certificate {
    /// The certificate of a refutation.
    ///
    /// # Errors
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot express, such as some built through the API.
    pub fn new(
        problem: &Problem,
        solver: &str,
        refutation: &Refutation,
        (formula, proof): (File, File),
    ) -> Result<Self, CertificateError> {
        let covers = covered(&refutation.formula.covers).ok_or(CertificateError::NotSaid)?;
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            question: restated(problem)?,
            puzzle_sha256: problem.whole_puzzle().sha256(),
            recipe: refutation.recipe.name.clone(),
            recipe_sha256: refutation.recipe.sha256.clone(),
            covers,
            rests_on: premises::of(problem, refutation.format),
            solver: solver.to_owned(),
            formula,
            proof,
            proof_format: refutation.format.name().to_owned(),
        })
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// [`CertificateError`] for anything else, and for other versions.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let header: Header = serde_json::from_str(text)?;
        if header.format != FORMAT {
            return Err(CertificateError::Format {
                is: header.format,
                reads: format!("`{FORMAT}`"),
            });
        }
        let certificate: Self = serde_json::from_str(text)?;
        if certificate.version != VERSION {
            return Err(CertificateError::Version(certificate.version));
        }
        Ok(certificate)
    }

    /// The problem of a certificate, for a puzzle and plan that are given or built in.
    ///
    /// # Errors
    /// [`CertificateError`] if it contradicts other parts of the certificate, or if its puzzle or plan is a different one.
    pub fn problem(&self, given: &Given) -> Result<Problem, CertificateError> {
        claimed(&self.question, &self.puzzle_sha256, given)
    }

    /// The premises of the claim beyond the clauses, each with who checks it.
    #[must_use]
    pub fn premises(&self, problem: &Problem) -> Vec<String> {
        premises::of(problem, self.format().unwrap_or(Format::Drat))
    }

    /// The format of the proof.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] if the format is unknown.
    pub fn format(&self) -> Result<Format, CertificateError> {
        format_of(&self.proof_format)
    }

    /// Compares the certificate's statements about the formula with the formula.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] if they differ.
    pub fn matches(
        &self,
        recipe: &Recipe,
        covers: &RefutedLengths,
    ) -> Result<(), CertificateError> {
        check_formula(&self.recipe_sha256, recipe, covers)
    }

    /// The certificate as text.
    ///
    /// # Errors
    /// Errors cannot occur in practice.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// The proof format with this name.
///
/// # Errors
/// [`CertificateError::Damaged`] if the name is unknown.
pub(super) fn format_of(name: &str) -> Result<Format, CertificateError> {
    let mut known = Format::ALL.into_iter();
    known.find(|format| format.name() == name).ok_or_else(|| {
        CertificateError::Damaged(format!(
            "its `proof_format` is `{}`; it must be `lrat` or `drat`",
            shown(name)
        ))
    })
}

/// Checks that the hash matches the recipe and that the formula covers all lengths up to the budget.
///
/// # Errors
/// [`CertificateError::Damaged`] if they do not.
pub(super) fn check_formula(
    recipe_sha256: &str,
    recipe: &Recipe,
    covers: &RefutedLengths,
) -> Result<(), CertificateError> {
    if recipe_sha256 != recipe.sha256 {
        return Err(CertificateError::Damaged(format!(
            "its `recipe_sha256` is `{}`; recipe `{}` has {}",
            shown(recipe_sha256),
            recipe.name,
            recipe.sha256
        )));
    }
    let is_covered = covered(covers).is_some();
    let damaged = || {
        let reason = "its question is not about all lengths up to a largest one";
        CertificateError::Damaged(reason.to_owned())
    };
    is_covered.then_some(()).ok_or_else(damaged)
}

/// The question of a problem, if a certificate can be about it.
///
/// # Errors
/// [`CertificateError::NotSaid`] for other problems.
pub(super) fn restated(problem: &Problem) -> Result<Question, CertificateError> {
    let question = Question::of(problem).ok_or(CertificateError::NotSaid)?;
    let checked = question.check_certifiable("a certificate");
    checked.map_err(|_| CertificateError::NotSaid)?;
    Ok(question)
}

/// The problem that is claimed to have no solution. This is the only place that decides which puzzle and which plan a claim
/// is about.
///
/// # Errors
/// [`CertificateError`] if certificates do not support it, or if puzzle or plan is neither given nor built in.
pub(super) fn claimed(
    question: &Question,
    puzzle_sha256: &str,
    given: &Given,
) -> Result<Problem, CertificateError> {
    let damaged = |error: Error| CertificateError::Damaged(error.to_string());
    let checked = question.check_certifiable("a certificate");
    checked.map_err(damaged)?;
    let problem = question.problem_about(puzzle_sha256).map_err(damaged)?;
    let named = question.check_names_one_goal(&problem, "a certificate");
    named.map_err(damaged)?;
    identity::check(&problem, given, UnknownName::Refuse)?;
    Ok(problem)
}

/// The claim about a problem, in words.
#[must_use]
pub fn claim(problem: &Problem) -> String {
    let rotation = if problem.up_to_rotation {
        ", up to rotation of the whole puzzle".to_owned()
    } else {
        problem.other_goals()
    };
    let budget = problem.asked_for();
    // Constraints apply to the turns around the held piece.
    let asked_of_these = problem.up_to_rotation && !problem.constraints.is_empty();
    let only = if problem.allowed != problem.usual_turns() || asked_of_these {
        format!(", with no other turns than {}", allowed(problem))
    } else {
        String::new()
    };
    let goal = match &problem.whole {
        Some(whole) => format!("the goal of {}", whole.goal()),
        None => "the goal".to_owned(),
    };
    format!("no solution of {budget}{only} leads from the start to {goal}{rotation}")
}

/// The names of the allowed turns.
pub(crate) fn allowed(problem: &Problem) -> String {
    let turns = problem.puzzle.turns();
    let names = problem.allowed.iter().map(|&turn| turns[turn].name());
    names.format(" ").to_string()
}
