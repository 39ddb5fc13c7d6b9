//! Proofs that a puzzle has no solution of at most N turns.
//!
//! *Idea.* With reachability lemmas, a solver refutes almost instantly what takes half a minute without them. But its
//! proof is then about a formula with lemmas, which would have to be trusted. So the published proof is about the
//! *plain* formula, which contains only the puzzle: recipe `plain`, no lemmas, no order constraint. The proof first
//! derives the lemmas, each by unit propagation alone (see `derive.rs`), and then continues with the solver's learned
//! clauses. `finish.rs` describes the order of the steps.
//!
//! *Why it is sound.* Lemmas, solver, derivations and trimming are not trusted: the checker decides, and it shares no
//! code with any of them. An error here only means that there is no proof.
//!
//! *Cost.* For a pocket cube at distance 11, with ten turns refuted, there are 923 thousand lemmas about up to four
//! pieces. The refutation uses 31 thousand of them, which need 97 thousand others and 361 thousand helper clauses.
//! `docs/decisions/0018-lrat.md` says what was tried to make proofs smaller.

mod base_formula;
mod derive;
mod finish;
mod given_lemmas;
mod lemma;
mod literal_table;
mod outcome;
mod steps;
#[cfg(test)]
mod tests;

use rustsat::types::Assignment;

use crate::control::Control;
use crate::encode::{Formula, decode};
use crate::error::{Error, ErrorKind};
use crate::problem::{Problem, Solution};
use crate::proof::check::Format;
use crate::search::{self, UnknownReason};
use crate::solver::{Backend, ProofLog, Session, Verdict};
use base_formula::undecided_error;
use given_lemmas::GivenLemmas;
internal!(use base_formula::{ClauseRefutation, BaseFormula, RECIPE, certified_problem, plain_formula});
pub(super) use finish::{unless_stopped, verified};
pub use outcome::{Event, Outcome, Refutation};
internal!(use outcome::ProofSizes);

/// Proves that a problem has no solution within its budget, in any order of turns.
///
/// # Errors
/// [`Error`] if the formula cannot be built, or the solver or its proof is wrong. A stop is not an error: see
/// [`Outcome::Unknown`].
pub fn prove(
    problem: &Problem,
    format: Format,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
) -> Result<Outcome, Error> {
    let problem = &certified_problem(problem);
    // Reject an impossible start before any other work.
    let possible = problem.check_premise();
    let base = possible.and_then(|_| BaseFormula::new(problem, control));
    let outcome = base.and_then(|base| prove_base(problem, base, format, backend, control, notify));
    outcome.or_else(|error| {
        let why = UnknownReason::of(&error).ok_or(error)?;
        Ok(Outcome::Unknown(why))
    })
}

/// Proves a problem with this formula and these lemmas. A stop is an error.
fn prove_base(
    problem: &Problem,
    base: BaseFormula,
    format: Format,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
) -> Result<Outcome, Error> {
    notify(Event::Solving {
        clauses: base.formula.cnf.len(),
        lemmas: base.lemma_count(),
    });
    let log = ProofLog::default();
    let clauses = base.clauses();
    let session = Session::new(backend, &clauses, base.formula.variables)?;
    match session.with_proof(log.clone()).solve(control)? {
        Verdict::Unknown(stop) => return Err(stop.into()),
        Verdict::Sat(model) => {
            let solution = decoded(problem, backend, &base.formula, &model)?;
            return Ok(Outcome::Solved(solution));
        }
        Verdict::Unsat => (),
    }
    drop(clauses);
    let refuted = ClauseRefutation {
        added: &[],
        proof: log.take(),
        author: backend.name(),
    };
    let refutation = base.refutation(problem, refuted, format, control, notify)?;
    Ok(Outcome::Refuted(Box::new(refutation)))
}

fn decoded(
    problem: &Problem,
    backend: &dyn Backend,
    formula: &Formula,
    model: &Assignment,
) -> Result<Solution, Error> {
    decode(problem, &formula.meaning, model).map_err(|error| {
        if let ErrorKind::Undecided(undecided) = error.kind() {
            return undecided_error(undecided);
        }
        let start = formula.meaning.start(problem, model);
        let start = start.filter(|_| error.kind() == ErrorKind::ImpossibleStart);
        let Some(Err(why)) = start.map(|start| problem.premise_of(&start)) else {
            return search::decode_error(backend, &error);
        };
        let reason = format!(
            "nothing is proved: the formula cannot tell all states that the puzzle cannot have from those that it can, \
             and the start leaves one of them open ({why}); give more of its stickers, or a goal without unknown stickers"
        );
        Error::new(ErrorKind::Unsupported, reason)
    })
}
