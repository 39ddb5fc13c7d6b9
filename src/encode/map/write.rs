//! Writing a map.

use super::file::{FORMAT, File, FileBudget, FileBus, FileSignal, name_placements};
use crate::circuit::{Bus, Signal};
use crate::encode::code::Code;
use crate::encode::formula::{Formula, Meaning};
use crate::encode::recipe::Recipe;
use crate::problem::{Budget, Problem, Requirements, StageStatement};
use crate::puzzle::{IDLE, TurnId};

/// The map of a formula, as JSON text.
#[must_use]
pub fn write(problem: &Problem, recipe: &Recipe, formula: &Formula) -> String {
    let puzzle = &problem.puzzle;
    let name = |turn: TurnId| puzzle.turns()[turn].name();
    let text = |pattern| problem.scheme.text(pattern);
    let buses = |buses: &[Bus]| -> Vec<FileBus> { buses.iter().map(write_bus).collect() };
    let Meaning { selectors, states } = &formula.meaning;
    let (pieces, placements) = name_placements(puzzle, states);
    let stage = problem.whole.as_deref().map(StageStatement::of);
    let whole = problem.whole.as_ref().map_or(puzzle, |it| &it.puzzle);
    let file = File {
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        puzzle: whole.name().to_owned(),
        recipe: recipe.name.clone(),
        recipe_sha256: recipe.sha256.clone(),
        variables: formula.variables,
        free: formula.free_variables(),
        clauses: formula.cnf.len(),
        budget: match problem.budget {
            Budget::Exactly(turns) => FileBudget::Exactly(turns),
            Budget::AtMost(turns) => FileBudget::AtMost(turns),
        },
        metric: problem.metric,
        canonical: problem.canonical,
        up_to_rotation: problem.up_to_rotation,
        facelets: puzzle.facelets().to_vec(),
        symbols: problem.scheme.symbols().iter().collect(),
        start: text(&problem.start),
        goal: text(&problem.goal),
        orientations: { problem.orientations.iter() }
            .map(|end| problem.scheme.characters(end).iter().collect())
            .collect(),
        allowed: problem.allowed.iter().map(|&turn| name(turn)).collect(),
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
        puzzle_file: whole.definition().to_owned(),
        stage,
        // The allowed turns stand above.
        asked: Requirements::of(problem)
            .map(|asked| Requirements {
                allow: None,
                ..asked
            })
            .filter(|asked| *asked != Requirements::default()),
    };
    let mut text = serde_json::to_string(&file).unwrap_or_default();
    text.push('\n');
    text
}

fn write_bus(bus: &Bus) -> FileBus {
    bus.iter()
        .map(|signal| match signal {
            Signal::Const(value) => FileSignal::Const(value),
            Signal::Lit(lit) => FileSignal::Lit(lit.to_ipasir()),
        })
        .collect()
}
