//! Reading a map, and checking every part of it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use itertools::Itertools;
use rustsat::types::Lit;

use super::file::{FORMAT, File, FileBudget, FileBus, FileSignal, Header, name_placements};
use super::{Map, MapError};
use crate::circuit::{Bus, Signal};
use crate::encode::code::Code;
use crate::encode::error::MOST_CLAUSES;
use crate::encode::formula::Meaning;
use crate::encode::selectors::Selectors;
use crate::encode::states::{Representation, States};
use crate::notation::Scheme;
use crate::problem::{Budget, Constraints, Problem, ProblemError};
use crate::puzzle::{IDLE, MOST_TURNS, Pattern, Puzzle, State, Sticker, TurnId};
use crate::text::shown;

fn damaged(reason: impl Into<String>) -> MapError {
    MapError::Damaged(reason.into())
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
