//! The events of an anytime search, one per line.

use itertools::Itertools;

use crate::search::{
    Attempt, AttemptVerdict, FoundBy, ImprovementMethod, Milestone, MilestoneKind, Minimum,
};
use crate::text::with_thousands_separators;

/// `2.5 s: 24 turns, by a window of 8`, `4.0 s: at least 9 turns (8 refuted by batsat)`.
pub fn milestone(milestone: &Milestone) -> String {
    let (seconds, metric) = (milestone.seconds, milestone.metric);
    let what = match &milestone.kind {
        MilestoneKind::Solution { turns, by } => {
            format!("{}, by {}", metric.count(*turns), found_by(by))
        }
        MilestoneKind::AtLeast { turns, by } => {
            let below = turns.saturating_sub(1);
            let why = match by {
                Some(solver) => format!("{below} refuted by {solver}"),
                None => format!("{below} refuted without a formula"),
            };
            format!("at least {} ({why})", metric.count(*turns))
        }
    };
    format!("{seconds:.1} s: {what}")
}

/// How a solution was found, in words.
pub fn found_by(by: &FoundBy) -> String {
    match by {
        FoundBy::Scramble => "undoing the scramble".to_owned(),
        FoundBy::Graph => "graph".to_owned(),
        FoundBy::Plan(name) => format!("plan {name}"),
        FoundBy::Tables(name) => format!("the tables of plan {name}"),
        FoundBy::Construction => "construction from 3-cycles".to_owned(),
        FoundBy::Improvement(by) => method_in_words(*by),
        FoundBy::Solver(name) => format!("{name}, in one formula"),
    }
}

/// The method that shortened a solution, in words.
pub fn method_in_words(by: ImprovementMethod) -> String {
    match by {
        ImprovementMethod::TwoStages => "the plan in two stages".to_owned(),
        ImprovementMethod::RebuildSuffix => "a new ending".to_owned(),
        ImprovementMethod::Window(size) => format!("a window of {size}"),
    }
}

/// The method that is currently tried to shorten the solution, in words.
pub fn trying(what: ImprovementMethod) -> String {
    match what {
        ImprovementMethod::TwoStages => "trying the plan in two stages".to_owned(),
        ImprovementMethod::RebuildSuffix => "trying other endings".to_owned(),
        ImprovementMethod::Window(size) => format!("trying to replace {size} turns by fewer"),
    }
}

/// `; at least 11 (all up to 10 refuted by batsat)` or `, not proved minimal`: the text after the length of a solution.
pub(super) fn lower_bound_in_words(result: &Minimum) -> String {
    let least = result.lower_bound();
    let Some(below) = least.checked_sub(1) else {
        return ", not proved minimal".to_owned();
    };
    let solvers = result.refutations.iter();
    let solvers = solvers.filter_map(|it| it.solver.as_deref()).unique();
    match &solvers.collect_vec()[..] {
        [] => format!("; at least {least} (no solution has fewer)"),
        solvers => {
            let solvers = solvers.join(" and ");
            format!("; at least {least} (all up to {below} refuted by {solvers})")
        }
    }
}

/// `budget 11: sat, shortened to 9; 719 variables, 13,610 clauses, 0.98 s`.
pub fn attempt(attempt: &Attempt) -> String {
    let verdict = match &attempt.verdict {
        AttemptVerdict::Sat { found } if *found < attempt.turns => {
            format!("sat, shortened to {found}")
        }
        AttemptVerdict::Unknown(stop) => format!("unknown, {stop}"),
        verdict => verdict.to_string(),
    };
    format!(
        "budget {}: {verdict}; {} variables, {} clauses, {:.2} s",
        attempt.turns,
        with_thousands_separators(attempt.variables),
        with_thousands_separators(attempt.clauses as u64),
        attempt.encode_seconds + attempt.solve_seconds,
    )
}
