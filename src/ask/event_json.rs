//! Events as JSON.

use serde::Serialize;

use crate::notation::Notation;
use crate::problem::Solution;
use crate::proof::write;
use crate::report::json::Milestone;
use crate::report::text;
use crate::search::{Attempt, Event};
use crate::text::{JsonLayout, to_json};

/// Receives each event, as JSON.
pub type EventHandler<'a> = dyn Fn(String) + Send + Sync + 'a;

/// An event, with its kind as `news`.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "news")]
pub(super) enum JsonEvent<'a> {
    /// A formula was built.
    Solving {
        turns: usize,
        variables: u32,
        clauses: usize,
    },
    /// A formula was solved or given up.
    Answered(&'a Attempt),
    /// No solution has fewer turns.
    AtLeast { turns: usize },
    /// A solution: in a search, shorter than the previous ones.
    Solution { turns: usize, solution: String },
    /// What is being tried, in words.
    Trying { what: String },
    /// A better solution or lower bound in an anytime search.
    Milestone(Milestone),
}

impl<'a> JsonEvent<'a> {
    /// Converts a search event; `None` if it is not reported.
    pub(super) fn of(event: &Event<'a>, notation: Notation) -> Option<Self> {
        Some(match event {
            &Event::Solving {
                turns,
                variables,
                clauses,
            } => Self::Solving {
                turns,
                variables,
                clauses,
            },
            Event::Answered(attempt) => Self::Answered(attempt),
            &Event::AtLeast(turns, _) => Self::AtLeast { turns },
            Event::Improved(solution) => Self::of_solution(solution, notation),
            Event::Trying(what) => Self::Trying {
                what: text::trying(*what),
            },
            Event::Milestone(milestone) => Self::Milestone((*milestone).into()),
            _ => return None,
        })
    }

    /// Converts a proof event; `None` if it is not reported.
    pub(super) fn of_proof(event: &write::Event) -> Option<Self> {
        let what = match event {
            write::Event::Solving { .. } => "looking for a refutation",
            write::Event::Refuted => "refuted; shortening the proof",
            write::Event::Derived(_) => "checking the proof",
            write::Event::Checking(_) => return None,
        };
        let what = what.to_owned();
        Some(Self::Trying { what })
    }

    pub(super) fn of_solution(solution: &Solution, notation: Notation) -> Self {
        Self::Solution {
            turns: solution.len(),
            solution: solution.write(notation),
        }
    }

    pub(super) fn send(&self, send: &EventHandler<'_>) {
        // If serialization fails, the event is dropped.
        let _ = to_json(self, JsonLayout::OneLine).map(send);
    }
}
