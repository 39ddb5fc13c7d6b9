//! The result of a plan.

use itertools::Itertools;

use super::anytime::{lower_bound_in_words, method_in_words, milestone};
use super::solve::common_lines;
use crate::answer::PlanAnswer;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::puzzle::{Metric, TurnId};
use crate::report::net::{how_held, net};
use crate::report::start;
use crate::search::{Improvement, StageMethod, StageResult, StepwiseResult};

/// Draws the puzzle after each stage, for users who turn it by hand. Empty if the turns of the stages are not the turns
/// to make, because they solve the inverse state, or because the whole solution was shortened.
pub fn after_stages(problem: &Problem, answer: &PlanAnswer) -> Vec<String> {
    if answer.best_variant().inverse || answer.whole.is_some() || !answer.improvements.is_empty() {
        return Vec::new();
    }
    let mut state = answer.start.clone();
    let turns = answer.stages().map_while(|(.., turns)| turns);
    turns
        .map(|turns| {
            state = problem.puzzle.apply(&state, &turns);
            net(&problem.puzzle, &problem.scheme, &state)
        })
        .collect()
}

/// The result of `solve --plan`: each stage, the puzzle after it if requested, the improvements, and the solution.
pub fn plan(
    problem: &Problem,
    notation: Notation,
    answer: &PlanAnswer,
    after_stages: &[String],
) -> String {
    let write = |turns: &[TurnId]| notation.write_all(&problem.puzzle, turns);
    let mut lines: Vec<String> = variant_line(answer).into_iter().collect();
    for (number, (stage, title, turns)) in answer.stages().enumerate() {
        // A plan counts each of its turns as one, regardless of the metric of the question.
        let count = |turns: &Vec<TurnId>| Metric::HalfTurn.count(turns.len());
        let length = match (&stage.turns, stage.minimum.is_minimal()) {
            (Some(turns), true) => format!("{}, minimal", count(turns)),
            (Some(turns), false) => format!("{}, {}", count(turns), unproved(stage)),
            (None, _) => match &stage.minimum.stop {
                Some(stop) => format!("not done ({stop})"),
                None => "no solution".to_owned(),
            },
        };
        lines.push(format!("stage {}, {title}: {length}", number + 1));
        lines.extend(turns.iter().map(|turns| format!("  {}", write(turns))));
        let net = after_stages.get(number).into_iter();
        lines.extend(net.flat_map(|net| net.lines().map(ToOwned::to_owned)));
    }
    for Improvement { seconds, turns, by } in &answer.improvements {
        let (count, by) = (problem.metric.count(turns.len()), method_in_words(*by));
        lines.push(format!("after {seconds:.1} s: {count}, by {by}"));
    }
    let milestones = answer.whole.iter().flat_map(|whole| &whole.history);
    lines.extend(milestones.map(milestone));
    match &answer.turns {
        None => lines.push(why_no_plan_solution(answer)),
        Some(turns) => {
            lines.push(write(turns));
            let common = common_lines(problem, notation);
            lines.extend(common.lines().map(ToOwned::to_owned));
            let unsolved = unsolved_note(problem, answer);
            lines.push(summary(problem, answer, turns, unsolved.is_some()));
            lines.extend(unsolved);
        }
    }
    let hold = answer.turns.as_ref().map(|_| how_held(problem));
    let hold = hold.unwrap_or_default();
    format!("{hold}{}{}\n", start(problem), lines.join("\n"))
}

/// How the turns of a stage were found, if they are not proved to be the fewest.
fn unproved(stage: &StageResult) -> String {
    match &stage.method {
        StageMethod::Question => "not proved minimal".to_owned(),
        StageMethod::Plan(name) => format!("by plan {name} on the smaller puzzle"),
        StageMethod::Steps(StepwiseResult {
            steps,
            turns_by_cycles,
            ..
        }) => {
            let by = match (*steps, *turns_by_cycles) {
                (0, 0) => return "because nothing was left to do".to_owned(),
                (0, _) => "by 3-cycles".to_owned(),
                (_, 0) => "found by SAT a few pieces at a time".to_owned(),
                (_, turns) => {
                    let last = Metric::HalfTurn.count(turns);
                    format!("found by SAT a few pieces at a time, the last {last} by 3-cycles")
                }
            };
            format!("{by}: their number is not proved minimal")
        }
    }
}

/// `variant 2 of 6, the inverse state`, if the plan has several variants.
fn variant_line(answer: &PlanAnswer) -> Option<String> {
    let which = if answer.best_variant().inverse {
        ", the inverse state"
    } else {
        ""
    };
    let count = answer.variants.len();
    (count > 1).then(|| format!("variant {} of {count}{which}", answer.variant + 1))
}

/// `31 turns; each stage minimal; the whole need not be the shortest solution`.
fn summary(problem: &Problem, answer: &PlanAnswer, turns: &[TurnId], is_unsolved: bool) -> String {
    let count = problem.metric.count(turns.len());
    let mut stages = answer.staged.stages.iter();
    let unproved = (1..).zip(stages.clone());
    let unproved = unproved.filter(|(_, stage)| !stage.minimum.is_minimal());
    let unproved = unproved.map(|(number, _)| format!("stage {number}"));
    let stages = match &unproved.collect_vec()[..] {
        _ if stages.any(|stage| stage.method != StageMethod::Question) => {
            "solved a few pieces at a time, so not proved minimal".to_owned()
        }
        [] => "each stage minimal".to_owned(),
        unproved => format!("{} not proved minimal", unproved.join(" and ")),
    };
    let whole = match &answer.whole {
        Some(whole) if whole.is_minimal() => {
            return format!("{count}, minimal: {}", whole.proof_of_minimality());
        }
        Some(whole) => return format!("{count}{}", lower_bound_in_words(whole)),
        None => "the whole need not be the shortest",
    };
    let goal = if is_unsolved { "way there" } else { "solution" };
    format!("{count}; {stages}; {whole} {goal}")
}

/// `the puzzle is not solved: the plan ends with stage 2, one face`, without a line ending; `None` if it is solved, or
/// if there are no turns.
pub fn unsolved_note(problem: &Problem, answer: &PlanAnswer) -> Option<String> {
    if answer.is_solved(problem)? {
        return None;
    }
    let (number, title) = answer.last_done_stage()?;
    let end = format!("the plan ends with stage {number}, {title}");
    Some(format!("the puzzle is not solved: {end}"))
}

/// `no solution found by this plan (interrupted)`, without a line ending.
pub fn why_no_plan_solution(answer: &PlanAnswer) -> String {
    let stop = answer.staged.stop.as_ref();
    let stop = stop.map(|stop| format!(" ({stop})")).unwrap_or_default();
    format!("no solution found by this plan{stop}")
}
