//! Converts questions to the types of twistsat, and its solutions back; also runs the command.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde_json::Value;
use twistsat::notation::Notation;
use twistsat::problem::{AtMost, Budget, CompiledRule, Constraints, Cost, Problem, Rule, Target};
use twistsat::puzzle::{Layout, MAX_TURNS, Metric, Puzzle, Sticker, TurnId};
use twistsat::{Error, ErrorKind};

use super::model::{Colors, Model};
use super::question::{Question, Sets, Start, To};
use crate::common::cli::{Folder, Run, run_in};

/// A solution: its turns by name, and the state that it solves if the start was open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Found {
    pub turns: Vec<String>,
    pub start: Option<Colors>,
    /// The free turns before and after.
    pub around: [Vec<String>; 2],
}

/// The puzzle of a file.
pub fn puzzle(model: &Model) -> Result<Arc<Puzzle>, String> {
    let puzzle = Puzzle::from_toml("random.toml", &model.toml());
    puzzle.map(Arc::new).map_err(|error| error.to_string())
}

/// The problem of a question, read as the command reads it.
pub fn problem(question: &Question, puzzle: &Arc<Puzzle>) -> Result<Problem, String> {
    read(question, puzzle).map_err(|error| error.to_string())
}

/// What each facelet may show, in the puzzle's own order.
fn stickers(puzzle: &Puzzle, sets: &Sets) -> Vec<Sticker> {
    let all = puzzle.colors().len();
    let sticker = |set: &Vec<u8>| match set.len() {
        open if open == all && all > 1 => Sticker::Any,
        _ => Sticker::OneOf(set.iter().copied().map(char::from).collect()),
    };
    let sets: Vec<Sticker> = sets.iter().map(sticker).collect();
    let mut stickers = sets.clone();
    for (&facelet, set) in puzzle.net_order().iter().zip(sets) {
        stickers[facelet] = set;
    }
    stickers
}

fn read(question: &Question, puzzle: &Arc<Puzzle>) -> Result<Problem, Box<dyn std::error::Error>> {
    let problem_to = |target: &Target| {
        let budget = Budget::AtMost(0);
        match &question.start {
            Start::Scramble(turns) => {
                let turns = sequence(puzzle, turns)?;
                let problem = Problem::from_scramble(puzzle.clone(), &turns, target, budget);
                problem.map_err(|error| error.to_string())
            }
            Start::Stickers(sets) => {
                let start = stickers(puzzle, sets);
                let problem = Problem::of_stickers(puzzle.clone(), &start, target, budget);
                problem.map_err(|error| error.to_string())
            }
        }
    };
    let mut problem = problem_to(&match &question.to {
        To::Any => Target::Any,
        To::Solved => Target::Solved,
        To::Stickers(sets) => Target::Pattern(stickers(puzzle, sets)),
    })?;
    for sets in &question.or_to {
        let other = problem_to(&Target::Pattern(stickers(puzzle, sets)))?;
        problem = problem.to_one_of([problem.each_goal(), other.each_goal()].concat())?;
    }
    let metric = if question.quarter_turns {
        Metric::QuarterTurn
    } else {
        Metric::HalfTurn
    };
    let problem = problem.with_metric(metric)?;
    let mut allowed = problem.allowed.clone();
    if !question.allow.is_empty() {
        let allow = set(puzzle, &question.allow)?;
        allowed.retain(|turn| allow.contains(turn));
    }
    let forbid = set(puzzle, &question.forbid)?;
    allowed.retain(|turn| !forbid.contains(turn));
    let problem = problem.allowing(&allowed)?;
    let mut constraints = Constraints::default();
    for (words, most) in &question.at_most {
        let mut turns = set(puzzle, words)?;
        turns.sort_unstable();
        turns.dedup();
        let max_count = *most;
        constraints.at_most.push(AtMost { turns, max_count });
    }
    if question.max_cost.is_some() || !question.cost.is_empty() || question.costs.is_some() {
        let mut cost = match &question.costs {
            Some(costs) => Cost::from_toml("costs.toml", &costs.toml, puzzle)?,
            None => Cost::of_turns(vec![1; puzzle.turns().len()], None),
        };
        for (words, weight) in &question.cost {
            let turns = set(puzzle, words)?.into_iter();
            turns.for_each(|turn| cost.weights[turn] = *weight);
        }
        cost.max_total = question.max_cost;
        constraints.cost = Some(cost);
    }
    for rule in &question.rules {
        let value = &rule.value;
        let read = |value: &str| Notation::Singmaster.read_sequence(puzzle, value);
        let rule = match (rule.option, value.split_once('=')) {
            ("--always-after", Some((first, next))) => Rule::AlwaysAfter(read(first)?, read(next)?),
            ("--never", _) => Rule::Never(read(value)?),
            _ => Rule::Whole(read(value)?),
        };
        constraints.rules.push(CompiledRule::new(puzzle, rule)?);
    }
    constraints.min_turns = question.min_turns;
    constraints.starts_with = sequence(puzzle, &question.starts_with)?;
    constraints.ends_with = sequence(puzzle, &question.ends_with)?;
    let mut problem = problem.constrained(constraints)?;
    if question.canonical {
        problem = problem.canonical();
    }
    let known = question.max_turns.or(problem.known_maximum());
    Ok(problem.at_most(known.unwrap_or(MAX_TURNS)))
}

pub fn set(puzzle: &Puzzle, words: &[String]) -> Result<Vec<TurnId>, String> {
    let mut all = Vec::new();
    for word in words {
        all.extend(Notation::Singmaster.read_set(puzzle, word)?);
    }
    Ok(all)
}

fn sequence(puzzle: &Puzzle, words: &[String]) -> Result<Vec<TurnId>, String> {
    let read = Notation::Singmaster.read(puzzle, &words.join(" "));
    read.map_err(|error| error.to_string())
}

/// A time limit far above what any drawn question takes, even on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// Whether a recipe says that it cannot express a question.
pub fn is_unexpressed(error: &Error) -> bool {
    error.kind() == ErrorKind::Unsupported
}

/// Converts a solution of the library.
pub fn of_solution(problem: &Problem, solution: &twistsat::problem::Solution) -> Found {
    let puzzle = &problem.puzzle;
    let names = |turns: &[TurnId]| -> Vec<String> {
        let names = turns.iter().map(|&turn| puzzle.turns()[turn].name());
        names.collect()
    };
    let symbols = problem.scheme.state_characters(solution.start());
    let text = Layout::Net.write(puzzle, &symbols).into_bytes();
    Found {
        turns: names(solution.turns()),
        start: (!problem.start.is_state()).then_some(text),
        around: solution.free_turns().map(names),
    }
}

/// Runs a subcommand about a question.
pub fn run(command: &str, question: &Question, options: &[&str]) -> Run {
    let folder = Folder::new();
    folder.write("random.toml", question.model.toml());
    if let Some(costs) = &question.costs {
        folder.write("costs.toml", &costs.toml);
    }
    let asked = question.options();
    let limit = LIMIT.as_secs().to_string();
    let mut arguments = vec![command, "--puzzle-file", "random.toml"];
    arguments.extend(asked.iter().map(String::as_str));
    arguments.extend(options);
    arguments.extend(["--quiet", "--time-limit", &limit]);
    run_in(folder.path(), &arguments)
}

/// Reads a solution from its text: `(U) R U R' (U')`.
pub fn found(text: &Value, start: Option<Colors>) -> Found {
    let text = text.as_str().unwrap();
    let (before, rest) = match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        // Brackets after the turns are final free turns.
        Some((before, rest)) => (before, rest),
        None => ("", text),
    };
    let (turns, after) = rest.split_once('(').unwrap_or((rest, ""));
    let words = |text: &str| -> Vec<String> {
        let words = text.trim_end_matches(')').split_whitespace();
        words.map(ToOwned::to_owned).collect()
    };
    Found {
        turns: words(turns),
        start,
        around: [words(before), words(after)],
    }
}

/// Reads a state that the command wrote face by face: `P0=AB P1=C`.
pub fn start_of(model: &Model, text: &str) -> Colors {
    let mut colors = vec![b'?'; model.size()];
    let by_name: FxHashMap<&str, &str> = text
        .split_whitespace()
        .filter_map(|face| face.split_once('='))
        .collect();
    for (number, face) in model.faces.iter().enumerate() {
        let shown = by_name[format!("P{number}").as_str()].bytes();
        for (&facelet, color) in face.facelets.iter().zip(shown) {
            colors[facelet] = color;
        }
    }
    colors
}
