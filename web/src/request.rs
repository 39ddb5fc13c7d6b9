//! A request: a [`Question`], and how it is answered, in one object.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::problem::{Budget, Problem, Question, TextFile};
use twistsat::puzzle::MOST_TURNS;
use twistsat::search::Strategy;
use twistsat::solver::{self, Backend};

use crate::solve::Result;

/// A request.
#[derive(Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub(crate) struct Request {
    pub(crate) question: Question,
    how: How,
}

/// How a question is answered.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct How {
    /// Whether budgets go up or down.
    strategy: Steps,
    /// The name of a built-in recipe.
    recipe: Option<String>,
    /// A recipe of one's own, as text.
    recipe_file: Option<TextFile>,
    /// The name of a solver.
    solver: Option<String>,
    /// Seconds until the best answer so far is given.
    time_limit: Option<f64>,
}

/// The keys of [`How`].
const HOW: [&str; 5] = ["strategy", "recipe", "recipe_file", "solver", "time_limit"];

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Steps {
    #[default]
    Ascend,
    Descend,
}

impl TryFrom<Map<String, Value>> for Request {
    type Error = serde_json::Error;

    fn try_from(keys: Map<String, Value>) -> std::result::Result<Self, Self::Error> {
        let is_how = |(key, _): &(String, Value)| HOW.contains(&key.as_str());
        let (how, question): (Map<_, _>, Map<_, _>) = keys.into_iter().partition(is_how);
        Ok(Self {
            question: serde_json::from_value(question.into())?,
            how: serde_json::from_value(how.into())?,
        })
    }
}

impl Request {
    /// The problem, with the largest budget to be tried.
    pub(crate) fn problem(&self) -> Result<Problem> {
        self.question.check_costs()?;
        let mut problem = self.question.problem()?;
        if self.question.is_bounded() {
            return Ok(problem);
        }
        let known = problem.known_maximum();
        if matches!(self.how.strategy, Steps::Descend) && known.is_none() {
            let why =
                "no maximum is known for this problem, so strategy descend requires max_turns";
            return Err(why.into());
        }
        problem.budget = Budget::AtMost(known.unwrap_or(MOST_TURNS));
        Ok(problem)
    }

    /// The problem, where the question is nothing more.
    pub(crate) fn problem_only(&self, what: &str) -> Result<Problem> {
        self.question.check_problem_only(what)?;
        self.problem()
    }

    /// Whether it says how a solution is to be found, so that no other way is tried first.
    pub(crate) fn says_how(&self) -> bool {
        let question = &self.question;
        question.is_bounded()
            || question.has_plan()
            || question.has_free_turns()
            || matches!(self.how.strategy, Steps::Descend)
    }

    /// The control under which it is answered.
    pub(crate) fn control(&self, control: &Control) -> Result<Control> {
        let Some(seconds) = self.how.time_limit else {
            return Ok(control.clone());
        };
        let limit = Duration::try_from_secs_f64(seconds)
            .map_err(|_| format!("time_limit: {seconds} is not a number of seconds"))?;
        Ok(control.within(limit))
    }

    pub(crate) fn strategy(&self) -> Strategy {
        match self.how.strategy {
            Steps::Ascend => Strategy::Ascend,
            Steps::Descend => Strategy::Descend,
        }
    }

    /// The encoding; the default one if it does not say.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let name = match (&self.how.recipe, &self.how.recipe_file) {
            (Some(_), Some(_)) => {
                return Err("`recipe` cannot be combined with `recipe_file`".into());
            }
            (None, Some(file)) => return Ok(Recipe::from_toml(&file.name, &file.text)?),
            (Some(name), None) => name,
            (None, None) => Recipe::built_in_names().next().unwrap_or_default(),
        };
        Ok(Recipe::built_in(name)?)
    }

    /// The solver; the default one if it does not say.
    pub(crate) fn solver(&self) -> Result<&'static dyn Backend> {
        match &self.how.solver {
            Some(name) => Ok(solver::by_name(name)?),
            None => Ok(solver::all()[0]),
        }
    }
}
