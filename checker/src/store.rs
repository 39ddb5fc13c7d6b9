//! All clauses of the formula and of the proof, in one place.
//!
//! Variables are numbered anew in the order in which they occur, so that the
//! memory depends on the size of the files and not on the numbers in them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::{Not, Range};

use super::dimacs::limit;
use super::scan::ReadError;

/// A literal: twice its variable, and one more if negative.
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

/// A clause: its place in the order in which they came, the formula's first.
pub(super) type ClauseId = u32;

/// What is known of a clause.
pub(super) struct Clause {
    start: u32,
    length: u32,
    /// The next with the same hash, plus one; 0 for none.
    next: u32,
    /// The literal that came first: a proof's RAT step is about it. The others
    /// lose their order.
    pub(super) pivot: Option<Literal>,
    /// Whether it is part of what is held true now.
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

/// The clauses.
#[derive(Default)]
pub(super) struct Store {
    pub(super) clauses: Vec<Clause>,
    pub(super) literals: Vec<Literal>,
    names: Names,
    /// The newest clause of each hash, plus one.
    by_hash: HashMap<u64, u32>,
    /// For each literal the clauses it is in, once someone asked.
    occurrences: Option<Vec<Vec<ClauseId>>>,
    /// For each literal, the last clause that was looked at and has it.
    stamps: Vec<u32>,
    stamp: u32,
    /// Room for a clause to be looked for.
    sought: Vec<Literal>,
}

impl Store {
    /// How many variables occur.
    pub(super) fn variables(&self) -> usize {
        self.names.names.len()
    }

    /// Takes a clause in, not active yet. A literal that comes twice is kept
    /// once: a clause is a set.
    pub(super) fn add(&mut self, clause: &[i32]) -> Result<ClauseId, ReadError> {
        limit(self.clauses.len() + 1, self.literals.len() + clause.len())?;
        let id = self.clauses.len() as u32;
        let start = self.literals.len();
        let mut literals = std::mem::take(&mut self.literals);
        for &name in clause {
            self.names.add(name);
        }
        let hash = self.set(clause, &mut literals).unwrap_or_default();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.resize_with(2 * self.names.names.len(), Vec::new);
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

    /// Takes the first copy of a clause that may go out of those that are found
    /// by content.
    ///
    /// *Idea.* Clauses with the same literals have the same hash, a sum of random
    /// numbers, one a literal (Zobrist 1970), so the order does not matter. Nobody
    /// who writes a file can know the numbers and make others collide, so a
    /// look-up costs no more than the clause is long.
    pub(super) fn forget(
        &mut self,
        clause: &[i32],
        may_go: impl Fn(ClauseId, &[Literal]) -> bool,
    ) -> Found {
        let mut sought = std::mem::take(&mut self.sought);
        sought.clear();
        let hash = self.set(clause, &mut sought);
        let length = sought.len();
        self.sought = sought;
        let Some(hash) = hash else {
            return Found::Nothing;
        };
        let mut found = Found::Nothing;
        let mut before = None;
        let mut next = self.by_hash.get(&hash).copied().unwrap_or_default();
        while let Some(id) = next.checked_sub(1) {
            let this = &self.clauses[id as usize];
            next = this.next;
            let literals = &self.literals[this.range()];
            let same = |literal: &Literal| self.stamps[literal.index()] == self.stamp;
            if literals.len() == length && literals.iter().all(same) {
                if may_go(id, literals) {
                    match before {
                        None => drop(self.by_hash.insert(hash, next)),
                        Some(before) => self.clauses[before as usize].next = next,
                    }
                    return Found::Clause(id);
                }
                found = Found::Kept;
            }
            before = Some(id);
        }
        found
    }

    /// Appends the literals of a clause, each once and stamped, and returns their
    /// hash; nothing if a variable never occurred.
    fn set(&mut self, clause: &[i32], literals: &mut Vec<Literal>) -> Option<u64> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        let mut hash: u64 = 0;
        for &name in clause {
            let literal = self.names.literal(name)?;
            if self.stamps.len() <= literal.index() {
                self.stamps.resize(2 * self.names.names.len(), 0);
            }
            let stamp = &mut self.stamps[literal.index()];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                literals.push(literal);
                hash = hash.wrapping_add(self.names.hashes[literal.index()]);
            }
        }
        Some(hash)
    }

    /// All clauses that have a literal, active or not. The list is lent, and must
    /// be given back.
    ///
    /// The lists are made when they are first needed: most proofs never do.
    pub(super) fn take_occurrences(&mut self, literal: Literal) -> Vec<ClauseId> {
        let lists = self.occurrences.get_or_insert_with(|| {
            let mut lists = vec![Vec::new(); 2 * self.names.names.len()];
            for (id, clause) in (0..).zip(&self.clauses) {
                for literal in &self.literals[clause.range()] {
                    lists[literal.index()].push(id);
                }
            }
            lists
        });
        std::mem::take(&mut lists[literal.index()])
    }

    /// Takes back a list that was lent.
    pub(super) fn give_occurrences(&mut self, literal: Literal, list: Vec<ClauseId>) {
        if let Some(lists) = &mut self.occurrences {
            lists[literal.index()] = list;
        }
    }

    /// A literal in the numbers of its file.
    pub(super) fn name(&self, literal: Literal) -> i32 {
        let name = self.names.names[literal.variable()];
        if literal.index() % 2 == 1 {
            -name
        } else {
            name
        }
    }

    /// A clause in the numbers of its file, the pivot first.
    pub(super) fn named(&self, id: ClauseId) -> Vec<i32> {
        let clause = &self.clauses[id as usize];
        let name = |&literal: &Literal| self.name(literal);
        let mut names: Vec<i32> = self.literals[clause.range()].iter().map(name).collect();
        let pivot = clause.pivot.as_ref().map(name);
        names.sort_unstable_by_key(|&name| (Some(name) != pivot, name.unsigned_abs()));
        names
    }
}

/// What a clause that is to be deleted came to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// It is found, and no longer found again.
    Clause(ClauseId),
    /// It is there, but must stay.
    Kept,
    /// There is none.
    Nothing,
}

/// The variables' numbers in the files.
#[derive(Default)]
struct Names {
    names: Vec<i32>,
    /// Where a number comes in `names`, plus one: for small numbers a table, for
    /// others a map, as one clause may have the largest number there is.
    small: Vec<u32>,
    large: HashMap<u32, u32>,
    random: RandomState,
    /// A random number for each literal.
    hashes: Vec<u64>,
}

const SMALL: u32 = 1 << 22;

impl Names {
    /// Makes the variable known.
    fn add(&mut self, name: i32) {
        let number = name.unsigned_abs();
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
            self.names.push(number.cast_signed());
            *place = self.names.len() as u32;
            for sign in [false, true] {
                self.hashes.push(self.random.hash_one((number, sign)));
            }
        }
    }

    fn literal(&self, name: i32) -> Option<Literal> {
        let number = name.unsigned_abs();
        let place = match self.small.get(number as usize) {
            Some(place) => Some(place),
            None => self.large.get(&number),
        };
        let variable = place?.checked_sub(1)?;
        Some(Literal(2 * variable + u32::from(name < 0)))
    }
}
