//! Answers a request.

use std::error::Error;

use twistsat::control::Control;
use twistsat::report::json::{Mistake, Names, Solve};

use crate::request::Request;

/// Errors, in the words of the library.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The answer to a request, as JSON.
pub(crate) fn answer(request: &[u8], control: &Control) -> String {
    let answer = solve(request, control).and_then(|found| Ok(serde_json::to_string(&found)?));
    answer.unwrap_or_else(|error| {
        serde_json::to_string(&Mistake::new(error.to_string())).unwrap_or_default()
    })
}

fn solve(request: &[u8], control: &Control) -> Result<Solve> {
    let request: Request =
        serde_json::from_slice(request).map_err(|error| format!("the request: {error}"))?;
    let (problem, task) = request.task()?;
    let answer = task.solve(&problem, control, &|_| ())?;
    Ok(Solve::of(&answer, Names::of(&task)))
}
