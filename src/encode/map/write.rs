//! Writes a map.

use super::file::{FORMAT, File, FileBus, FileSignal, name_placements};
use crate::circuit::{Bus, Signal};
use crate::encode::code::Code;
use crate::encode::formula::{Formula, Meaning};
use crate::encode::recipe::Recipe;
use crate::error::Error;
use crate::problem::{Problem, Question};
use crate::puzzle::{IDLE, TurnId};
use crate::text::{JsonLayout, to_json};

/// The map of a formula, as JSON text.
///
/// # Errors
/// [`Error`] for a problem that cannot be written as a question, for example because it was built through the API.
pub fn write(problem: &Problem, recipe: &Recipe, formula: &Formula) -> Result<String, Error> {
    let question = Question::of(problem)
        .ok_or_else(|| Error::impossible("a map cannot express this problem"))?;
    let puzzle = &problem.puzzle;
    let name = |turn: TurnId| puzzle.turns()[turn].name();
    let buses = |buses: &[Bus]| -> Vec<FileBus> { buses.iter().map(write_bus).collect() };
    let Meaning { selectors, states } = &formula.meaning;
    let (pieces, placements) = name_placements(puzzle, states);
    let file = File {
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        question,
        puzzle_sha256: problem.whole_puzzle().sha256(),
        held_at_end: problem.held_at_end().map(ToOwned::to_owned),
        recipe: recipe.name.clone(),
        recipe_sha256: recipe.sha256.clone(),
        variables: formula.variables,
        free: formula.free_variables(),
        inputs: if formula.gates.is_empty() {
            Vec::new()
        } else {
            formula.inputs()
        },
        clauses: formula.cnf.len(),
        codes: selectors
            .codes()
            .iter()
            .map(|code| match code {
                Code::Turn(turn) => name(*turn),
                Code::Idle => IDLE.to_owned(),
            })
            .collect(),
        selector: selectors.encoding(),
        selectors: buses(selectors.slots()),
        state: states.encoding(),
        states: states.steps().iter().map(|step| buses(step)).collect(),
        pieces,
        placements,
    };
    let text = to_json(&file, JsonLayout::Entries);
    Ok(text.map_err(Error::failed)? + "\n")
}

fn write_bus(bus: &Bus) -> FileBus {
    bus.iter()
        .map(|signal| match signal {
            Signal::Const(value) => FileSignal::Const(value),
            Signal::Lit(lit) => FileSignal::Lit(lit.to_ipasir()),
        })
        .collect()
}
