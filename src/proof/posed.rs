//! Whether the words of a certificate pose its problem.
//!
//! A statement says outright which letter is which colour, in which orientations a solution may end and
//! what a stage sees. That this is so is part of what is proved. So the problem is posed once more as
//! people pose it, by the start and the goal in words or by the plan, and has to be the same.

use serde_json::Value;

use crate::plan::Plan;
use crate::problem::{Budget, Problem, ProblemError, Reduction, StageContext, Statement, Target};
use crate::puzzle::Sticker;
use crate::text::shown;

/// The goal where a stage of a plan has its own.
const STAGE: &str = "stage";

/// The goal in words by which just this problem is posed again.
pub(super) fn target(problem: &Problem) -> Option<String> {
    let goal = problem.scheme.text(&problem.shown_goal());
    let targets = match &problem.whole {
        Some(_) => vec![STAGE],
        None => vec!["any", "solved", &goal],
    };
    let statement = Statement::of(problem);
    let found = targets
        .into_iter()
        .find(|to| check(problem, &statement, to).is_ok());
    found.map(ToOwned::to_owned)
}

/// Refuses a problem that is not the one of its start and these words.
pub(super) fn check(problem: &Problem, statement: &Statement, to: &str) -> Result<(), String> {
    let again = match &problem.whole {
        Some(whole) => of_stage(problem, whole, to)?,
        None => of_text(problem, to).map_err(|error| error.to_string())?,
    };
    // What else is asked may be anything.
    let again = Problem {
        allowed: problem.allowed.clone(),
        constraints: problem.constraints.clone(),
        ..again
    };
    match difference(statement, &Statement::of(&again)) {
        None => Ok(()),
        Some(difference) => Err(difference),
    }
}

/// What a certificate is about.
fn budget(problem: &Problem) -> Budget {
    Budget::AtMost(problem.budget.slots())
}

fn of_text(problem: &Problem, to: &str) -> Result<Problem, ProblemError> {
    let target = match to {
        "any" => Target::Any,
        "solved" => Target::Solved,
        text => Target::of(Sticker::read_all(text).map_err(ProblemError::Target)?),
    };
    let start = problem.scheme.stickers(&problem.start);
    let puzzle = problem.puzzle.clone();
    Problem::of_stickers(puzzle, &start, &target, budget(problem))?.counted_in(problem.metric)
}

/// The plan is read again, and the start seen through it.
fn of_stage(problem: &Problem, whole: &StageContext, to: &str) -> Result<Problem, String> {
    if to != STAGE {
        let to = shown(to);
        return Err(format!(
            "its `to` is `{to}`; for a stage it must be `{STAGE}`"
        ));
    }
    let plan = Plan::from_toml("its plan", &whole.plan_text, &whole.puzzle);
    let plan = plan.map_err(|error| error.to_string())?;
    let reduction = Reduction::new(&plan, whole.stage).map_err(|error| error.to_string())?;
    let again = reduction.problem(&whole.start, budget(problem));
    let again = again.map_err(|error| error.to_string())?;
    let again = again.counted_in(problem.metric);
    again.map_err(|error| error.to_string())
}

/// The first key in which a statement is not what follows from the rest.
fn difference(says: &Statement, follows: &Statement) -> Option<String> {
    if says.stage != follows.stage {
        let told = "its stage is not what follows from its plan and its start";
        return Some(told.to_owned());
    }
    let (says, follows) = (table(says), table(follows));
    let mut keys = says.keys().chain(follows.keys());
    let key = keys.find(|&key| says.get(key) != follows.get(key))?;
    let text = |table: &Table| match table.get(key) {
        Some(Value::String(text)) => shown(text),
        Some(value) => shown(&value.to_string()),
        None => "nothing".to_owned(),
    };
    Some(format!(
        "its `{key}` is `{}`, but the rest implies `{}`",
        text(&says),
        text(&follows)
    ))
}

type Table = serde_json::Map<String, Value>;

fn table(statement: &Statement) -> Table {
    match serde_json::to_value(statement) {
        Ok(Value::Object(table)) => table,
        _ => Table::new(),
    }
}
