//! Refutations in cubes: a certificate for each cube, and the proof that they cover everything.
//!
//! *How they are joined.* A list of cubes, each with its certificate, and a formula with a proof: the plain formula of the
//! whole question and the negation of each cube are unsatisfiable. So a solution of the whole matches some cube, and the
//! certificate of the cube excludes that. The list is not trusted: the verifier rebuilds the formula, and checks that each
//! certificate is about the question restricted to its cube.

use serde::{Deserialize, Serialize};

use super::cube::Cube;
use super::divide::denied;
use crate::automaton::TooLarge;
use crate::control::{Control, Stop};
use crate::problem::{Problem, Question};
use crate::proof::certificate::{
    CertificateError, File, VERSION, check_formula, claim, claimed, covered, format_of, restated,
};
use crate::proof::check::{Format, Progress, Verified};
use crate::proof::identity::Given;
use crate::proof::premises;
use crate::proof::verify::{Files, VerifyError, dimacs, made};
use crate::proof::write::Refutation;
use crate::text::shown;

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-cubes-2";

/// A claim, the proof that the cubes cover everything, and the certificates of the cubes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cubes {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// The claim, in words.
    pub claim: String,
    /// The question, which has no solution.
    pub question: Question,
    /// The meaning of the question's puzzle; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The recipe of the formula.
    pub recipe: String,
    /// The meaning of the recipe; see [`Recipe::sha256`](crate::encode::Recipe::sha256).
    pub recipe_sha256: String,
    /// The lengths that the formula covers, with the reason, in words.
    pub covers: String,
    /// The formula of the whole question, with the negation of each cube.
    pub formula: File,
    /// The proof that it is unsatisfiable.
    pub proof: File,
    /// The format of the proof, `lrat` or `drat`.
    pub proof_format: String,
    /// The cubes.
    pub cubes: Vec<Listed>,
}

/// One of the cubes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The turns in the slots from the first on, `.` for any: `R . . U`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub turns: String,
    /// The maximum number of turns, if lower than that of the whole question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The certificate that the cube has no solution.
    pub certificate: File,
}

/// Why cubes prove nothing.
#[derive(Debug, thiserror::Error)]
pub enum CubesError {
    /// The claim about the whole question is invalid.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The proof that the cubes cover everything is invalid.
    #[error("the proof that the cubes cover everything: {0}")]
    Cover(Box<VerifyError>),
    /// The check was stopped.
    #[error("{0}")]
    Stopped(Stop),
    /// A certificate is about something else.
    #[error(
        "cube {number}: its certificate is not about the question with `{cube}`: its `{key}` is another one"
    )]
    Other {
        /// The number of the cube, from 1.
        number: usize,
        /// The cube.
        cube: String,
        /// The key that differs.
        key: &'static str,
    },
}

/// The files of a formula and a proof.
type Named = (File, File);

impl Cubes {
    /// The cubes of a question, each with its certificate, and the files of the proof that they cover everything.
    ///
    /// # Errors
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot express.
    pub fn new(
        problem: &Problem,
        (cover, (formula, proof)): (&Refutation, Named),
        cubes: impl IntoIterator<Item = (Cube, File)>,
    ) -> Result<Self, CertificateError> {
        let listed = |(cube, certificate): (Cube, File)| Listed {
            turns: cube.text(&problem.puzzle),
            at_most: cube.most(),
            certificate,
        };
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            question: restated(problem)?,
            puzzle_sha256: problem.whole_puzzle().sha256(),
            recipe: cover.recipe.name.clone(),
            recipe_sha256: cover.recipe.sha256.clone(),
            covers: covered(&cover.formula.covers).ok_or(CertificateError::NotSaid)?,
            formula,
            proof,
            proof_format: cover.format.name().to_owned(),
            cubes: cubes.into_iter().map(listed).collect(),
        })
    }

    /// The question, the cubes, and the question restricted to each.
    ///
    /// # Errors
    /// [`CubesError`] if something else is claimed, or if the cubes are invalid.
    pub fn questions(
        &self,
        given: &Given,
        control: &Control,
    ) -> Result<(Problem, Vec<(Cube, Problem)>), CubesError> {
        let problem = claimed(&self.question, &self.puzzle_sha256, given)?;
        let slots = problem.budget.slots();
        let damaged = |listed: &Listed, error: &dyn std::fmt::Display| {
            CertificateError::Damaged(format!("cube `{}`: {error}", shown(&listed.turns)))
        };
        let read = |listed: &Listed| {
            let cube = Cube::read(&problem.puzzle, &listed.turns, listed.at_most);
            let cube = cube.map_err(|error| damaged(listed, &error))?;
            // Check early, because reading many cubes takes time.
            if let Some(stop) = control.stop() {
                return Err(CubesError::Stopped(stop));
            }
            if cube.is_empty() {
                let reason = "it says nothing, so it is the whole question again";
                return Err(damaged(listed, &reason).into());
            }
            if cube.slots() > slots || cube.most().is_some_and(|most| most >= slots) {
                let reason = format!("the question has {slots} slots only, and it is about others");
                return Err(damaged(listed, &reason).into());
            }
            let question = cube.question(&problem);
            let question = question.map_err(|error: TooLarge| damaged(listed, &error))?;
            Ok((cube, question))
        };
        let questions = self
            .cubes
            .iter()
            .map(read)
            .collect::<Result<_, CubesError>>()?;
        Ok((problem, questions))
    }

    /// Verifies that the cubes cover everything, given the content of formula and proof.
    ///
    /// # Errors
    /// [`VerifyError`] if anything is wrong, or was not checked completely.
    pub fn verify_cover(
        &self,
        (problem, cubes): (&Problem, &[Cube]),
        (formula, proof): (&[u8], &[u8]),
        control: &Control,
        notify: &mut dyn FnMut(Progress),
    ) -> Result<Verified, VerifyError> {
        let files = Files {
            formula: (&self.formula, formula),
            proof: (&self.proof, proof),
            format: self.proof_format()?,
        };
        files.check_hashes()?;
        let (recipe, mut plain) = made(problem, control)?;
        check_formula(&self.recipe_sha256, &recipe, &plain.covers)?;
        let denied = denied(cubes, &plain).ok_or_else(|| {
            let reason = "a cube names turns or slots that the question does not have";
            CertificateError::Damaged(reason.to_owned())
        })?;
        plain.cnf.extend(denied);
        files.verify(&dimacs(problem, &recipe, &plain), control, notify)
    }

    /// The format of the proof that the cubes cover everything.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] if the format is unknown.
    pub fn proof_format(&self) -> Result<Format, CertificateError> {
        format_of(&self.proof_format)
    }

    /// Checks that a certificate is about the question restricted to the cube with this 0-based number.
    ///
    /// # Errors
    /// [`CubesError::Other`] if not.
    pub fn check_part(
        &self,
        number: usize,
        question: &Problem,
        is: &Problem,
    ) -> Result<(), CubesError> {
        let Some(key) = question.difference(is) else {
            return Ok(());
        };
        let cube = self.cubes.get(number).map_or_else(String::new, |listed| {
            let most = listed.at_most.map(|most| format!("at most {most}"));
            let turns = Some(shown(&listed.turns)).filter(|turns| !turns.is_empty());
            turns.into_iter().chain(most).collect::<Vec<_>>().join(", ")
        });
        Err(CubesError::Other {
            number: number + 1,
            cube,
            key,
        })
    }

    /// The premises of the claim beyond the certificates of the cubes.
    #[must_use]
    pub fn premises(&self, problem: &Problem) -> Vec<String> {
        let mut all = premises::of(problem, self.proof_format().unwrap_or(Format::Drat));
        all.push(
            "the cubes: a solution makes the turns of one of them, says the first proof, and what its certificate is about is the question \
             with that cube as a side constraint; rebuilt to verify it (src/proof/parts)"
                .to_owned(),
        );
        all
    }

    /// Reads the cubes of a refutation.
    ///
    /// # Errors
    /// [`CertificateError`] for anything else, and for other versions.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let cubes: Self = serde_json::from_str(text)?;
        if cubes.version == VERSION {
            Ok(cubes)
        } else {
            Err(CertificateError::Version(cubes.version))
        }
    }

    /// The cubes as text.
    ///
    /// # Errors
    /// Errors cannot occur in practice.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
