//! Checks LRAT: each addition by its hints, in order.
//!
//! *Idea.* No search is needed. The literals of an addition are assumed false. Each hint names a clause whose literals
//! are false except one, which becomes true; all literals of the last hint's clause are false, which is the conflict.
//! So no watches are needed, and deleted clauses are not kept.
//!
//! *Why it is sound.* A step is accepted only if it is RUP or RAT, as defined in [`addition`](super::addition); the
//! hints only say where to look. Each clause that a hint names is examined completely.
//!
//! *How strict.* As strict as formally verified checkers: a hint must name an existing clause whose literals are all
//! false, except at most one that is unassigned; hints after the conflict are ignored. For RAT, the hints must name all
//! clauses with the negation of the first literal, in ascending order. Numbers of additions increase, and no literal
//! occurs in an addition twice or with its negation.
//!
//! *Cost.* The time is proportional to the number of literals in the clauses that hints name. The memory holds the
//! formula and the additions that have not been deleted.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::dimacs::{Formula, check_limits};
use super::lrat::{Lrat, Step};
use super::scan::ReadError;
use super::values::Values;
use super::{Fault, Outcome, Poll, Progress, Reason, Rejected, Verified};

pub(super) fn replay(
    formula: &Formula,
    mut proof: Lrat<'_>,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Outcome, ReadError> {
    let mut poll = Poll::new(poll);
    let mut verified = Verified::default();
    if formula.iter().any(<[i32]>::is_empty) {
        return Ok(Outcome::Verified(verified));
    }
    let mut replay = Replay::new(formula);
    while let Some((step, place)) = proof.step()? {
        verified.steps += 1;
        poll.progress = Progress::Read(verified.steps);
        if poll.stops(replay.work) {
            return Ok(Outcome::Stopped);
        }
        let (number, clause, hints) = match step {
            Step::Deletion(numbers) => {
                verified.missing_deletions += replay.delete(numbers);
                continue;
            }
            Step::Addition {
                number,
                clause,
                hints,
            } => (number, clause, hints),
        };
        verified.additions += 1;
        let result = replay.check_addition(number, clause, hints);
        replay.values.clear();
        match result {
            Ok(StepKind::Rup) => verified.rup += 1,
            Ok(StepKind::Rat) => verified.rat += 1,
            Err(fault) => {
                let addition = clause.to_vec();
                let reason = Reason::Hints {
                    number,
                    addition,
                    place,
                    fault,
                };
                let step = verified.steps;
                return Ok(Outcome::Rejected(Rejected { step, reason }));
            }
        }
        if clause.is_empty() {
            return Ok(Outcome::Verified(verified));
        }
        replay.add(number, clause)?;
    }
    Ok(Outcome::Rejected(Rejected {
        step: verified.steps,
        reason: Reason::NoEmptyClause,
    }))
}

/// Why an addition is valid.
enum StepKind {
    Rup,
    Rat,
}

struct Replay<'a> {
    formula: &'a Formula,
    /// Whether each clause of the formula was deleted.
    deleted: Vec<bool>,
    /// The additions that have not been deleted, by number.
    added: HashMap<u64, Box<[i32]>>,
    /// The number of literals in these additions.
    literals: usize,
    /// The number of the last addition, or of the formula's last clause.
    last: u64,
    values: Values,
    /// For each literal, the clauses that contain it; computed for the first RAT step.
    occurrences: Option<HashMap<i32, Vec<u64>>>,
    /// The number of literals visited.
    work: u64,
}

impl<'a> Replay<'a> {
    fn new(formula: &'a Formula) -> Self {
        Self {
            formula,
            deleted: vec![false; formula.clauses()],
            added: HashMap::new(),
            literals: 0,
            last: formula.clauses() as u64,
            values: Values::default(),
            occurrences: None,
            work: 0,
        }
    }

    fn clause(&self, number: u64) -> Option<&[i32]> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        match self.deleted.get(index) {
            Some(false) => Some(self.formula.clause(index)),
            Some(true) => None,
            None => self.added.get(&number).map(|clause| &**clause),
        }
    }

    fn add(&mut self, number: u64, clause: &[i32]) -> Result<(), ReadError> {
        self.literals += clause.len();
        check_limits(self.added.len() + 1, self.literals)?;
        self.last = number;
        self.added.insert(number, clause.into());
        if let Some(occurrences) = &mut self.occurrences {
            for &literal in clause {
                occurrences.entry(literal).or_default().push(number);
            }
        }
        Ok(())
    }

    /// Deletes clauses; returns the number of those that did not exist.
    fn delete(&mut self, numbers: &[i64]) -> u64 {
        let mut missing = 0;
        for number in numbers {
            let number = number.unsigned_abs();
            let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
            let found = match self.deleted.get_mut(index) {
                Some(deleted) => !std::mem::replace(deleted, true),
                None => match self.added.remove(&number) {
                    Some(clause) => {
                        self.literals -= clause.len();
                        true
                    }
                    None => false,
                },
            };
            missing += u64::from(!found);
        }
        missing
    }

    fn check_addition(
        &mut self,
        number: u64,
        clause: &[i32],
        hints: &[i64],
    ) -> Result<StepKind, Fault> {
        if number <= self.last {
            return Err(Fault::Number { last: self.last });
        }
        for &literal in clause {
            match self.values.get(literal) {
                None => self.values.assign(-literal),
                Some(false) => return Err(Fault::RepeatedLiteral(literal)),
                Some(true) => return Err(Fault::Tautology(literal)),
            }
        }
        let end = hints.iter().position(|&hint| hint < 0);
        let (first, groups) = hints.split_at(end.unwrap_or(hints.len()));
        if self.propagate(first)? {
            return Ok(StepKind::Rup);
        }
        match clause.first() {
            Some(&pivot) if !groups.is_empty() || self.is_pure(pivot) => {
                self.check_rat(pivot, groups)?;
                Ok(StepKind::Rat)
            }
            _ => Err(Fault::NoConflict),
        }
    }

    /// Follows hints; returns whether they end in a conflict.
    fn propagate(&mut self, hints: &[i64]) -> Result<bool, Fault> {
        for &hint in hints {
            let number = hint.unsigned_abs();
            let clause = self.clause(number).ok_or_else(|| self.missing(number))?;
            let mut left = None;
            for &literal in clause {
                match self.values.get(literal) {
                    Some(true) => return Err(Fault::Satisfied(number, clause.to_vec())),
                    None if left.is_some_and(|left| left != literal) => {
                        return Err(Fault::NotUnit(number, clause.to_vec()));
                    }
                    None => left = Some(literal),
                    Some(false) => (),
                }
            }
            self.work += clause.len() as u64 + 1;
            match left {
                Some(literal) => self.values.assign(literal),
                None => return Ok(true),
            }
        }
        Ok(false)
    }

    fn missing(&self, number: u64) -> Fault {
        if number > self.last {
            Fault::LaterClause(number)
        } else {
            Fault::MissingClause(number)
        }
    }

    /// Whether a literal is pure: no clause contains its negation. An addition that begins with a pure literal is RAT
    /// without any hints.
    fn is_pure(&mut self, pivot: i32) -> bool {
        self.clauses_with(-pivot).is_empty()
    }

    /// The clauses that contain a literal, by number.
    fn clauses_with(&mut self, literal: i32) -> Vec<u64> {
        let lists = self.occurrences.get_or_insert_with(|| {
            let mut lists: HashMap<i32, Vec<u64>> = HashMap::new();
            let mut numbers: Vec<u64> = self.added.keys().copied().collect();
            numbers.sort_unstable();
            let from_formula = (1..).zip(self.formula.iter());
            let added = numbers
                .iter()
                .map(|&number| (number, &*self.added[&number]));
            for (number, clause) in from_formula.chain(added) {
                for &literal in clause {
                    lists.entry(literal).or_default().push(number);
                }
            }
            lists
        });
        let list = lists.remove(&literal).unwrap_or_default();
        let mut list: Vec<u64> = list
            .into_iter()
            .filter(|&number| self.clause(number).is_some())
            .collect();
        list.dedup();
        if let Some(lists) = &mut self.occurrences {
            lists.insert(literal, list.clone());
        }
        list
    }

    /// Checks that the resolvent with each clause that contains the negation of the first literal is RUP or a tautology.
    /// Each of the `groups` of hints begins with the negative number of such a clause.
    fn check_rat(&mut self, pivot: i32, mut groups: &[i64]) -> Result<(), Fault> {
        let mut candidates = self.clauses_with(-pivot).into_iter();
        let assumed = self.values.assigned();
        while let Some((&first, rest)) = groups.split_first() {
            let number = first.unsigned_abs();
            let end = rest.iter().position(|&hint| hint < 0);
            let (hints, others) = rest.split_at(end.unwrap_or(rest.len()));
            groups = others;
            match candidates.next() {
                Some(next) if next == number => (),
                Some(next) if next < number => return Err(self.unresolved(next)),
                _ => {
                    return Err(match self.clause(number) {
                        None => self.missing(number),
                        Some(clause) => Fault::NotOpposite(number, clause.to_vec()),
                    });
                }
            }
            if !self.check_resolvent(number, pivot, hints)? {
                return Err(self.unresolved(number));
            }
            self.values.backtrack(assumed);
        }
        match candidates.next() {
            Some(next) => Err(self.unresolved(next)),
            None => Ok(()),
        }
    }

    fn unresolved(&self, number: u64) -> Fault {
        Fault::Unresolved(number, self.clause(number).unwrap_or_default().to_vec())
    }

    /// Whether the resolvent of the addition with a clause is RUP or a tautology.
    fn check_resolvent(&mut self, number: u64, pivot: i32, hints: &[i64]) -> Result<bool, Fault> {
        let clause = self.clause(number).unwrap_or_default().to_vec();
        self.work += clause.len() as u64;
        for literal in clause.into_iter().filter(|&literal| literal != -pivot) {
            match self.values.get(literal) {
                Some(true) => return Ok(true),
                Some(false) => (),
                None => self.values.assign(-literal),
            }
        }
        self.propagate(hints)
    }
}
