//! From a request to an answer.

use std::error::Error;

use twistsat::control::Control;
use twistsat::report::json::{Mistake, Names, Solve};
use twistsat::search::Search;

use crate::request::Request;

/// What goes wrong, in the words of the library.
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
    let problem = request.problem()?;
    let (recipe, solver) = (request.recipe()?, request.solver()?);
    let search = Search::default()
        .recipe(&recipe)
        .solver(solver)
        .strategy(request.strategy())
        .control(request.control(control)?);
    let result = search.answer(&request.question, &problem)?;
    let to = request.question.goal_text();
    let names = Names {
        recipe: Some(&recipe),
        solver: Some(solver.name()),
        to: Some(&to),
        notation: request.question.notation,
    };
    Ok(Solve::new(&problem, names, &result))
}
