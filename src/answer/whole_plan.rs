//! The plan of a question that requests all its stages.

use std::sync::Arc;

use super::method::{Engine, Method};
use crate::error::Error;
use crate::plan::Peel;
use crate::problem::Question;
use crate::puzzle::Puzzle;
use crate::search::Stages;

/// A plan of which all stages are carried out.
pub(super) enum WholePlan {
    /// A plan whose stages are found while it is carried out.
    Peel(Peel),
    /// A plan with these stages.
    Stages(Stages),
}

impl WholePlan {
    /// The plan of a question; `None` if the question has no plan, or is about one stage.
    pub(super) fn of(
        question: &Question,
        method: &Method,
        puzzle: &Arc<Puzzle>,
    ) -> Result<Option<Self>, Error> {
        if question.is_peeling() {
            return Ok(Some(WholePlan::Peel(Peel::default())));
        }
        let Some(plan) = question.whole_plan(puzzle)? else {
            return Ok(None);
        };
        if let Some(peel) = plan.peel {
            if !method.engine.makes_formulas() {
                return Err(Error::malformed("{method} ").text(method.engine).text(
                    " cannot be combined with a plan whose stages are found while it is carried out",
                ));
            }
            return Ok(Some(WholePlan::Peel(peel)));
        }
        if method.engine == Engine::Table {
            let (name, count) = (&plan.name, plan.stages.len());
            if count != 2 {
                let error = Error::malformed("{method} table needs a plan of two stages; ");
                return Err(error.text(format!("{name} has {count}")));
            }
            if !plan.ends_solved() {
                let rule = "{method} table needs a plan that ends with the solved puzzle; ";
                return Err(Error::malformed(rule).text(format!("{name} does not")));
            }
        }
        Ok(Some(WholePlan::Stages(Stages::new(plan)?)))
    }
}
