//! Answers of the command.

use serde_json::Value;

use super::super::ask::{found, run, start_of};
use super::super::model::Model;
use super::answer::{Answer, Refuted, Said};
use super::{Combination, Wanted};
use crate::common::cli::Run;

fn run_on(asked: &Combination) -> Run {
    let (command, options) = asked.options();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut question = asked.question.clone();
    if !matches!(asked.wanted, Wanted::Shortest | Wanted::AllShortest) {
        question.max_turns = None;
    }
    run(command, &question, &options)
}

/// Asks the command.
pub fn ask(asked: &Combination) -> Answer {
    let run = run_on(asked);
    match (run.code, asked.as_text) {
        (Some(0 | 20 | 30), true) => text(asked, &run),
        (Some(0 | 20 | 30), false) => json(asked, &run),
        _ => refused(&run),
    }
}

fn refused(run: &Run) -> Answer {
    let unexpressed = ["only requires uniform faces", "is a published formula"];
    match run.code {
        Some(1) if unexpressed.iter().any(|words| run.err.contains(words)) => Answer::Unexpressed,
        Some(1 | 2) => Answer::Refused(run.err.clone()),
        _ => Answer::Unknown(format!("{run:?}"), Said::default()),
    }
}

fn json(asked: &Combination, run: &Run) -> Answer {
    let json = run.json();
    let said = match asked.options().0 {
        "solve" => of_solve(asked, &json),
        _ => of_enumerate(asked, &json),
    };
    let stopped = json["stopped"].as_str();
    let is_found = !said.solutions.is_empty();
    // The exit code must agree with the JSON object.
    let agrees = match run.code {
        Some(0) if asked.options().0 == "solve" => is_found && stopped.is_none(),
        Some(0) => stopped.is_none(),
        Some(20) => !is_found && stopped.is_none(),
        _ => true,
    };
    match (agrees, run.code, stopped) {
        (false, ..) => Answer::Unknown(
            format!("the exit code contradicts the output: {run:?}"),
            said,
        ),
        (true, Some(30), why) => {
            Answer::Unknown(why.unwrap_or("without a reason").to_owned(), said)
        }
        _ => Answer::Said(said),
    }
}

fn start(model: &Model, text: Option<&Value>) -> Option<Vec<u8>> {
    text.map(|text| start_of(model, text.as_str().unwrap()))
}

fn of_solve(asked: &Combination, json: &Value) -> Said {
    let model = &asked.question.model;
    let is_found = !json["solution"].is_null();
    let solution = is_found.then(|| found(&json["solution"], start(model, json.get("start"))));
    let is_complete = json["stopped"].is_null();
    let at_least = json["at_least"].as_u64().map(|it| it as usize);
    let cost = json.get("cost").and_then(Value::as_u64);
    let is_cheapest = matches!(asked.wanted, Wanted::Cheapest { .. });
    Said {
        solutions: solution.into_iter().collect(),
        are_all: false,
        is_minimal: json["minimal"] == true,
        at_least,
        none: is_complete && !is_found,
        never: is_complete && at_least.is_none(),
        refuted: match is_cheapest {
            // These refutations only exclude cheaper solutions.
            true => Vec::new(),
            false => Refuted::read_all(&json["refuted"]),
        },
        costs: cost.map(|it| it as usize).into_iter().collect(),
        is_cheapest: is_cheapest && is_complete,
        cancelling: 0,
    }
}

fn of_enumerate(asked: &Combination, json: &Value) -> Said {
    let model = &asked.question.model;
    let starts = json.get("starts").and_then(Value::as_array);
    let texts = json["solutions"].as_array().unwrap().iter().enumerate();
    let solutions: Vec<_> = texts
        .map(|(at, text)| found(text, start(model, starts.map(|starts| &starts[at]))))
        .collect();
    let is_complete = json["complete"] == true;
    let refuted = Refuted::read_all(&json["refuted"]);
    let costs = json.get("costs").and_then(Value::as_array);
    let costs = costs.into_iter().flatten();
    let costs = costs.map(|it| it.as_u64().unwrap() as usize);
    assert_eq!(json["count"], solutions.len());
    Said {
        are_all: is_complete,
        is_minimal: is_complete && asked.wanted == Wanted::AllShortest && !json["turns"].is_null(),
        at_least: None,
        none: is_complete && solutions.is_empty(),
        never: solutions.is_empty() && refuted.contains(&Refuted::Every),
        refuted,
        costs: costs.collect(),
        solutions,
        is_cheapest: matches!(asked.wanted, Wanted::Ranked { .. }),
        cancelling: json.get("cancelling").and_then(Value::as_u64).unwrap_or(0),
    }
}

/// The answer from the human-readable report: only whether it denies solutions, and whether it claims a minimum.
fn text(asked: &Combination, run: &Run) -> Answer {
    let has = |words: &str| run.out.lines().any(|line| line.starts_with(words));
    let never = has("no solution of any length")
        || has("0 solutions of any length")
        || has("0 canonical solutions of any length");
    let none = has("no solution of ") || has("0 solutions of ") || has("0 canonical solutions of ");
    let unknown = has("unknown whether") || run.out.contains("there may be more");
    let is_minimal = run.out.contains(", minimal: ");
    let said = Said {
        never,
        none: none && !unknown,
        is_minimal,
        ..Said::default()
    };
    let contradicts = unknown && (never || is_minimal)
        || (run.code == Some(20)) != none && asked.options().0 == "solve"
        || (run.code == Some(30)) != (unknown || run.out.contains("not proved minimal"));
    match contradicts {
        true => Answer::Unknown(format!("the output contradicts itself: {run:?}"), said),
        false if run.code == Some(30) => Answer::Unknown(run.out.clone(), said),
        false => Answer::Said(said),
    }
}
