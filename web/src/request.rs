//! What is asked: the words of the options of `twistsat solve`, as JSON.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Scramble, Target};
use twistsat::puzzle::{Layout, MOST_TURNS, Metric, Puzzle, Sticker, TurnId};
use twistsat::search::Strategy;
use twistsat::solver::{self, Backend};

use crate::solve::Result;

/// A request. `puzzle` or `puzzle_file`, and `scramble` or `state`, must be there.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// The name of a built-in puzzle.
    puzzle: Option<String>,
    /// A puzzle of one's own, as text.
    puzzle_file: Option<File>,
    /// Groups of turns that are used, too.
    #[serde(default)]
    with: Vec<String>,
    /// Start where these turns lead from the solved state.
    scramble: Option<String>,
    /// Start from this state, in which `.` is a sticker that is not known.
    state: Option<String>,
    /// How states are read; if it does not say, as they look.
    layout: Option<String>,
    /// How turns are read and written.
    notation: Option<String>,
    /// The goal: `any`, `solved` or a state.
    #[serde(default = "any")]
    pub(crate) to: String,
    /// How length is counted: `htm` or `qtm`.
    #[serde(default)]
    metric: Metric,
    /// The only turns to use, such as `R U2 half`.
    allow: Option<String>,
    /// Turns not to use.
    forbid: Option<String>,
    /// Exactly so many turns.
    turns: Option<usize>,
    /// At most so many.
    max_turns: Option<usize>,
    /// Whether budgets go up or down.
    #[serde(default)]
    strategy: Steps,
    /// The name of a built-in recipe.
    recipe: Option<String>,
    /// A recipe of one's own, as text.
    recipe_file: Option<File>,
    /// The name of a solver.
    solver: Option<String>,
    /// Seconds until the best answer so far is given.
    time_limit: Option<f64>,
}

/// A file: what errors call it, and its text. The name of a puzzle file ends as its format
/// has it, in `.toml`, `.tws` or `.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    text: String,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Steps {
    #[default]
    Ascend,
    Descend,
}

fn any() -> String {
    "any".to_owned()
}

impl Request {
    /// The question.
    pub(crate) fn problem(&self) -> Result<Problem> {
        let puzzle = self.puzzle()?;
        let notation = self.notation()?;
        if let Some(name) = notation.ambiguous_name(&puzzle) {
            let why = "is the name of two turns of this puzzle; choose another notation";
            return Err(format!("in the {notation} notation `{name}` {why}").into());
        }
        let target = match self.to.as_str() {
            "any" => Target::Any,
            "solved" => Target::Solved,
            text => {
                let stickers = self.stickers(&puzzle, text);
                Target::of(stickers.map_err(|error| format!("to: {error}"))?)
            }
        };
        let budget = Budget::AtMost(0); // It depends on the problem.
        let problem = match self.scrambled(&puzzle)? {
            Some(scramble) => Problem::scrambled_by(puzzle, scramble, &target, budget),
            None => {
                let stickers = self.start(&puzzle)?;
                Problem::of_stickers(puzzle, &stickers, &target, budget)
            }
        };
        let problem = problem?;
        let mut problem = problem.counted_in(self.metric)?;
        problem.allowed = self.allowed(&problem, notation)?;
        problem.budget = self.budget(&problem)?;
        Ok(problem)
    }

    /// The scramble, if the start is one.
    pub(crate) fn scrambled(&self, puzzle: &Puzzle) -> Result<Option<Scramble>> {
        match (&self.scramble, &self.state) {
            (Some(turns), None) => {
                let turns = Scramble::read(self.notation()?, puzzle, turns);
                Ok(Some(turns.map_err(|error| format!("scramble: {error}"))?))
            }
            (None, Some(_)) => Ok(None),
            _ => Err("give a start: either `scramble` or `state`".into()),
        }
    }

    /// What is said of each facelet, if the start is a state.
    pub(crate) fn start(&self, puzzle: &Puzzle) -> Result<Vec<Sticker>> {
        self.stickers(puzzle, self.state.as_deref().unwrap_or_default())
    }

    /// The puzzle file, if there is one: its name and its text.
    pub(crate) fn file(&self) -> Option<(&str, &str)> {
        let file = self.puzzle_file.as_ref()?;
        Some((&file.name, &file.text))
    }

    /// The puzzle.
    pub(crate) fn puzzle(&self) -> Result<Arc<Puzzle>> {
        let puzzle = match (&self.puzzle, &self.puzzle_file) {
            (Some(name), None) => Puzzle::built_in(name)?,
            (None, Some(File { name, text })) => Arc::new(Puzzle::from_file(name, text)?),
            _ => return Err("give a puzzle: either `puzzle` or `puzzle_file`".into()),
        };
        let groups: Vec<&str> = self.with.iter().map(String::as_str).collect();
        Ok(if groups.is_empty() {
            puzzle
        } else {
            Arc::new(puzzle.with_groups(&groups)?)
        })
    }

    fn stickers(&self, puzzle: &Puzzle, text: &str) -> Result<Vec<Sticker>> {
        let layout = match &self.layout {
            Some(name) => name.parse()?,
            None => Layout::guess_for(puzzle, text),
        };
        Ok(layout.read_stickers(puzzle, text)?)
    }

    /// How turns are read and written.
    pub(crate) fn notation(&self) -> Result<Notation> {
        let name = self.notation.as_deref();
        Ok(name.map_or(Ok(Notation::default()), str::parse)?)
    }

    /// The turns that may be used.
    fn allowed(&self, problem: &Problem, notation: Notation) -> Result<Vec<TurnId>> {
        let read = |key: &str, text: &Option<String>| -> Result<Vec<TurnId>> {
            let puzzle = &problem.puzzle;
            let sets = notation.read_sets(puzzle, text.as_deref().unwrap_or_default());
            let sets = sets.map_err(|error| format!("{key}: {error}"))?;
            for set in &sets {
                // Of a face those turns that the metric counts.
                if key == "allow" && !set.iter().any(|turn| problem.allowed.contains(turn)) {
                    let turn = notation.write(&puzzle.turns()[set[0]]);
                    let why = "is no turn that the goal and the metric allow";
                    return Err(format!("{key}: `{turn}` {why}").into());
                }
            }
            Ok(sets.concat())
        };
        let (only, without) = (read("allow", &self.allow)?, read("forbid", &self.forbid)?);
        let may = |turn: &TurnId| {
            (self.allow.is_none() || only.contains(turn)) && !without.contains(turn)
        };
        let allowed: Vec<TurnId> = problem.allowed.iter().copied().filter(may).collect();
        if allowed.is_empty() {
            Err("`allow` and `forbid` leave no turn to use".into())
        } else {
            Ok(allowed)
        }
    }

    fn budget(&self, problem: &Problem) -> Result<Budget> {
        if let Some(many) = self
            .turns
            .iter()
            .chain(&self.max_turns)
            .find(|n| **n > MOST_TURNS)
        {
            return Err(format!("{many} turns are too many; at most {MOST_TURNS}").into());
        }
        match (self.turns, self.max_turns) {
            (Some(_), Some(_)) => Err("`turns` cannot be combined with `max_turns`".into()),
            (Some(turns), None) => Ok(Budget::Exactly(turns)),
            (None, most) => {
                let known = most.or(problem.known_maximum());
                if matches!(self.strategy, Steps::Descend) && known.is_none() {
                    let why = "no maximum is known for this problem, so strategy descend requires max_turns";
                    return Err(why.into());
                }
                Ok(Budget::AtMost(known.unwrap_or(MOST_TURNS)))
            }
        }
    }

    /// Whether it says how many turns there may be.
    pub(crate) fn is_bounded(&self) -> bool {
        self.turns.or(self.max_turns).is_some()
    }

    /// Whether it says how a solution is to be found, so that no plan is carried out.
    pub(crate) fn says_how(&self) -> bool {
        self.turns.is_some() || self.max_turns.is_some() || matches!(self.strategy, Steps::Descend)
    }

    /// The control under which it is answered.
    pub(crate) fn control(&self, control: &Control) -> Result<Control> {
        let Some(seconds) = self.time_limit else {
            return Ok(control.clone());
        };
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| format!("time_limit: {seconds} is not a number of seconds"))?;
        Ok(control.within(limit))
    }

    pub(crate) fn strategy(&self) -> Strategy {
        match self.strategy {
            Steps::Ascend => Strategy::Ascend,
            Steps::Descend => Strategy::Descend,
        }
    }

    /// The encoding; the default one if it does not say.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let name = match (&self.recipe, &self.recipe_file) {
            (Some(_), Some(_)) => {
                return Err("`recipe` cannot be combined with `recipe_file`".into());
            }
            (None, Some(File { name, text })) => return Ok(Recipe::from_toml(name, text)?),
            (Some(name), None) => name,
            (None, None) => Recipe::built_in_names().next().unwrap_or_default(),
        };
        Ok(Recipe::built_in(name)?)
    }

    /// The solver; the default one if it does not say.
    pub(crate) fn solver(&self) -> Result<&'static dyn Backend> {
        match &self.solver {
            Some(name) => Ok(solver::by_name(name)?),
            None => Ok(solver::all()[0]),
        }
    }
}
