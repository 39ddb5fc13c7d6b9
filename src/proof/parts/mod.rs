//! Refutations in parts: one certificate for each state a few turns from the start, up to symmetry.
//!
//! *Idea.* A question that is too hard at once is many smaller ones, which several machines can answer: from each state k
//! turns away, with k turns fewer. [`cover`] tells why that is enough and which they are. Each part is a certificate
//! of its own, or is again in parts. What joins them is a list, which is not believed: whoever verifies it
//! makes the states anew, and looks that each has its certificate.

pub mod cover;
pub mod kept;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::certificate::{CertificateError, File, VERSION, claim, claimed};
use super::posed;
use crate::control::Control;
use crate::notation::Notation;
use crate::problem::{Problem, Statement};
use crate::puzzle::{Puzzle, TurnId};
use crate::text::shown;
use cover::{CoverError, Reached, part, reached};

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-parts-1";

/// A statement, and the certificates that show it together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// What is proved, in words.
    pub claim: String,
    /// What is asked: there is no solution of it.
    pub problem: Statement,
    /// The goal as it is asked for; see [`Certificate`](super::certificate::Certificate).
    pub to: String,
    /// The puzzle file as the user named it; null if the puzzle is built in.
    pub puzzle_file: Option<String>,
    /// The groups of turns that the puzzle has beside those in no group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// After how many turns the parts begin.
    pub turns: usize,
    /// The parts.
    pub parts: Vec<Part>,
}

/// One of the parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The turns that lead from the start to that of the part.
    pub after: String,
    /// The certificate that there is no solution from there with the turns that are left.
    pub certificate: File,
}

/// Why parts prove nothing.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// What is said of the whole.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The question has no parts.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// There is a solution.
    #[error("it claims that there is no solution, but {0} is one")]
    Solved(String),
    /// A state has no certificate.
    #[error(
        "there is no part for the state after {0}, nor for one that is the same up to symmetry"
    )]
    Missing(String),
    /// A certificate is about something else.
    #[error(
        "part {number}: its certificate is not about the state after {after} and {most} turns: its `{key}` is another one"
    )]
    Other {
        /// Which part, from 1.
        number: usize,
        /// The turns that lead to its start.
        after: String,
        /// Its budget.
        most: usize,
        /// What is not as it must be.
        key: &'static str,
    },
}

impl Parts {
    /// The parts of a question, each with the turns that lead to it and its certificate.
    ///
    /// # Errors
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot express.
    pub fn new(
        problem: &Problem,
        puzzle_file: Option<String>,
        turns: usize,
        parts: impl IntoIterator<Item = (Vec<TurnId>, File)>,
    ) -> Result<Self, CertificateError> {
        let puzzle = &problem.puzzle;
        let part = |(word, certificate): (Vec<TurnId>, File)| Part {
            after: Notation::Singmaster.write_all(puzzle, &word),
            certificate,
        };
        let groups = puzzle.enabled_groups().into_iter();
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            problem: Statement::of(problem),
            to: posed::target(problem).ok_or(CertificateError::NotSaid)?,
            puzzle_file,
            with: groups.map(ToOwned::to_owned).collect(),
            turns,
            parts: parts.into_iter().map(part).collect(),
        })
    }

    /// The question, and that of each part; these are all that there are.
    ///
    /// # Errors
    /// [`PartsError`] if something else is claimed, or something is left out.
    pub fn questions(
        &self,
        puzzle: &Arc<Puzzle>,
        control: &Control,
    ) -> Result<(Problem, Vec<Problem>), PartsError> {
        let damaged = |reason: String| PartsError::from(CertificateError::Damaged(reason));
        let problem = claimed(&self.problem, &self.to, &self.claim, puzzle)?;
        let read = |part: &Part| {
            let word = Notation::Singmaster.read(puzzle, &part.after);
            word.map_err(|error| damaged(format!("`{}`: {error}", shown(&part.after))))
        };
        let there: Vec<Vec<TurnId>> = self.parts.iter().map(read).collect::<Result<_, _>>()?;
        let written = |word: &[TurnId]| Notation::Singmaster.write_all(puzzle, word);
        let needed = match reached(&problem, self.turns, control)? {
            Reached::Goal(word) => return Err(PartsError::Solved(written(&word))),
            Reached::Parts(classes) => classes,
        };
        let question = |word: &Vec<TurnId>| {
            let allowed = |turn: &TurnId| problem.allowed.contains(turn);
            let fits = word.len() == self.turns && word.iter().all(allowed);
            let question = fits.then(|| part(&problem, word)).flatten();
            let reason = || format!("a part is not after {} of its turns", self.turns);
            question.ok_or_else(|| damaged(reason()))
        };
        let questions = there.iter().map(question).collect::<Result<_, _>>()?;
        match cover::missing(&problem, &needed, &there) {
            Some(word) => Err(PartsError::Missing(written(word))),
            None => Ok((problem, questions)),
        }
    }

    /// Looks whether what a part's certificate states is the question of that part, from 0.
    ///
    /// # Errors
    /// [`PartsError::Other`] if not.
    pub fn check_part(
        &self,
        number: usize,
        question: &Problem,
        states: &Statement,
    ) -> Result<(), PartsError> {
        let must = Statement::of(question);
        let key = [
            ("puzzle_sha256", must.puzzle_sha256 == states.puzzle_sha256),
            ("start", must.start == states.start),
            ("goal", must.goal == states.goal),
            ("allowed", must.allowed == states.allowed),
            ("metric", must.metric == states.metric),
            ("budget", must.budget == states.budget),
            ("problem", must == *states),
        ];
        match key.iter().find(|(_, same)| !same) {
            None => Ok(()),
            Some(&(key, _)) => Err(PartsError::Other {
                number: number + 1,
                after: self
                    .parts
                    .get(number)
                    .map_or_else(String::new, |part| shown(&part.after)),
                most: must.budget.slots(),
                key,
            }),
        }
    }

    /// Reads the parts of a refutation.
    ///
    /// # Errors
    /// [`CertificateError`] for what is none, and for those of other versions.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let parts: Self = serde_json::from_str(text)?;
        if parts.version != VERSION {
            return Err(CertificateError::Version(parts.version));
        }
        Ok(parts)
    }

    /// What the claim rests on beyond the certificates.
    #[must_use]
    pub fn premise(&self) -> String {
        format!(
            "the parts: a shortest solution passes a state {} from the start, and each of these is that of a \
             certificate, up to a symmetry of turns and goal; made anew to verify it (src/proof/parts)",
            self.problem.metric.count(self.turns)
        )
    }

    /// The parts as text.
    ///
    /// # Errors
    /// None that could be named.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
