//! The documents that `prove` writes and `verify` reads: a certificate, or the parts or cubes of a refutation.

use super::certificate::{Certificate, CertificateError, FORMAT, Header};
use super::parts::cubes::{self, Cubes};
use super::parts::{self, Parts};
use crate::problem::{Problem, Question};

/// A document with a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// Proved by a single proof.
    Certificate(Box<Certificate>),
    /// Proved in parts.
    Parts(Box<Parts>),
    /// Proved in cubes, with a proof that the cubes cover everything.
    Cubes(Box<Cubes>),
}

impl Document {
    /// Reads a document.
    ///
    /// # Errors
    /// [`CertificateError`] for anything else, and for other versions.
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

    /// The claim, in the words of the document.
    #[must_use]
    pub fn claim(&self) -> &str {
        match self {
            Self::Certificate(it) => &it.claim,
            Self::Parts(it) => &it.claim,
            Self::Cubes(it) => &it.claim,
        }
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Question {
        match self {
            Self::Certificate(it) => &it.question,
            Self::Parts(it) => &it.question,
            Self::Cubes(it) => &it.question,
        }
    }

    /// The meaning of the question's puzzle.
    #[must_use]
    pub fn puzzle_sha256(&self) -> &str {
        match self {
            Self::Certificate(it) => &it.puzzle_sha256,
            Self::Parts(it) => &it.puzzle_sha256,
            Self::Cubes(it) => &it.puzzle_sha256,
        }
    }
}

/// The result of a verification.
#[derive(Clone, Debug)]
pub struct Account {
    /// The verified question.
    pub problem: Problem,
    /// The number of proofs.
    pub proofs: usize,
    /// The number of clauses that they add.
    pub additions: u64,
    /// The number of added clauses that were checked.
    pub checked: u64,
    /// The premises of the claim beyond the clauses, in words, without duplicates.
    pub rests_on: Vec<String>,
}

impl Account {
    /// Adds the result of one of several parts.
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
