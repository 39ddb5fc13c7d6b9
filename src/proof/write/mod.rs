//! Proofs that a puzzle has no solution of at most N turns.
//!
//! *Idea.* With reachability lemmas, a solver refutes almost instantly what takes half a minute without them. But its proof
//! is then about a formula with lemmas, which would have to be trusted. So the published proof is about the *plain*
//! formula, which contains only the puzzle: recipe `plain`, no lemmas, no order constraint. It first derives the lemmas,
//! each by unit propagation alone (see `derive.rs`), and then continues with the solver's learned clauses.
//!
//! `finish.rs` describes the order of the steps.
//!
//! *Why it is sound.* Lemmas, solver, derivations and trimming are not trusted: the checker decides, and it shares no code
//! with any of them. If something is wrong here, there is no proof.
//!
//! *Cost.* At distance 11, ten turns refuted: of 923 thousand lemmas about up to four pieces the refutation uses 31
//! thousand, which need 97 thousand more and 361 thousand helper clauses. `docs/decisions/0018-lrat.md` says
//! what was tried to make proofs smaller.

mod base_formula;
mod derive;
mod error;
mod finish;
mod given_lemmas;
mod lemma;
mod names;
mod outcome;
mod steps;
#[cfg(test)]
mod tests;

use rustsat::types::Assignment;

use crate::clauses::Clauses;
use crate::control::Control;
use crate::encode::{DecodeError, Formula, decode};
use crate::error::ErrorKind;
use crate::problem::{Problem, Solution};
use crate::proof::check::Format;
use crate::puzzle::{Possibility, Premise};
use crate::search;
use crate::solver::{Backend, ProofBackend, ProofLog, Session, Verdict};
inner!(use derive::Counts);
pub use error::ProveError;
inner!(use error::Interruption);
use base_formula::Source;
use finish::ProofFinisher;
use given_lemmas::GivenLemmas;
inner!(use base_formula::{Argument, BaseFormula, RECIPE, proved_question, plain});
pub use outcome::{Event, Outcome, Refutation};
inner!(use outcome::Sizes);

/// Proves that a problem has no solution within its budget, in any order of turns. The proof is in LRAT.
///
/// # Errors
/// [`ProveError`]. A stop is not an error: see [`Outcome::Unknown`].
pub fn prove(
    problem: &Problem,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
) -> Result<Outcome, ProveError> {
    prove_in(problem, Format::Lrat, backend, control, notify)
}

/// As [`prove`], with the proof in the given format.
///
/// # Errors
/// As [`prove`].
pub fn prove_in(
    problem: &Problem,
    format: Format,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
) -> Result<Outcome, ProveError> {
    prove_with(problem, format, backend, control, notify, &GivenLemmas::new)
}

/// As [`prove_in`], with lemmas from any source.
fn prove_with(
    problem: &Problem,
    format: Format,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
    source: &Source<'_>,
) -> Result<Outcome, ProveError> {
    let problem = proved_question(problem);
    let work = ProofTask {
        problem: &problem,
        format,
        backend,
        control,
    };
    match work.run(notify, source) {
        Ok(outcome) => Ok(outcome),
        Err(Interruption::Stopped(stop)) => {
            Ok(Outcome::Unknown(search::UnknownReason::Stopped(stop)))
        }
        Err(Interruption::Undecided(why)) => {
            Ok(Outcome::Unknown(search::UnknownReason::Undecided(why)))
        }
        Err(Interruption::Failed(error)) => Err(error),
    }
}

struct ProofTask<'a> {
    problem: &'a Problem,
    format: Format,
    backend: &'a dyn Backend,
    control: &'a Control,
}

/// The solver's answer: a solution, or a refutation with its proof.
enum Answer {
    Solution(Solution),
    Proof(Vec<u8>),
}

impl ProofTask<'_> {
    fn run(
        &self,
        notify: &mut dyn FnMut(Event),
        source: &Source<'_>,
    ) -> Result<Outcome, Interruption> {
        let premise = self.problem.premise()?;
        let base = BaseFormula::of(self.problem, self.control, source)?;
        notify(Event::Solving {
            clauses: base.formula.cnf.len(),
            lemmas: base.lemmas(),
        });
        let with_lemmas = base.clauses();
        let BaseFormula {
            recipe,
            formula,
            given,
        } = base;
        let learnt = match self.solve(&formula, &with_lemmas)? {
            Answer::Solution(solution) => return Ok(Outcome::Solved(solution)),
            Answer::Proof(learnt) => learnt,
        };
        // "No solution" proves nothing about a state that the puzzle may not have.
        if let Premise::Undecided(undecided) = premise {
            return Err(Interruption::Undecided(undecided));
        }
        notify(Event::Refuted);
        let finish = ProofFinisher {
            clauses: &formula.cnf,
            variables: formula.variables,
            format: self.format,
            author: self.backend.name(),
            control: self.control,
        };
        let (proof, sizes) = finish.proof((with_lemmas, given), learnt, notify)?;
        Ok(Outcome::Refuted(Box::new(Refutation {
            recipe,
            formula,
            proof,
            format: self.format,
            sizes,
        })))
    }

    /// Runs the solver.
    fn solve(&self, formula: &Formula, cnf: &Clauses) -> Result<Answer, Interruption> {
        let log = ProofLog::default();
        let proving = ProofBackend::new(self.backend, log.clone());
        let mut session = Session::new(&proving, cnf, formula.variables)?;
        match session.solve(self.control)? {
            Verdict::Unknown(stop) => Err(Interruption::Stopped(stop)),
            Verdict::Sat(model) => Ok(Answer::Solution(self.solution(formula, &model)?)),
            Verdict::Unsat => Ok(Answer::Proof(log.take())),
        }
    }

    fn solution(&self, formula: &Formula, model: &Assignment) -> Result<Solution, Interruption> {
        decode(self.problem, &formula.meaning, model).map_err(|error| {
            let kind = match &error {
                DecodeError::Replay(error) => error.kind(),
                _ => ErrorKind::Failed,
            };
            if let ErrorKind::Undecided(undecided) = kind {
                return Interruption::Undecided(undecided);
            }
            let start = formula.meaning.start(self.problem, model);
            let start = start.filter(|_| kind == ErrorKind::ImpossibleStart);
            match start.map(|start| self.problem.possibility(&start)) {
                Some(Possibility::Impossible(error)) => ProveError::Open(error).into(),
                _ => Interruption::from(ProveError::Decode {
                    solver: self.backend.name().to_owned(),
                    error,
                }),
            }
        })
    }
}
