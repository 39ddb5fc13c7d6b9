//! Solutions, with progress.

use std::ops::ControlFlow;

use serde::Serialize;
use twistsat::answer::{Listing, Row};
use twistsat::control::Control;
use twistsat::notation::Notation;
use twistsat::picture::{Data, Play, whole_turns};
use twistsat::problem::{Budget, Problem, Solution};
use twistsat::puzzle::Pattern;
use twistsat::report;
use twistsat::report::json::{Formula, Milestone, Names, Solve};
use twistsat::search::Event;

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

/// The maximum number of solutions listed.
const MOST_LISTED: usize = 1000;

/// Progress of a search.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "news")]
enum News {
    /// A formula was built.
    Solving {
        turns: usize,
        variables: u32,
        clauses: usize,
    },
    /// A formula was solved or given up.
    Answered(Formula),
    /// No solution has fewer turns.
    AtLeast { turns: usize },
    /// A solution, shorter than the previous ones.
    Solution { turns: usize, solution: String },
    /// The current method.
    Trying { what: String },
    /// A better solution or a better bound of a search from both sides.
    Milestone(Milestone),
}

fn send(tell: fn(&str), news: &News) {
    // Without a text there is no progress.
    let _ = serde_json::to_string(news).map(|text| tell(&text));
}

pub(super) fn solve(request: &Request, control: &Control, tell: fn(&str)) -> Result<Answer> {
    let (problem, task) = request.task()?;
    let notation = request.question.notation;
    let puzzle = problem.puzzle.clone();
    let notify = move |event: &Event<'_>| {
        let news = match event {
            Event::Solving {
                turns,
                variables,
                clauses,
            } => News::Solving {
                turns: *turns,
                variables: *variables,
                clauses: *clauses,
            },
            Event::Answered(attempt) => News::Answered((*attempt).into()),
            Event::AtLeast(turns, _) => News::AtLeast { turns: *turns },
            Event::Improved(solution) => News::Solution {
                turns: solution.len(),
                solution: notation.write_all(&puzzle, solution.turns()),
            },
            Event::Trying(what) => News::Trying {
                what: report::text::trying(*what),
            },
            Event::News(milestone) => News::Milestone((*milestone).into()),
            _ => return,
        };
        send(tell, &news);
    };
    let answer = task.solve(&problem, control, &notify)?;
    Answer::new(&Solve::of(&answer, Names::of(&task)))
}

#[derive(Serialize)]
struct All {
    solutions: Vec<String>,
    /// Whether the list is complete.
    complete: bool,
}

/// All solutions of exactly N turns.
pub(super) fn all(
    request: &Request,
    turns: usize,
    control: &Control,
    tell: fn(&str),
) -> Result<Answer> {
    let mut request = request.clone();
    request.question.turns = Some(turns);
    request.question.max_turns = None;
    let (problem, task) = request.task()?;
    let listing = Listing {
        limit: Some(MOST_LISTED),
        ..Listing::default()
    };
    let mut solutions = Vec::new();
    let mut take = |row: Row| {
        let solution = row.solution.write(request.question.notation);
        let news = News::Solution {
            turns,
            solution: solution.clone(),
        };
        send(tell, &news);
        solutions.push(solution);
        ControlFlow::Continue(())
    };
    let found = task.enumerate(&problem, &listing, control, &|_| (), &mut take)?;
    solutions.sort();
    Answer::new(&All {
        complete: found.result.complete,
        solutions,
    })
}

#[derive(Serialize)]
struct Played {
    data: Data,
    /// Turns from the solved puzzle to the start, including its orientation; null if turns cannot produce its colors.
    setup: Option<String>,
    /// The solution in the notation of external pages.
    alg: String,
}

/// The data for playing a solution, which is replayed first.
pub(super) fn play(request: &Request, turns: &str) -> Result<Answer> {
    let problem = request.problem()?;
    let solution = replayed(&problem, request.question.notation, turns)?;
    let play = played(&problem, request.question.notation, &solution);
    let puzzle = &problem.puzzle;
    let write = |turns: &[_]| Notation::default().write_all(puzzle, turns);
    let back = write(&puzzle.inverse_sequence(solution.turns()));
    let setup = whole_turns(puzzle, &problem.scheme);
    Answer::new(&Played {
        data: play.data(),
        setup: setup.map(|held| format!("{held} {back}").trim().to_owned()),
        alg: write(solution.turns()),
    })
}

/// Converts turns to a solution, if they are one.
pub(super) fn replayed(problem: &Problem, notation: Notation, turns: &str) -> Result<Solution> {
    let turns = notation.read(&problem.puzzle, turns)?;
    let problem = problem.within(Budget::Exactly(turns.len()));
    match problem.start.state() {
        Some(_) => Ok(Solution::replay(&problem, turns)?),
        None => {
            // If the start is partly unknown, the state that these turns solve.
            let goal = problem.shown_goal();
            let back = problem.puzzle.inverse_sequence(&turns);
            let start = goal.state().map(|goal| problem.puzzle.apply(&goal, &back));
            let start = start.ok_or("the goal is not known")?;
            Ok(Solution::replay_from(&problem, start, turns)?)
        }
    }
}

pub(super) fn played<'a>(
    problem: &'a Problem,
    notation: Notation,
    solution: &'a Solution,
) -> Play<'a> {
    Play {
        puzzle: &problem.puzzle,
        scheme: &problem.scheme,
        start: Pattern::from(solution.start()),
        turns: solution.turns(),
        notation,
        titles: Vec::new(),
    }
}
