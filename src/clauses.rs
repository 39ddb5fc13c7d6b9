//! Clauses in contiguous memory.
//!
//! RustSAT's `Cnf` allocates memory for each clause. A formula with lemmas has hundreds of thousands of clauses;
//! allocating, reading and freeing them took nearly half of the time for solving a pocket cube. Here all literals are
//! contiguous. Each clause is a [`Cl`] of RustSAT, so it can be passed wherever RustSAT accepts one. See
//! `docs/decisions/0001-rustsat.md`.

use std::io;
use std::io::Write;

use rustsat::OutOfMemory;
use rustsat::encodings::CollectClauses;
use rustsat::instances::Cnf;
use rustsat::types::{Cl, Clause, Lit};

/// A list of clauses, in order, with all their literals in contiguous memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<Lit>,
    /// For each clause, the end of its literals in `literals`, which is where those of the next clause begin.
    ends: Vec<usize>,
}

impl Clauses {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: impl AsRef<[Lit]>) {
        self.literals.extend_from_slice(clause.as_ref());
        self.ends.push(self.literals.len());
    }

    /// The clause with this index, from 0.
    #[inline]
    pub fn get(&self, number: usize) -> Option<&Cl> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(Cl::new(&self.literals[start..end]))
    }

    /// The clauses, in order.
    pub fn iter(&self) -> Iter<'_> {
        self.iter_from(0)
    }

    /// The clauses from an index on.
    pub fn iter_from(&self, number: usize) -> Iter<'_> {
        Iter {
            clauses: self,
            next: number,
        }
    }

    /// Writes the clauses in DIMACS format, with the header, and flushes.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write_dimacs(&self, writer: &mut dyn Write, variables: u32) -> io::Result<()> {
        self.write_with_notes(&[], writer, variables)
    }

    /// Writes the clauses like [`write_dimacs`](Self::write_dimacs), with each note as a comment before the clause with its
    /// index, from 0. The indices must increase.
    ///
    /// # Errors
    /// As for [`write_dimacs`](Self::write_dimacs).
    pub(crate) fn write_with_notes(
        &self,
        notes: &[(usize, String)],
        writer: &mut dyn Write,
        variables: u32,
    ) -> io::Result<()> {
        writeln!(writer, "p cnf {variables} {}", self.len())?;
        self.write_lines(notes, writer)?;
        writer.flush()
    }

    /// Writes the clauses and notes without the header.
    pub(crate) fn write_lines(
        &self,
        notes: &[(usize, String)],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        // Writing each literal with `write!` takes three times as long.
        let mut line = Vec::new();
        let mut number = itoa::Buffer::new();
        let mut notes = notes.iter().peekable();
        for (at, clause) in self.iter().enumerate() {
            if let Some((_, words)) = notes.next_if(|(first, _)| *first == at) {
                writeln!(writer, "c {words}")?;
            }
            line.clear();
            for literal in clause {
                line.extend_from_slice(number.format(literal.to_ipasir()).as_bytes());
                line.push(b' ');
            }
            line.extend_from_slice(b"0\n");
            writer.write_all(&line)?;
        }
        Ok(())
    }
}

/// The clauses of a list, in order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    clauses: &'a Clauses,
    next: usize,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a Cl;

    #[inline]
    fn next(&mut self) -> Option<&'a Cl> {
        let clause = self.clauses.get(self.next)?;
        self.next += 1;
        Some(clause)
    }
}

impl<'a> IntoIterator for &'a Clauses {
    type Item = &'a Cl;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<C: AsRef<[Lit]>> FromIterator<C> for Clauses {
    fn from_iter<T: IntoIterator<Item = C>>(clauses: T) -> Self {
        let mut list = Self::new();
        list.extend(clauses);
        list
    }
}

impl<C: AsRef<[Lit]>> Extend<C> for Clauses {
    fn extend<T: IntoIterator<Item = C>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add(clause);
        }
    }
}

impl From<&Cnf> for Clauses {
    fn from(cnf: &Cnf) -> Self {
        cnf.iter().collect()
    }
}

impl From<&Clauses> for Cnf {
    fn from(clauses: &Clauses) -> Self {
        let clause = |clause: &Cl| clause.iter().copied().collect::<Clause>();
        clauses.iter().map(clause).collect()
    }
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = Clause>,
    {
        self.extend(clauses);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn clauses_are_written_as_rustsat_writes_them(
            numbers in prop::collection::vec(
                prop::collection::vec((1..=i32::MAX / 2, any::<bool>()), 0..5),
                0..20,
            ),
        ) {
            let literal = |&(variable, negative): &(i32, bool)| {
                Lit::from_ipasir(if negative { -variable } else { variable }).expect("not zero")
            };
            let clauses: Vec<Clause> = numbers
                .iter()
                .map(|clause| clause.iter().map(literal).collect())
                .collect();
            let cnf: Cnf = clauses.iter().cloned().collect();
            let ours = Clauses::from(&cnf);
            prop_assert_eq!(ours.len(), cnf.len());
            prop_assert!(ours.iter().zip(&clauses).all(|(a, b)| a == b.as_ref()));
            prop_assert_eq!(&Cnf::from(&ours), &cnf);
            let mut texts = [Vec::new(), Vec::new()];
            ours.write_dimacs(&mut texts[0], i32::MAX as u32).expect("writes");
            cnf.write_dimacs(&mut texts[1], i32::MAX as u32).expect("writes");
            let lines = |text: &[u8]| -> Vec<String> {
                let text = String::from_utf8_lossy(text);
                let lines = text.lines().filter(|line| !line.starts_with('c'));
                lines.map(str::to_owned).collect()
            };
            prop_assert_eq!(lines(&texts[0]), lines(&texts[1]));
        }
    }
}
