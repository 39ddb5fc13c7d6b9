//! The result of `solve --plan`.

use super::Names;
use super::header::header;
use super::solve::{attempt, with_history};
use crate::answer::{PlanAnswer, Task};
use crate::problem::Problem;
use crate::puzzle::TurnId;
use crate::search::{Improvement, ImprovementMethod, Minimum, StageMethod, StageResult};
use crate::text::Object;

/// The report of a plan.
pub fn plan(problem: &Problem, task: &Task, answer: &PlanAnswer) -> Object {
    let names = Names {
        to: Some("plan"),
        ..Names::of(task)
    };
    let (variant, whole) = (answer.best_variant(), answer.whole.as_ref());
    let plan = variant.stages.plan();
    let turns = answer.turns.as_deref();
    let write = |turns: &[TurnId]| names.notation.write_all(&problem.puzzle, turns);
    let stop = whole.map_or(&answer.staged.stop, |whole| &whole.stop);
    let stages = (1..).zip(answer.stages());
    let stages = stages.map(|(number, (stage, title, turns))| {
        let reduction = variant.stages.reduction(number);
        let cosets = reduction.and_then(|it| it.quotient().index.as_ref());
        let object = Object::default()
            .with("number", number)
            .with("title", title)
            .with("cosets", cosets.map(ToString::to_string))
            .with("turns", stage.turns.as_ref().map(Vec::len))
            .with("solution", turns.as_deref().map(write));
        with_result(object, stage)
    });
    let improvements = answer.improvements.iter().map(improvement);
    let object = header("twistsat.plan/1", problem, names)
        .with("plan", &*plan.name)
        .with("plan_sha256", plan.sha256())
        .with("turns", turns.map(<[TurnId]>::len))
        .with("solution", turns.map(write))
        .with("solved", answer.is_solved(problem))
        .with("reached", answer.last_done_stage().map(|(_, title)| title))
        .with_some("at_least", whole.map(Minimum::lower_bound))
        .with_some("minimal", whole.map(Minimum::is_minimal))
        .with("minimal_in_stages", answer.staged.is_minimal_in_stages())
        .with("inverse", variant.inverse)
        .with("stopped", stop.as_ref().map(ToString::to_string))
        .with("complete", task.is_done(answer))
        .with_objects("stages", stages)
        .with_any_objects("improvements", improvements);
    with_history(object, whole.map_or(&[][..], |whole| &whole.history[..]))
}

/// Adds how a stage was solved.
fn with_result(object: Object, stage: &StageResult) -> Object {
    let result = &stage.minimum;
    let (stepped, by_plan) = match &stage.method {
        StageMethod::Question => (None, None),
        StageMethod::Steps(stepped) => (Some(stepped), None),
        StageMethod::Plan(name) => (None, Some(&**name)),
    };
    object
        .with("minimal", result.is_minimal())
        .with_some("steps", stepped.map(|it| it.steps))
        .with_some("by_cycles", stepped.map(|it| it.turns_by_cycles))
        .with_some("by_plan", by_plan)
        .with("refuted", result.refutations_in_words())
        .with("seconds", stage.seconds)
        .with_objects("attempts", result.attempts.iter().map(attempt))
}

/// A step that shortened the solution.
fn improvement(improvement: &Improvement) -> Object {
    let window = match improvement.by {
        ImprovementMethod::Window(size) => Some(size),
        _ => None,
    };
    Object::default()
        .with("seconds", improvement.seconds)
        .with("turns", improvement.turns.len())
        .with("window", window)
}
