//! Reads the parts of a question that was split at states, and recomputes those states.

use super::clause_symmetry::ClausesBetweenCuts;
use super::cover::{self, Cut, Exploration, OuterTurns, SymmetricParts, explore, part_question};
use crate::control::Control;
use crate::error::Error;
use crate::notation::Notation;
use crate::problem::{Problem, Symmetry};
use crate::proof::certificate::{Part, damaged_error};
use crate::proof::write::plain_formula;
use crate::puzzle::Metric;
use crate::text::{excerpt, with_thousands_separators};

/// Checks that the parts are complete up to symmetry; returns their questions, and the premise that they are complete.
/// The first part determines where the cut is.
pub(super) fn read(
    parts: &[Part],
    problem: &Problem,
    control: &Control,
) -> Result<(Vec<Problem>, String), Error> {
    let puzzle = &problem.puzzle;
    let turns = |part: &Part, text: &str| {
        let word = Notation::Singmaster.read(puzzle, text);
        word.map_err(|error| part.damaged_error(format!("`{}`: {error}", excerpt(text))))
    };
    let outer = |part: &Part| {
        if part.at_most.is_some() {
            return Err(part.damaged_error("without a refutation, it cannot have `at_most`"));
        }
        let (first, last) = (turns(part, &part.first)?, turns(part, &part.last)?);
        Ok(OuterTurns { first, last })
    };
    let existing: Vec<OuterTurns> = parts.iter().map(outer).collect::<Result<_, Error>>()?;
    let cut = existing.first().map(|outer| Cut {
        first: outer.first.len(),
        last: outer.last.len(),
    });
    let cut = cut.ok_or_else(|| damaged_error("it has neither a `refutation` nor `parts`"))?;
    let needed = match explore(problem, cut, control)? {
        Exploration::Goal(word) => {
            let word = Notation::Singmaster.write_all(puzzle, &word);
            let reason = format!("it claims that there is no solution, but {word} is one");
            return Err(Error::impossible_value(reason));
        }
        Exploration::Parts(classes) => classes,
    };
    let question = |(part, outer): (&Part, &OuterTurns)| {
        let mut turns = outer.first.iter().chain(&outer.last);
        let fits = outer.first.len() == cut.first
            && outer.last.len() == cut.last
            && turns.all(|turn| problem.allowed.contains(turn));
        let question = fits.then(|| part_question(problem, outer)).flatten();
        question.ok_or_else(|| {
            let [first, last] = [cut.first, cut.last].map(|turns| problem.metric.count(turns));
            let reason =
                format!("`first` must list {first} and `last` {last}; every turn must be allowed in the question");
            part.damaged_error(reason)
        })
    };
    let questions = parts.iter().zip(&existing).map(question);
    let questions = questions.collect::<Result<_, _>>()?;
    if let Some(outer) = cover::first_missing(problem, &needed, &existing) {
        let reason = format!(
            "there is no part for the state after {}, nor for one that is the same up to symmetry",
            outer.describe(puzzle)
        );
        return Err(Error::impossible_value(reason));
    }
    let up_to = checked_symmetries(problem, cut, &needed, control)?;
    Ok((questions, premise(problem.metric, cut, &up_to)))
}

/// What the certificates of the parts do not show, in words.
fn premise(metric: Metric, cut: Cut, up_to: &str) -> String {
    let (first, last) = (metric.count(cut.first), metric.count(cut.last));
    let passes = match cut.last {
        0 => format!("a state {first} from the start, and each such state has a certificate"),
        _ => format!(
            "a state {first} from the start and one {last} from the goal, and each such pair has a certificate"
        ),
    };
    format!(
        "the parts: a shortest solution passes through {passes}{up_to}; `verify` recomputes these states \
         (src/proof/parts)"
    )
}

/// Checks that the symmetries by which parts are omitted map the clauses between the cuts onto themselves; if the
/// formula has auxiliary variables, they are not checked. Returns the symmetries in words; empty if no part is omitted.
pub(super) fn checked_symmetries(
    problem: &Problem,
    cut: Cut,
    classes: &[SymmetricParts],
    control: &Control,
) -> Result<String, Error> {
    let mut used: Vec<&Symmetry> = Vec::new();
    for (_, symmetry) in classes.iter().flat_map(|class| &class.others) {
        if !used.contains(&symmetry) {
            used.push(symmetry);
        }
    }
    if used.is_empty() {
        return Ok(String::new());
    }
    let (_, formula) = plain_formula(problem, control)?;
    let up_to = ", up to a symmetry of turns and goal";
    let Some(between) = ClausesBetweenCuts::new(problem, &formula, cut) else {
        // Symmetries cannot rename the auxiliary variables of this formula.
        return Ok(up_to.to_owned());
    };
    for symmetry in &used {
        control.check()?;
        if !between.is_invariant_under(symmetry) {
            let reason = "a symmetry of the turns does not map the clauses onto themselves";
            return Err(Error::internal(reason));
        }
    }
    let (count, clauses) = (used.len(), between.clause_count() as u64);
    let clauses = with_thousands_separators(clauses);
    Ok(format!(
        "{up_to} ({count} of them, each of which maps the {clauses} clauses between the cuts onto themselves)"
    ))
}
