//! Everything that can be asked, as plain data.

use serde::{Deserialize, Serialize};

use super::layout::TextLayout;
use super::serial::{knows_key, one_or_many};
use crate::error::Error;
use crate::notation::Notation;
use crate::problem::budget::Budget;
use crate::puzzle::{MAX_TURNS, Metric};
use crate::text::is_default;

/// A question, in the words of the user. [`Self::problem`] checks it.
///
/// It contains neither paths nor programs: files are included as text, so questions from untrusted sources are safe. How it
/// is answered (solver, recipe, threads, time) is not part of it.
///
/// ```
/// use twistsat::problem::Question;
///
/// let question = Question {
///     puzzle: Some("pocket".to_owned()),
///     scramble: Some("R U2 F'".to_owned()),
///     ..Question::default()
/// };
/// assert_eq!(question.problem()?.question_in_words(), "any number of turns");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// A built-in puzzle.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle: Option<String>,
    /// Another puzzle: its definition. The extension of the file's name determines the format.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle_file: Option<TextFile>,
    /// Additional groups of turns.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub with: Vec<String>,
    /// The start: where these turns lead from the solved state.
    #[serde(skip_serializing_if = "is_default")]
    pub scramble: Option<String>,
    /// The start: a state, possibly with unknown stickers.
    #[serde(skip_serializing_if = "is_default")]
    pub state: Option<String>,
    /// The start: `solved`, turns or a state, whichever matches.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Option<String>,
    /// The alternative goals: `any`, `solved`, named goals, cycles of pieces, turns or states. The default is `any`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub to: Vec<String>,
    /// What must also stay solved with a named goal or cycles of pieces: `edges`, `corners`, pieces such as `UF`, or named
    /// goals. Without it, cycles leave all other pieces where they are.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub keep: Vec<String>,
    /// Rotations up to which the goal is accepted: `y`, or `rotation` for all.
    #[serde(skip_serializing_if = "is_default")]
    pub goal_up_to: Option<String>,
    /// The layout of states; detected by default.
    #[serde(skip_serializing_if = "is_default")]
    pub layout: Option<TextLayout>,
    /// The notation of turns.
    #[serde(skip_serializing_if = "is_default")]
    pub notation: Notation,
    /// How length is counted.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
    /// The only allowed turns.
    #[serde(skip_serializing_if = "is_default")]
    pub allow: Option<String>,
    /// Forbidden turns.
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
    /// The costs of turns: `half=2`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub cost: Vec<String>,
    /// A file with the costs of turns; `cost` overrides it.
    #[serde(skip_serializing_if = "is_default")]
    pub cost_file: Option<CostFile>,
    /// The maximum total cost.
    #[serde(skip_serializing_if = "is_default")]
    pub max_cost: Option<usize>,
    /// Expressions over turns that the whole solution must match.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub sequence: Vec<String>,
    /// Expressions that no part of a solution may match.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub never: Vec<String>,
    /// Expressions, and what must immediately follow each: `R=U`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub always_after: Vec<String>,
    /// The minimum number of turns.
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
    /// Whether free turns are counted anyway; then they only affect which solutions are considered equal.
    #[serde(skip_serializing_if = "is_default")]
    pub count_free: bool,
    /// The exact number of turns.
    #[serde(skip_serializing_if = "is_default")]
    pub turns: Option<usize>,
    /// The maximum number of turns. Without `turns` and `max_turns` the budget is open.
    #[serde(skip_serializing_if = "is_default")]
    pub max_turns: Option<usize>,
    /// A built-in plan, or `peel`.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: Option<String>,
    /// Another plan: its definition.
    #[serde(skip_serializing_if = "is_default")]
    pub plan_file: Option<TextFile>,
    /// The stage of the plan, counted from 1; without it, all of them.
    #[serde(skip_serializing_if = "is_default")]
    pub stage: Option<usize>,
}

/// A file: its name in error messages, and its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The source of costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected the name of a built-in cost file, or a file's `name` and `text`"
)]
pub enum CostFile {
    /// A built-in file of this name.
    BuiltIn(String),
    /// This file.
    File(TextFile),
}

/// The text of a start, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartText<'a> {
    /// Turns.
    Scramble(&'a str),
    /// A state.
    State(&'a str),
    /// Whichever matches.
    TurnsOrState(&'a str),
}

impl Question {
    /// Whether a question has a key of this name.
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
            (None, None, Some(text)) => Ok(StartText::TurnsOrState(text)),
            _ => Err(Error::malformed(
                "give a start: {scramble}, {state}, or {from} for either",
            )),
        }
    }

    /// The budget. An open one is at most [`MAX_TURNS`].
    ///
    /// # Errors
    /// [`Error`] if both numbers are set, or one is too large.
    pub fn budget(&self) -> Result<Budget, Error> {
        let numbers = [("turns", self.turns), ("max_turns", self.max_turns)];
        for (key, number) in numbers {
            if let Some(many) = number.filter(|&many| many > MAX_TURNS) {
                let error = Error::malformed("").key(key);
                let why = format!(": {many} turns are too many; at most {MAX_TURNS}");
                return Err(error.text(why));
            }
        }
        match (self.turns, self.max_turns) {
            (Some(_), Some(_)) => Err(Error::malformed(
                "{turns} cannot be combined with {max_turns}",
            )),
            (Some(turns), None) => Ok(Budget::Exactly(turns)),
            (None, most) => Ok(Budget::AtMost(most.unwrap_or(MAX_TURNS))),
        }
    }

    /// Whether it limits the number of turns.
    pub fn is_bounded(&self) -> bool {
        self.turns.or(self.max_turns).is_some()
    }

    /// Rejects a question that does not limit the number of turns, because a formula needs a limit.
    pub fn check_bounded(&self) -> Result<(), Error> {
        if self.is_bounded() {
            return Ok(());
        }
        Err(Error::malformed(
            "a formula requires {turns} or {max_turns}",
        ))
    }

    /// The goals in written form.
    pub fn goal_text(&self) -> String {
        if self.to.is_empty() {
            "any".to_owned()
        } else {
            self.to.join(" | ")
        }
    }

    /// Whether there are several goals.
    pub fn has_several_goals(&self) -> bool {
        self.to.len() > 1 || self.goal_up_to.is_some()
    }

    /// Whether it names a plan, or a stage of one.
    pub fn has_plan(&self) -> bool {
        self.plan.is_some() || self.plan_file.is_some()
    }

    /// Whether it asks for all stages of a plan.
    pub fn is_whole_plan(&self) -> bool {
        self.has_plan() && self.stage.is_none()
    }

    /// Whether it sets any costs.
    pub fn has_costs(&self) -> bool {
        !self.cost.is_empty() || self.cost_file.is_some()
    }

    /// Whether it has constraints besides goal and length.
    pub fn has_constraints(&self) -> bool {
        self.allow.is_some()
            || self.forbid.is_some()
            || self.starts_with.is_some()
            || self.ends_with.is_some()
            || !self.at_most.is_empty()
            || self.has_costs()
            || self.max_cost.is_some()
            || !self.sequence.is_empty()
            || !self.never.is_empty()
            || !self.always_after.is_empty()
            || self.min_turns.is_some()
    }

    /// Whether some turns are free and not counted.
    pub fn has_free_turns(&self) -> bool {
        !self.count_free && self.names_free_turns()
    }

    /// Rejects features that a [`Problem`](crate::Problem) cannot express: free turns, and a whole plan. `what` is the
    /// subject of the error text.
    pub fn check_problem_only(&self, what: &str) -> Result<(), Error> {
        self.check_costs()?;
        self.check_one_problem(what)
    }

    /// Rejects free turns and a whole plan, which pose several problems.
    pub fn check_one_problem(&self, what: &str) -> Result<(), Error> {
        reject(what, self.has_free_turns(), " takes no free turns")?;
        let why = " takes a stage of a plan, not all of it: give {stage}";
        reject(what, self.is_whole_plan(), why)
    }

    /// Rejects features that no certificate expresses, in addition to those of [`Self::check_problem_only`].
    pub fn check_certifiable(&self, what: &str) -> Result<(), Error> {
        self.check_problem_only(what)?;
        self.check_certifiable_goal(what)
    }

    /// Rejects several goals, and `canonical`.
    pub fn check_certifiable_goal(&self, what: &str) -> Result<(), Error> {
        let why = " takes one goal ({goal_up_to}, or {to} more than once, gives several); ask for each goal separately: if each is refuted, all are";
        reject(what, self.has_several_goals(), why)?;
        let why = " does not take {canonical}: it covers every order of turns";
        reject(what, self.canonical, why)
    }

    /// Rejects a question without a maximum number of turns.
    pub fn check_max_turns(&self, what: &str) -> Result<(), Error> {
        let why = " requires {max_turns}: it is about every length up to that number";
        reject(what, self.max_turns.is_none(), why)
    }

    pub(super) fn names_free_turns(&self) -> bool {
        self.free.is_some() || self.before.is_some() || self.after.is_some()
    }
}

/// Returns an error if `is_wrong`: `what`, followed by the template.
fn reject(what: &str, is_wrong: bool, template: &'static str) -> Result<(), Error> {
    if is_wrong {
        return Err(Error::malformed("").text(what).template(template));
    }
    Ok(())
}
