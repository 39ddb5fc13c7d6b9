//! Everything that can be asked, as plain data.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use super::layout::TextLayout;
use crate::error::Error;
use crate::notation::Notation;
use crate::problem::budget::Budget;
use crate::puzzle::{MAX_TURNS, Metric};
use crate::source::{FileError, Source};
use crate::text::{is_default, readable_parser_message};

/// A question, in the words of the user. [`Self::problem`] checks it.
///
/// It contains neither paths nor programs: files are included as text, so a question from an untrusted source is safe. The
/// method (solver, recipe, threads, time) is not part of it.
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
    /// The name of a built-in puzzle.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle: Option<String>,
    /// The definition of another puzzle. The extension of the file name determines the format.
    #[serde(skip_serializing_if = "is_default")]
    pub puzzle_file: Option<TextFile>,
    /// The groups of turns to enable in addition.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub with: Vec<String>,
    /// The start: the state to which these turns lead from the solved state.
    #[serde(skip_serializing_if = "is_default")]
    pub scramble: Option<String>,
    /// The start: a state, possibly with unknown stickers.
    #[serde(skip_serializing_if = "is_default")]
    pub state: Option<String>,
    /// The start: `solved`, turns or a state.
    #[serde(skip_serializing_if = "is_default")]
    pub from: Option<String>,
    /// The alternative goals: `any`, `solved`, named goals, cycles of pieces, turns or states. The default is `any`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub to: Vec<String>,
    /// What must be solved in addition to a named goal or cycles of pieces: `edges`, `corners`, pieces such as `UF`, or
    /// named goals. By default, cycles leave all other pieces in place.
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
    /// The turns that a solution starts with.
    #[serde(skip_serializing_if = "is_default")]
    pub starts_with: Option<String>,
    /// The turns that a solution ends with.
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
    /// Pairs of expressions, of which the second must immediately follow the first: `R=U`.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "one_or_many")]
    pub always_after: Vec<String>,
    /// The minimum number of turns.
    #[serde(skip_serializing_if = "is_default")]
    pub min_turns: Option<usize>,
    /// Whether only canonical solutions count: turns of one face merged where possible, commuting turns in a fixed order.
    #[serde(skip_serializing_if = "is_default")]
    pub canonical: bool,
    /// Turns that are not counted before and after a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub free: Option<String>,
    /// Turns that are not counted before a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub before: Option<String>,
    /// Turns that are not counted after a solution.
    #[serde(skip_serializing_if = "is_default")]
    pub after: Option<String>,
    /// Whether free turns are counted anyway, so that they only affect which solutions are considered equal.
    #[serde(skip_serializing_if = "is_default")]
    pub count_free: bool,
    /// The exact number of turns.
    #[serde(skip_serializing_if = "is_default")]
    pub turns: Option<usize>,
    /// The maximum number of turns. Without `turns` and `max_turns`, any number of turns is allowed.
    #[serde(skip_serializing_if = "is_default")]
    pub max_turns: Option<usize>,
    /// The name of a built-in plan, or `peel`, whose stages are found during the search.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: Option<String>,
    /// The definition of another plan, as a TOML file.
    #[serde(skip_serializing_if = "is_default")]
    pub plan_file: Option<TextFile>,
    /// The stage of the plan, counted from 1. By default, all stages.
    #[serde(skip_serializing_if = "is_default")]
    pub stage: Option<usize>,
}

/// The name and the text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// The name in error messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A file with the costs of turns.
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
    /// `solved`, turns or a state.
    TurnsOrState(&'a str),
}

/// Whether a type that rejects unknown keys has a key of this name.
pub(crate) fn knows_key<T: DeserializeOwned>(key: &str) -> bool {
    let read = serde_json::from_value::<T>(serde_json::json!({ key: null }));
    // A value of the wrong type is a different error.
    !read.is_err_and(|error| error.to_string().starts_with("unknown field"))
}

/// Deserializes a list of texts, which may be given as a single text.
fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a text or a list of texts")]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(text) => vec![text],
        OneOrMany::Many(texts) => texts,
    })
}

impl Question {
    /// Reads a question: JSON if the text begins with `{`, otherwise TOML. `name` is the name of the file in errors.
    pub fn from_text(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        if !text.trim_start().starts_with('{') {
            return source.read();
        }
        source.check_size()?;
        serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let reason = reason.strip_suffix(&place).unwrap_or(&reason);
            FileError {
                file: name.to_owned(),
                place: Some((error.line(), error.column())),
                reason: readable_parser_message(reason),
            }
        })
    }

    /// Whether a question has a key of this name.
    pub fn has_key(key: &str) -> bool {
        knows_key::<Self>(key)
    }

    /// The start.
    ///
    /// # Errors
    /// [`Error`] unless exactly one start is given.
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

    /// The budget: at most [`MAX_TURNS`] if the question does not limit the number of turns.
    ///
    /// # Errors
    /// [`Error`] if both `turns` and `max_turns` are given.
    pub(super) fn budget(&self) -> Result<Budget, Error> {
        match (self.turns, self.max_turns) {
            (Some(_), Some(_)) => Err(Error::malformed(
                "{turns} cannot be combined with {max_turns}",
            )),
            (Some(turns), None) => Ok(Budget::Exactly(turns)),
            (None, most) => Ok(Budget::AtMost(most.unwrap_or(MAX_TURNS))),
        }
    }

    /// Whether the question limits the number of turns.
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

    /// Whether the question names a plan.
    pub fn has_plan(&self) -> bool {
        self.plan.is_some() || self.plan_file.is_some()
    }

    /// Whether the question asks for all stages of a plan.
    pub fn is_whole_plan(&self) -> bool {
        self.has_plan() && self.stage.is_none()
    }

    /// Whether the question sets costs.
    pub fn has_costs(&self) -> bool {
        !self.cost.is_empty() || self.cost_file.is_some()
    }

    /// Whether the question has side constraints. `canonical` is not one of them.
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

    /// Whether the question names turns that are not counted.
    pub fn has_free_turns(&self) -> bool {
        !self.count_free && self.names_free_turns()
    }

    /// Rejects features that a [`Problem`](crate::Problem) cannot express: costs without a limit, free turns, and a whole
    /// plan. `what` is the subject of the error text.
    pub fn check_expressible_as_problem(&self, what: &str) -> Result<(), Error> {
        self.check_costs()?;
        self.check_single_problem(what)
    }

    /// Rejects free turns and a whole plan, which stand for several problems.
    pub fn check_single_problem(&self, what: &str) -> Result<(), Error> {
        reject(what, self.has_free_turns(), " takes no free turns")?;
        let why = " takes a stage of a plan, not all of it: give {stage}";
        reject(what, self.is_whole_plan(), why)
    }

    /// Rejects features that no certificate expresses, in addition to those of [`Self::check_expressible_as_problem`].
    pub fn check_certifiable(&self, what: &str) -> Result<(), Error> {
        self.check_expressible_as_problem(what)?;
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
