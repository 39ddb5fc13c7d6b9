//! Certificates: what was proved, and of which files the proof consists.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::check::Format;
use super::identity::{self, Given, IdentityError};
use super::write::Refutation;
use super::{posed, premises};
use crate::encode::{Justification, Recipe, RefutedLengths};
use crate::problem::{Lengths, Problem, Statement, StatementError};
use crate::text::{hex, message, shown};

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-certificate-2";

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
    /// What is proved, in words. Nothing depends on it, but it must be right.
    pub claim: String,
    /// What is asked: there is no solution of it.
    pub problem: Statement,
    /// The goal as it is asked for: `any`, `solved`, or a state; `stage` if this is about a stage of
    /// a plan. With the start it must pose just that problem.
    pub to: String,
    /// The puzzle file as the user named it; null if the puzzle is built in.
    pub puzzle_file: Option<String>,
    /// The groups of turns that the puzzle has beside those in no group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The recipe of the formula.
    pub recipe: String,
    /// The SHA-256 of the recipe file, in hexadecimal.
    pub recipe_sha256: String,
    /// Which lengths the refutation of the formula covers, and why.
    pub covers: String,
    /// What this rests on beyond the clauses.
    pub rests_on: Vec<String>,
    /// The solver that found the refutation. It need not be trusted.
    pub solver: String,
    /// The formula.
    pub formula: File,
    /// The proof that it has no model.
    pub proof: File,
    /// Its format, `lrat` or `drat`. Certificates that do not say it are older, and have DRAT.
    #[serde(default = "drat")]
    pub proof_format: String,
}

fn drat() -> String {
    Format::Drat.name().to_owned()
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
    #[error("{error}")]
    Identity {
        /// Why not.
        error: IdentityError,
        /// The puzzle file as the user named it, if the certificate says that.
        puzzle_file: Option<String>,
    },
    /// It has another format.
    #[error("the format of the certificate is `{}`; this version reads {reads}", shown(.is))]
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

/// The SHA-256 of bytes in hexadecimal, as `sha256sum` prints it.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

impl From<StatementError> for CertificateError {
    fn from(error: StatementError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Which lengths a refutation covers, and why.
pub(super) fn covered(covers: &RefutedLengths) -> Option<String> {
    let most = covers.lengths.last()?;
    let all = covers.lengths == Lengths::between(0..=most);
    (covers.justification == Justification::IdleSlots && all)
        .then(|| format!("every length from 0 to {most}: slots at the end may be idle"))
}

impl Certificate {
    /// The certificate of a refutation. `puzzle_file` is where the puzzle is
    /// found if it is not built in.
    ///
    /// # Errors
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot
    /// express, such as some that are made by hand.
    pub fn new(
        problem: &Problem,
        puzzle_file: Option<String>,
        solver: &str,
        refutation: &Refutation,
        (formula, proof): (File, File),
    ) -> Result<Self, CertificateError> {
        let puzzle = problem.whole_puzzle();
        let to = posed::target(problem);
        let covers = covered(&refutation.formula.covers).ok_or(CertificateError::NotSaid)?;
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            problem: Statement::of(problem),
            to: to.ok_or(CertificateError::NotSaid)?,
            puzzle_file,
            with: puzzle
                .enabled_groups()
                .into_iter()
                .map(ToOwned::to_owned)
                .collect(),
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
        let damaged = |reason: String| CertificateError::Damaged(reason);
        let claim = Claim {
            problem: &self.problem,
            to: &self.to,
            says: &self.claim,
            with: &self.with,
            puzzle_file: self.puzzle_file.as_deref(),
        };
        let problem = claim.check(given)?;
        let follows = premises::of(&problem, self.format()?);
        if self.rests_on != follows {
            return Err(damaged(format!(
                "it rests on `{}`, but the rest implies `{}`",
                shown(&self.rests_on.join("; ")),
                follows.join("; ")
            )));
        }
        Ok(problem)
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
        let says = [&self.recipe, &self.recipe_sha256, &self.covers];
        check_formula(says, recipe, covers)
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

/// Compares what is said of a formula, its recipe, the hash of that and which lengths it covers, with the formula.
///
/// # Errors
/// [`CertificateError::Damaged`] if they differ.
pub(super) fn check_formula(
    says: [&String; 3],
    recipe: &Recipe,
    covers: &RefutedLengths,
) -> Result<(), CertificateError> {
    let covers = covered(covers).unwrap_or_default();
    let is = [&recipe.name, &recipe.sha256, &covers];
    let what = ["recipe", "recipe's hash", "argument"];
    for ((what, says), is) in what.into_iter().zip(says).zip(is) {
        if says != is {
            let says = shown(says);
            let reason = format!("its {what} is `{says}`; it must be `{is}`");
            return Err(CertificateError::Damaged(reason));
        }
    }
    Ok(())
}

/// What a certificate, or a list of them, claims.
pub(super) struct Claim<'a> {
    pub(super) problem: &'a Statement,
    pub(super) to: &'a str,
    /// In words.
    pub(super) says: &'a str,
    pub(super) with: &'a [String],
    pub(super) puzzle_file: Option<&'a str>,
}

impl Claim<'_> {
    /// The problem that is stated, if goal and words are what follows from it. This is the one place that decides which puzzle
    /// and which plan a claim is about.
    ///
    /// # Errors
    /// [`CertificateError`] if something else follows, or puzzle or plan is neither given nor built in.
    pub(super) fn check(&self, given: &Given) -> Result<Problem, CertificateError> {
        let other = |error| CertificateError::Identity {
            error,
            puzzle_file: self.puzzle_file.map(ToOwned::to_owned),
        };
        let groups: Vec<&str> = self.with.iter().map(String::as_str).collect();
        let puzzle = identity::puzzle(self.problem, &groups, given).map_err(other)?;
        if let Some(stage) = &self.problem.stage {
            identity::check_stage(stage, &puzzle, given.plan.as_ref()).map_err(other)?;
        }
        let problem = self.problem.problem(&puzzle)?;
        posed::check(&problem, self.problem, self.to).map_err(CertificateError::Damaged)?;
        let follows = claim(&problem);
        if self.says == follows {
            return Ok(problem);
        }
        Err(CertificateError::Damaged(format!(
            "its claim is `{}`, but the rest implies `{follows}`",
            shown(self.says)
        )))
    }
}

/// What is claimed of a problem.
pub(super) fn claim(problem: &Problem) -> String {
    let rotation = if problem.up_to_rotation {
        ", up to rotation of the whole puzzle".to_owned()
    } else {
        problem.other_goals()
    };
    let budget = problem.asked_for();
    // What is asked of turns is asked of those around the held piece.
    let asked_of_these = problem.up_to_rotation && !problem.constraints.is_empty();
    let only = if problem.allowed != problem.usual_turns() || asked_of_these {
        format!(", with no other turns than {}", allowed(problem).join(" "))
    } else {
        String::new()
    };
    let goal = match &problem.whole {
        Some(whole) => format!("the goal of {}", whole.goal()),
        None => "the goal".to_owned(),
    };
    format!("no solution of {budget}{only} leads from the start to {goal}{rotation}")
}

fn allowed(problem: &Problem) -> Vec<String> {
    let names = problem.allowed.iter();
    names
        .map(|&turn| problem.puzzle.turns()[turn].name())
        .collect()
}
