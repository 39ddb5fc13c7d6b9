//! What is asked, as maps and certificates write it down: names and texts, and from these the
//! problem again.
//!
//! Nothing in it is trusted. Whoever reads it brings the puzzle; every name, state and number is held
//! against that, and what a stage of a plan sees is made anew.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::budget::Budget;
use super::cache::Cache;
use super::checked::{Problem, ProblemError};
use super::known::Known;
use super::requirements::{RequirementError, Requirements, ids, names};
use super::stage_statement::{StageStatement, StageStatementError};
use super::start::Start;
use crate::notation::Scheme;
use crate::puzzle::{
    MOST_TURNS, Metric, Pattern, Puzzle, State, StateError, Sticker, Tips, TurnId,
};
use crate::text::shown;

/// What is asked of which puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The puzzle's name; of the whole puzzle, if this is about a stage of a plan.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// The stage of a plan that this is about. All that follows is as the stage sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageStatement>,
    /// The names of the facelets, in the order in which states are written.
    pub facelets: Vec<String>,
    /// The letter of each colour.
    pub symbols: String,
    /// The state at the beginning.
    pub start: String,
    /// The state at the end.
    pub goal: String,
    /// The goals, where they are the solved state in several orientations; see [`Problem::goals`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orientations: Vec<String>,
    /// The goals, where they are others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<String>,
    /// See [`Problem::up_to_rotation`].
    pub up_to_rotation: bool,
    /// The turns that may be used, in the order of the puzzle.
    pub allowed: Vec<String>,
    /// How turns are counted.
    pub metric: Metric,
    /// See [`Problem::canonical`].
    pub canonical: bool,
    /// How many turns.
    pub budget: Budget,
    /// What else is asked of a solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Requirements>,
}

/// Why a statement poses no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatementError {
    /// It is about another puzzle, or another file of it.
    #[error(
        "its puzzle is `{}`, and the SHA-256 of its file {}; here it is `{puzzle}` and {is}",
        shown(name),
        shown(has)
    )]
    Puzzle {
        /// The puzzle's name in the statement.
        name: String,
        /// The hash in the statement.
        has: String,
        /// The puzzle's name.
        puzzle: String,
        /// The hash of its file.
        is: String,
    },
    /// A budget past all sense.
    #[error("its budget is {0} turns; the limit is {MOST_TURNS}")]
    Budget(usize),
    /// The stage sees nothing.
    #[error("its stage: {0}")]
    Stage(StageStatementError),
    /// What is asked is not about what the stage sees.
    #[error("its start, goal and turns are not what its stage sees")]
    NotOfStage,
    /// The facelets are others.
    #[error("its facelets are not those of its puzzle")]
    Facelets,
    /// A letter is no colour.
    #[error(transparent)]
    Symbols(StateError),
    /// A state has too few facelets, or too many, or cannot be read.
    #[error("`{}` is not a state of its puzzle", shown(.0))]
    NoState(String),
    /// The puzzle cannot be at the start.
    #[error("its start: {0}")]
    Start(StateError),
    /// The puzzle cannot be at the goal.
    #[error("its goal: {0}")]
    Goal(StateError),
    /// What is not the solved state cannot be up to rotation.
    #[error("`up_to_rotation` requires a puzzle with a held piece, and the solved state as goal")]
    UpToRotation,
    /// There are orientations of what has one.
    #[error("`orientations` require `up_to_rotation`")]
    Oriented,
    /// One of several goals is none of the states that the goal admits.
    #[error("its `goal` does not admit all of its `goals`")]
    Apart,
    /// A state is not solved in any orientation.
    #[error("`{}` is not an orientation of the solved state", shown(.0))]
    NoOrientation(String),
    /// There is nothing to solve it with.
    #[error("`allowed` names no turn")]
    NoTurns,
    /// A turn is allowed twice.
    #[error("`allowed` names turn `{0}` twice")]
    Twice(String),
    /// A turn counts as several.
    #[error("an allowed turn is not a single turn in metric {0}")]
    Metric(Metric),
    /// A turn is allowed by which a solution would not end at the goal, but at a rotation of it.
    #[error(
        "`allowed` names turn `{0}`, which moves the held piece; `up_to_rotation` forbids that"
    )]
    Held(String),
    /// What else is asked cannot be.
    #[error(transparent)]
    Asked(#[from] RequirementError),
    /// What remains.
    #[error(transparent)]
    Problem(ProblemError),
}

impl Statement {
    /// The statement of a problem.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        let puzzle = &problem.puzzle;
        let whole = problem.whole.as_deref();
        let named = whole.map_or(puzzle, |whole| &whole.puzzle);
        let texts = |goals: &[Pattern]| -> Vec<String> {
            goals.iter().map(|goal| problem.scheme.text(goal)).collect()
        };
        let is_lying = |goal: &Pattern| {
            let rotations = puzzle.rotations().iter();
            let mut states = rotations.map(|it| puzzle.solved().after(&it.facelets));
            goal.state().is_some_and(|state| states.contains(&state))
        };
        let (goals, none) = (&problem.goals[..], &[][..]);
        let (orientations, goals) = if problem.up_to_rotation && goals.iter().all(is_lying) {
            (goals, none)
        } else {
            (none, goals)
        };
        Self {
            puzzle: named.name().to_owned(),
            puzzle_sha256: named.sha256(),
            stage: whole.map(StageStatement::of),
            facelets: puzzle.facelets().to_vec(),
            symbols: problem.scheme.symbols().iter().collect(),
            start: problem.scheme.text(&problem.start),
            goal: problem.scheme.text(&problem.goal),
            orientations: texts(orientations),
            goals: texts(goals),
            up_to_rotation: problem.up_to_rotation,
            allowed: names(puzzle, &problem.allowed),
            metric: problem.metric,
            canonical: problem.canonical,
            budget: problem.budget,
            asked: Requirements::of(problem),
        }
    }

    /// The problem that is stated of a puzzle; of the whole puzzle, if it is about a stage.
    ///
    /// # Errors
    /// [`StatementError`] if its parts do not go together, with each other or with the puzzle.
    pub fn problem(&self, puzzle: &Arc<Puzzle>) -> Result<Problem, StatementError> {
        self.check_puzzle(puzzle)?;
        let turns = self.budget.slots();
        // Before anything is made that is as large.
        if turns > MOST_TURNS {
            return Err(StatementError::Budget(turns));
        }
        let seen = self
            .stage
            .as_ref()
            .map(|stage| stage.problem(puzzle, self.budget))
            .transpose()
            .map_err(StatementError::Stage)?;
        let puzzle = seen.as_ref().map_or(puzzle, |seen| &seen.puzzle);
        let mut problem = self.read(puzzle)?;
        if let Some(seen) = seen {
            self.check_stage(&problem, &seen)?;
            problem.whole = seen.whole;
        }
        match problem.premise() {
            Ok(_) => Ok(problem),
            Err(ProblemError::Start(error)) => Err(StatementError::Start(error)),
            Err(ProblemError::Target(error)) => Err(StatementError::Goal(error)),
            Err(error) => Err(StatementError::Problem(error)),
        }
    }

    fn check_puzzle(&self, puzzle: &Puzzle) -> Result<(), StatementError> {
        let is = puzzle.sha256();
        if self.puzzle == puzzle.name() && self.puzzle_sha256 == is {
            return Ok(());
        }
        Err(StatementError::Puzzle {
            name: self.puzzle.clone(),
            has: self.puzzle_sha256.clone(),
            puzzle: puzzle.name().to_owned(),
            is,
        })
    }

    /// Refuses a problem that is not the one that its stage sees, but for what else is asked.
    fn check_stage(&self, problem: &Problem, seen: &Problem) -> Result<(), StatementError> {
        let mut turns = problem.allowed.iter();
        let is_seen = problem.start == seen.start
            && problem.goal == seen.goal
            && problem.up_to_rotation == seen.up_to_rotation
            && turns.all(|turn| seen.allowed.contains(turn));
        is_seen.then_some(()).ok_or(StatementError::NotOfStage)
    }

    /// The problem as it stands here, whether or not the puzzle can have its start and its goal.
    fn read(&self, puzzle: &Arc<Puzzle>) -> Result<Problem, StatementError> {
        if puzzle.facelets() != self.facelets {
            return Err(StatementError::Facelets);
        }
        let scheme = Scheme::new(puzzle, self.symbols.chars().collect());
        let scheme = scheme.map_err(StatementError::Symbols)?;
        let allowed = self.read_allowed(puzzle)?;
        let start = pattern(puzzle, &scheme, &self.start, StatementError::Start)?;
        let start = Start::new(puzzle, &scheme, start).map_err(StatementError::Start)?;
        let goal = pattern(puzzle, &scheme, &self.goal, StatementError::Goal)?;
        let symbols = scheme.symbols();
        goal.check(puzzle, symbols).map_err(StatementError::Goal)?;
        let goals = self.read_goals(puzzle, &scheme)?;
        let is_part = |one: &Pattern| {
            let mut facelets = one.sets().iter().zip(goal.sets());
            facelets.all(|(one, all)| one.iter().all(|color| all.contains(color)))
        };
        if !goals.iter().all(is_part) {
            return Err(StatementError::Apart);
        }
        let is_goal = || !goals.is_empty() || goal == *puzzle.solved();
        if self.up_to_rotation && (puzzle.held().is_empty() || !is_goal()) {
            return Err(StatementError::UpToRotation);
        }
        let constraints = self
            .asked
            .as_ref()
            .map(|asked| asked.constraints(puzzle))
            .transpose()?
            .unwrap_or_default();
        Ok(Problem {
            start,
            goal,
            goals,
            up_to_rotation: self.up_to_rotation,
            scheme,
            allowed,
            metric: self.metric,
            canonical: self.canonical,
            constraints,
            budget: self.budget,
            tips: Tips::default(),
            scramble: None,
            whole: None,
            known: Known::default(),
            cache: Cache::default(),
            puzzle: puzzle.clone(),
        })
    }

    /// The allowed turns in increasing order, each of which may be used for the goal.
    fn read_allowed(&self, puzzle: &Puzzle) -> Result<Vec<TurnId>, StatementError> {
        let mut allowed = ids(puzzle, &self.allowed)?;
        let mut seen = HashSet::new();
        if let Some(&twice) = allowed.iter().find(|&&turn| !seen.insert(turn)) {
            return Err(StatementError::Twice(puzzle.turns()[twice].name()));
        }
        if allowed.is_empty() {
            return Err(StatementError::NoTurns);
        }
        let counts_one = |&turn: &TurnId| self.metric.admits(&puzzle.turns()[turn]);
        if !allowed.iter().all(counts_one) {
            return Err(StatementError::Metric(self.metric));
        }
        if self.up_to_rotation {
            let around: HashSet<TurnId> = puzzle.turns_around_held().into_iter().collect();
            if let Some(&turn) = allowed.iter().find(|turn| !around.contains(turn)) {
                return Err(StatementError::Held(puzzle.turns()[turn].name()));
            }
        }
        allowed.sort_unstable();
        Ok(allowed)
    }

    /// The goals, where there are several.
    fn read_goals(&self, puzzle: &Puzzle, scheme: &Scheme) -> Result<Vec<Pattern>, StatementError> {
        let several = self.goals.iter();
        let several = several.map(|text| pattern(puzzle, scheme, text, StatementError::Goal));
        let mut goals: Vec<Pattern> = several.collect::<Result<_, StatementError>>()?;
        for goal in &goals {
            let checked = goal.check(puzzle, scheme.symbols());
            checked.map_err(StatementError::Goal)?;
        }
        let lying = self.read_orientations(puzzle, scheme)?;
        goals.extend(lying.iter().map(Pattern::from));
        Ok(goals)
    }

    /// The orientations of the solved state that the goal may have.
    fn read_orientations(
        &self,
        puzzle: &Puzzle,
        scheme: &Scheme,
    ) -> Result<Vec<State>, StatementError> {
        if !self.orientations.is_empty() && !self.up_to_rotation {
            return Err(StatementError::Oriented);
        }
        let read = |text: &String| {
            let end = scheme.state(&text.chars().collect::<Vec<char>>());
            let end = end.map_err(StatementError::Symbols)?;
            let mut rotations = puzzle.rotations().iter();
            if rotations.any(|it| puzzle.solved().after(&it.facelets) == end) {
                Ok(end)
            } else {
                Err(StatementError::NoOrientation(text.clone()))
            }
        };
        self.orientations.iter().map(read).collect()
    }
}

/// The states of a text, whatever their pieces are.
fn pattern(
    puzzle: &Puzzle,
    scheme: &Scheme,
    text: &str,
    wrong: fn(StateError) -> StatementError,
) -> Result<Pattern, StatementError> {
    let stickers = Sticker::read_all(text).map_err(StatementError::Symbols)?;
    if stickers.len() != puzzle.facelets().len() {
        return Err(StatementError::NoState(text.to_owned()));
    }
    scheme.pattern(&stickers).map_err(wrong)
}
