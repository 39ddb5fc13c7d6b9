//! Events as JSON objects, each with its kind as `news`.

use crate::notation::Notation;
use crate::problem::Solution;
use crate::proof::write;
use crate::report::json::{Object, with_attempt, with_milestone};
use crate::report::text;
use crate::search::Event;
use crate::text::{JsonLayout, to_json};

/// Receives each event, as JSON.
pub type EventHandler<'a> = dyn Fn(String) + Send + Sync + 'a;

fn object(news: &str) -> Object {
    Object::default().with("news", news)
}

/// An event of a search; `None` if it is not reported.
pub(super) fn search_event(event: &Event<'_>, notation: Notation) -> Option<Object> {
    Some(match event {
        &Event::Solving {
            turns,
            variables,
            clauses,
        } => object("solving")
            .with("turns", turns)
            .with("variables", variables)
            .with("clauses", clauses),
        Event::Answered(attempt) => with_attempt(object("answered"), attempt),
        &Event::AtLeast(turns, _) => object("at_least").with("turns", turns),
        Event::Improved(solution) => solution_event(solution, notation),
        Event::Trying(what) => trying(&text::trying(*what)),
        Event::Milestone(milestone) => with_milestone(object("milestone"), milestone),
        _ => return None,
    })
}

/// An event of a proof; `None` if it is not reported.
pub(super) fn proof_event(event: &write::Event) -> Option<Object> {
    match event {
        write::Event::Solving { .. } => Some(trying("looking for a refutation")),
        write::Event::Refuted => Some(trying("refuted; shortening the proof")),
        write::Event::Derived(_) => Some(trying("checking the proof")),
        write::Event::Checking(_) => None,
    }
}

/// A solution. In a search for a shortest one, each is shorter than the one before.
pub(super) fn solution_event(solution: &Solution, notation: Notation) -> Object {
    let object = object("solution").with("turns", solution.len());
    object.with("solution", solution.write(notation))
}

/// What is being tried, in words.
fn trying(what: &str) -> Object {
    object("trying").with("what", what)
}

/// Passes an event on.
pub(super) fn send(event: Option<Object>, on_event: &EventHandler<'_>) {
    // If serialization fails, the event is dropped.
    let text = event.and_then(|event| to_json(&event, JsonLayout::OneLine).ok());
    text.into_iter().for_each(on_event);
}
