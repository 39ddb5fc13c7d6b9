//! Proofs that a puzzle has no solution of so many turns or fewer.
//!
//! *Idea.* A solver that is given reachability lemmas refutes in a blink what takes
//! half a minute without. But then its proof is about a formula with lemmas, and
//! who believes those? So the proof is made about the *plain* formula, which has
//! nothing in it but the puzzle: recipe `plain`, no lemmas, no order of turns.
//! It derives the lemmas first, each by unit propagation alone (`derive.rs` tells
//! how), and then goes on with what the solver learnt.
//!
//! *In which order.* The solver's proof is checked against the formula with all
//! lemmas, from its end back. That tells which lemmas and which learnt clauses the
//! refutation uses. Only those are derived and kept. The whole is checked
//! against the plain formula and trimmed, and what is left is checked once more,
//! as it will be published.
//!
//! *Why sound.* The lemmas are not trusted, nor are the solver, the derivations or
//! the trimming: the checker has the last word, and it shares no code with any of
//! them. If something is wrong here, there is no proof.
//!
//! *Cost.* At distance 11, ten turns refuted: of 923 thousand lemmas about up to
//! four pieces the refutation uses 31 thousand, which need 97 thousand more
//! and 361 thousand helper clauses. What was tried and did not pay is in
//! `docs/proofs.md`.

mod derive;
mod given;
mod names;
mod steps;
#[cfg(test)]
mod tests;
mod tuple;

use std::ops::ControlFlow;

use rustsat::types::Assignment;

use crate::built_in::BuiltInError;
use crate::clauses::Clauses;
use crate::control::{Control, Stop};
use crate::encode::{DecodeError, EncodeError, Formula, Recipe, decode, encode_under};
use crate::problem::{Budget, Problem, ProblemError, ReplayError, Solution};
use crate::proof::check;
use crate::proof::check::{
    Core, Expected, Form, Format, Formula as Checkable, Mode, Outcome as Checked, Proof, ReadError,
    Rejected, TrimError, Verified, check_either, elaborate, trim,
};
use crate::puzzle::{Premise, StateError, Undecided};
use crate::reach::ReachError;
use crate::search;
use crate::solver::{Backend, ProofLog, Proving, Session, SolverError, Verdict};
pub use derive::Counts;
use given::Given;
use steps::Steps;

/// The recipe of the formulas that certificates are about.
pub const RECIPE: &str = "plain";

/// What became of an attempt to prove that there is no solution.
#[derive(Debug)]
pub enum Outcome {
    /// There is none, and here is the proof.
    Refuted(Box<Refutation>),
    /// There is one. It need not be shortest.
    Solved(Solution),
    /// Stopped before there was an answer, or none that means something.
    Unknown(search::UnknownReason),
}

/// A formula and the proof that it has no model, checked.
#[derive(Debug)]
pub struct Refutation {
    /// The recipe of the formula.
    pub recipe: Recipe,
    /// The plain formula.
    pub formula: Formula,
    /// The proof, binary.
    pub proof: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// What it is made of.
    pub sizes: Sizes,
}

/// What a proof is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Lemmas that the solver was given.
    pub given: usize,
    /// Lemmas that its refutation uses.
    pub used: usize,
    /// What was derived for them.
    pub derived: Counts,
    /// Clauses that the solver learnt, as far as they are used.
    pub learnt: u64,
    /// Clauses of the finished proof.
    pub additions: u64,
}

/// What happens on the way, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The solver has the formula.
    Solving {
        /// Clauses of the plain formula.
        clauses: usize,
        /// Lemmas beside them.
        lemmas: usize,
    },
    /// It found no model.
    Refuted,
    /// A check goes on.
    Checking(check::Progress),
    /// The proof is ready and will be checked.
    Derived(Sizes),
}

/// Why there is neither a proof nor a solution.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The puzzle cannot have start or goal.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The formula cannot be built.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The recipe is wrong, which tests exclude.
    #[error(transparent)]
    Recipe(#[from] BuiltInError),
    /// The solver fails, or writes no proofs.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver's model is no solution.
    #[error("internal error: {solver} gave a model of the formula that is not a solution: {error}")]
    Decode {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        error: DecodeError,
    },
    /// The formula admits a start that the puzzle cannot have.
    #[error(
        "nothing is proved: the formula cannot tell all states that the puzzle cannot have from those that it can, and \
         the start leaves one of them open ({0}); give more of its stickers, or a goal without unknown stickers"
    )]
    Open(StateError),
    /// The solver says that there is no model, and its proof does not show it.
    #[error("the proof of {solver} is wrong, so nothing is proved: {reason}")]
    WrongProof {
        /// The solver's name.
        solver: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The whole proof is wrong: an error of this program.
    #[error("internal error: the proof is wrong, so nothing is proved: {0}")]
    Rejected(Rejected),
    /// The proof is too large to be checked.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It cannot be trimmed.
    #[error(transparent)]
    Trim(#[from] TrimError),
}

/// What ends the work before its end.
enum Interruption {
    Stopped(Stop),
    Undecided(Undecided),
    Failed(ProveError),
}

impl<E: Into<ProveError>> From<E> for Interruption {
    fn from(error: E) -> Self {
        Interruption::Failed(error.into())
    }
}

/// Proves that a problem has no solution of as many turns as its budget has, or
/// fewer, in any order. The proof is in LRAT.
///
/// # Errors
/// [`ProveError`]. A stop is none: see [`Outcome::Unknown`].
pub fn prove(
    problem: &Problem,
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
) -> Result<Outcome, ProveError> {
    prove_in(problem, Format::Lrat, backend, control, notify)
}

/// The same with a proof in a format of one's choice.
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
    prove_with((problem, format), backend, control, notify, &Given::new)
}

/// Where lemmas come from.
type Source<'a> = dyn Fn(&Problem, &Formula, &Control) -> Result<Option<Given>, ReachError> + 'a;

/// The same with lemmas from anywhere.
fn prove_with(
    (problem, format): (&Problem, Format),
    backend: &dyn Backend,
    control: &Control,
    notify: &mut dyn FnMut(Event),
    source: &Source<'_>,
) -> Result<Outcome, ProveError> {
    let problem = Problem {
        canonical: false,
        ..problem.within(Budget::AtMost(problem.budget.slots()))
    };
    let work = Work {
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

/// The plain formula of a problem, and its recipe.
///
/// # Errors
/// [`ProveError::Encode`], and [`EncodeError::Stopped`] in it.
pub fn plain(problem: &Problem, control: &Control) -> Result<(Recipe, Formula), ProveError> {
    let recipe = Recipe::built_in(RECIPE)?;
    let formula = encode_under(problem, &recipe, control)?;
    Ok((recipe, formula))
}

struct Work<'a> {
    problem: &'a Problem,
    format: Format,
    backend: &'a dyn Backend,
    control: &'a Control,
}

/// What the solver said: a solution, or that there is none and why.
enum Answer {
    Solution(Solution),
    Proof(Vec<u8>),
}

impl Work<'_> {
    fn run(
        &self,
        notify: &mut dyn FnMut(Event),
        source: &Source<'_>,
    ) -> Result<Outcome, Interruption> {
        let premise = self.problem.premise()?;
        let (recipe, formula) = match plain(self.problem, self.control) {
            Err(ProveError::Encode(EncodeError::Stopped(stop))) => {
                return Err(Interruption::Stopped(stop));
            }
            plain => plain?,
        };
        let given = match source(self.problem, &formula, self.control) {
            Err(ReachError::Stopped(stop)) => return Err(Interruption::Stopped(stop)),
            // Without lemmas it takes longer.
            given => given.unwrap_or_default(),
        };
        let lemmas = given.as_ref().map_or(0, |given| given.lemmas.len());
        let mut sizes = Sizes {
            given: lemmas,
            ..Sizes::default()
        };
        notify(Event::Solving {
            clauses: formula.cnf.len(),
            lemmas,
        });
        let mut cnf = formula.cnf.clone();
        cnf.extend(given.iter().flat_map(Given::clauses));
        let learnt = match self.solve(&formula, &cnf)? {
            Answer::Solution(solution) => return Ok(Outcome::Solved(solution)),
            Answer::Proof(learnt) => learnt,
        };
        // That there is no solution says nothing of a state that the puzzle may not have.
        if let Premise::Undecided(undecided) = premise {
            return Err(Interruption::Undecided(undecided));
        }
        notify(Event::Refuted);
        let clauses = as_clauses(&formula, &cnf)?;
        drop(cnf);
        let learnt = check::without_hints(&clauses, learnt)
            .map_err(|error| self.wrong_proof(error.to_string()))?;
        let core = self.learnt_core(&clauses, &learnt, notify)?;
        drop(clauses);
        sizes.learnt = core.additions;
        let mut steps = Steps::new(formula.cnf.len());
        if let Some(given) = given {
            let plain = formula.cnf.len();
            let used = core.clauses.iter().copied();
            let used = used.filter_map(|clause| (clause as usize).checked_sub(plain));
            let used: Vec<_> = used.map(|lemma| given.lemmas[lemma]).collect();
            sizes.used = used.len();
            sizes.derived = derive::derive(&given, &used, &formula.cnf, &mut steps);
        }
        trim(
            Proof::new(&learnt[..], None)?,
            &core,
            Form::Binary,
            &mut steps.bytes,
        )?;
        drop((learnt, core));
        notify(Event::Derived(sizes));
        let clauses = as_clauses(&formula, &formula.cnf)?;
        let proof = match self.format {
            Format::Drat => self.trimmed(&clauses, steps, notify)?,
            Format::Lrat => self.elaborated(&clauses, steps, notify)?,
        };
        sizes.additions = self.published(&clauses, &proof, notify)?.additions;
        Ok(Outcome::Refuted(Box::new(Refutation {
            recipe,
            formula,
            proof,
            format: self.format,
            sizes,
        })))
    }

    /// What of a proof is needed, in DRAT.
    fn trimmed(
        &self,
        clauses: &Checkable,
        steps: Steps,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Vec<u8>, Interruption> {
        let core = self.check(clauses, binary(&steps.bytes)?, notify)?;
        let mut proof = Vec::new();
        trim(binary(&steps.bytes)?, &core, Form::Binary, &mut proof)?;
        Ok(proof)
    }

    /// The same in LRAT.
    fn elaborated(
        &self,
        clauses: &Checkable,
        steps: Steps,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Vec<u8>, Interruption> {
        let mut poll = Poll::new(self, notify);
        let (outcome, elaborated) = elaborate(
            clauses,
            binary(&steps.bytes)?,
            &steps.suggestions,
            &mut |at| poll.ask(at),
        )?;
        poll.verified(outcome)?;
        drop(steps);
        let mut proof = Vec::new();
        if let Some(elaborated) = elaborated {
            let written = elaborated.write(Form::Binary, &mut proof);
            written.map_err(TrimError::Write)?;
        }
        Ok(proof)
    }

    /// Checks a proof once more, as it will be published.
    fn published(
        &self,
        clauses: &Checkable,
        proof: &[u8],
        notify: &mut dyn FnMut(Event),
    ) -> Result<Verified, Interruption> {
        let mut poll = Poll::new(self, notify);
        let expected = Expected {
            form: Some(Form::Binary),
            ..self.format.into()
        };
        let mut ask = |at| poll.ask(at);
        let (_, outcome) = check_either(clauses, proof, expected, Mode::Backward, &mut ask)?;
        poll.verified(outcome)
    }

    /// Asks the solver.
    fn solve(&self, formula: &Formula, cnf: &Clauses) -> Result<Answer, Interruption> {
        let log = ProofLog::default();
        let proving = Proving::new(self.backend, log.clone());
        let mut session = Session::new(&proving, cnf, formula.variables)?;
        match session.solve(self.control)? {
            Verdict::Unknown(stop) => Err(Interruption::Stopped(stop)),
            Verdict::Sat(model) => Ok(Answer::Solution(self.solution(formula, &model)?)),
            Verdict::Unsat => Ok(Answer::Proof(log.take())),
        }
    }

    fn solution(&self, formula: &Formula, model: &Assignment) -> Result<Solution, Interruption> {
        decode(self.problem, &formula.meaning, model).map_err(|error| match error {
            DecodeError::Replay(ReplayError::Impossible(error)) => ProveError::Open(error).into(),
            DecodeError::Replay(ReplayError::Undecided(undecided)) => {
                Interruption::Undecided(undecided)
            }
            error => Interruption::from(ProveError::Decode {
                solver: self.backend.name().to_owned(),
                error,
            }),
        })
    }

    fn wrong_proof(&self, reason: String) -> ProveError {
        let solver = self.backend.name().to_owned();
        ProveError::WrongProof { solver, reason }
    }

    /// What of the solver's proof its refutation uses.
    fn learnt_core(
        &self,
        clauses: &Checkable,
        learnt: &[u8],
        notify: &mut dyn FnMut(Event),
    ) -> Result<Core, Interruption> {
        let wrong = |reason| self.wrong_proof(reason);
        let core = Proof::new(learnt, None)
            .map_err(Interruption::from)
            .and_then(|proof| self.check(clauses, proof, notify));
        core.map_err(|halt| match halt {
            Interruption::Failed(ProveError::Rejected(rejected)) => {
                wrong(rejected.to_string()).into()
            }
            Interruption::Failed(ProveError::Read(error)) => wrong(error.to_string()).into(),
            halt => halt,
        })
    }

    fn check(
        &self,
        clauses: &Checkable,
        proof: Proof<&[u8]>,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Core, Interruption> {
        let mut poll = Poll::new(self, notify);
        let outcome = check::check(clauses, proof, Mode::Backward, &mut |at| poll.ask(at))?;
        Ok(poll.verified(outcome)?.core.unwrap_or_default())
    }
}

/// Asks whether a check may go on, and keeps why not.
struct Poll<'a, 'b> {
    control: &'a Control,
    notify: &'b mut dyn FnMut(Event),
    stopped: Option<Stop>,
}

impl<'a, 'b> Poll<'a, 'b> {
    fn new(work: &Work<'a>, notify: &'b mut dyn FnMut(Event)) -> Self {
        Self {
            control: work.control,
            notify,
            stopped: None,
        }
    }

    fn ask(&mut self, progress: check::Progress) -> ControlFlow<()> {
        (self.notify)(Event::Checking(progress));
        self.stopped = self.control.stop();
        match self.stopped {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn verified(&self, outcome: Checked) -> Result<Verified, Interruption> {
        match outcome {
            Checked::Verified(verified) => Ok(verified),
            Checked::Rejected(rejected) => Err(ProveError::Rejected(rejected).into()),
            Checked::Stopped => {
                let stop = self.stopped.unwrap_or(Stop::Cancelled);
                Err(Interruption::Stopped(stop))
            }
        }
    }
}

fn binary(proof: &[u8]) -> Result<Proof<&[u8]>, ReadError> {
    Proof::new(proof, Some(Form::Binary))
}

fn as_clauses(formula: &Formula, cnf: &Clauses) -> Result<Checkable, ReadError> {
    let clauses = cnf.iter();
    let clauses = clauses.map(|clause| clause.iter().map(|literal| literal.to_ipasir()));
    Checkable::from_clauses(formula.variables, clauses)
}
