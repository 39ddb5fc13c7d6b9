//! A checker for proofs of unsatisfiability.
//!
//! It reads DIMACS, DRAT and LRAT and shares no code with any solver, so that it can be read and trusted on its own.
//! The core, in reading order: `addition` defines which additions are valid, `propagate` does unit propagation, and `run`
//! determines the order of the checks. `store` contains the clauses. `scan`, `dimacs` and `drat` read the files, and
//! `foreign` detects other formats. `trim` writes the part of a proof that is used. The check of LRAT shares only the
//! readers: `lrat` reads a proof, and `replay` checks it, with the values of literals in `values`. `any_format`
//! distinguishes DRAT and LRAT. `hints` and `elaborate` convert DRAT to LRAT. `split` checks a refutation in parts.
//!
//! # What is checked
//!
//! A proof is a list of steps. A step adds a clause, which must be RUP or RAT on its first literal with respect to the
//! currently active clauses, or it deletes a clause. The proof is valid if it reaches the empty clause, that is, if the
//! active clauses lead to a conflict by unit propagation alone. Everything after that is ignored.
//!
//! *Why this refutes the formula.* Each step preserves an invariant: if the formula has a model, the active clauses have
//! one, too. A RUP clause follows from them, a RAT clause can be satisfied together with them, and a deletion only removes
//! a clause. At the end, the active clauses have no model, so the formula has none.
//!
//! # Deletions
//!
//! A deletion never makes an addition RUP, but it can make one RAT. Solvers write their proofs for drat-trim, and the
//! checker follows it in two respects:
//!
//! - The clause that is the reason of a permanently true literal (a unit clause, or one that has become unit) is not
//!   deleted. Solvers delete such clauses, but keep the literal. With the other interpretation, *specified* DRAT, many of
//!   their proofs are wrong (Rebola-Pardo and Biere, *Two flavors of DRAT*, POS 2018).
//! - The deletion of a nonexistent clause does nothing.
//!
//! The check counts both. Ignoring a deletion is always sound, because the clause stays active in every later check.
//!
//! # Order of the checks
//!
//! [`Mode::Backward`] first reads the proof up to the empty clause, and then goes backwards from there; only additions
//! that are needed are checked. A wrong addition that is not needed does not invalidate the refutation, and is not
//! detected. [`Mode::Forward`] checks every addition in order.
//!
//! ```
//! use std::ops::ControlFlow;
//! use twistsat_checker::{Formula, Mode, Outcome, Proof, check};
//!
//! let formula = Formula::read("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n".as_bytes())?;
//! let proof = Proof::new("1 0\n0\n".as_bytes(), None)?;
//! let outcome = check(&formula, proof, Mode::Backward, &mut |_| ControlFlow::Continue(()))?;
//! assert!(matches!(outcome, Outcome::Verified(_)));
//! # Ok::<(), twistsat_checker::ReadError>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod addition;
mod any_format;
mod dimacs;
mod drat;
mod elaborate;
mod foreign;
mod gzip;
mod hints;
mod lrat;
mod propagate;
mod recorder;
mod replay;
mod run;
mod scan;
mod split;
mod store;
mod suggestions;
mod trim;
mod values;
mod without_hints;

use std::ops::ControlFlow;

pub use any_format::{Expected, Format, check_either, rewrite};
pub use dimacs::Formula;
pub use drat::{Encoding, Place, Proof, Step, StepAction};
pub use elaborate::{Elaborated, elaborate};
pub use foreign::ForeignFormat;
pub use run::check;
pub use scan::ReadError;
pub use split::{CubeError, Split, SplitError, SplitProof};
pub use suggestions::{Source, Suggestions};
pub use trim::{TrimError, trim, write_step};
pub use without_hints::without_hints;

/// The order in which additions are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Backwards from the empty clause, and only the additions that it needs.
    #[default]
    Backward,
    /// All additions, in order.
    Forward,
}

/// The progress of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The number of steps read. In a forward check, all of them but the last have also been checked.
    Read(u64),
    /// The second half of a backward check, which visits the steps from the last to the first.
    Backward {
        /// Steps left.
        left: u64,
        /// All steps.
        all: u64,
    },
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The proof is correct: the formula is unsatisfiable.
    Verified(Verified),
    /// The proof is wrong. The formula may still be unsatisfiable.
    Rejected(Rejected),
    /// The caller stopped the check.
    Stopped,
}

/// A correct proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Steps up to the empty clause.
    pub steps: u64,
    /// The additions among them; the other steps are deletions.
    pub additions: u64,
    /// Additions that were checked and are RUP.
    pub rup: u64,
    /// Additions that were checked and are RAT, but not RUP.
    pub rat: u64,
    /// Ignored deletions of clauses that had become the reason of a literal.
    pub unit_deletions: u64,
    /// Ignored deletions of nonexistent clauses.
    pub missing_deletions: u64,
    /// The part that the refutation uses; unknown after a forward check.
    pub core: Option<Core>,
}

/// The part of a formula and of a proof that a refutation uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// The indices of the used clauses of the formula, from 0.
    pub clauses: Vec<u32>,
    /// The number of used additions.
    pub additions: u64,
    /// The indices, from 0, of the used steps of the proof: additions and deletions. Followed by the empty clause, they are
    /// a proof of their own (see [`trim()`]). Without RAT steps, they refute even the formula with only the used clauses.
    pub steps: Vec<u64>,
}

/// A wrong proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The number of the wrong step, from 1; the number of all steps if the proof ends without the empty clause.
    pub step: u64,
    /// The reason.
    pub reason: Reason,
}

/// Why a proof is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ends without the empty clause.
    NoEmptyClause,
    /// An addition is neither RUP nor RAT.
    Addition {
        /// The addition, its first literal first.
        addition: Vec<i32>,
        /// Its position.
        place: Place,
        /// A clause whose resolvent with the addition, on its first literal, is not RUP; `None` if the addition is empty.
        against: Option<Vec<i32>>,
    },
    /// In LRAT, an addition with a fault in its number, its literals or its hints.
    Hints {
        /// Its number.
        number: u64,
        /// The addition, as written.
        addition: Vec<i32>,
        /// Its position.
        place: Place,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is wrong with an addition in LRAT.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its number is not greater than the number of the last clause.
    #[error("its number is used already or too small; it must be more than {last}")]
    Number {
        /// The number of the last clause.
        last: u64,
    },
    /// A literal occurs twice.
    #[error("literal {0} occurs twice")]
    RepeatedLiteral(i32),
    /// A literal occurs with its negation.
    #[error("literal {0} occurs together with its negation")]
    Tautology(i32),
    /// A hint refers to a later clause.
    #[error("its hint {0} points forward: there is no clause with this number yet")]
    LaterClause(u64),
    /// A hint refers to a deleted or nonexistent clause.
    #[error("its hint {0} names a clause that was deleted or never added")]
    MissingClause(u64),
    /// The clause of a hint has several literals that are not false.
    #[error("nothing follows from the clause of its hint {0}, {clause}: more than one of its literals is not false", clause = quoted(.1))]
    NotUnit(u64, Vec<i32>),
    /// The clause of a hint has a literal that is true.
    #[error("nothing follows from the clause of its hint {0}, {clause}: it is already true", clause = quoted(.1))]
    Satisfied(u64, Vec<i32>),
    /// There is no conflict after the last hint.
    #[error("its hints do not lead to a conflict")]
    NoConflict,
    /// A clause with the negation of the first literal is named by no hint, or the hints for it do not show that its
    /// resolvent with the addition is RUP.
    #[error("its hints show neither that it follows nor that it is RAT on its first literal, because of clause {0}, {clause}", clause = quoted(.1))]
    Unresolved(u64, Vec<i32>),
    /// A negative hint names a clause without the negation of the first literal, or is out of order.
    #[error("its hint -{0} is out of order, or clause {0}, {clause}, does not contain the negation of the first literal", clause = quoted(.1))]
    NotOpposite(u64, Vec<i32>),
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let step = self.step;
        match &self.reason {
            Reason::NoEmptyClause if step == 0 => {
                f.write_str("the proof has no steps, so it does not refute the formula")
            }
            Reason::NoEmptyClause => {
                write!(
                    f,
                    "the proof ends after step {step} without the empty clause"
                )
            }
            Reason::Addition {
                addition,
                place,
                against,
            } => {
                let addition = quoted(addition);
                write!(
                    f,
                    "step {step} ({place}): {addition} does not follow by unit propagation"
                )?;
                let Some(clause) = against.as_deref().map(quoted) else {
                    return Ok(());
                };
                write!(
                    f,
                    ", nor is it RAT on its first literal, because of {clause}"
                )
            }
            Reason::Hints {
                number,
                addition,
                place,
                fault,
            } => {
                let addition = quoted(addition);
                write!(
                    f,
                    "step {step} ({place}): clause {number}, {addition}: {fault}"
                )
            }
        }
    }
}

/// A clause in the notation of proofs, truncated to a line.
fn quoted(clause: &[i32]) -> String {
    const MOST: usize = 12;
    let mut text = String::from("`");
    for literal in clause.iter().take(MOST) {
        text += &format!("{literal} ");
    }
    text + if clause.len() > MOST { "… 0`" } else { "0`" }
}

/// Asks the caller occasionally whether to continue.
struct Poll<'a> {
    ask: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    progress: Progress,
    calls: u32,
    /// The work, in visited watches or hints, at the last poll.
    asked_at: u64,
}

impl<'a> Poll<'a> {
    /// The work between two polls, in visited watches or hints. It takes milliseconds.
    const WORK: u64 = 1 << 18;
    /// The maximum number of calls between two polls.
    const CALLS: u32 = 1 << 10;

    fn new(ask: &'a mut dyn FnMut(Progress) -> ControlFlow<()>) -> Self {
        Self {
            ask,
            progress: Progress::Read(0),
            calls: 0,
            asked_at: 0,
        }
    }

    /// Asks the caller if it is time to; returns whether the caller stops the check. `work` is the work so far, in visited
    /// watches or hints.
    fn stops(&mut self, work: u64) -> bool {
        self.calls += 1;
        if self.calls < Self::CALLS && work - self.asked_at < Self::WORK {
            return false;
        }
        self.calls = 0;
        self.asked_at = work;
        (self.ask)(self.progress).is_break()
    }
}
