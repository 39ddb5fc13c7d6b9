//! Reads a map and checks every part of it.

use std::collections::{HashMap, HashSet};
use std::fmt;

use rustsat::types::Lit;

use super::Map;
use super::file::{FORMAT, File, FileBus, FileSignal, Header, name_placements};
use crate::circuit::{Bus, Signal};
use crate::encode::code::Code;
use crate::encode::error::MAX_CLAUSES;
use crate::encode::formula::Meaning;
use crate::encode::selectors::Selectors;
use crate::encode::states::States;
use crate::error::Error;
use crate::problem::{Budget, Problem};
use crate::puzzle::{IDLE, TurnId};
use crate::text::{excerpt, readable_parser_message};

fn damaged_error(reason: impl fmt::Display) -> Error {
    Error::impossible("the map is damaged: ").text(reason)
}

fn not_a_map_error(error: &serde_json::Error) -> Error {
    Error::impossible("this is not a map written by `twistsat encode`: ")
        .text(readable_parser_message(&error.to_string()))
}

/// Reads a map. Nothing in it is trusted: every number is checked.
///
/// # Errors
/// [`Error`] if it is not a map, or if its parts are inconsistent.
pub fn read(text: &str) -> Result<Map, Error> {
    let Header { format } = serde_json::from_str(text).map_err(|error| not_a_map_error(&error))?;
    if format != FORMAT {
        let error = Error::impossible("the format of the map is `").text(excerpt(&format));
        return Err(error.text(format!("`; this version reads `{FORMAT}`: create it again")));
    }
    let file: File = serde_json::from_str(text).map_err(|error| not_a_map_error(&error))?;
    if file.variables as usize > MAX_CLAUSES {
        return Err(damaged_error(format!("{} variables", file.variables)));
    }
    let is_range =
        |[first, last]: &[u32; 2]| 1 <= *first && first <= last && *last <= file.variables;
    for (key, ranges) in [("free", &file.free), ("inputs", &file.inputs)] {
        if !ranges.iter().all(is_range) || !ranges.is_sorted_by(|a, b| a[1] < b[0]) {
            return Err(damaged_error(format!(
                "`{key}` must list ranges of variables, each as `[first, last]`, in increasing order",
            )));
        }
    }
    let problem = file.question.problem_with_hash(&file.puzzle_sha256);
    let problem = problem.map_err(damaged_error)?;
    let codes = read_codes(&file, &problem)?;
    let meaning = read_meaning(&file, &problem, codes)?;
    Ok(Map {
        version: file.version,
        recipe: file.recipe,
        recipe_sha256: file.recipe_sha256,
        variables: file.variables,
        free: file.free,
        inputs: file.inputs,
        clauses: file.clauses,
        held_at_end: file.held_at_end,
        problem,
        meaning,
    })
}

/// The codes: allowed turns, and idle if the budget permits unused slots, each once.
fn read_codes(file: &File, problem: &Problem) -> Result<Vec<Code>, Error> {
    let turns = problem.puzzle.turns().iter().enumerate();
    let turns: HashMap<String, TurnId> = turns.map(|(id, turn)| (turn.name(), id)).collect();
    let allowed: HashSet<TurnId> = problem.allowed.iter().copied().collect();
    let mut seen = HashSet::new();
    let mut codes = Vec::new();
    for name in &file.codes {
        let code = match name.as_str() {
            IDLE => Code::Idle,
            name => {
                let unknown = || format!("its puzzle has no turn `{}`", excerpt(name));
                let turn = turns.get(name);
                Code::Turn(*turn.ok_or_else(|| damaged_error(unknown()))?)
            }
        };
        if !seen.insert(code) {
            return Err(damaged_error(format!("two codes stand for `{name}`")));
        }
        match (code, problem.budget) {
            (Code::Turn(turn), _) if !allowed.contains(&turn) => {
                return Err(damaged_error(format!(
                    "a code stands for turn `{name}`, which is not allowed"
                )));
            }
            (Code::Idle, Budget::Exactly(_)) => {
                return Err(damaged_error(
                    "a code stands for an idle slot, but the budget is exact",
                ));
            }
            _ => codes.push(code),
        }
    }
    Ok(codes)
}

fn read_meaning(file: &File, problem: &Problem, codes: Vec<Code>) -> Result<Meaning, Error> {
    let puzzle = &problem.puzzle;
    let slots = problem.budget.slots();
    if file.selectors.len() != slots || file.states.len() != slots.saturating_add(1) {
        return Err(damaged_error(
            "its numbers of selectors and states do not match its budget",
        ));
    }
    let mut selectors = Selectors::with_codes(puzzle, file.selector, codes);
    for bus in &file.selectors {
        selectors.push(read_bus(bus, selectors.width(), file.variables)?);
    }
    let mut states = States::new(problem, file.state);
    if name_placements(puzzle, &states) != (file.pieces.clone(), file.placements.clone()) {
        return Err(damaged_error(
            "its pieces and placements are not those of its puzzle and start",
        ));
    }
    let widths = states.implementation().widths();
    for step in &file.states {
        if step.len() != widths.len() {
            return Err(damaged_error(
                "a state does not have as many facelets or pieces as its puzzle",
            ));
        }
        let buses = step.iter().zip(&widths);
        let step = buses.map(|(bus, &width)| read_bus(bus, width, file.variables));
        states.push(step.collect::<Result<_, _>>()?);
    }
    Ok(Meaning { selectors, states })
}

fn read_bus(bus: &FileBus, width: usize, variables: u32) -> Result<Bus, Error> {
    if bus.len() != width {
        return Err(damaged_error(format!(
            "{} bits where {width} are needed",
            bus.len()
        )));
    }
    bus.iter()
        .map(|signal| match *signal {
            FileSignal::Const(value) => Ok(Signal::Const(value)),
            FileSignal::Lit(number) if number.unsigned_abs() <= variables => {
                Lit::from_ipasir(number)
                    .map(Signal::Lit)
                    .map_err(|_| damaged_error("a literal 0"))
            }
            FileSignal::Lit(number) => Err(damaged_error(format!(
                "literal {number} with {variables} variables"
            ))),
        })
        .collect()
}
