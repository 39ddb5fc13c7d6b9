//! Finds the clauses from which the additions of a proof follow, during a backward check.
//!
//! *Idea.* When an addition is checked, unit propagation finds a conflict. The *chain* of clauses that led to the
//! conflict, in order, is the list of hints in LRAT. The check already visits these clauses, to mark what is used
//! (Cruz-Filipe et al., *Efficient Certified RAT Verification*, CADE 2017).
//!
//! *Units.* Permanently true literals have long chains, and many additions need them. A permanently true literal that a
//! hint needs becomes an addition of its own as soon as it holds. From then on, one hint replaces its chain.
//!
//! *Assumptions.* A checker of LRAT assumes all literals of an addition false before the first hint, and rejects a hint
//! that implies a literal that is already true. So a chain does not explain literals that are false by assumption, in the
//! addition or, for RAT, in the clause with which it is resolved, even if these literals were false before.

use super::propagate::{ASSUMED, Conflict, Engine};
use super::recorder::{Hint, Recorder, Unit};
use super::store::ClauseId;

impl Engine {
    /// Records the chain that leads to a conflict. The first `fixed` literals of the trail are permanently true. The
    /// literals of the clauses in `assumed` are assumed false.
    pub(super) fn record(&mut self, conflict: Conflict, fixed: usize, assumed: &[ClauseId]) {
        let Some(mut recorder) = self.recorder.take() else {
            return;
        };
        recorder.begin(self.store.variables());
        for &id in assumed {
            for &literal in &self.store.literals[self.store.clauses[id as usize].range()] {
                if self.is_false(literal) {
                    recorder.visit(literal.variable());
                }
            }
        }
        let last = match conflict {
            Conflict::Clause(id) => Some(Hint::Clause(id)),
            Conflict::Literal(literal) => self.reason(literal.variable(), fixed),
        };
        if let Some(Hint::Clause(id)) = last {
            self.push_variables(id, &mut recorder);
            // The last hint already implies this literal, so it gets no other hint.
            if let Conflict::Literal(literal) = conflict {
                recorder.visit(literal.variable());
            }
        }
        while let Some(variable) = recorder.to_visit.pop() {
            if !recorder.visit(variable) {
                continue;
            }
            let Some(hint) = self.reason(variable, fixed) else {
                continue;
            };
            recorder.chain.push((self.position(variable), hint));
            if let Hint::Clause(id) = hint
                && self.position(variable) as usize >= fixed
            {
                self.push_variables(id, &mut recorder);
            }
        }
        recorder
            .chain
            .sort_unstable_by_key(|&(position, _)| position);
        let chain = recorder.chain.iter().map(|&(_, hint)| hint).chain(last);
        let from = recorder.hints.len();
        recorder.hints.extend(chain);
        for at in from..recorder.hints.len() {
            if let Hint::Unit(variable) = recorder.hints[at] {
                self.record_unit(variable, &mut recorder);
            }
        }
        self.recorder = Some(recorder);
    }

    fn push_variables(&self, id: ClauseId, recorder: &mut Recorder) {
        let literals = &self.store.literals[self.store.clauses[id as usize].range()];
        let variables = literals.iter().map(|literal| literal.variable());
        recorder.to_visit.extend(variables);
    }

    /// The hint for an assigned variable; `None` if its literal is assumed.
    fn reason(&self, variable: usize, fixed: usize) -> Option<Hint> {
        let reason = self.reason_of(variable);
        if reason == ASSUMED {
            return None;
        }
        let is_unit = self.store.clauses[reason as usize].range().len() == 1;
        Some(if is_unit || self.position(variable) as usize >= fixed {
            Hint::Clause(reason)
        } else {
            Hint::Unit(variable as u32)
        })
    }

    /// Records the hints of a permanently true literal, and of the permanently true literals from which it follows.
    fn record_unit(&self, variable: u32, recorder: &mut Recorder) {
        let mut needed = vec![variable];
        while let Some(variable) = needed.pop() {
            if recorder.units.contains_key(&variable) {
                continue;
            }
            let reason = self.reason_of(variable as usize);
            let range = self.store.clauses[reason as usize].range();
            let others = self.store.literals[range]
                .iter()
                .map(|literal| literal.variable())
                .filter(|&other| other != variable as usize);
            let all = self.assigned();
            let mut chain: Vec<(u32, Hint)> = others
                .filter_map(|other| Some((self.position(other), self.reason(other, all)?)))
                .collect();
            chain.sort_unstable_by_key(|&(position, _)| position);
            chain.dedup();
            let hints = chain.into_iter().map(|(_, hint)| hint);
            let hints: Vec<Hint> = hints.chain([Hint::Clause(reason)]).collect();
            needed.extend(hints.iter().filter_map(|hint| match hint {
                Hint::Unit(variable) => Some(*variable),
                _ => None,
            }));
            let unit = Unit {
                literal: self.true_literal(variable as usize),
                position: self.position(variable as usize),
                hints,
            };
            recorder.units.insert(variable, unit);
        }
    }
}
