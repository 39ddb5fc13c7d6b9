//! Solutions, with news on the way.

use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use twistsat::control::Control;
use twistsat::notation::Notation;
use twistsat::picture::{Data, Play, whole_turns};
use twistsat::plan::{PEEL, Plan};
use twistsat::problem::{Budget, Problem, Solution};
use twistsat::puzzle::Pattern;
use twistsat::report;
use twistsat::report::json::{Formula, Milestone, Names, Solve};
use twistsat::search::{Anytime, Event, Minimum, Search};

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

/// So long lengths are refuted before a plan is tried: what is a few turns away is found by then.
const AT_ONCE: Duration = Duration::from_millis(300);

/// How long a search goes on after its first solution, where one formula may never be answered.
const PATIENCE: Duration = Duration::from_secs(60);

/// No more solutions are listed.
const MOST_LISTED: usize = 1000;

/// What happens on the way.
#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "news")]
enum News {
    /// A formula was made.
    Solving {
        turns: usize,
        variables: u32,
        clauses: usize,
    },
    /// It was answered.
    Answered(Formula),
    /// No solution has fewer turns.
    AtLeast { turns: usize },
    /// A solution, shorter than those before.
    Solution { turns: usize, solution: String },
    /// What is tried.
    Trying { what: String },
    /// A better solution or a better bound of a search from both sides.
    Milestone(Milestone),
}

fn send(tell: fn(&str), news: &News) {
    // Without words there is no news.
    let _ = serde_json::to_string(news).map(|text| tell(&text));
}

pub(super) fn solve(request: &Request, control: &Control, tell: fn(&str)) -> Result<Answer> {
    let problem = request.problem()?;
    let (recipe, solver) = (request.recipe()?, request.solver()?);
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
    let search = Search::default()
        .recipe(&recipe)
        .solver(solver)
        .strategy(request.strategy())
        .control(request.control(control)?)
        .notify(notify);
    let result = minimum(request, &problem, &search, control)?;
    let to = request.question.goal_text();
    let names = Names {
        recipe: Some(&recipe),
        solver: Some(solver.name()),
        to: Some(&to),
        notation,
    };
    Answer::new(&Solve::new(&problem, names, &result))
}

/// As `twistsat solve` does it; but as there are no threads, lengths are refuted for a moment before a
/// plan is carried out.
fn minimum(
    request: &Request,
    problem: &Problem,
    search: &Search<'_>,
    control: &Control,
) -> Result<Minimum> {
    let limits = Anytime {
        patience: Some(PATIENCE),
        ..Anytime::default()
    };
    if !request.says_how() && Anytime::suits(problem) {
        let open = problem.within(Budget::AtMost(twistsat::puzzle::MOST_TURNS));
        if problem.puzzle.plan() == Some(PEEL) {
            return Ok(search.peeled(&open, &twistsat::plan::Peel::default(), limits));
        }
        let at_once = search.clone().control(control.within(AT_ONCE));
        let result = at_once.solve(&open)?;
        if result.is_minimal() {
            return Ok(result);
        }
        let plan = problem.puzzle.plan();
        let plan = plan.and_then(|name| Plan::built_in(name, &problem.puzzle).ok());
        return Ok(search.anytime(&open, plan.as_ref(), limits)?);
    }
    Ok(search.answer(&request.question, problem)?)
}

#[derive(Serialize)]
struct All {
    solutions: Vec<String>,
    /// Whether there are no others.
    complete: bool,
}

/// All solutions of so many turns.
pub(super) fn all(
    request: &Request,
    turns: usize,
    control: &Control,
    tell: fn(&str),
) -> Result<Answer> {
    let problem = request
        .problem_only("a list of all solutions")?
        .within(Budget::Exactly(turns));
    let (recipe, solver) = (request.recipe()?, request.solver()?);
    let notation = request.question.notation;
    let search = Search::default()
        .recipe(&recipe)
        .solver(solver)
        .control(control.clone());
    let mut solutions = Vec::new();
    let found = search.enumerate(&problem, |solution| {
        let text = notation.write_all(&problem.puzzle, solution.turns());
        let news = News::Solution {
            turns,
            solution: text.clone(),
        };
        send(tell, &news);
        solutions.push(text);
        if solutions.len() < MOST_LISTED {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    solutions.sort();
    Answer::new(&All {
        complete: found.complete && solutions.len() < MOST_LISTED,
        solutions,
    })
}

#[derive(Serialize)]
struct Played {
    data: Data,
    /// Turns from the solved puzzle to the start, how it is held included; null where such turns
    /// cannot show the colours as they are.
    setup: Option<String>,
    /// The solution in the notation that others read.
    alg: String,
}

/// What plays a solution. It is replayed first.
pub(super) fn play(request: &Request, turns: &str) -> Result<Answer> {
    let problem = request.problem()?;
    let solution = replayed(&problem, request.question.notation, turns)?;
    let play = played(&problem, request.question.notation, &solution);
    let puzzle = &problem.puzzle;
    let write = |turns: &[_]| Notation::default().write_all(puzzle, turns);
    let back = write(&puzzle.undoing(solution.turns()));
    let setup = whole_turns(puzzle, &problem.scheme);
    Answer::new(&Played {
        data: play.data(),
        setup: setup.map(|held| format!("{held} {back}").trim().to_owned()),
        alg: write(solution.turns()),
    })
}

/// Turns as a solution, if they are one.
pub(super) fn replayed(problem: &Problem, notation: Notation, turns: &str) -> Result<Solution> {
    let turns = notation.read(&problem.puzzle, turns)?;
    let problem = problem.within(Budget::Exactly(turns.len()));
    match problem.start.state() {
        Some(_) => Ok(Solution::replay(&problem, turns)?),
        None => {
            // Of a start that is not known, the state that these turns solve.
            let goal = problem.shown_goal();
            let back = problem.puzzle.undoing(&turns);
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
