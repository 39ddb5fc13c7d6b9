//! Checks a single addition.

use super::Poll;
use super::propagate::Engine;
use super::recorder::Hint;
use super::store::ClauseId;

/// The result of checking an addition.
pub(super) enum AdditionCheck {
    /// It follows from the active clauses by unit propagation.
    Rup,
    /// It is RAT on its first literal.
    Rat,
    /// It is neither RUP nor RAT: its resolvent with this clause, on its first literal, is not RUP. `None` for the empty
    /// addition, which has no first literal.
    Wrong(Option<ClauseId>),
    /// The caller stopped the check.
    Stopped,
}

impl Engine {
    /// Checks an addition that is not active yet, or no longer active.
    ///
    /// *RUP.* If assuming all literals of the addition false leads to a conflict by unit propagation, the active clauses
    /// imply the addition (Goldberg and Novikov 2003).
    ///
    /// *RAT.* Otherwise, take the first literal p of the addition, and every active clause D with ¬p. If the addition
    /// together with the rest of D is RUP in each case, the addition is valid. It need not follow from the active
    /// clauses, but if they have a model, they also have a model that satisfies the addition: if a model makes the
    /// addition false, flip p. Only a clause D could become false. But the rest of D is true, because the addition
    /// together with the rest follows from the active clauses (Järvisalo, Heule and Biere, *Inprocessing rules*, IJCAR
    /// 2012). All active clauses are considered, because a clause that is not core yet may become core later.
    ///
    /// *Cost.* One propagation; for RAT one more for each clause with ¬p. `suggested` are clauses from which the
    /// addition is expected to follow.
    pub(super) fn check(
        &mut self,
        id: ClauseId,
        suggested: &[ClauseId],
        poll: &mut Poll<'_>,
    ) -> AdditionCheck {
        self.grow();
        let fixed = self.assigned();
        let result = match self.refute_with_suggestions(id, None, suggested) {
            Some(conflict) => {
                self.record(conflict, fixed, &[id]);
                self.explain(conflict, fixed);
                AdditionCheck::Rup
            }
            None => self.check_rat(id, fixed, poll),
        };
        self.backtrack(fixed);
        result
    }

    /// The RAT part of [`Engine::check`], called with the addition's literals false and all consequences assigned.
    fn check_rat(&mut self, id: ClauseId, fixed: usize, poll: &mut Poll<'_>) -> AdditionCheck {
        let Some(pivot) = self.store.clauses[id as usize].pivot else {
            return AdditionCheck::Wrong(None);
        };
        let assumed = self.assigned();
        let candidates = self.store.take_occurrences(!pivot);
        let mut result = AdditionCheck::Rat;
        for &candidate in &candidates {
            if !self.store.clauses[candidate as usize].active {
                continue;
            }
            if poll.stops(self.work) {
                result = AdditionCheck::Stopped;
                break;
            }
            let conflict = self.refute(candidate, Some(!pivot));
            match conflict {
                Some(conflict) => {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.hints.push(Hint::Candidate(candidate));
                    }
                    self.record(conflict, fixed, &[id, candidate]);
                    self.explain(conflict, fixed);
                }
                None => result = AdditionCheck::Wrong(Some(candidate)),
            }
            self.backtrack(assumed);
            if conflict.is_none() {
                break;
            }
        }
        self.store.return_occurrences(!pivot, candidates);
        result
    }
}
