//! A checker of proofs that a formula is unsatisfiable.
//!
//! It reads DIMACS, DRAT and LRAT and shares no code with any solver, so that it can be read and trusted by itself. The files, in
//! the order in which to read them: `addition` says what is a proof, `propagate` how it is
//! checked, `run` in which order; `store` keeps the clauses; `scan`, `dimacs` and `drat`
//! read the files, `foreign` tells formats that are not read; `trim` writes the part of a proof that matters.
//! LRAT needs none of these but the reading: `lrat` reads it, `replay` checks it, with `values`. `either` tells the
//! two apart. `hints` and `elaborate` make LRAT of DRAT. `split` checks a refutation in parts.
//!
//! # What is checked
//!
//! A proof is a list of steps. A step adds a clause, which must be RUP or RAT on its
//! first literal with regard to the clauses that are active then, or it deletes one. The proof holds
//! if the empty clause is reached: when the clauses added so far lead to a conflict by unit
//! propagation alone. What comes after that is not read.
//!
//! *Why that refutes the formula.* Each step keeps this true: if the formula
//! has a model, so have the active clauses. A RUP clause follows from them, a
//! RAT clause can be satisfied with them, a deletion only takes away. At the end they have none.
//!
//! # Deletions
//!
//! A deletion never makes a wrong proof right by itself, but for RAT it matters what is there.
//! Two rules are the same as those of drat-trim, after which solvers write:
//!
//! - The clause that is the reason why a literal holds for good (a unit clause, or one that
//!   has become unit) is not deleted. Solvers delete such clauses, but keep the
//!   literal. With the other reading, *specified* DRAT, many of their proofs are wrong
//!   (Rebola-Pardo and Biere, *Two flavors of DRAT*, POS 2018).
//! - The deletion of a clause that is not there does nothing.
//!
//! Both are counted. Keeping a clause is always sound: the check asks
//! about the clauses that are kept, whatever the proof says.
//!
//! # Backwards
//!
//! [`Mode::Backward`] reads the whole proof first, and then goes back from the empty
//! clause; only additions that were needed so far are checked. A wrong addition that nothing needs
//! is no fault of the refutation, and is not noticed. [`Mode::Forward`] checks
//! every addition as it comes.
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
mod dimacs;
mod drat;
mod either;
mod elaborate;
mod foreign;
mod hints;
mod lrat;
mod packed;
mod propagate;
mod recorder;
mod replay;
mod run;
mod scan;
mod split;
mod store;
mod suggestions;
mod trim;
mod unhinted;
mod values;

use std::ops::ControlFlow;

pub use dimacs::Formula;
pub use drat::{Form, Place, Proof, Step};
pub use either::{Expected, Format, check_either, rewrite};
pub use elaborate::{Elaborated, elaborate};
pub use foreign::Foreign;
pub use run::check;
pub use scan::ReadError;
pub use split::{CubeError, Piece, Split, SplitError};
pub use suggestions::{Source, Suggestions};
pub use trim::{TrimError, trim, write_step};
pub use unhinted::without_hints;

/// In which order additions are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// From the empty clause back, only those that it needs.
    #[default]
    Backward,
    /// All, as they come.
    Forward,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many steps are read; going forward, they are checked too.
    Read(u64),
    /// Of so many steps, so many are left.
    Back {
        /// To go.
        left: u64,
        /// In all.
        all: u64,
    },
}

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The proof is right: the formula is unsatisfiable.
    Verified(Verified),
    /// The proof is wrong. The formula may be unsatisfiable all the same.
    Rejected(Rejected),
    /// The caller did not want to wait.
    Stopped,
}

/// A proof that is right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Steps up to the empty clause.
    pub steps: u64,
    /// Additions among them; the others delete.
    pub additions: u64,
    /// Additions that were checked, by unit propagation alone.
    pub rup: u64,
    /// Additions that were checked, by resolution with every clause that has the
    /// opposite of their first literal.
    pub rat: u64,
    /// Deletions of clauses that had become the reason of a literal. Ignored.
    pub unit_deletions: u64,
    /// Deletions of clauses that were not there. Ignored.
    pub missing_deletions: u64,
    /// What the refutation uses. Going forward, it is not known.
    pub core: Option<Core>,
}

/// The part of a formula and of a proof that a refutation uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// Clauses of the formula, from 0.
    pub clauses: Vec<u32>,
    /// How many additions.
    pub additions: u64,
    /// Steps of the proof, from 0: these additions and deletions. They are a proof by
    /// themselves, see [`trim()`]; without RAT steps also one for the used
    /// clauses alone.
    pub steps: Vec<u64>,
}

/// A proof that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The step that is wrong, from 1; if it is the end, the number of all
    /// steps.
    pub step: u64,
    /// Why.
    pub reason: Reason,
}

/// Why a proof is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It ends and there is no empty clause yet.
    NoEmptyClause,
    /// An addition is neither RUP nor RAT.
    Addition {
        /// The addition, its first literal first.
        addition: Vec<i32>,
        /// Where it stands.
        place: Place,
        /// A clause of which the addition's first literal cannot be resolved away.
        against: Option<Vec<i32>>,
    },
    /// In LRAT, an addition is not what its hints say.
    Hints {
        /// The number that it is given.
        number: u64,
        /// The addition, as it stands there.
        addition: Vec<i32>,
        /// Where it stands.
        place: Place,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is wrong with an addition in LRAT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its number is not more than the last.
    Number {
        /// The last number.
        last: u64,
    },
    /// A literal comes twice.
    Twice(i32),
    /// A literal comes with its opposite.
    Opposites(i32),
    /// A hint is the number of a clause that comes later, if at all.
    Forward(u64),
    /// A hint is the number of a clause that was deleted, or was never there.
    Gone(u64),
    /// The clause of a hint has several literals left.
    NotUnit(u64, Vec<i32>),
    /// The clause of a hint has a literal that is true.
    Satisfied(u64, Vec<i32>),
    /// After the last hint there is no conflict.
    NoConflict,
    /// A clause with the opposite of the first literal is not named, or its hints do not
    /// show that the addition can be resolved with it.
    Unresolved(u64, Vec<i32>),
    /// A negative hint is the number of a clause without the opposite of the first literal, or not in its turn.
    NotOpposite(u64, Vec<i32>),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Number { last } => write!(
                f,
                "its number is used already or too small; it must be more than {last}"
            ),
            Fault::Twice(literal) => write!(f, "literal {literal} comes twice"),
            Fault::Opposites(literal) => {
                write!(f, "literal {literal} comes together with its opposite")
            }
            Fault::Forward(hint) => write!(
                f,
                "its hint {hint} points forward: there is no clause of this number yet"
            ),
            Fault::Gone(hint) => write!(
                f,
                "there is no clause of the number of its hint {hint}: it was deleted, or never added"
            ),
            Fault::NotUnit(hint, clause) => write!(
                f,
                "nothing follows from the clause of its hint {hint}, {}: more than one literal is open",
                shown(clause)
            ),
            Fault::Satisfied(hint, clause) => write!(
                f,
                "nothing follows from the clause of its hint {hint}, {}: it is true already",
                shown(clause)
            ),
            Fault::NoConflict => write!(f, "its hints do not lead to a conflict"),
            Fault::Unresolved(number, clause) => write!(
                f,
                "it does not follow, nor do its hints show that it is RAT on its first literal, because of clause {number}, {}",
                shown(clause)
            ),
            Fault::NotOpposite(number, clause) => write!(
                f,
                "its hint -{number} is out of order, or clause {number}, {}, has not the opposite of the first literal",
                shown(clause)
            ),
        }
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let step = self.step;
        match &self.reason {
            Reason::NoEmptyClause => match step {
                0 => write!(
                    f,
                    "the proof has no steps, and without any the formula is not refuted"
                ),
                _ => write!(
                    f,
                    "the proof ends after step {step} without the empty clause"
                ),
            },
            Reason::Addition {
                addition,
                place,
                against,
            } => {
                let addition = shown(addition);
                write!(
                    f,
                    "step {step} ({place}): {addition} does not follow by unit propagation"
                )?;
                match against {
                    Some(clause) => {
                        let clause = shown(clause);
                        write!(
                            f,
                            ", nor is it RAT on its first literal, because of {clause}"
                        )
                    }
                    None => Ok(()),
                }
            }
            Reason::Hints {
                number,
                addition,
                place,
                fault,
            } => {
                let addition = shown(addition);
                write!(
                    f,
                    "step {step} ({place}): clause {number}, {addition}: {fault}"
                )
            }
        }
    }
}

/// A clause as proofs write it, not more than fits on a line.
fn shown(clause: &[i32]) -> String {
    const MOST: usize = 12;
    let mut text = String::from("`");
    for literal in clause.iter().take(MOST) {
        text += &format!("{literal} ");
    }
    text + if clause.len() > MOST { "… 0`" } else { "0`" }
}

/// Asks the caller now and then whether to go on.
struct Poll<'a> {
    ask: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    progress: Progress,
    calls: u32,
    /// The work that was done when the caller was last asked.
    asked_at: u64,
}

impl Poll<'_> {
    /// Looking at so many watches takes milliseconds.
    const WORK: u64 = 1 << 18;
    const CALLS: u32 = 1 << 10;

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
