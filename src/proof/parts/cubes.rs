//! Refutations in cubes: a certificate for each, and the proof that they are all there is.
//!
//! *What joins them.* A list of cubes, each with its certificate, and a formula with a proof: the plain formula of the whole and the
//! opposite of each cube have no model. So a solution of the whole makes the turns of some cube; and that there is none of these is what
//! its certificate says. The list is not believed: whoever verifies it makes the formula anew, and looks that each
//! certificate is about the question with just that cube.

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

/// A statement, the proof that cubes are all there is, and the certificates of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cubes {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// What is proved, in words.
    pub claim: String,
    /// What is asked: there is no solution of it.
    pub question: Question,
    /// What the puzzle of the question means; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The recipe of the formula.
    pub recipe: String,
    /// What the recipe means; see [`Recipe::sha256`](crate::encode::Recipe::sha256).
    pub recipe_sha256: String,
    /// Which lengths the formula covers, and why, in words.
    pub covers: String,
    /// The formula of the whole, and the opposite of each cube.
    pub formula: File,
    /// The proof that it has no model.
    pub proof: File,
    /// Its format, `lrat` or `drat`.
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
    /// How many turns there are at most, if not as many as in the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The certificate that there is no solution of these.
    pub certificate: File,
}

/// Why cubes prove nothing.
#[derive(Debug, thiserror::Error)]
pub enum CubesError {
    /// What is said of the whole.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// That the cubes are all there is.
    #[error("that the cubes are all there is: {0}")]
    Cover(Box<VerifyError>),
    /// It was not looked at to the end.
    #[error("{0}")]
    Stopped(Stop),
    /// A certificate is about something else.
    #[error(
        "cube {number}: its certificate is not about the question with `{cube}`: its `{key}` is another one"
    )]
    Other {
        /// Which cube, from 1.
        number: usize,
        /// What it says.
        cube: String,
        /// What is not as it must be.
        key: &'static str,
    },
}

/// Files of a formula and a proof.
type Named = (File, File);

impl Cubes {
    /// The cubes of a question, each with its certificate, and the files of the proof that they are all there is.
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

    /// The question, the cubes, and what is asked under each.
    ///
    /// # Errors
    /// [`CubesError`] if something else is claimed, or there are no such cubes.
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
            // Whatever else it says would take the longer to read.
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

    /// Verifies that the cubes are all there is, given the content of formula and proof.
    ///
    /// # Errors
    /// [`VerifyError`] if anything is wrong, or was not looked at to the end.
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

    /// The format of the proof that the cubes are all there is.
    ///
    /// # Errors
    /// [`CertificateError::Damaged`] if there is no such format.
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

    /// What the claim rests on beyond the certificates of the cubes.
    #[must_use]
    pub fn premises(&self, problem: &Problem) -> Vec<String> {
        let mut all = premises::of(problem, self.proof_format().unwrap_or(Format::Drat));
        all.push(
            "the cubes: a solution makes the turns of one of them, says the first proof, and what its certificate is about is the question \
             with that cube as a side constraint; made anew to verify it (src/proof/parts)"
                .to_owned(),
        );
        all
    }

    /// Reads the cubes of a refutation.
    ///
    /// # Errors
    /// [`CertificateError`] for what is none, and for those of other versions.
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
    /// None that could be named.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
