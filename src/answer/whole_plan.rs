//! The plan of a question that requests all its stages.

use std::sync::Arc;

use super::method::{Engine, Method};
use crate::error::Error;
use crate::plan::Peel;
use crate::problem::Question;
use crate::puzzle::Puzzle;
use crate::search::Stages;

/// The plan of a question, if all its stages are carried out.
pub(super) enum WholePlan {
    /// The question has no plan, or is about one stage.
    None,
    /// A plan whose stages are found while it is carried out.
    Peel(Peel),
    /// A plan with these stages.
    Stages(Stages),
}

impl WholePlan {
    /// The plan of a question.
    pub(super) fn of(
        question: &Question,
        method: &Method,
        puzzle: &Arc<Puzzle>,
    ) -> Result<Self, Error> {
        if question.is_peeling() {
            return Ok(WholePlan::Peel(Peel::default()));
        }
        let Some(plan) = question.whole_plan(puzzle)? else {
            return Ok(WholePlan::None);
        };
        if let Some(peel) = plan.peel {
            if !method.engine.makes_formulas() {
                return Err(Error::malformed("{method} ").text(method.engine).text(
                    " cannot be combined with a plan whose stages are found while it is carried out",
                ));
            }
            return Ok(WholePlan::Peel(peel));
        }
        if method.engine == Engine::Table && plan.stages.len() != 2 {
            return Err(
                Error::malformed("{method} table needs a plan of two stages; ")
                    .text(&plan.name)
                    .text(format!(" has {}", plan.stages.len())),
            );
        }
        if method.engine == Engine::Table && !plan.ends_solved() {
            return Err(Error::malformed(
                "{method} table needs a plan that ends with the solved puzzle; ",
            )
            .text(&plan.name)
            .text(" does not"));
        }
        let stages = Stages::new(plan)?;
        Ok(WholePlan::Stages(stages))
    }
}
