//! The plan of a question, and the problem on the reduced puzzle of its stage.

use std::sync::Arc;

use super::data::Question;
use crate::error::{Error, Exclusion};
use crate::plan::{PEEL, Plan};
use crate::problem::budget::Budget;
use crate::problem::checked::Problem;
use crate::problem::reduction::Reduction;
use crate::puzzle::{Metric, Puzzle, State};

impl Question {
    /// Whether the stages are found during the search, by peeling.
    pub fn is_peeling(&self) -> bool {
        self.plan.as_deref() == Some(PEEL)
    }

    /// The plan of a question about all stages. `None` for any other question, and for peeling, whose stages are found
    /// during the search.
    pub fn whole_plan(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Plan>, Error> {
        if self.stage.is_some() || self.is_peeling() {
            return Ok(None);
        }
        self.read_plan(puzzle)
    }

    /// Rejects two plans, and keys that a whole plan does not support.
    pub fn check_whole_plan(&self) -> Result<(), Error> {
        let two_plans = Exclusion {
            one: ("{plan}", self.plan.is_some()),
            other: ("{plan_file}", self.plan_file.is_some()),
            why: "",
        };
        let unsupported = [
            ("{turns}", self.turns.is_some()),
            ("side constraints", self.has_constraints()),
            ("free turns", self.has_free_turns()),
            ("{canonical}", self.canonical),
        ];
        let unsupported = unsupported.map(|other| Exclusion {
            one: ("{plan}", self.is_whole_plan()),
            other,
            why: "; a single stage can ({stage} N)",
        });
        Error::check_exclusions([two_plans].into_iter().chain(unsupported))
    }

    fn read_plan(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Plan>, Error> {
        Ok(match (&self.plan, &self.plan_file) {
            (_, Some(file)) => Some(Plan::from_toml(&file.name, &file.text, puzzle)?),
            (Some(name), None) => Some(Plan::built_in(name, puzzle)?),
            (None, None) => None,
        })
    }

    /// The requested stage; `None` if the question names no stage.
    pub(super) fn reduction(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Reduction>, Error> {
        let Some(number) = self.stage else {
            return Ok(None);
        };
        if self.is_peeling() {
            return Err(Error::malformed(
                "{stage} cannot be combined with {plan} peel, whose stages are found while it is carried out",
            ));
        }
        let Some(plan) = self.read_plan(puzzle)? else {
            return Err(Error::malformed("{stage} requires {plan} or {plan_file}"));
        };
        Reduction::new(&plan, number).map(Some)
    }

    /// Rejects constraints on individual turns if the stage does not distinguish them.
    pub(super) fn check_turns_are_distinguished(&self, reduction: &Reduction) -> Result<(), Error> {
        if self.has_constraints() && !reduction.distinguishes_turns() {
            return Err(Error::malformed(
                "side constraints cannot be combined with this stage: some turns have the same effect on its reduced puzzle, so a constraint cannot single one out",
            ));
        }
        Ok(())
    }

    /// The problem on the reduced puzzle of a stage.
    pub(super) fn stage_problem(
        &self,
        problem: &Problem,
        reduction: &Reduction,
    ) -> Result<Problem, Error> {
        if self.metric != Metric::HalfTurn {
            let error = Error::malformed("{metric} ").text(self.metric);
            return Err(error.template(
                " cannot be combined with {stage}, which counts every turn of the plan as one",
            ));
        }
        let reduced = reduction.problem(&known_start(problem)?, Budget::AtMost(0))?;
        let mut reduced = reduced.changed(|data| {
            if let Some(context) = &mut data.stage_context {
                Arc::make_mut(context).scheme = problem.scheme.clone();
            }
        });
        // The inverse of a scramble may also solve the stage.
        for known in &problem.known_turns {
            reduced = reduced.with_known_turns(reduction.project(&known.turns));
        }
        self.constrain(reduced)
    }
}

/// The state that a plan starts from.
///
/// # Errors
/// [`Error`] if the start is partly unknown.
pub fn known_start(problem: &Problem) -> Result<State, Error> {
    let why = "{plan} requires a start without unknown stickers";
    let start = problem.start.state();
    start.ok_or_else(|| Error::malformed(why))
}
