//! All clauses of the formula and of the proof.
//!
//! Variables are renumbered in the order in which they occur, so that the memory depends on the size of the files and
//! not on the numbers in them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::{Not, Range};

use super::dimacs::check_limits;
use super::scan::ReadError;

/// A literal: twice its variable, plus one if negative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// A clause, by its index in the order of addition. The formula's clauses come first.
pub(super) type ClauseId = u32;

/// The data of a clause.
pub(super) struct Clause {
    start: u32,
    length: u32,
    /// The next clause with the same hash, plus one; 0 for none.
    next: u32,
    /// The first literal in the file, on which a RAT addition is resolved. The other literals lose their order.
    pub(super) pivot: Option<Literal>,
    /// Whether it is currently active.
    pub(super) active: bool,
    /// Whether the refutation uses it.
    pub(super) core: bool,
}

impl Clause {
    pub(super) fn range(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.length as usize
    }
}

#[derive(Default)]
pub(super) struct Store {
    pub(super) clauses: Vec<Clause>,
    pub(super) literals: Vec<Literal>,
    numbers: FileNumbers,
    /// The newest clause of each hash, plus one.
    by_hash: HashMap<u64, u32>,
    /// For each literal, the clauses that contain it, computed on demand.
    occurrences: Option<Vec<Vec<ClauseId>>>,
    /// For each literal, the stamp of the last clause added or looked up that contains it.
    stamps: Vec<u32>,
    stamp: u32,
    /// Reusable memory for a lookup.
    sought: Vec<Literal>,
}

impl Store {
    /// The number of variables that occur.
    pub(super) fn variables(&self) -> usize {
        self.numbers.by_variable.len()
    }

    /// Adds a clause, which is not active yet. A repeated literal is stored once.
    pub(super) fn add(&mut self, clause: &[i32]) -> Result<ClauseId, ReadError> {
        check_limits(self.clauses.len() + 1, self.literals.len() + clause.len())?;
        let id = self.clauses.len() as u32;
        let start = self.literals.len();
        let mut literals = std::mem::take(&mut self.literals);
        for &literal in clause {
            self.numbers.add(literal);
        }
        let hash = self
            .append_distinct(clause, &mut literals)
            .unwrap_or_default();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.resize_with(2 * self.numbers.by_variable.len(), Vec::new);
            for literal in &literals[start..] {
                occurrences[literal.index()].push(id);
            }
        }
        let newest = self.by_hash.entry(hash).or_default();
        self.clauses.push(Clause {
            start: start as u32,
            length: (literals.len() - start) as u32,
            next: std::mem::replace(newest, id + 1),
            pivot: literals.get(start).copied(),
            active: false,
            core: false,
        });
        self.literals = literals;
        Ok(id)
    }

    /// Finds the newest copy of a clause for which `may_remove` holds, and removes it from the hash index.
    ///
    /// *Idea.* The hash of a clause is a sum of random numbers, one per literal (Zobrist 1970), so the order of
    /// literals does not matter. The author of a file does not know these numbers and cannot force collisions, so a
    /// lookup takes time proportional to the length of the clause.
    pub(super) fn forget(
        &mut self,
        clause: &[i32],
        may_remove: impl Fn(ClauseId, &[Literal]) -> bool,
    ) -> LookupResult {
        let mut sought = std::mem::take(&mut self.sought);
        sought.clear();
        let hash = self.append_distinct(clause, &mut sought);
        let length = sought.len();
        self.sought = sought;
        let Some(hash) = hash else {
            return LookupResult::Nothing;
        };
        let mut found = LookupResult::Nothing;
        let mut before = None;
        let mut next = self.by_hash.get(&hash).copied().unwrap_or_default();
        while let Some(id) = next.checked_sub(1) {
            let this = &self.clauses[id as usize];
            next = this.next;
            let literals = &self.literals[this.range()];
            let same = |literal: &Literal| self.stamps[literal.index()] == self.stamp;
            if literals.len() == length && literals.iter().all(same) {
                if may_remove(id, literals) {
                    match before {
                        None => drop(self.by_hash.insert(hash, next)),
                        Some(before) => self.clauses[before as usize].next = next,
                    }
                    return LookupResult::Clause(id);
                }
                found = LookupResult::Kept;
            }
            before = Some(id);
        }
        found
    }

    /// Appends the literals of a clause, each once and stamped, and returns their hash; `None` if a variable never
    /// occurred.
    fn append_distinct(&mut self, clause: &[i32], literals: &mut Vec<Literal>) -> Option<u64> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        let mut hash: u64 = 0;
        for &number in clause {
            let literal = self.numbers.literal(number)?;
            if self.stamps.len() <= literal.index() {
                self.stamps.resize(2 * self.numbers.by_variable.len(), 0);
            }
            let stamp = &mut self.stamps[literal.index()];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                literals.push(literal);
                hash = hash.wrapping_add(self.numbers.hashes[literal.index()]);
            }
        }
        Some(hash)
    }

    /// All clauses that contain a literal, active or not. The caller must return the list with
    /// [`Self::return_occurrences`].
    ///
    /// The lists are computed when first needed, which most proofs never do.
    pub(super) fn take_occurrences(&mut self, literal: Literal) -> Vec<ClauseId> {
        let lists = self.occurrences.get_or_insert_with(|| {
            let mut lists = vec![Vec::new(); 2 * self.numbers.by_variable.len()];
            for (id, clause) in (0..).zip(&self.clauses) {
                for literal in &self.literals[clause.range()] {
                    lists[literal.index()].push(id);
                }
            }
            lists
        });
        std::mem::take(&mut lists[literal.index()])
    }

    /// Takes back the list of [`Self::take_occurrences`].
    pub(super) fn return_occurrences(&mut self, literal: Literal, list: Vec<ClauseId>) {
        if let Some(lists) = &mut self.occurrences {
            lists[literal.index()] = list;
        }
    }

    /// A literal in the numbering of its file.
    pub(super) fn file_literal(&self, literal: Literal) -> i32 {
        let number = self.numbers.by_variable[literal.variable()];
        if literal.index() % 2 == 1 {
            -number
        } else {
            number
        }
    }

    /// A clause in the numbering of its file, the pivot first.
    pub(super) fn file_clause(&self, id: ClauseId) -> Vec<i32> {
        let clause = &self.clauses[id as usize];
        let number = |&literal: &Literal| self.file_literal(literal);
        let literals = self.literals[clause.range()].iter();
        let mut numbers: Vec<i32> = literals.map(number).collect();
        let pivot = clause.pivot.as_ref().map(number);
        numbers.sort_unstable_by_key(|&number| (Some(number) != pivot, number.unsigned_abs()));
        numbers
    }
}

/// The result of looking up a clause to be deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LookupResult {
    /// It was found and removed from the hash index.
    Clause(ClauseId),
    /// It exists, but no copy may be removed.
    Kept,
    /// It does not exist.
    Nothing,
}

/// The variable numbers used in the files, and the index of each.
#[derive(Default)]
struct FileNumbers {
    by_variable: Vec<i32>,
    /// The index of each number in `by_variable`, plus one: a table for small numbers and a map for large ones, because
    /// a single clause may have the largest possible number.
    small: Vec<u32>,
    large: HashMap<u32, u32>,
    random: RandomState,
    /// A random number for each literal.
    hashes: Vec<u64>,
}

/// Smaller numbers are in the table, the others in the map.
const SMALL: u32 = 1 << 22;

impl FileNumbers {
    /// Registers the variable of a literal.
    fn add(&mut self, literal: i32) {
        let number = literal.unsigned_abs();
        let place = if number < SMALL {
            if self.small.len() <= number as usize {
                let length = (number as usize + 1).next_power_of_two();
                self.small.resize(length, 0);
            }
            &mut self.small[number as usize]
        } else {
            self.large.entry(number).or_default()
        };
        if *place == 0 {
            self.by_variable.push(number.cast_signed());
            *place = self.by_variable.len() as u32;
            for sign in [false, true] {
                self.hashes.push(self.random.hash_one((number, sign)));
            }
        }
    }

    fn literal(&self, literal: i32) -> Option<Literal> {
        let number = literal.unsigned_abs();
        let place = match self.small.get(number as usize) {
            Some(place) => Some(place),
            None => self.large.get(&number),
        };
        let variable = place?.checked_sub(1)?;
        Some(Literal(2 * variable + u32::from(literal < 0)))
    }
}
