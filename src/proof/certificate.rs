//! Certificates: the claim, and the files that prove it.
//!
//! *Structure.* A certificate has a refutation, parts, or both. A refutation without parts is about the formula of the
//! question. A refutation with parts is about that formula with the negation of each part: it shows that every solution
//! is in one of the parts. Parts without a refutation are all states at one distance from the start, or these states
//! combined with all states at one distance from the goal; a verifier computes these states itself.

use std::fmt;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::check::Format;
use super::identity::{self, InvalidClaim, SuppliedDefinitions, UnknownNamePolicy};
use super::premises;
use super::write::Refutation;
use crate::encode::{Justification, Recipe, RefutedLengths};
use crate::error::{Error, ErrorKind};
use crate::problem::{Budget, Lengths, Problem, Question};
pub use crate::text::sha256;
use crate::text::{JsonLayout, excerpt, readable_parser_message, to_json};

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-certificate-4";

/// The version of twistsat, which determines how a formula is written.
const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    /// A hash of the meaning of the question's puzzle; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The refutation of a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Refuted>,
    /// The parts, each with a certificate of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A formula, and the proof that it is unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refuted {
    /// The name of the formula's recipe.
    pub recipe: String,
    /// A hash of the recipe's meaning; see [`Recipe::sha256`](crate::encode::Recipe::sha256).
    pub recipe_sha256: String,
    /// The lengths that the refutation of the formula covers, with the reason, in words.
    pub covers: String,
    /// The premises beyond the clauses, in words.
    pub rests_on: Vec<String>,
    /// The solver that found the refutation. It need not be trusted.
    pub solver: String,
    /// The formula of the question, followed by the negation of each part.
    pub formula: File,
    /// The proof that the formula is unsatisfiable.
    pub proof: File,
    /// The format of the proof, `lrat` or `drat`.
    pub proof_format: String,
}

/// One of the parts of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first turns; with a refutation, `.` stands for any turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub first: String,
    /// The last turns, from the goal of the part to the goal of the question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub last: String,
    /// The maximum number of turns, if it is lower than the maximum of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The certificate that the part has no solution.
    pub certificate: File,
}

impl Part {
    /// The part in human-readable form: `R U … F, at most 5`.
    pub(super) fn describe(&self) -> String {
        let last = (!self.last.is_empty()).then(|| format!("… {}", excerpt(&self.last)));
        let turns = [excerpt(&self.first)].into_iter().chain(last).join(" ");
        let most = self.at_most.map(|most| format!("at most {most}"));
        let turns = (!turns.is_empty()).then_some(turns);
        turns.into_iter().chain(most).join(", ")
    }

    pub(super) fn damaged_error(&self, reason: impl fmt::Display) -> Error {
        damaged_error(format!("part `{}`: {reason}", self.describe()))
    }
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
    pub fn of(name: String, content: &[u8]) -> Self {
        let sha256 = sha256(content);
        Self { name, sha256 }
    }
}

/// The key that every certificate format has. It is read first, because other keys differ between formats.
#[derive(Deserialize)]
struct Header {
    format: String,
}

fn not_a_certificate_error(error: serde_json::Error) -> Error {
    let reason = readable_parser_message(&error.to_string());
    let reason = format!("this is not a certificate written by `twistsat prove`: {reason}");
    Error::impossible_value(reason)
}

fn inexpressible_error() -> Error {
    let reason = "a certificate cannot express this problem";
    Error::new(ErrorKind::Unsupported, reason)
}

/// The error for a certificate whose content is impossible or inconsistent.
pub(super) fn damaged_error(reason: impl fmt::Display) -> Error {
    let reason = format!("the certificate is damaged: {reason}");
    Error::impossible_value(reason)
}

/// The lengths that a refutation covers, with the reason, in words. `None` unless these are all lengths up to a
/// maximum, because slots at the end may be idle.
fn covered_lengths_in_words(covers: &RefutedLengths) -> Option<String> {
    let most = covers.lengths.last()?;
    let all = covers.lengths == Lengths::between(0..=most);
    (covers.justification == Justification::IdleSlots && all)
        .then(|| format!("every length from 0 to {most}: slots at the end may be idle"))
}

impl Refuted {
    /// The entry for a refutation and the files of its formula and proof.
    ///
    /// # Errors
    /// [`Error`] for formulas that do not cover every length up to a maximum.
    pub(super) fn new(
        problem: &Problem,
        solver: &str,
        refutation: &Refutation,
        formula: File,
        proof: File,
    ) -> Result<Self, Error> {
        Ok(Self {
            recipe: refutation.recipe.name.clone(),
            recipe_sha256: refutation.recipe.sha256.clone(),
            covers: covered_lengths_in_words(&refutation.formula.covers)
                .ok_or_else(inexpressible_error)?,
            rests_on: premises::premises(problem, refutation.format),
            solver: solver.to_owned(),
            formula,
            proof,
            proof_format: refutation.format.name().to_owned(),
        })
    }

    /// The format of the proof.
    pub fn format(&self) -> Result<Format, Error> {
        let mut known = Format::ALL.into_iter();
        let named = known.find(|format| format.name() == self.proof_format);
        named.ok_or_else(|| {
            let format = excerpt(&self.proof_format);
            let reason = format!("its `proof_format` is `{format}`; it must be `lrat` or `drat`");
            damaged_error(reason)
        })
    }

    /// Checks that the hash matches the recipe and that the formula covers all lengths up to a maximum.
    pub(super) fn check_formula(
        &self,
        recipe: &Recipe,
        covers: &RefutedLengths,
    ) -> Result<(), Error> {
        if self.recipe_sha256 != recipe.sha256 {
            let (
                sha256,
                Recipe {
                    name, sha256: own, ..
                },
            ) = (excerpt(&self.recipe_sha256), recipe);
            let reason = format!("its `recipe_sha256` is `{sha256}`; recipe `{name}` has {own}");
            return Err(damaged_error(reason));
        }
        let reason = "its question does not cover every length up to a maximum";
        let covered = covered_lengths_in_words(covers).ok_or_else(|| damaged_error(reason));
        covered.map(drop)
    }
}

impl Certificate {
    /// The certificate of a refutation.
    ///
    /// # Errors
    /// [`Error`] for problems that a certificate cannot express, such as some built through the API.
    pub fn new(
        problem: &Problem,
        solver: &str,
        refutation: &Refutation,
        formula: File,
        proof: File,
    ) -> Result<Self, Error> {
        let refuted = Refuted::new(problem, solver, refutation, formula, proof)?;
        Self::with_parts(problem, Some(refuted), Vec::new())
    }

    /// The certificate that combines a refutation, if any, with those of the parts.
    ///
    /// # Errors
    /// [`Error`] for problems that a certificate cannot express.
    pub(super) fn with_parts(
        problem: &Problem,
        refutation: Option<Refuted>,
        parts: Vec<Part>,
    ) -> Result<Self, Error> {
        let question = Question::of(problem)
            .filter(|it| it.check_certifiable("a certificate").is_ok())
            .ok_or_else(inexpressible_error)?;
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            question,
            puzzle_sha256: problem.full_puzzle().sha256(),
            refutation,
            parts,
        })
    }

    /// Reads a certificate.
    ///
    /// # Errors
    /// [`Error`] unless the text is a certificate of this version.
    pub fn read(text: &str) -> Result<Self, Error> {
        let header: Header = serde_json::from_str(text).map_err(not_a_certificate_error)?;
        if header.format != FORMAT {
            let format = excerpt(&header.format);
            return Err(Error::impossible_value(format!(
                "the format of the certificate is `{format}`; this version reads `{FORMAT}`: create it again"
            )));
        }
        let certificate: Self = serde_json::from_str(text).map_err(not_a_certificate_error)?;
        if certificate.version != VERSION {
            let version = excerpt(&certificate.version);
            return Err(Error::impossible_value(format!(
                "the certificate was written by twistsat {version}; this is {VERSION}, which may write another \
                 formula. Verify it with that version, or check formula and proof alone with `twistsat check`"
            )));
        }
        Ok(certificate)
    }

    /// Whether the certificate is about this problem, even if the text of its question differs.
    pub fn is_about(&self, problem: &Problem) -> bool {
        let proved = self.question.problem_with_hash(&self.puzzle_sha256);
        proved.is_ok_and(|proved| problem.difference(&proved).is_none())
    }

    /// The problem that is claimed to have no solution, for a puzzle and plan that are given or built in. No other code
    /// decides which puzzle and which plan a claim is about.
    ///
    /// # Errors
    /// [`InvalidClaim`] if certificates do not support the question, or if puzzle or plan is neither given nor built
    /// in.
    pub(super) fn problem(&self, given: &SuppliedDefinitions) -> Result<Problem, InvalidClaim> {
        let question = &self.question;
        let checked = question.check_certifiable("a certificate");
        let problem = checked.and_then(|()| {
            let problem = question.problem_with_hash(&self.puzzle_sha256)?;
            question.check_names_one_goal(&problem, "a certificate")?;
            Ok(problem)
        });
        let problem = problem.map_err(|error| InvalidClaim::new(damaged_error(error)))?;
        identity::check(&problem, given, UnknownNamePolicy::Refuse)?;
        Ok(problem)
    }

    /// The certificate as text.
    ///
    /// # Errors
    /// None in practice: all keys are strings.
    pub fn write(&self) -> Result<String, Error> {
        let text = to_json(self, JsonLayout::Indented);
        Ok(text.map_err(Error::failed)? + "\n")
    }
}

/// The common stem of a certificate's file names.
#[doc(hidden)] // For the command.
pub fn file_stem(problem: &Problem) -> String {
    let budget = Budget::AtMost(problem.budget.slots());
    let (puzzle, budget) = (problem.puzzle.name(), budget.in_file_name(problem.metric));
    format!("{puzzle}-{budget}")
}

/// The claim about a problem, in words.
pub fn claim(problem: &Problem) -> String {
    let rotation = if problem.up_to_rotation {
        ", up to rotation of the whole puzzle".to_owned()
    } else {
        problem.other_goals()
    };
    let budget = problem.question_in_words();
    // Constraints apply only to the turns that leave the held piece in place, so these turns are named.
    let constrains_held_turns = problem.up_to_rotation && !problem.constraints.is_empty();
    let only = if problem.allowed != problem.usual_turns() || constrains_held_turns {
        format!(", with only the turns {}", allowed_turns(problem))
    } else {
        String::new()
    };
    let goal = match &problem.stage_context {
        Some(context) => format!("the goal of {}", context.stage_in_words()),
        None => "the goal".to_owned(),
    };
    format!("no solution of {budget}{only} leads from the start to {goal}{rotation}")
}

/// The names of the allowed turns.
pub(crate) fn allowed_turns(problem: &Problem) -> String {
    let turns = problem.puzzle.turns();
    let names = problem.allowed.iter().map(|&turn| turns[turn].name());
    names.format(" ").to_string()
}
