//! The results of `solve` and `enumerate`.

use super::super::net::completed_start;
use super::Names;
use super::header::header;
use crate::answer::{Answer, Engine, Enumerated, ListedSolution, Outcome};
use crate::problem::{Problem, Question, Solution};
use crate::report::text::found_by;
use crate::search::{Attempt, Milestone, MilestoneKind, Minimum};
use crate::text::Object;

/// A formula that was tried.
pub(crate) fn attempt(attempt: &Attempt) -> Object {
    with_attempt(Object::default(), attempt)
}

/// Adds the keys of a formula that was tried.
pub(crate) fn with_attempt(object: Object, attempt: &Attempt) -> Object {
    object
        .with("turns", attempt.turns)
        .with("verdict", attempt.verdict.to_string())
        .with("variables", attempt.variables)
        .with("clauses", attempt.clauses)
        .with("encode_seconds", attempt.encode_seconds)
        .with("solve_seconds", attempt.solve_seconds)
        .with("recipe", &*attempt.recipe)
        .with("solver", &*attempt.solver)
        .with("parts", attempt.parts)
        .with("up_to_rotation", attempt.up_to_rotation)
}

/// Adds the keys of a better solution or a better lower bound.
pub(crate) fn with_milestone(object: Object, milestone: &Milestone) -> Object {
    let (turns, at_least, by) = match &milestone.kind {
        MilestoneKind::Solution { turns, by } => (Some(*turns), None, Some(found_by(by))),
        MilestoneKind::AtLeast { turns, by } => (None, Some(*turns), by.clone()),
    };
    object
        .with("seconds", milestone.seconds)
        .with("turns", turns)
        .with("at_least", at_least)
        .with("by", by)
}

/// Adds the improved solutions and lower bounds of an anytime search, in order, if there are any.
pub(super) fn with_history(object: Object, history: &[Milestone]) -> Object {
    let milestones = history.iter();
    let milestones = milestones.map(|it| with_milestone(Object::default(), it));
    object.with_any_objects("history", milestones)
}

/// The report of an answer to a problem.
pub fn solve(problem: &Problem, mut names: Names<'_>, answer: &Answer) -> Object {
    if answer.is_from_distance_table {
        (names.recipe, names.solver) = (None, Some(Engine::Table.name()));
    }
    let result = &answer.found;
    let solution = result.solution.as_ref();
    let start = solution.and_then(|it| completed_start(problem, it));
    let at_least = (!result.is_unsolvable()).then(|| result.lower_bound());
    let is_minimal = result.is_minimal();
    let minimal_by = is_minimal.then(|| result.proof_of_minimality());
    let certificate = result.certificate.as_ref();
    let object = header("twistsat.solve/1", problem, names)
        .with("turns", solution.map(Solution::len))
        .with("solution", solution.map(|it| it.write(names.notation)))
        .with_some("start", start)
        .with("at_least", at_least)
        .with("minimal", is_minimal)
        .with("minimal_by", minimal_by)
        .with("refuted", result.refutations_in_words())
        .with("certificate", certificate.map(|it| &*it.file))
        .with("stopped", result.stop.as_ref().map(ToString::to_string))
        .with_objects("attempts", result.attempts.iter().map(attempt));
    let cheaper_refuted = answer.cheaper_refuted.as_ref();
    let cheapest_by = cheaper_refuted.map(Minimum::refutations_in_words);
    with_history(object, &result.history)
        .with_some("cost", answer.cheapest_cost)
        .with_any("cheapest_by", cheapest_by.unwrap_or_default())
        .with("complete", answer.outcome != Outcome::Unknown)
}

/// The report of a list of solutions.
pub fn enumerate(
    names: Names<'_>,
    question: &Question,
    found: &Enumerated,
    rows: &[ListedSolution],
) -> Object {
    let (problem, result) = (&found.problem, &found.result);
    let is_cheapest = found.is_cheapest;
    let count = if is_cheapest && found.classes.is_none() {
        rows.len()
    } else {
        result.count
    };
    let solutions = rows.iter().map(|row| row.solution.write(names.notation));
    let start = |row: &ListedSolution| completed_start(problem, &row.solution);
    let class_sizes = rows.iter().filter_map(|row| row.class_size);
    let costs = rows.iter().filter_map(|row| row.cost);
    let cancelling = Some(found.cancelling).filter(|count| *count > 0);
    header("twistsat.enumerate/1", problem, names)
        .with("canonical", problem.canonical)
        .with("turns", found.turns.filter(|_| result.count > 0))
        .with("count", count)
        .with("complete", result.complete && !found.is_cut)
        .with("stopped", result.stop.as_ref().map(ToString::to_string))
        .with("refuted", found.refuted(question))
        .with("solutions", solutions.collect::<Vec<_>>())
        .with_any("starts", rows.iter().filter_map(start).collect())
        .with_any("alike", class_sizes.collect())
        .with_any("costs", costs.collect())
        .with_some("cheapest", is_cheapest.then_some(result.stop.is_none()))
        .with_some("cancelling", cancelling)
}
