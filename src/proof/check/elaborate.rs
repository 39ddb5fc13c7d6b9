//! From DRAT to LRAT: the additions that a refutation uses, each with its hints.

use std::collections::{HashMap, HashSet};
use std::io;
use std::io::{Read, Write};
use std::ops::ControlFlow;

use super::dimacs::Formula;
use super::drat::{Form, Proof};
use super::hints::{Hint, Recorder, Unit};
use super::lrat::{write_addition, write_deletion};
use super::run::run;
use super::scan::ReadError;
use super::store::{ClauseId, Store};
use super::{Outcome, Progress};

/// A proof with all that LRAT says of it.
pub struct Elaborated {
    store: Store,
    /// How many of the clauses are the formula's.
    given: ClauseId,
    items: Vec<Item>,
    units: HashMap<u32, Unit>,
    additions: u64,
}

/// A piece of the proof, in the order in which it is written.
enum Item {
    /// A clause of the proof. `None` is the empty clause at the end.
    Addition(Option<ClauseId>, Vec<Hint>),
    /// The literal of a variable that holds for good from here.
    Unit(u32),
    /// A clause of the formula is deleted, which matters to RAT.
    Deletion(ClauseId),
}

/// What a run knows at its end.
pub(super) struct Ended {
    pub(super) store: Store,
    pub(super) given: ClauseId,
    pub(super) recorder: Recorder,
    /// How many literals held for good after the formula and after each addition.
    pub(super) held: Vec<(ClauseId, u32)>,
    /// Clauses of the formula that were deleted, and before which addition; if a RAT step needs it.
    pub(super) deleted: Vec<(ClauseId, ClauseId)>,
}

/// From which clauses additions are thought to follow. Nothing rests on it: what is wrong is searched for as
/// if nothing were said. But who knows the reasons saves the search, and may know shorter ones.
#[derive(Debug, Default)]
pub struct Suggestions {
    /// For each addition of which something is said, its number from 0 and where that ends in `clauses`.
    ends: Vec<(ClauseId, usize)>,
    clauses: Vec<ClauseId>,
    /// How many clauses the formula has.
    given: ClauseId,
}

/// A clause, as suggestions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Of the formula, from 0.
    Formula(u32),
    /// Of the additions of the proof, from 0.
    Addition(u32),
}

impl Suggestions {
    /// For a formula of so many clauses.
    #[must_use]
    pub fn new(given: usize) -> Self {
        Self {
            given: u32::try_from(given).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }

    /// Says from what an addition follows, in this order. Additions come in theirs.
    pub fn push(&mut self, addition: u32, sources: impl IntoIterator<Item = Source>) {
        let given = self.given;
        let id = |source| match source {
            Source::Formula(id) => id,
            Source::Addition(number) => given.saturating_add(number),
        };
        self.clauses.extend(sources.into_iter().map(id));
        let addition = id(Source::Addition(addition));
        self.ends.push((addition, self.clauses.len()));
    }

    pub(super) fn of(&self, addition: ClauseId) -> &[ClauseId] {
        let Ok(at) = self.ends.binary_search_by_key(&addition, |&(id, _)| id) else {
            return &[];
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.clauses[start..self.ends[at].1]
    }
}

/// Checks a proof backward, as [`check`](super::check) does, and finds the hints on the way. There is something to
/// write only if it is verified.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read to its empty clause, or is in another format.
pub fn elaborate<R: Read>(
    formula: &Formula,
    proof: Proof<R>,
    suggested: &Suggestions,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Outcome, Option<Elaborated>), ReadError> {
    let (outcome, ended) = run(formula, proof, super::Mode::Backward, Some(suggested), poll)?;
    Ok((outcome, ended.map(Elaborated::new)))
}

impl Elaborated {
    fn new(ended: Ended) -> Self {
        let Recorder {
            additions,
            end,
            units,
            ..
        } = ended.recorder;
        let mut order: Vec<(u32, u32)> = { units.iter() }
            .map(|(&variable, unit)| (unit.position, variable))
            .collect();
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        let mut deleted = ended.deleted.into_iter().peekable();
        let mut used = additions.into_iter().rev().peekable();
        let mut items = Vec::new();
        // What is needed of the literals that hold comes as soon as they do.
        for (id, held) in ended.held {
            while let Some((clause, _)) = deleted.next_if(|&(_, before)| before <= id) {
                items.push(Item::Deletion(clause));
            }
            if let Some((id, hints)) = used.next_if(|&(next, _)| next == id) {
                items.push(Item::Addition(Some(id), hints));
            }
            while let Some((_, variable)) = order.next_if(|&(position, _)| position < held) {
                items.push(Item::Unit(variable));
            }
        }
        items.push(Item::Addition(None, end));
        let additions = items.iter();
        let additions = additions.filter(|item| !matches!(item, Item::Deletion(_)));
        Self {
            store: ended.store,
            given: ended.given,
            additions: additions.count() as u64,
            items,
            units,
        }
    }

    /// How many clauses it adds, the empty one among them.
    #[must_use]
    pub fn additions(&self) -> u64 {
        self.additions
    }

    /// Writes the proof in LRAT. A clause is deleted soon after its last use.
    ///
    /// # Errors
    /// What the writer refuses.
    pub fn write(&self, form: Form, mut writer: impl Write) -> io::Result<()> {
        let numbers = self.numbers();
        let mut last_uses = self.last_uses(&numbers).into_iter().rev().peekable();
        let mut numbered = u64::from(self.given);
        let mut dead = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            let (clause, hints) = match item {
                Item::Addition(id, hints) => {
                    (id.map_or(Vec::new(), |id| self.store.named(id)), hints)
                }
                Item::Unit(variable) => {
                    let unit = &self.units[variable];
                    (vec![self.store.name(unit.literal)], &unit.hints)
                }
                Item::Deletion(id) => {
                    dead.push(u64::from(*id) + 1);
                    continue;
                }
            };
            let hints = numbers.of_all(hints);
            // What is deleted only matters to whoever asks all clauses.
            let asks_all = hints.iter().any(|&hint| hint < 0) || hints.is_empty();
            if dead.len() >= BATCH || asks_all && !dead.is_empty() {
                write_deletion(form, numbered, &dead, &mut writer)?;
                dead.clear();
            }
            numbered += 1;
            write_addition(form, numbered, &clause, &hints, &mut writer)?;
            while let Some((_, number)) = last_uses.next_if(|&(last, _)| last == at) {
                dead.push(number);
            }
        }
        writer.flush()
    }

    /// The numbers in the order of the items.
    fn numbers(&self) -> Numbers {
        let mut numbers = Numbers {
            given: self.given,
            clauses: HashMap::new(),
            units: HashMap::new(),
        };
        let mut number = u64::from(self.given);
        for item in &self.items {
            number += 1;
            match item {
                Item::Addition(Some(id), _) => drop(numbers.clauses.insert(*id, number)),
                Item::Addition(None, _) => (),
                Item::Unit(variable) => drop(numbers.units.insert(*variable, number)),
                Item::Deletion(_) => number -= 1,
            }
        }
        numbers
    }

    /// After which item which addition is needed no more, the last item first.
    fn last_uses(&self, numbers: &Numbers) -> Vec<(usize, u64)> {
        let mut seen = HashSet::new();
        let mut last = Vec::new();
        for (at, item) in self.items.iter().enumerate().rev() {
            let hints = match item {
                Item::Addition(_, hints) => hints,
                Item::Unit(variable) => &self.units[variable].hints,
                Item::Deletion(_) => continue,
            };
            for &hint in hints {
                if let Some(number) = numbers.of(hint)
                    && number > u64::from(self.given)
                    && seen.insert(number)
                {
                    last.push((at, number));
                }
            }
        }
        last
    }
}

/// So many clauses are deleted in one step.
const BATCH: usize = 32;

/// The numbers of what is written.
struct Numbers {
    given: ClauseId,
    clauses: HashMap<ClauseId, u64>,
    units: HashMap<u32, u64>,
}

impl Numbers {
    /// `None` for a clause that is not written, as nothing uses it.
    fn of(&self, hint: Hint) -> Option<u64> {
        match hint {
            Hint::Clause(id) | Hint::Candidate(id) if id < self.given => Some(u64::from(id) + 1),
            Hint::Clause(id) | Hint::Candidate(id) => self.clauses.get(&id).copied(),
            Hint::Unit(variable) => self.units.get(&variable).copied(),
        }
    }

    /// As they stand in the proof: without the clauses with which a RAT step is resolved in vain, because they
    /// are not written, and what belongs to them.
    fn of_all(&self, hints: &[Hint]) -> Vec<i64> {
        let mut all = Vec::with_capacity(hints.len());
        let mut is_written = true;
        for &hint in hints {
            let number = self.of(hint).map(u64::cast_signed);
            if let Hint::Candidate(_) = hint {
                is_written = number.is_some();
                all.extend(number.map(|number| -number));
            } else if is_written {
                all.extend(number);
            }
        }
        all
    }
}
