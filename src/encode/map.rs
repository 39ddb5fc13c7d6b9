//! The map of a DIMACS file: the meaning of the variables, and the whole problem, so that a model can be decoded
//! without other files.

use std::collections::{HashMap, HashSet};
use std::fmt;

use rustsat::types::Lit;
use serde::{Deserialize, Serialize};

use super::codebook::Code;
use super::error::MAX_CLAUSES;
use super::formula::{Formula, Meaning};
use super::recipe::{Recipe, SelectorEncoding, StateEncoding};
use super::selectors::Selectors;
use super::states::States;
use crate::circuit::{Bus, Signal};
use crate::error::Error;
use crate::problem::{Budget, Problem, Question};
use crate::puzzle::{IDLE, Puzzle, TurnId};
use crate::text::{JsonLayout, excerpt, readable_parser_message, to_json};

/// The content of a map file.
pub struct Map {
    /// The name of the recipe.
    pub recipe: String,
    /// A hash of the recipe's meaning; see [`Recipe::sha256`](super::Recipe::sha256).
    pub recipe_sha256: String,
    /// The number of variables of the formula.
    pub variables: u32,
    /// The variables in no clause or bound, as ranges; see [`Formula::free_variables`](super::Formula::free_variables).
    pub free: Vec<[u32; 2]>,
    /// The variables that are inputs of the circuit, as ranges, if the formula was written as a circuit; see
    /// [`Formula::inputs`](super::Formula::inputs). Empty if all variables are inputs.
    pub inputs: Vec<[u32; 2]>,
    /// The number of clauses.
    pub clauses: usize,
    /// The problem.
    pub problem: Problem,
    /// How the puzzle is held at the end, see [`Problem::held_at_end`].
    pub held_at_end: Option<String>,
    /// The meaning of the variables.
    pub meaning: Meaning,
}

impl Map {
    /// The variables that are inputs of the circuit, counted from 1.
    pub(super) fn inputs(&self) -> Vec<u32> {
        if self.inputs.is_empty() {
            (1..=self.variables).collect()
        } else {
            self.inputs
                .iter()
                .flat_map(|&[first, last]| first..=last)
                .collect()
        }
    }

    /// Whether a variable, counted from 1, occurs in no clause or bound, so that a model need not include it.
    pub fn is_free(&self, variable: usize) -> bool {
        let is_before = |range: &[u32; 2]| (range[1] as usize) < variable;
        let range = self.free.get(self.free.partition_point(is_before));
        range.is_some_and(|range| range[0] as usize <= variable)
    }
}

/// The format that this version writes and reads.
const FORMAT: &str = "twistsat-map-3";

/// A signal in the file: a literal in DIMACS numbers, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum FileSignal {
    Const(bool),
    Lit(i32),
}

/// A bus in the file.
type FileBus = Vec<FileSignal>;

/// The keys of a map file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: String,
    question: Question,
    puzzle_sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held_at_end: Option<String>,
    recipe: String,
    recipe_sha256: String,
    variables: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    free: Vec<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<[u32; 2]>,
    clauses: usize,
    codes: Vec<String>,
    selector: SelectorEncoding,
    selectors: Vec<FileBus>,
    state: StateEncoding,
    states: Vec<Vec<FileBus>>,
    pieces: Vec<Vec<String>>,
    placements: Vec<Vec<String>>,
}

/// The key that every map format has. It is read first, because other keys may differ.
#[derive(Deserialize)]
struct Header {
    format: String,
}

/// For states of placements: the facelets of each piece, reference sticker first, and the possible facelets of that
/// sticker. Both are empty for states of colors.
fn name_placements(puzzle: &Puzzle, states: &States) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let Some(placements) = states.implementation().placements() else {
        return (Vec::new(), Vec::new());
    };
    let names = |facelets: &[usize]| -> Vec<String> {
        let names = facelets.iter().map(|&f| puzzle.facelets()[f].clone());
        names.collect()
    };
    let pieces = puzzle.pieces().all().iter();
    (
        pieces.map(|piece| names(&piece.facelets)).collect(),
        placements.into_iter().map(names).collect(),
    )
}

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
        puzzle_sha256: problem.full_puzzle().sha256(),
        held_at_end: problem.held_at_end().map(ToOwned::to_owned),
        recipe: recipe.name.clone(),
        recipe_sha256: recipe.sha256.clone(),
        variables: formula.variables,
        free: formula.free_variables(),
        inputs: match formula.gates[..] {
            [] => Vec::new(),
            _ => formula.inputs(),
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
            Signal::Const(value) => FileSignal::Const(*value),
            Signal::Lit(lit) => FileSignal::Lit(lit.to_ipasir()),
        })
        .collect()
}

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
        let reason = format!(
            "{} variables; at most {MAX_CLAUSES} are possible",
            file.variables
        );
        return Err(damaged_error(reason));
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
    let bits = bus.len();
    if bits != width {
        return Err(damaged_error(format!(
            "{bits} bits where {width} are needed"
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
