//! Everything that can be asked, as plain data.

use serde::{Deserialize, Serialize};

use super::layout::TextLayout;
use super::serial::{is_default, knows_key, name, one_or_many, optional_name};
use crate::error::Error;
use crate::notation::Notation;
use crate::problem::budget::Budget;
use crate::puzzle::{MOST_TURNS, Metric};

/// A question, in the words of the user. [`Self::problem`] checks it.
///
/// It has neither paths nor programs: files are in it as texts, so a question from others can be asked without harm. How it is
/// answered (solver, recipe, threads, time) is no part of it.
///
/// ```
/// use twistsat::problem::Question;
///
/// let question = Question {
///     puzzle: Some("pocket".to_owned()),
///     scramble: Some("R U2 F'".to_owned()),
///     ..Question::default()
/// };
/// assert_eq!(question.problem()?.asked_for(), "any number of turns");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// A built-in puzzle.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle: Option<String>,
    /// Another puzzle: its definition. The end of the file's name says which format it has.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle_file: Option<TextFile>,
    /// Groups of turns that are used, too.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub with: Vec<String>,
    /// The start: where these turns lead from the solved state.
    #[serde(skip_serializing_if = "is_default")]
    pub scramble: Option<String>,
    /// The start: a state, of which not all need be known.
    #[serde(skip_serializing_if = "is_default")]
    pub state: Option<String>,
    /// The start: `solved`, turns or a state, whichever it can be.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Option<String>,
    /// The goals, any of which will do: `any`, `solved`, goals by name, cycles of pieces, turns or states. None is `any`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub to: Vec<String>,
    /// What must stay as on the solved puzzle, beside a goal that has a name or is cycles of pieces: `edges`, `corners`, pieces
    /// such as `UF`, or goals by name. Without it, cycles of pieces leave all other pieces where they are.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub keep: Vec<String>,
    /// Rotations up to which a goal is reached: `y`, or `rotation` for all.
    #[serde(skip_serializing_if = "is_default")]
    pub goal_up_to: Option<String>,
    /// How states are written; by default as they look.
    #[serde(skip_serializing_if = "is_default", with = "optional_name")]
    pub layout: Option<TextLayout>,
    /// How turns are written.
    #[serde(skip_serializing_if = "is_default", with = "name")]
    pub notation: Notation,
    /// How length is counted.
    #[serde(skip_serializing_if = "is_default", with = "name")]
    pub metric: Metric,
    /// The only turns to use.
    #[serde(skip_serializing_if = "is_default")]
    pub allow: Option<String>,
    /// Turns not to use.
    #[serde(skip_serializing_if = "is_default")]
    pub forbid: Option<String>,
    /// The turns a solution starts with.
    #[serde(skip_serializing_if = "is_default")]
    pub starts_with: Option<String>,
    /// The turns a solution ends with.
    #[serde(skip_serializing_if = "is_default")]
    pub ends_with: Option<String>,
    /// Limits on some turns: `R=2`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub at_most: Vec<String>,
    /// What turns cost: `half=2`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub cost: Vec<String>,
    /// A file that says what turns cost; `cost` comes on top.
    #[serde(skip_serializing_if = "is_default")]
    pub cost_file: Option<CostFile>,
    /// What all turns together may cost.
    #[serde(skip_serializing_if = "is_default")]
    pub max_cost: Option<usize>,
    /// Forms that a solution has, as expressions over turns.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub sequence: Vec<String>,
    /// What a solution has nowhere.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub never: Vec<String>,
    /// What follows at once wherever something else is made: `R=U`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub always_after: Vec<String>,
    /// The fewest turns a solution may have.
    #[serde(skip_serializing_if = "is_default")]
    pub min_turns: Option<usize>,
    /// Whether only canonical solutions count: never two turns of one face in a row, commuting turns in one order.
    #[serde(skip_serializing_if = "is_default")]
    pub canonical: bool,
    /// Turns that cost nothing before and after a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub free: Option<String>,
    /// Turns that cost nothing before a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub before: Option<String>,
    /// Turns that cost nothing after a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub after: Option<String>,
    /// Whether free turns are counted all the same; then they only matter to what counts as one solution.
    #[serde(skip_serializing_if = "is_default")]
    pub count_free: bool,
    /// The exact number of turns.
    #[serde(skip_serializing_if = "is_default")]
    pub turns: Option<usize>,
    /// The most turns. Without `turns` and `max_turns` the budget is open.
    #[serde(skip_serializing_if = "is_default")]
    pub max_turns: Option<usize>,
    /// A built-in plan, or `peel`.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: Option<String>,
    /// Another plan: its definition.
    #[serde(skip_serializing_if = "is_default")]
    pub plan_file: Option<TextFile>,
    /// One stage of the plan, counted from 1; without it, all of them.
    #[serde(skip_serializing_if = "is_default")]
    pub stage: Option<usize>,
}

/// A file: what errors call it, and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Where costs stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected the name of a built-in cost file, or a file's `name` and `text`"
)]
pub enum CostFile {
    /// In a built-in file of this name.
    BuiltIn(String),
    /// In this file.
    File(TextFile),
}

/// A start as it is written, and what it is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartText<'a> {
    /// Turns.
    Scramble(&'a str),
    /// A state.
    State(&'a str),
    /// Whichever it can be.
    Either(&'a str),
}

impl Question {
    /// Whether a question can have a key of this name.
    #[must_use]
    pub fn has_key(key: &str) -> bool {
        knows_key::<Self>(key)
    }

    /// The start.
    ///
    /// # Errors
    /// [`Error`] unless there is exactly one.
    pub fn start(&self) -> Result<StartText<'_>, Error> {
        match (&self.scramble, &self.state, &self.from) {
            (Some(turns), None, None) => Ok(StartText::Scramble(turns)),
            (None, Some(state), None) => Ok(StartText::State(state)),
            (None, None, Some(text)) => Ok(StartText::Either(text)),
            _ => Err(Error::malformed(
                "give a start: either {scramble} or {state}, or {from} for whichever it is",
            )),
        }
    }

    /// How many turns. An open budget is at most [`MOST_TURNS`].
    ///
    /// # Errors
    /// [`Error`] if there are two numbers, or one that is too large.
    pub fn budget(&self) -> Result<Budget, Error> {
        let numbers = [("turns", self.turns), ("max_turns", self.max_turns)];
        for (key, number) in numbers {
            if let Some(many) = number.filter(|&many| many > MOST_TURNS) {
                let error = Error::malformed("").key(key);
                let why = format!(": {many} turns are too many; at most {MOST_TURNS}");
                return Err(error.text(why));
            }
        }
        match (self.turns, self.max_turns) {
            (Some(_), Some(_)) => Err(Error::malformed(
                "{turns} cannot be combined with {max_turns}",
            )),
            (Some(turns), None) => Ok(Budget::Exactly(turns)),
            (None, most) => Ok(Budget::AtMost(most.unwrap_or(MOST_TURNS))),
        }
    }

    /// Whether it says how many turns.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.turns.or(self.max_turns).is_some()
    }

    /// The goals as they are written.
    #[must_use]
    pub fn goal_text(&self) -> String {
        if self.to.is_empty() {
            "any".to_owned()
        } else {
            self.to.join(" | ")
        }
    }

    /// Whether there are several goals.
    #[must_use]
    pub fn has_several_goals(&self) -> bool {
        self.to.len() > 1 || self.goal_up_to.is_some()
    }

    /// Whether a plan is asked for, or a stage of it.
    #[must_use]
    pub fn has_plan(&self) -> bool {
        self.plan.is_some() || self.plan_file.is_some()
    }

    /// Whether all stages of a plan are asked for.
    #[must_use]
    pub fn is_whole_plan(&self) -> bool {
        self.has_plan() && self.stage.is_none()
    }

    /// Whether something is said of costs.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.cost.is_empty() || self.cost_file.is_some()
    }

    /// Whether something is asked of a solution beside its goal and its length.
    #[must_use]
    pub fn has_constraints(&self) -> bool {
        let texts = [
            &self.allow,
            &self.forbid,
            &self.starts_with,
            &self.ends_with,
        ];
        let lists = [
            &self.at_most,
            &self.sequence,
            &self.never,
            &self.always_after,
        ];
        texts.iter().any(|text| text.is_some())
            || lists.iter().any(|list| !list.is_empty())
            || self.has_costs()
            || self.max_cost.is_some()
            || self.min_turns.is_some()
    }

    /// Whether some turns are free and not counted.
    #[must_use]
    pub fn has_free_turns(&self) -> bool {
        !self.count_free && self.names_free_turns()
    }

    /// Refuses what is more than its [`Problem`](crate::Problem): free turns, and a plan as a whole. `what` is to be done with the
    /// problem alone.
    ///
    /// # Errors
    /// [`Error`] if it is more.
    pub fn check_problem_only(&self, what: &str) -> Result<(), Error> {
        self.check_costs()?;
        if self.has_free_turns() {
            return Err(Error::malformed("").text(format!("{what} takes no free turns")));
        }
        if self.is_whole_plan() {
            let error = Error::malformed("").text(format!(
                "{what} takes a stage of a plan, not all of it: give "
            ));
            return Err(error.key("stage"));
        }
        Ok(())
    }

    /// Refuses what no certificate expresses, besides what [`Self::check_problem_only`] refuses.
    ///
    /// # Errors
    /// [`Error`] names what it is.
    pub fn check_certifiable(&self, what: &str) -> Result<(), Error> {
        self.check_problem_only(what)?;
        if self.has_several_goals() {
            return Err(Error::malformed("").text(format!("{what} takes one goal")));
        }
        if self.canonical {
            let error = Error::malformed("").text(format!("{what} does not take "));
            return Err(error.key("canonical"));
        }
        Ok(())
    }

    pub(super) fn names_free_turns(&self) -> bool {
        [&self.free, &self.before, &self.after]
            .iter()
            .any(|text| text.is_some())
    }
}
