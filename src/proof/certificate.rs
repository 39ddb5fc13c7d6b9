//! Certificates: what was proved, and of which files the proof consists.

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

/// The version of twistsat, by which a formula is written again.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A statement, and what it takes to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// What is proved, in words. `verify` says it in its own.
    pub claim: String,
    /// What is asked: there is no solution of it.
    pub question: Question,
    /// What the puzzle of the question means; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The recipe of the formula.
    pub recipe: String,
    /// What the recipe means; see [`Recipe::sha256`](crate::encode::Recipe::sha256).
    pub recipe_sha256: String,
    /// Which lengths the refutation of the formula covers, and why, in words.
    pub covers: String,
    /// What this rests on beyond the clauses, in words.
    pub rests_on: Vec<String>,
    /// The solver that found the refutation. It need not be trusted.
    pub solver: String,
    /// The formula.
    pub formula: File,
    /// The proof that it has no model.
    pub proof: File,
    /// Its format, `lrat` or `drat`.
    pub proof_format: String,
}

/// A file beside the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl File {
    /// A file of this name and content.
    #[must_use]
    pub fn of(name: String, content: &[u8]) -> Self {
        let sha256 = sha256(content);
        Self { name, sha256 }
    }
}

/// What any certificate has: read first, because the rest may differ.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
}

/// Why a certificate is refused.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// It is no JSON of this form.
    #[error("this is not a certificate written by `twistsat prove`: {}", message(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// Its puzzle or its plan is neither given nor built in.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// It has another format.
    #[error("the format of the certificate is `{}`; this version reads {reads}: make it again", shown(.is))]
    Format {
        /// What it says it has.
        is: String,
        /// Those that are read.
        reads: String,
    },
    /// It is from another version.
    #[error(
        "the certificate was written by twistsat {}; this is {VERSION}, which may write another formula. \
         Verify it with that version, or check formula and proof alone with `twistsat check`",
        shown(.0)
    )]
    Version(String),
    /// The problem cannot be said in a certificate.
    #[error("a certificate cannot express this problem")]
    NotSaid,
    /// What it says cannot be, or does not go together.
    #[error("the certificate is damaged: {0}")]
    Damaged(String),
}

/// Which lengths a refutation covers, and why.
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
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot
    /// express, such as some that are made by hand.
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
    /// [`CertificateError`] for what is none, and for those of other versions.
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

    /// The problem that a certificate is about, of the puzzle and the plan that are given or else built in.
    ///
    /// # Errors
    /// [`CertificateError`] if that is not what the certificate says elsewhere, or its puzzle or plan is another one.
    pub fn problem(&self, given: &Given) -> Result<Problem, CertificateError> {
        claimed(&self.question, &self.puzzle_sha256, given)
    }

    /// What the claim about a problem rests on beyond the clauses: each premise, and who checks it.
    #[must_use]
    pub fn premises(&self, problem: &Problem) -> Vec<String> {
        premises::of(problem, self.format().unwrap_or(Format::Drat))
    }

    /// The format of the proof.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] if there is no such format.
    pub fn format(&self) -> Result<Format, CertificateError> {
        format_of(&self.proof_format)
    }

    /// Compares what the certificate says of the formula with the formula.
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
    /// None that could be named.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// The format of a proof of this name.
///
/// # Errors
/// [`CertificateError::Damaged`] if there is none.
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
/// [`CertificateError::Damaged`] if not.
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

/// The question of a problem that a certificate can be about.
///
/// # Errors
/// [`CertificateError::NotSaid`] for other problems.
pub(super) fn restated(problem: &Problem) -> Result<Question, CertificateError> {
    let question = Question::of(problem).ok_or(CertificateError::NotSaid)?;
    let checked = question.check_certifiable("a certificate");
    checked.map_err(|_| CertificateError::NotSaid)?;
    Ok(question)
}

/// The problem that is claimed to have no solution. This is the one place that decides which puzzle and which plan a claim is
/// about.
///
/// # Errors
/// [`CertificateError`] if a certificate cannot be about it, or puzzle or plan is neither given nor built in.
pub(super) fn claimed(
    question: &Question,
    puzzle_sha256: &str,
    given: &Given,
) -> Result<Problem, CertificateError> {
    let damaged = |error: Error| CertificateError::Damaged(error.to_string());
    let checked = question.check_certifiable("a certificate");
    checked.map_err(damaged)?;
    let problem = question.problem_about(puzzle_sha256).map_err(damaged)?;
    if question.names_several_goals(&problem) {
        let why = "a certificate takes one goal, and this name stands for several";
        return Err(CertificateError::Damaged(why.to_owned()));
    }
    identity::check(&problem, given, UnknownName::Refuse)?;
    Ok(problem)
}

/// What is claimed of a problem, in words.
#[must_use]
pub fn claim(problem: &Problem) -> String {
    let rotation = if problem.up_to_rotation {
        ", up to rotation of the whole puzzle".to_owned()
    } else {
        problem.other_goals()
    };
    let budget = problem.asked_for();
    // What is asked of turns is asked of those around the held piece.
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

/// The names of the turns that may be used.
pub(crate) fn allowed(problem: &Problem) -> String {
    let turns = problem.puzzle.turns();
    let names = problem.allowed.iter().map(|&turn| turns[turn].name());
    names.format(" ").to_string()
}
