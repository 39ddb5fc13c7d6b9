//! Converts DRAT to LRAT: the additions that a refutation uses, each with its hints.

use std::collections::{HashMap, HashSet};
use std::io;
use std::io::Write;
use std::ops::ControlFlow;

use super::dimacs::Formula;
use super::drat::{Encoding, Proof};
use super::lrat::{write_addition, write_deletion};
use super::recorder::{Hint, Recorder, Unit};
use super::run::{FinishedRun, run};
use super::scan::ReadError;
use super::store::{ClauseId, Store};
use super::suggestions::Suggestions;
use super::{Outcome, Progress};

/// A verified proof with the hints that LRAT requires.
pub struct Elaborated {
    store: Store,
    /// The number of clauses of the formula.
    formula_clauses: ClauseId,
    items: Vec<Item>,
    units: HashMap<u32, Unit>,
    additions: u64,
}

/// A part of the proof, in output order.
enum Item {
    /// A clause of the proof. `None` is the empty clause at the end.
    Addition(Option<ClauseId>, Vec<Hint>),
    /// The variable of a literal that is permanently true from here on.
    Unit(u32),
    /// The deletion of a clause of the formula, which can make a later addition RAT.
    Deletion(ClauseId),
}

/// Checks a proof backwards, as [`check`](super::check) does, and collects the hints. The hints are returned only if
/// the proof is verified.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read to its empty clause, or is in another format.
pub fn elaborate(
    formula: &Formula,
    proof: Proof<'_>,
    suggested: &Suggestions,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Outcome, Option<Elaborated>), ReadError> {
    let (outcome, ended) = run(formula, proof, super::Mode::Backward, Some(suggested), poll)?;
    Ok((outcome, ended.map(Elaborated::new)))
}

impl Elaborated {
    fn new(ended: FinishedRun) -> Self {
        let Recorder {
            additions,
            end,
            units,
            ..
        } = ended.recorder;
        let mut order: Vec<(u32, u32)> = units
            .iter()
            .map(|(&variable, unit)| (unit.position, variable))
            .collect();
        order.sort_unstable();
        let mut order = order.into_iter().peekable();
        let mut deleted = ended.deleted.into_iter().peekable();
        let mut used = additions.into_iter().rev().peekable();
        let mut items = Vec::new();
        // The required permanently true literals are added as soon as they hold.
        for (id, fixed_count) in ended.fixed_counts {
            while let Some((clause, _)) = deleted.next_if(|&(_, before)| before <= id) {
                items.push(Item::Deletion(clause));
            }
            if let Some((id, hints)) = used.next_if(|&(next, _)| next == id) {
                items.push(Item::Addition(Some(id), hints));
            }
            while let Some((_, variable)) = order.next_if(|&(position, _)| position < fixed_count) {
                items.push(Item::Unit(variable));
            }
        }
        items.push(Item::Addition(None, end));
        let additions = items.iter();
        let additions = additions.filter(|item| !matches!(item, Item::Deletion(_)));
        Self {
            store: ended.store,
            formula_clauses: ended.formula_clauses,
            additions: additions.count() as u64,
            items,
            units,
        }
    }

    /// The number of clauses that the proof adds, including the empty one.
    #[must_use]
    pub fn additions(&self) -> u64 {
        self.additions
    }

    /// Writes the proof in LRAT. An added clause is deleted soon after its last use.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write(&self, encoding: Encoding, writer: &mut dyn Write) -> io::Result<()> {
        let numbers = self.numbers();
        let mut last_uses = self.last_uses(&numbers).into_iter().rev().peekable();
        let mut numbered = u64::from(self.formula_clauses);
        let mut unused = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            let (clause, hints) = match item {
                Item::Addition(id, hints) => (
                    id.map_or(Vec::new(), |id| self.store.file_clause(id)),
                    hints,
                ),
                Item::Unit(variable) => {
                    let unit = &self.units[variable];
                    (vec![self.store.file_literal(unit.literal)], &unit.hints)
                }
                Item::Deletion(id) => {
                    unused.push(i64::from(*id) + 1);
                    continue;
                }
            };
            let hints = numbers.written_hints(hints);
            // Only RAT steps need the deletions, because they consider all clauses that are not deleted.
            let considers_all = hints.iter().any(|&hint| hint < 0) || hints.is_empty();
            if unused.len() >= DELETION_BATCH || considers_all && !unused.is_empty() {
                write_deletion(encoding, numbered, &unused, writer)?;
                unused.clear();
            }
            numbered += 1;
            write_addition(encoding, numbered, &clause, &hints, writer)?;
            while let Some((_, number)) = last_uses.next_if(|&(last, _)| last == at) {
                unused.push(number.cast_signed());
            }
        }
        writer.flush()
    }

    /// Numbers the clauses of the output in the order of the items.
    fn numbers(&self) -> OutputNumbers {
        let mut numbers = OutputNumbers {
            formula_clauses: self.formula_clauses,
            clauses: HashMap::new(),
            units: HashMap::new(),
        };
        let mut number = u64::from(self.formula_clauses);
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

    /// The last use of each added clause: the index of the item that uses it, and the number of the clause; the latest use
    /// first.
    fn last_uses(&self, numbers: &OutputNumbers) -> Vec<(usize, u64)> {
        let mut seen = HashSet::new();
        let mut last = Vec::new();
        for (at, item) in self.items.iter().enumerate().rev() {
            let hints = match item {
                Item::Addition(_, hints) => hints,
                Item::Unit(variable) => &self.units[variable].hints,
                Item::Deletion(_) => continue,
            };
            for &hint in hints {
                if let Some(number) = numbers.get(hint)
                    && number > u64::from(self.formula_clauses)
                    && seen.insert(number)
                {
                    last.push((at, number));
                }
            }
        }
        last
    }
}

/// Clauses that are no longer used are deleted in batches of at least this size, and always before a RAT step.
const DELETION_BATCH: usize = 32;

/// The numbers of the clauses in the output.
struct OutputNumbers {
    formula_clauses: ClauseId,
    clauses: HashMap<ClauseId, u64>,
    units: HashMap<u32, u64>,
}

impl OutputNumbers {
    /// The number of a hint's clause; `None` if it is not written, because nothing uses it.
    fn get(&self, hint: Hint) -> Option<u64> {
        match hint {
            Hint::Clause(id) | Hint::Candidate(id) if id < self.formula_clauses => {
                Some(u64::from(id) + 1)
            }
            Hint::Clause(id) | Hint::Candidate(id) => self.clauses.get(&id).copied(),
            Hint::Unit(variable) => self.units.get(&variable).copied(),
        }
    }

    /// The hints as numbers of clauses in the output. A RAT addition need not be resolved with a clause that is not in the
    /// output, so such a clause is left out together with its hints.
    fn written_hints(&self, hints: &[Hint]) -> Vec<i64> {
        let mut all = Vec::with_capacity(hints.len());
        let mut is_written = true;
        for &hint in hints {
            let number = self.get(hint).map(u64::cast_signed);
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
