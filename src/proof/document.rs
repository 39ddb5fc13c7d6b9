//! What `prove` leaves and `verify` reads: a certificate, or the parts or cubes of a refutation.

use super::certificate::{Certificate, CertificateError, FORMAT, Header};
use super::parts::cubes::{self, Cubes};
use super::parts::{self, Parts};
use crate::problem::{Problem, Question};

/// A file that says what was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// By one proof.
    Certificate(Box<Certificate>),
    /// By several.
    Parts(Box<Parts>),
    /// By several, and one that their cubes are all there is.
    Cubes(Box<Cubes>),
}

impl Document {
    /// Reads it.
    ///
    /// # Errors
    /// [`CertificateError`] for what is none, and for those of other versions.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let header: Header = serde_json::from_str(text)?;
        match &*header.format {
            FORMAT => Ok(Self::Certificate(Box::new(Certificate::read(text)?))),
            parts::FORMAT => Ok(Self::Parts(Box::new(Parts::read(text)?))),
            cubes::FORMAT => Ok(Self::Cubes(Box::new(Cubes::read(text)?))),
            _ => Err(CertificateError::Format {
                is: header.format,
                reads: format!("`{FORMAT}`, `{}` and `{}`", parts::FORMAT, cubes::FORMAT),
            }),
        }
    }

    /// What is proved, in the words of the document.
    #[must_use]
    pub fn claim(&self) -> &str {
        match self {
            Self::Certificate(it) => &it.claim,
            Self::Parts(it) => &it.claim,
            Self::Cubes(it) => &it.claim,
        }
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> &Question {
        match self {
            Self::Certificate(it) => &it.question,
            Self::Parts(it) => &it.question,
            Self::Cubes(it) => &it.question,
        }
    }

    /// What the puzzle of the question means.
    #[must_use]
    pub fn puzzle_sha256(&self) -> &str {
        match self {
            Self::Certificate(it) => &it.puzzle_sha256,
            Self::Parts(it) => &it.puzzle_sha256,
            Self::Cubes(it) => &it.puzzle_sha256,
        }
    }
}

/// What a verification found.
#[derive(Clone, Debug)]
pub struct Account {
    /// The question that is answered.
    pub problem: Problem,
    /// How many proofs there are.
    pub proofs: usize,
    /// Clauses that they add.
    pub additions: u64,
    /// How many of them were checked.
    pub checked: u64,
    /// What the claim rests on beyond the clauses, in words; each once.
    pub rests_on: Vec<String>,
}

impl Account {
    /// Adds what was found of one of several parts.
    pub fn add(&mut self, part: Self) {
        self.proofs += part.proofs;
        self.additions += part.additions;
        self.checked += part.checked;
        for premise in part.rests_on {
            if !self.rests_on.contains(&premise) {
                self.rests_on.push(premise);
            }
        }
    }
}
