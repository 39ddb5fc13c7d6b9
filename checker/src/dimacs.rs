//! Reads formulas in DIMACS strictly.
//!
//! A check is about the formula in the file, so nothing in the file is guessed: the header must exist and be correct. A
//! lenient reader that accepts a wrong header, or a last clause without its 0, may check another formula than other
//! programs read.

use std::io::Read;

use super::scan::{Bytes, ReadError, Words};

/// The clauses of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    variables: u32,
    literals: Vec<i32>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
}

/// The maximum number of clauses of a formula and a proof together.
pub(super) const MAX_CLAUSES: usize = 32_000_000;

/// The maximum number of literals of a formula and a proof together.
pub(super) const MAX_LITERALS: usize = 500_000_000;

/// Checks that these numbers are within the limits.
pub(super) fn check_limits(clauses: usize, literals: usize) -> Result<(), ReadError> {
    for (count, limit, what) in [
        (clauses, MAX_CLAUSES, "clauses"),
        (literals, MAX_LITERALS, "literals"),
    ] {
        if count > limit {
            return Err(ReadError::TooLarge { limit, what });
        }
    }
    Ok(())
}

impl Formula {
    /// Reads DIMACS: comments, `p cnf VARIABLES CLAUSES`, and that many clauses, each ended by 0. A clause may span several
    /// lines.
    ///
    /// # Errors
    /// [`ReadError`] for anything else.
    pub fn read(reader: impl Read) -> Result<Self, ReadError> {
        Self::parse(Words::new(Bytes::new(reader)))
    }

    fn parse(mut words: Words<'_>) -> Result<Self, ReadError> {
        let (variables, announced) = header(&mut words)?;
        let mut formula = Self {
            variables,
            ..Self::default()
        };
        let mut is_in_clause = false;
        while let Some(word) = words.next()? {
            let literal = word.number().ok_or_else(|| word.not_a_literal())?;
            if !is_in_clause && formula.clauses() == announced {
                let clauses = counted(announced, "clause");
                return Err(word.error(format!(
                    "the header announces {clauses}, but here is one more"
                )));
            }
            if literal == 0 {
                formula.ends.push(formula.literals.len());
            } else if literal.unsigned_abs() > variables {
                return Err(word.error(format!(
                    "literal {literal}, but the header announces {}",
                    counted(variables as usize, "variable")
                )));
            } else {
                formula.literals.push(literal);
            }
            is_in_clause = literal != 0;
            check_limits(formula.clauses(), formula.literals.len())?;
        }
        if is_in_clause {
            return Err(words.error_here("the last clause does not end with 0: it is cut short"));
        }
        if formula.clauses() < announced {
            return Err(words.error_here(format!(
                "the header announces {}, but there are {}",
                counted(announced, "clause"),
                formula.clauses()
            )));
        }
        Ok(formula)
    }

    /// A formula that does not come from a file: clauses over `1..=variables`.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] if the formula exceeds a limit of the checker.
    ///
    /// # Panics
    /// If a literal is 0 or exceeds `variables`.
    pub fn from_clauses(
        variables: u32,
        clauses: impl IntoIterator<Item: IntoIterator<Item = i32>>,
    ) -> Result<Self, ReadError> {
        let mut formula = Self {
            variables,
            ..Self::default()
        };
        for clause in clauses {
            for literal in clause {
                let fits = (1..=variables).contains(&literal.unsigned_abs());
                assert!(fits, "{literal} is not a literal of {variables} variables");
                formula.literals.push(literal);
            }
            formula.ends.push(formula.literals.len());
            check_limits(formula.clauses(), formula.literals.len())?;
        }
        Ok(formula)
    }

    /// The number of variables, which the header or the caller announced. Not all of them need to occur.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The number of clauses.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.ends.len()
    }

    /// A clause by its index, from 0.
    pub(super) fn clause(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.literals[start..end])
    }
}

/// `1 clause`, `2 clauses`.
fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn header(words: &mut Words<'_>) -> Result<(u32, usize), ReadError> {
    const EXPECTED: &str = "expected `p cnf VARIABLES CLAUSES`";
    let Some(first) = words.next()? else {
        return Err(words.error_here(format!("there is no header: {EXPECTED}")));
    };
    let mut numbers = [0; 2];
    for at in 0..4 {
        let word = if at == 0 { Some(first) } else { words.next()? };
        let Some(word) = word.filter(|word| word.line == first.line) else {
            return Err(first.error(format!("the header is cut short: {EXPECTED}")));
        };
        let fits = match (at, word.number()) {
            (0, _) => word.text() == b"p",
            (1, _) => word.text() == b"cnf",
            (_, Some(number @ 0..)) => {
                numbers[at - 2] = number.unsigned_abs();
                true
            }
            _ => false,
        };
        if !fits {
            return Err(word.error(format!(
                "{} is not part of a header: {EXPECTED}",
                word.quoted()
            )));
        }
    }
    let [variables, clauses] = numbers;
    Ok((variables, clauses as usize))
}
