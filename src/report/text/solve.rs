//! The result of a search.

use super::anytime::lower_bound_in_words;
use crate::answer::{Answer, Enumerated};
use crate::encode::map::Map;
use crate::notation::Notation;
use crate::problem::{Budget, Problem, Question, Solution};
use crate::report::{completed_start, start, start_of_solution, tips};
use crate::search::{Enumeration, Minimum, Refutation};
use crate::text::excerpt;

/// The number of turns per line: few enough to remember.
const TURNS_PER_LINE: usize = 10;

/// An answer: the state, its shortest or cheapest solution, and why no solution is shorter or cheaper.
pub fn answer(answer: &Answer, notation: Notation) -> String {
    let (problem, result) = (&answer.problem, &answer.found);
    let Some(solution) = &result.solution else {
        let none = why_no_solution(result);
        return format!("{}{none}\n{}", start(problem), refuted_lengths(result));
    };
    let state = start_of_solution(problem, solution);
    let turns = solution.write(notation);
    let common = common_lines(problem, notation);
    let length = problem.metric.count(solution.len());
    let verdict = match (answer.cheapest_cost, completed_start(problem, solution)) {
        (Some(cost), _) => format!("{length} of cost {cost}, {}\n", cheapness(answer)),
        (None, Some(start)) => format!("from {start}\n{length}{}", minimality(problem, result)),
        (None, None) => format!("{length}{}", minimality(problem, result)),
    };
    format!("{state}{turns}\n{common}{verdict}")
}

/// Why no solution is shorter: the text after the length of a solution. If a shorter one may exist, the refuted lengths
/// follow on a line of their own.
fn minimality(problem: &Problem, result: &Minimum) -> String {
    let canonical = if problem.canonical { ", canonical" } else { "" };
    if result.is_minimal() {
        return format!("{canonical}, minimal: {}\n", result.proof_of_minimality());
    }
    if let Budget::Exactly(_) = problem.budget {
        return format!("{canonical}, as requested; not necessarily minimal\n");
    }
    let stop = result.stop.as_ref();
    let stop = stop.map_or(String::new(), |stop| format!(" ({stop})"));
    // A search that only refutes lengths has no history; the line of refuted lengths shows its progress.
    let minimality = match &result.history[..] {
        [] => ", not proved minimal".to_owned(),
        _ => lower_bound_in_words(result),
    };
    format!("{canonical}{minimality}{stop}\n{}", refuted_lengths(result))
}

/// Why no solution within the budget is cheaper.
fn cheapness(answer: &Answer) -> String {
    let problem = &answer.problem;
    let budget = problem.budget.in_words(problem.metric);
    let Some(refuted) = &answer.cheaper_refuted else {
        return format!("not proved the cheapest of {budget}");
    };
    let by = match &refuted.refutations_in_words()[..] {
        [] => "the cost is 0".to_owned(),
        by => by.join("; "),
    };
    format!("the cheapest of {budget}: nothing cheaper, {by}")
}

/// Formats turns to be followed by hand: ten per line, each line preceded by the number of its first turn. Ten turns or
/// fewer stay on one line without a number.
pub fn ten_per_line(turns: &str) -> String {
    let turns: Vec<&str> = turns.split_whitespace().collect();
    if turns.len() <= TURNS_PER_LINE {
        return turns.join(" ") + "\n";
    }
    let width = turns.len().to_string().len();
    let line = |(at, ten): (usize, &[&str])| {
        format!("{:width$}  {}\n", at * TURNS_PER_LINE + 1, ten.join(" "))
    };
    turns.chunks(TURNS_PER_LINE).enumerate().map(line).collect()
}

/// The lines that apply to every solution of a problem: the turns that solve the tips, and how the puzzle is held at
/// the end.
pub fn common_lines(problem: &Problem, notation: Notation) -> String {
    let tips = tips(problem, notation).map(|tips| format!("tips: {tips}\n"));
    let held = problem.held_at_end().map(held_at_end);
    [tips, held].into_iter().flatten().collect()
}

fn held_at_end(rotations: &str) -> String {
    format!("held at the end: {rotations}\n")
}

fn refuted_lengths(result: &Minimum) -> String {
    match &result.refutations_in_words()[..] {
        [] => String::new(),
        refuted => format!("refuted: {}\n", refuted.join("; ")),
    }
}

/// Why there is no solution to print, without a line ending.
pub fn why_no_solution(result: &Minimum) -> String {
    let error = result.solution().err();
    error.map(|why| why.to_string()).unwrap_or_default()
}

/// The result of `solve` on one line of a list, without a line ending: `R U R' (3 turns, minimal)`.
pub fn list_entry(problem: &Problem, notation: Notation, result: &Minimum) -> String {
    let Some(solution) = &result.solution else {
        return why_no_solution(result);
    };
    let turns = solution.write(notation);
    let length = problem.metric.count(solution.len());
    let is_open = !result.complete && !result.history.is_empty();
    let minimality = if is_open {
        lower_bound_in_words(result)
    } else {
        result.minimality_in_words()
    };
    let notes = [
        completed_start(problem, solution).map(|start| format!("; from {start}")),
        tips(problem, notation).map(|tips| format!("; tips: {tips}")),
        (problem.held_at_end()).map(|held| format!("; held at the end: {held}")),
    ];
    let notes: String = notes.into_iter().flatten().collect();
    let text = format!("{turns} ({length}{minimality}{notes})");
    text.trim_start().to_owned()
}

/// A solution in a list, with its cost and the size of its class.
pub fn listed_solution(solution: &str, cost: Option<usize>, class_size: Option<usize>) -> String {
    match (cost, class_size) {
        (None, None) => solution.to_owned(),
        (Some(cost), None) => format!("{solution}  (cost {cost})"),
        (None, Some(class_size)) => format!("{solution}  ({class_size} alike)"),
        (Some(cost), Some(class_size)) => format!("{solution}  (cost {cost}, {class_size} alike)"),
    }
}

/// The result of `decode`: a state, the turns that solve it, and how the puzzle is held at the end.
pub fn decoded_model(map: &Map, notation: Notation, solution: &Solution) -> String {
    let turns = solution.write(notation);
    let held = map.held_at_end.as_deref();
    let held = held.map(|rotations| held_at_end(&excerpt(rotations)));
    let state = start_of_solution(&map.problem, solution);
    format!("{state}{turns}\n{}", held.unwrap_or_default())
}

/// The numbers of solutions and classes, followed by a line with the refutation if there are none.
pub fn enumerated(question: &Question, found: &Enumerated) -> String {
    let mut text = list_summary(question, found);
    if found.cancelling > 0 {
        text += "; left out because their first or last turns cancel with free turns: ";
        text += &found.cancelling.to_string();
    }
    text
}

fn list_summary(question: &Question, found: &Enumerated) -> String {
    let (problem, result) = (&found.problem, &found.result);
    let in_classes = match found.classes {
        None => String::new(),
        Some(1) => ", in 1 class".to_owned(),
        Some(count) => format!(", in {count} classes"),
    };
    let (solutions, length) = (count_in_words(problem, result), length(found));
    let all = format!("{solutions} of {length}");
    if found.is_cut || found.is_cheapest && result.stop.is_some() && result.count > 0 {
        let listed = found.listed;
        return match &result.stop {
            Some(stop) => format!(
                "{listed} of {all}{in_classes} found; not known to be the cheapest ({stop})"
            ),
            None => format!("the {listed} cheapest of {all}{in_classes}"),
        };
    }
    let counted = match (&result.stop, result.complete) {
        (Some(stop), _) => format!("{all} found, there may be more ({stop})"),
        (None, false) => format!("{all} found, there may be more (stopped at the limit)"),
        (None, true) => all,
    };
    let refuted = found.refuted(question);
    if result.count > 0 || refuted.is_empty() {
        format!("{counted}{in_classes}")
    } else {
        let refuted = refuted.join("; ");
        format!("{counted}{in_classes}\nrefuted: {refuted}")
    }
}

fn count_in_words(problem: &Problem, result: &Enumeration) -> String {
    let canonical = if problem.canonical { "canonical " } else { "" };
    match result.count {
        1 => format!("1 {canonical}solution"),
        count => format!("{count} {canonical}solutions"),
    }
}

/// The requested length, in words.
fn length(found: &Enumerated) -> String {
    let mut refutations = found.result.refutations.iter();
    if found.turns.is_none() && refutations.any(Refutation::covers_all_lengths) {
        return "any length".to_owned();
    }
    let budget = found.turns.map_or(found.problem.budget, Budget::Exactly);
    // "Canonical" describes the solutions, so it is not repeated.
    let problem = found.problem.within(budget);
    let problem = problem.changed(|data| data.canonical = false);
    problem.question_in_words()
}
