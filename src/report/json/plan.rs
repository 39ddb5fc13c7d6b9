//! The result of `solve --plan`.

use serde::Serialize;

use super::{Header, Milestone, Names, Schema};
use crate::answer::{PlanAnswer, Task};
use crate::problem::Problem;
use crate::puzzle::TurnId;
use crate::search::{Attempt, Improvement, ImprovementMethod, Minimum, StageMethod, StageResult};

/// The result of `solve --plan`.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// The question.
    #[serde(flatten)]
    pub header: Header,
    /// The plan's name.
    pub plan: String,
    /// The SHA-256 of the plan's meaning, in hexadecimal.
    pub plan_sha256: String,
    /// The number of turns of the whole solution, after turns were merged where stages meet; null without a solution.
    pub turns: Option<usize>,
    /// The whole solution; null without one.
    pub solution: Option<String>,
    /// Whether the puzzle is solved at the end, up to rotation: a plan may end before that. Null without a solution.
    pub solved: Option<bool>,
    /// The title of the last completed stage; null if there was none.
    pub reached: Option<String>,
    /// No solution has fewer turns: an anytime search refuted all shorter lengths. Omitted without such a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// Whether an anytime search proved that no shorter solution exists; omitted without such a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Whether each stage was as short as possible from its start, before the solution was shortened. This does not
    /// make the whole solution minimal.
    pub minimal_in_stages: bool,
    /// Whether the stages solve the inverse of the state. If so, the solution is the inverse of the turns of the
    /// stages.
    pub inverse: bool,
    /// Why the search ended early; null if it did not.
    pub stopped: Option<String>,
    /// Whether the question is answered.
    pub complete: bool,
    /// The stages, up to the first without a solution.
    pub stages: Vec<Stage>,
    /// The steps that shortened the solution afterwards, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub improvements: Vec<Shortening>,
    /// The improved solutions and lower bounds of an anytime search, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Milestone>,
}

/// A shorter solution.
#[derive(Debug, Serialize)]
pub struct Shortening {
    /// Seconds since the shortening of the solution began.
    pub seconds: f64,
    /// Its number of turns.
    pub turns: usize,
    /// The length of the window that was replaced; null if another method shortened the solution.
    pub window: Option<usize>,
}

impl From<&Improvement> for Shortening {
    fn from(improvement: &Improvement) -> Self {
        Self {
            seconds: improvement.seconds,
            turns: improvement.turns.len(),
            window: match improvement.by {
                ImprovementMethod::Window(size) => Some(size),
                ImprovementMethod::AlternativeStages
                | ImprovementMethod::TwoStages
                | ImprovementMethod::RebuildSuffix => None,
            },
        }
    }
}

/// One stage.
#[derive(Debug, Serialize)]
pub struct Stage {
    /// Its number, from 1.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// The number of cosets of its goal, in decimal; null if the goal is given by colors.
    pub cosets: Option<String>,
    /// Its number of turns; null without a solution.
    pub turns: Option<usize>,
    /// These turns; null without a solution.
    pub solution: Option<String>,
    /// Whether no shorter sequence leads to its goal.
    pub minimal: bool,
    /// The number of steps that SAT found, if the stage was solved a few pieces at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// The number of turns that belong to 3-cycles, before turns were merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_cycles: Option<usize>,
    /// The plan that solved the stage on the smaller puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_plan: Option<String>,
    /// The lengths without a solution, one sentence each.
    pub refuted: Vec<String>,
    /// Seconds for the stage.
    pub seconds: f64,
    /// The formulas that were tried.
    pub attempts: Vec<Attempt>,
}

impl Plan {
    /// The report of a plan.
    pub fn new(problem: &Problem, task: &Task, answer: &PlanAnswer) -> Self {
        let names = Names::of(task);
        let variant = answer.best_variant();
        let stages = &variant.stages;
        let plan = stages.plan();
        let asked = Names {
            to: Some("plan"),
            ..names
        };
        let turns = answer.turns.as_deref();
        let write = |turns: &[TurnId]| names.notation.write_all(&problem.puzzle, turns);
        let whole = answer.whole.as_ref();
        Self {
            header: Header::new(Schema::Plan, problem, asked),
            plan: plan.name.clone(),
            plan_sha256: plan.sha256(),
            turns: turns.map(<[TurnId]>::len),
            solution: turns.map(write),
            solved: answer.is_solved(problem),
            reached: answer.last_done_stage().map(|(_, title)| title.to_owned()),
            at_least: whole.map(Minimum::lower_bound),
            minimal: whole.map(Minimum::is_minimal),
            inverse: variant.inverse,
            minimal_in_stages: answer.staged.is_minimal_in_stages(),
            stopped: whole
                .map_or(&answer.staged.stop, |whole| &whole.stop)
                .as_ref()
                .map(ToString::to_string),
            complete: task.is_done(answer),
            stages: (1..)
                .zip(answer.stages())
                .map(|(number, (stage, title, turns))| {
                    let reduction = stages.reduction(number);
                    let cosets = reduction.and_then(|it| it.quotient().index.as_ref());
                    let cosets = cosets.map(ToString::to_string);
                    let solution = turns.as_deref().map(write);
                    Stage::new(number, title, cosets, stage, solution)
                })
                .collect(),
            improvements: answer.improvements.iter().map(Shortening::from).collect(),
            history: whole.map_or_else(Vec::new, |whole| {
                whole.history.iter().map(Milestone::from).collect()
            }),
        }
    }
}

impl Stage {
    fn new(
        number: usize,
        title: &str,
        cosets: Option<String>,
        stage: &StageResult,
        solution: Option<String>,
    ) -> Self {
        let result = &stage.minimum;
        let (stepped, by_plan) = match &stage.by {
            StageMethod::Question => (None, None),
            StageMethod::Steps(stepped) => (Some(stepped), None),
            StageMethod::Plan(name) => (None, Some(name.clone())),
        };
        Self {
            number,
            title: title.to_owned(),
            cosets,
            turns: stage.turns.as_ref().map(Vec::len),
            solution,
            minimal: result.is_minimal(),
            steps: stepped.map(|it| it.steps),
            by_cycles: stepped.map(|it| it.cycles),
            by_plan,
            refuted: result.refuted(),
            seconds: stage.seconds,
            attempts: result.attempts.clone(),
        }
    }
}
