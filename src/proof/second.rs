//! A formula that another program made a second time: does it have the same clauses?
//!
//! A clause is a set of literals and a formula a set of clauses, so neither order nor repetition
//! matters. Variables must have the same numbers.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::check::Formula;
use crate::text::{grouped, shown};

/// A clause that only one of two formulas has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the clause `{}` is only in {}", literals(clause), if *ours { "the certificate's formula" } else { "the other" })]
pub struct Difference {
    /// The clause, in increasing order.
    pub clause: Vec<i32>,
    /// Whether it is in the first.
    pub ours: bool,
}

fn literals(clause: &[i32]) -> String {
    clause.iter().chain([&0]).join(" ")
}

/// How many clauses two formulas have, if they have the same.
///
/// # Errors
/// [`Difference`]: the first clause, in the order of numbers, that only one of them has.
pub fn same_clauses(ours: &Formula, theirs: &Formula) -> Result<usize, Difference> {
    let (ours, theirs) = (set(ours), set(theirs));
    let difference = |clause: &Vec<i32>| Difference {
        clause: clause.clone(),
        ours: ours.contains(clause),
    };
    match ours.symmetric_difference(&theirs).next() {
        Some(clause) => Err(difference(clause)),
        None => Ok(ours.len()),
    }
}

fn set(formula: &Formula) -> BTreeSet<Vec<i32>> {
    let sorted = |clause: &[i32]| clause.iter().copied().sorted_unstable().dedup().collect();
    formula.iter().map(sorted).collect()
}

/// A formula that a command made a second time, with the same clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Second {
    /// The command.
    pub command: String,
    /// How many clauses both have.
    pub clauses: usize,
}

/// What a verdict rests on, in words; with a second formula, if there is one.
#[must_use]
pub fn rests_on(mut premises: Vec<String>, second: Option<&Second>) -> Vec<String> {
    if let Some(second) = second {
        let after_the_encoding = premises.len().min(2);
        let premise = format!(
            "or, in place of the encoding, on `{}`, which made the same set of {} clauses from the question alone",
            shown(&second.command),
            grouped(second.clauses as u64)
        );
        premises.insert(after_the_encoding, premise);
    }
    premises
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Formula {
        Formula::read(text.as_bytes()).expect("a formula")
    }

    #[test]
    fn formulas_are_compared_as_sets_of_sets() {
        let one = read("p cnf 3 2\n1 -2 0\n3 0\n");
        let other = read("p cnf 4 3\n3 0\n-2 1 1 0\n3 3 0\n");
        assert_eq!(same_clauses(&one, &other), Ok(2));
        for (text, clause, ours) in [
            ("p cnf 3 1\n3 0\n", vec![-2, 1], true),
            ("p cnf 3 3\n3 0\n1 -2 0\n0\n", vec![], false),
            ("p cnf 3 2\n-3 0\n1 -2 0\n", vec![-3], false),
        ] {
            let difference = Difference { clause, ours };
            assert_eq!(same_clauses(&one, &read(text)), Err(difference), "{text}");
        }
    }
}
