//! Errors of a plan or its stages.

use std::fmt;

use crate::error::Error;

/// The error for a stage, counted from 1, that is invalid or cannot be prepared.
pub(crate) fn stage_error(plan: &str, number: usize, reason: impl fmt::Display) -> Error {
    let reason = format!("stage {number} of plan `{plan}`: {reason}");
    Error::impossible_value(reason)
}

/// The error for a stage, counted from 1, that is not a single question.
pub(crate) fn not_question_error(plan: &str, number: usize) -> Error {
    let reason = format!(
        "stage {number} of plan `{plan}` is not a single question: it is solved a few pieces at a time, or on a smaller puzzle; `solve` does it as part of the plan"
    );
    Error::impossible_value(reason)
}
