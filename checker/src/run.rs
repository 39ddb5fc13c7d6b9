//! Runs a check of a DRAT proof: forwards, or forwards and then backwards.

use std::ops::ControlFlow;

use super::addition::AdditionCheck;
use super::dimacs::{Formula, MAX_CLAUSES};
use super::drat::{Place, Proof, Step, StepAction};
use super::foreign::recognize;
use super::propagate::{Conflict, Engine};
use super::recorder::{Hint, Recorder};
use super::scan::ReadError;
use super::store::{ClauseId, LookupResult, Store};
use super::suggestions::Suggestions;
use super::{Core, Mode, Outcome, Poll, Progress, Reason, Rejected, Verified};

/// Checks a proof that a formula is unsatisfiable. `poll` is called occasionally, and can stop the check.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read to its empty clause, or is in another format.
pub fn check(
    formula: &Formula,
    proof: Proof<'_>,
    mode: Mode,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Outcome, ReadError> {
    run(formula, proof, mode, None, poll).map(|(outcome, _)| outcome)
}

/// As [`check`], but if `suggested` is given, even if it is empty, a backward check also finds the hints.
pub(super) fn run(
    formula: &Formula,
    mut proof: Proof<'_>,
    mode: Mode,
    suggested: Option<&Suggestions>,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Outcome, Option<FinishedRun>), ReadError> {
    let head = proof.take_head();
    let result = run_check(formula, proof, mode, suggested, poll);
    let is_refused = matches!(
        result,
        Ok((Outcome::Rejected(_), _)) | Err(ReadError::Text { .. } | ReadError::Binary { .. })
    );
    match recognize(&head, formula.clauses()).filter(|_| is_refused) {
        Some(format) => Err(ReadError::ForeignFormat(format)),
        None => result,
    }
}

fn run_check(
    formula: &Formula,
    proof: Proof<'_>,
    mode: Mode,
    suggested: Option<&Suggestions>,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Outcome, Option<FinishedRun>), ReadError> {
    let mut run = Run {
        engine: Engine::default(),
        poll: Poll::new(poll),
        steps: Vec::new(),
        fixed_counts: Vec::new(),
        suggested,
        result: Verified::default(),
        formula_clauses: formula.clauses() as u32,
    };
    Ok(match run.forward(formula, proof, mode)? {
        ForwardEnd::Conflict(conflict) if mode == Mode::Backward => run.backward(conflict),
        ForwardEnd::Conflict(_) => (Outcome::Verified(run.result), None),
        ForwardEnd::Outcome(outcome) => (outcome, None),
    })
}

/// The effect of a step.
#[derive(Clone, Copy)]
enum Action {
    Added(ClauseId),
    Deleted(ClauseId),
    Nothing,
}

/// The data of a run at its end.
pub(super) struct FinishedRun {
    pub(super) store: Store,
    pub(super) formula_clauses: ClauseId,
    pub(super) recorder: Recorder,
    /// The number of permanently true literals after the formula and after each addition.
    pub(super) fixed_counts: Vec<(ClauseId, u32)>,
    /// Deleted clauses of the formula, each with the following addition; empty without RAT steps.
    pub(super) deleted: Vec<(ClauseId, ClauseId)>,
}

/// The end of the forward pass.
enum ForwardEnd {
    Conflict(Conflict),
    Outcome(Outcome),
}

struct Run<'a> {
    engine: Engine,
    poll: Poll<'a>,
    steps: Vec<(Action, Place)>,
    /// The number of permanently true literals after the formula and after each addition, if hints are wanted.
    fixed_counts: Vec<(ClauseId, u32)>,
    /// Clauses from which additions may follow, if hints are wanted.
    suggested: Option<&'a Suggestions>,
    result: Verified,
    /// The number of clauses of the formula.
    formula_clauses: ClauseId,
}

impl Run<'_> {
    /// The forward pass: reads the formula and the proof up to the first conflict.
    fn forward(
        &mut self,
        formula: &Formula,
        mut proof: Proof<'_>,
        mode: Mode,
    ) -> Result<ForwardEnd, ReadError> {
        for clause in formula.iter() {
            let id = self.engine.store.add(clause)?;
            if let Some(conflict) = self.engine.activate(id) {
                self.record_fixed_count(id);
                return Ok(ForwardEnd::Conflict(conflict));
            }
            if self.poll.stops(self.engine.work) {
                return Ok(ForwardEnd::Outcome(Outcome::Stopped));
            }
        }
        self.record_fixed_count(self.formula_clauses.saturating_sub(1));
        while let Some(step) = proof.step()? {
            self.result.steps += 1;
            self.poll.progress = Progress::Read(self.result.steps);
            if self.poll.stops(self.engine.work) {
                return Ok(ForwardEnd::Outcome(Outcome::Stopped));
            }
            if self.steps.len() == 2 * MAX_CLAUSES {
                let (limit, what) = (2 * MAX_CLAUSES, "steps");
                return Err(ReadError::TooLarge { limit, what });
            }
            if step.action == StepAction::Delete {
                let action = self.delete(&step);
                self.steps.push((action, step.place));
                continue;
            }
            self.result.additions += 1;
            let id = self.engine.store.add(step.clause)?;
            self.steps.push((Action::Added(id), step.place));
            if mode == Mode::Forward
                && let Some(outcome) = self.check_addition(id, self.steps.len())
            {
                return Ok(ForwardEnd::Outcome(outcome));
            }
            let conflict = self.engine.activate(id);
            self.record_fixed_count(id);
            if let Some(conflict) = conflict {
                return Ok(ForwardEnd::Conflict(conflict));
            }
        }
        Ok(ForwardEnd::Outcome(Outcome::Rejected(Rejected {
            step: self.result.steps,
            reason: Reason::NoEmptyClause,
        })))
    }

    /// Records the number of permanently true literals after a clause, if hints are wanted.
    fn record_fixed_count(&mut self, id: ClauseId) {
        if self.suggested.is_some() {
            self.fixed_counts.push((id, self.engine.assigned() as u32));
        }
    }

    fn delete(&mut self, step: &Step<'_>) -> Action {
        match self.engine.delete(step.clause) {
            LookupResult::Clause(id) => return Action::Deleted(id),
            LookupResult::Kept => self.result.unit_deletions += 1,
            LookupResult::Nothing => self.result.missing_deletions += 1,
        }
        Action::Nothing
    }

    /// Checks an addition. Returns an outcome if that ends the whole check.
    fn check_addition(&mut self, id: ClauseId, step: usize) -> Option<Outcome> {
        let suggested = self.suggested.map_or(&[][..], |all| all.for_addition(id));
        match self.engine.check(id, suggested, &mut self.poll) {
            AdditionCheck::Rup => self.result.rup += 1,
            AdditionCheck::Rat => self.result.rat += 1,
            AdditionCheck::Stopped => return Some(Outcome::Stopped),
            AdditionCheck::Wrong(against) => {
                let store = &self.engine.store;
                return Some(Outcome::Rejected(Rejected {
                    step: step as u64,
                    reason: Reason::Addition {
                        addition: store.file_clause(id),
                        place: self.steps[step - 1].1,
                        against: against.map(|clause| store.file_clause(clause)),
                    },
                }));
            }
        }
        None
    }

    /// The backward pass: undoes the steps from the last to the first, and checks each addition that is core when it is
    /// reached.
    ///
    /// *Source.* Goldberg and Novikov 2003; with deletions Heule, Hunt and Wetzler 2013. *Why it is sound.* A core addition
    /// is checked with exactly the clauses that were active when it was added. Everything that its check uses becomes core
    /// and, being older, will be checked itself. So the formula, the core additions and the deletions are a complete proof;
    /// other additions are unnecessary. *Cost.* One check per core addition.
    fn backward(mut self, conflict: Conflict) -> (Outcome, Option<FinishedRun>) {
        let all = self.steps.len() as u64;
        let mut kept = Vec::new();
        if self.suggested.is_some() {
            self.engine.recorder = Some(Recorder::default());
            self.engine.record(conflict, self.engine.assigned(), &[]);
            self.store_hints(|recorder, hints| recorder.end = hints);
        }
        self.engine.explain(conflict, self.engine.assigned());
        for step in (1..=self.steps.len()).rev() {
            self.poll.progress = Progress::Backward {
                left: step as u64,
                all,
            };
            if self.poll.stops(self.engine.work) {
                return (Outcome::Stopped, None);
            }
            match self.steps[step - 1].0 {
                Action::Added(id) => {
                    self.engine.retract(id);
                    if self.engine.store.clauses[id as usize].core {
                        kept.push(step as u64 - 1);
                        if let Some(outcome) = self.check_addition(id, step) {
                            return (outcome, None);
                        }
                        self.store_hints(|recorder, hints| recorder.additions.push((id, hints)));
                    }
                }
                Action::Deleted(id) => {
                    // It implied nothing when it was deleted, so it implies nothing now.
                    let conflict = self.engine.activate(id);
                    debug_assert!(conflict.is_none());
                }
                Action::Nothing => (),
            }
        }
        self.result.core = Some(self.core(kept));
        let deleted = self.deleted();
        let ended = self.engine.recorder.map(|recorder| FinishedRun {
            store: self.engine.store,
            formula_clauses: self.formula_clauses,
            recorder,
            fixed_counts: self.fixed_counts,
            deleted,
        });
        (Outcome::Verified(self.result), ended)
    }

    /// Passes the recorded hints, if any, to `keep`.
    fn store_hints(&mut self, keep: impl FnOnce(&mut Recorder, Vec<Hint>)) {
        if let Some(recorder) = &mut self.engine.recorder {
            let hints = std::mem::take(&mut recorder.hints);
            keep(recorder, hints);
        }
    }

    /// Deleted clauses of the formula, each with the following addition; empty without RAT steps, because only they
    /// consider every active clause.
    fn deleted(&self) -> Vec<(ClauseId, ClauseId)> {
        let mut deleted = Vec::new();
        if self.result.rat == 0 {
            return deleted;
        }
        let mut next = self.formula_clauses;
        for (action, _) in &self.steps {
            match *action {
                Action::Deleted(id) if id < self.formula_clauses => deleted.push((id, next)),
                Action::Added(id) => next = id + 1,
                _ => (),
            }
        }
        deleted
    }

    /// The part that the refutation uses. `steps` has the indices of the used additions; the needed deletions are added.
    ///
    /// Of clauses that are not core, only those of the formula must be deleted, and only for RAT steps. A trimmed proof
    /// does not add the others.
    fn core(&self, mut steps: Vec<u64>) -> Core {
        let clauses = &self.engine.store.clauses;
        let additions = steps.len() as u64;
        for (step, (action, _)) in (0..).zip(&self.steps) {
            if let Action::Deleted(id) = *action
                && (clauses[id as usize].core || self.result.rat > 0 && id < self.formula_clauses)
            {
                steps.push(step);
            }
        }
        steps.sort_unstable();
        Core {
            clauses: (0..self.formula_clauses)
                .filter(|&id| clauses.get(id as usize).is_some_and(|clause| clause.core))
                .collect(),
            additions,
            steps,
        }
    }
}
