//! The map beside a DIMACS file: what the variables mean, and the whole
//! problem, so that a model can be decoded with nothing else.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use itertools::Itertools;
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};

use super::code::Code;
use super::error::MOST_CLAUSES;
use super::formula::{Formula, Meaning};
use super::recipe::{Recipe, SelectorEncoding, StateEncoding};
use super::selectors::Selectors;
use super::states::{Representation, States};
use crate::circuit::{Bus, Signal};
use crate::notation::Scheme;
use crate::problem::{Asked, Budget, Constraints, Problem, ProblemError, Sight};
use crate::puzzle::{IDLE, MOST_TURNS, Metric, Pattern, Puzzle, State, Sticker, TurnId};
use crate::text::{message, shown};

/// The format that this version writes and reads.
const FORMAT: &str = "twistsat-map-1";

/// A signal in the file: a literal in DIMACS numbers, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum FileSignal {
    Const(bool),
    Lit(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FileBudget {
    Exactly(usize),
    AtMost(usize),
}

impl FileBudget {
    fn read(self) -> Result<Budget, MapError> {
        let budget = match self {
            FileBudget::Exactly(turns) => Budget::Exactly(turns),
            FileBudget::AtMost(turns) => Budget::AtMost(turns),
        };
        match budget.slots() {
            turns if turns > MOST_TURNS => Err(damaged(format!(
                "its budget is {turns} turns; the limit is {MOST_TURNS}"
            ))),
            _ => Ok(budget),
        }
    }
}

type FileBus = Vec<FileSignal>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: String,
    puzzle: String,
    recipe: String,
    recipe_sha256: String,
    variables: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    free: Vec<[u32; 2]>,
    clauses: usize,
    budget: FileBudget,
    metric: Metric,
    canonical: bool,
    up_to_rotation: bool,
    facelets: Vec<String>,
    symbols: String,
    start: String,
    goal: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    orientations: Vec<String>,
    allowed: Vec<String>,
    codes: Vec<String>,
    selector: SelectorEncoding,
    selectors: Vec<FileBus>,
    state: StateEncoding,
    states: Vec<Vec<FileBus>>,
    pieces: Vec<Vec<String>>,
    placements: Vec<Vec<String>>,
    puzzle_file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<Sight>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
}

/// What a map of any format has: read first, because the rest may differ.
#[derive(Deserialize)]
struct Header {
    format: String,
}

/// What a map file says.
pub struct Map {
    /// The version of twistsat that wrote it.
    pub version: String,
    /// The name of the recipe.
    pub recipe: String,
    /// The SHA-256 of the recipe file, in hexadecimal.
    pub recipe_sha256: String,
    /// How many variables the formula has.
    pub variables: u32,
    /// Those that stand in no clause, see [`Formula::free_variables`].
    pub free: Vec<[u32; 2]>,
    /// How many clauses.
    pub clauses: usize,
    /// The problem.
    pub problem: Problem,
    /// What the variables mean.
    pub meaning: Meaning,
}

impl Map {
    /// Whether a variable, counted from 1, stands in no clause, so that a model need not speak of it.
    #[must_use]
    pub fn is_free(&self, variable: usize) -> bool {
        let is_before = |row: &[u32; 2]| (row[1] as usize) < variable;
        let row = self.free.get(self.free.partition_point(is_before));
        row.is_some_and(|row| row[0] as usize <= variable)
    }
}

/// Why a map file is refused.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// It is no JSON of this form.
    #[error("this is not a map written by `twistsat encode`: {}", message(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// It is a map of another version.
    #[error("the format of the map is `{0}`; this version reads `{FORMAT}`")]
    Format(String),
    /// Its parts do not go together.
    #[error("the map is damaged: {0}")]
    Damaged(String),
}

fn damaged(reason: impl Into<String>) -> MapError {
    MapError::Damaged(reason.into())
}

/// The map of a formula, as JSON text.
#[must_use]
pub fn write(problem: &Problem, recipe: &Recipe, formula: &Formula) -> String {
    let puzzle = &problem.puzzle;
    let name = |turn: TurnId| puzzle.turns()[turn].name();
    let text = |pattern| {
        problem
            .scheme
            .stickers(pattern)
            .iter()
            .format("")
            .to_string()
    };
    let buses = |buses: &[Bus]| -> Vec<FileBus> { buses.iter().map(write_bus).collect() };
    let Meaning { selectors, states } = &formula.meaning;
    let (pieces, placements) = name_placements(puzzle, states);
    let stage = problem.whole.as_deref().map(Sight::of);
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
        asked: Asked::of(problem)
            .map(|asked| Asked {
                allow: None,
                ..asked
            })
            .filter(|asked| *asked != Asked::default()),
    };
    let mut text = serde_json::to_string(&file).unwrap_or_default();
    text.push('\n');
    text
}

/// Reads a map. Nothing in it is trusted: every number is checked.
///
/// # Errors
/// [`MapError`] if it is no map, or its parts do not go together.
pub fn read(text: &str) -> Result<Map, MapError> {
    let Header { format } = serde_json::from_str(text)?;
    if format != FORMAT {
        return Err(MapError::Format(shown(&format)));
    }
    let file: File = serde_json::from_str(text)?;
    if file.variables as usize > MOST_CLAUSES {
        return Err(damaged(format!("{} variables", file.variables)));
    }
    let is_row = |[first, last]: &[u32; 2]| 1 <= *first && first <= last && *last <= file.variables;
    if !file.free.iter().all(is_row) || !file.free.is_sorted_by(|a, b| a[1] < b[0]) {
        return Err(damaged(
            "`free` must list ranges of its variables, each as its first and its last, in increasing order",
        ));
    }
    let puzzle = Puzzle::from_toml("the puzzle in the map", &file.puzzle_file)
        .map_err(|error| damaged(error.to_string()))?;
    if puzzle.name() != file.puzzle {
        return Err(damaged(format!(
            "its `puzzle` is `{}`, but the puzzle file in it defines `{}`",
            shown(&file.puzzle),
            puzzle.name()
        )));
    }
    let puzzle = Arc::new(puzzle);
    let seen = match &file.stage {
        Some(stage) => {
            let seen = stage.problem(&puzzle, file.budget.read()?);
            Some(seen.map_err(|error| damaged(format!("its stage: {error}")))?)
        }
        None => None,
    };
    let puzzle = seen.as_ref().map_or(puzzle, |seen| seen.puzzle.clone());
    if puzzle.facelets() != file.facelets {
        return Err(damaged("its facelets are not those of its puzzle"));
    }
    let turns = Turns::of(&puzzle);
    let allowed = turns.all_named("allowed", &file.allowed)?;
    let codes = read_codes(&file, &turns, &allowed)?;
    let mut problem = read_problem(&file, puzzle, allowed)?;
    if let Some(seen) = seen {
        check_stage(&problem, &seen)?;
        problem.whole = seen.whole;
    }
    let meaning = read_meaning(&file, &problem, codes)?;
    Ok(Map {
        version: file.version,
        recipe: file.recipe,
        recipe_sha256: file.recipe_sha256,
        variables: file.variables,
        free: file.free,
        clauses: file.clauses,
        problem,
        meaning,
    })
}

/// The turns of a puzzle by their names.
struct Turns(HashMap<String, TurnId>);

impl Turns {
    fn of(puzzle: &Puzzle) -> Self {
        let turns = puzzle.turns().iter().enumerate();
        Self(turns.map(|(id, turn)| (turn.name(), id)).collect())
    }

    fn named(&self, name: &str) -> Result<TurnId, MapError> {
        let turn = self.0.get(name).copied();
        turn.ok_or_else(|| damaged(format!("its puzzle has no turn `{}`", shown(name))))
    }

    /// Turns that a list names once each, in increasing order.
    fn all_named(&self, list: &str, names: &[String]) -> Result<Vec<TurnId>, MapError> {
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(self.named(name)?) {
                return Err(damaged(format!("`{list}` names turn `{name}` twice")));
            }
        }
        Ok(seen.into_iter().sorted().collect())
    }
}

/// The codes: allowed turns, and idle where the budget leaves slots over, each
/// once.
fn read_codes(file: &File, turns: &Turns, allowed: &[TurnId]) -> Result<Vec<Code>, MapError> {
    let allowed: HashSet<TurnId> = allowed.iter().copied().collect();
    let mut seen = HashSet::new();
    let mut codes = Vec::new();
    for name in &file.codes {
        let code = match name.as_str() {
            IDLE => Code::Idle,
            name => Code::Turn(turns.named(name)?),
        };
        if !seen.insert(code) {
            return Err(damaged(format!("two codes stand for `{name}`")));
        }
        match (code, file.budget) {
            (Code::Turn(turn), _) if !allowed.contains(&turn) => {
                return Err(damaged(format!(
                    "a code stands for turn `{name}`, which is not allowed"
                )));
            }
            (Code::Idle, FileBudget::Exactly(_)) => {
                return Err(damaged(
                    "a code stands for an idle slot, but the budget is exact",
                ));
            }
            _ => codes.push(code),
        }
    }
    Ok(codes)
}

/// Refuses a problem that is not the one that its stage sees, but for what else is asked.
fn check_stage(problem: &Problem, seen: &Problem) -> Result<(), MapError> {
    let is_seen = problem.start == seen.start
        && problem.goal == seen.goal
        && problem.up_to_rotation == seen.up_to_rotation
        && problem
            .allowed
            .iter()
            .all(|turn| seen.allowed.contains(turn));
    match is_seen {
        true => Ok(()),
        false => Err(damaged(
            "its start, goal and turns are not what its stage sees",
        )),
    }
}

fn read_problem(
    file: &File,
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
) -> Result<Problem, MapError> {
    let budget = file.budget.read()?;
    let scheme = Scheme::new(&puzzle, file.symbols.chars().collect())
        .map_err(|error| damaged(error.to_string()))?;
    let pattern = |name: &str, text: &str| {
        let stickers = Sticker::read_all(text).map_err(|error| damaged(error.to_string()))?;
        if stickers.len() != puzzle.facelets().len() {
            return Err(damaged(format!(
                "`{}` is not a state of its puzzle",
                shown(text)
            )));
        }
        let pattern = scheme.pattern(&stickers);
        pattern
            .and_then(|pattern| pattern.check(&puzzle, scheme.symbols()).map(|()| pattern))
            .map_err(|error| damaged(format!("its {name}: {error}")))
    };
    let counts_one = |&turn: &TurnId| file.metric.admits(&puzzle.turns()[turn]);
    if !allowed.iter().all(counts_one) {
        let metric = file.metric;
        return Err(damaged(format!(
            "an allowed turn is not a single turn in metric {metric}"
        )));
    }
    let (start, goal) = (pattern("start", &file.start)?, pattern("goal", &file.goal)?);
    let orientations = read_orientations(file, &puzzle, &scheme)?;
    let is_goal = |goal: &Pattern| match &orientations[..] {
        [] => *goal == *puzzle.solved(),
        some => some.iter().all(|end| goal.admits(end)),
    };
    if file.up_to_rotation && (puzzle.held().is_empty() || !is_goal(&goal)) {
        return Err(damaged(
            "`up_to_rotation` requires a puzzle with a held piece, and the solved state as goal",
        ));
    }
    let problem = Problem {
        start,
        goal,
        orientations,
        up_to_rotation: file.up_to_rotation,
        scheme,
        allowed,
        metric: file.metric,
        canonical: file.canonical,
        constraints: { file.asked.as_ref() }
            .map_or(Ok(Constraints::default()), |asked| {
                asked.constraints(&puzzle)
            })
            .map_err(|error| damaged(error.to_string()))?,
        budget,
        whole: None,
        puzzle,
    };
    match problem.premise() {
        Ok(_) => Ok(problem),
        Err(ProblemError::Start(error)) => Err(damaged(format!("its start: {error}"))),
        Err(ProblemError::Target(error)) => Err(damaged(format!("its goal: {error}"))),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// The orientations of the solved state that the goal may have.
fn read_orientations(
    file: &File,
    puzzle: &Puzzle,
    scheme: &Scheme,
) -> Result<Vec<State>, MapError> {
    if !file.orientations.is_empty() && !file.up_to_rotation {
        return Err(damaged("`orientations` require `up_to_rotation`"));
    }
    let read = |text: &String| {
        let end = scheme.state(&text.chars().collect::<Vec<char>>());
        let end = end.map_err(|error| damaged(error.to_string()))?;
        let rotations = puzzle.rotations().iter();
        match { rotations }.any(|it| puzzle.solved().after(&it.facelets) == end) {
            true => Ok(end),
            false => Err(damaged(format!(
                "`{}` is not an orientation of the solved state",
                shown(text)
            ))),
        }
    };
    file.orientations.iter().map(read).collect()
}

/// What the buses of a state of placements stand for: each piece by its
/// facelets at home, the reference sticker's first, and the facelets where that
/// can be. Nothing for states of colours.
fn name_placements(puzzle: &Puzzle, states: &States) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let Some(placements) = states.placements() else {
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

fn read_meaning(file: &File, problem: &Problem, codes: Vec<Code>) -> Result<Meaning, MapError> {
    let puzzle = &problem.puzzle;
    let slots = problem.budget.slots();
    if file.selectors.len() != slots || file.states.len() != slots.saturating_add(1) {
        return Err(damaged(
            "its numbers of selectors and states do not match its budget",
        ));
    }
    let mut selectors = Selectors::of_codes(puzzle, file.selector, codes);
    for bus in &file.selectors {
        selectors.push(read_bus(bus, selectors.width(), file.variables)?);
    }
    let representation =
        Representation::new(problem, file.state).map_err(|error| damaged(error.to_string()))?;
    let mut states = States::new(representation, Vec::new());
    if name_placements(puzzle, &states) != (file.pieces.clone(), file.placements.clone()) {
        return Err(damaged(
            "its pieces and placements are not those of its puzzle and start",
        ));
    }
    let widths = states.part().widths();
    for step in &file.states {
        if step.len() != widths.len() {
            return Err(damaged(
                "a state does not have as many facelets or pieces as its puzzle",
            ));
        }
        let buses = step.iter().zip(&widths);
        let step = buses.map(|(bus, &width)| read_bus(bus, width, file.variables));
        states.push(step.collect::<Result<_, _>>()?);
    }
    Ok(Meaning { selectors, states })
}

fn write_bus(bus: &Bus) -> FileBus {
    bus.iter()
        .map(|signal| match signal {
            Signal::Const(value) => FileSignal::Const(value),
            Signal::Lit(lit) => FileSignal::Lit(lit.to_ipasir()),
        })
        .collect()
}

fn read_bus(bus: &FileBus, width: usize, variables: u32) -> Result<Bus, MapError> {
    if bus.len() != width {
        return Err(damaged(format!(
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
                    .map_err(|_| damaged("a literal 0"))
            }
            FileSignal::Lit(number) => Err(damaged(format!(
                "literal {number} with {variables} variables"
            ))),
        })
        .collect()
}
