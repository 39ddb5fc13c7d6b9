//! OPB: linear constraints over variables that are 0 or 1.
//!
//! *Source.* Roussel and Manquinho, *Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean
//! Solvers*. Only the linear part without `~` is used, so that every reader accepts it: a negative literal ¬x is
//! written as 1 − x, and the 1 moves to the other side.
//!
//! *Benefit.* "Exactly one of eighteen turns" is one line instead of 154 clauses, and a bound on a number or a cost
//! needs neither clauses nor variables.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;

use rustsat::types::Lit;

use crate::circuit::LinearConstraint;
use crate::encode::Formula;
use crate::encode::formula::write_comments;
use crate::problem::Problem;

/// A weighted sum of variables as text, and its constant part.
fn sum(terms: impl IntoIterator<Item = (Lit, i128)>) -> (String, i128) {
    let mut factors: BTreeMap<i32, i128> = BTreeMap::new();
    let mut constant = 0;
    for (literal, times) in terms {
        let number = literal.to_ipasir();
        let factor = factors.entry(number.abs()).or_default();
        if number > 0 {
            *factor += times;
        } else {
            *factor -= times;
            constant += times;
        }
    }
    let factors = factors.into_iter().filter(|(_, factor)| *factor != 0);
    let text = factors.map(|(variable, factor)| format!("{factor:+} x{variable} "));
    (text.collect(), constant)
}

/// The constraint between a weighted sum and a bound; `relation` is `>=` or `=`.
fn bound_line(terms: impl IntoIterator<Item = (Lit, i128)>, relation: &str, bound: i128) -> String {
    let (mut line, constant) = sum(terms);
    if line.is_empty() {
        // Some readers reject an empty sum.
        line += "+0 x1 ";
    }
    line + &format!("{relation} {} ;", bound - constant)
}

/// A weight as a number whose sums cannot overflow.
fn weight(weight: usize) -> i128 {
    i128::try_from(weight).unwrap_or(i128::MAX >> 32)
}

fn constraint_line(constraint: &LinearConstraint) -> String {
    // "At most" is "at least" with all signs changed.
    let (sign, relation) = if constraint.is_equality {
        (1, "=")
    } else {
        (-1, ">=")
    };
    let terms = constraint.terms.iter();
    let terms = terms.map(|&(literal, factor)| (literal, sign * weight(factor)));
    bound_line(terms, relation, sign * weight(constraint.bound))
}

impl Formula {
    /// Writes the formula as OPB, after comment lines. Build it with `FormulaContent::Linear`, otherwise linear
    /// constraints are written as clauses. If turns have costs without a limit, the sum is minimized.
    pub(super) fn write_opb(
        &self,
        problem: &Problem,
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        let constraints = self.cnf.len() + self.linear.len();
        let variables = self.variables;
        writeln!(
            writer,
            "* #variable= {variables} #constraint= {constraints}"
        )?;
        write_comments(comments, "* ", writer)?;
        let cost = problem.constraints.cost.as_ref();
        if cost.is_some_and(|cost| cost.max_total.is_none()) {
            let costs = self.extra_costs.iter();
            let costs = costs.map(|&(literal, factor)| (literal, weight(factor)));
            writeln!(writer, "min: {};", sum(costs).0)?;
        }
        for constraint in &self.linear {
            writeln!(writer, "{}", constraint_line(constraint))?;
        }
        for clause in &self.cnf {
            let terms = clause.iter().map(|&literal| (literal, 1));
            writeln!(writer, "{}", bound_line(terms, ">=", 1))?;
        }
        Ok(())
    }
}
