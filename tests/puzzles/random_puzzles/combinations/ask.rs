//! Answers of the library, in this process.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use twistsat::control::{CancelFlag, Control};
use twistsat::graph::meet::{Meet, MeetError, Outcome};
use twistsat::problem::{Budget, FreeTurns, Problem, SingleStart, Solution};
use twistsat::puzzle::MAX_TURNS;
use twistsat::search::{Refutation, Search, Strategy, shortest_with_free_turns};
use twistsat::solver;

use super::super::ask::{is_unexpressed, of_solution, problem, puzzle, set};
use super::answer::{Answer, Said};
use super::{Combination, Method, Wanted};
use crate::common::sat::recipe;

/// A time limit far above what any drawn question takes.
pub const LIMIT: Duration = Duration::from_secs(60);

fn control(asked: &Combination) -> Control {
    let jobs = NonZeroUsize::new(asked.jobs).expect("a thread");
    Control::new(CancelFlag::default(), Some(LIMIT)).with_jobs(jobs)
}

/// Asks the library.
pub fn ask(asked: &Combination) -> Answer {
    let question = &asked.question;
    let read = puzzle(&question.model).and_then(|puzzle| {
        let mut problem = problem(question, &puzzle)?;
        let budget = match asked.wanted {
            Wanted::Exactly(turns) | Wanted::All(turns) => Budget::Exactly(turns),
            _ if asked.method == Method::Meet => {
                Budget::AtMost(question.max_turns.unwrap_or(MAX_TURNS))
            }
            _ => problem.budget,
        };
        problem = problem.within(budget);
        let free = FreeTurns {
            before: set(&puzzle, &question.before)?,
            after: set(&puzzle, &question.after)?,
        };
        Ok((problem, free))
    });
    let (problem, free) = match read {
        Ok(read) => read,
        Err(error) => return Answer::Refused(error),
    };
    match (asked.method, asked.wanted) {
        (Method::Meet, _) => met(asked, &problem, &free),
        (_, Wanted::All(_)) => all(asked, &problem),
        _ => solve(asked, &problem, &free),
    }
}

fn solve(asked: &Combination, problem: &Problem, free: &FreeTurns) -> Answer {
    let recipe = recipe(asked.question.recipe);
    let strategy = if asked.descends() {
        Strategy::Descend
    } else {
        Strategy::Ascend
    };
    let search = Search::default().recipe(&recipe);
    let search = search.solver(solver::by_name(asked.question.solver).unwrap());
    let search = search.strategy(strategy).control(control(asked));
    // Like the command, do not trust the `maximum` of the file if the question has no budget.
    let shortest = |problem: &Problem| match asked.question.max_turns {
        None if matches!(problem.budget, Budget::AtMost(_)) => search.up_to_maximum(problem),
        _ => search.solve(problem),
    };
    let found = if free.is_empty() {
        shortest(problem)
    } else {
        match free.questions(problem) {
            Ok(freed) => {
                let ask = |_: &SingleStart, problem: &Problem, _: &[Refutation]| shortest(problem);
                shortest_with_free_turns(problem, &freed, &[], ask)
            }
            Err(error) => return Answer::Refused(error.to_string()),
        }
    };
    if let Err(error) = problem.premise() {
        return Answer::Refused(error.to_string());
    }
    let found = match found {
        Err(error) if is_unexpressed(&error) => return Answer::Unexpressed,
        found => found.unwrap(),
    };
    let mut said = Said::of(&found);
    said.solutions = found
        .solution
        .iter()
        .map(|solution| of_solution(problem, solution))
        .collect();
    let is_exact = matches!(problem.budget, Budget::Exactly(_));
    match found.stop {
        Some(stop) => Answer::Unknown(stop.to_string(), said),
        None if !(found.complete || is_exact && found.solution.is_some()) => {
            Answer::Unknown("without a reason".to_owned(), said)
        }
        None => Answer::Said(said),
    }
}

fn all(asked: &Combination, problem: &Problem) -> Answer {
    let recipe = recipe(asked.question.recipe);
    let search = Search::default().recipe(&recipe);
    let search = search.solver(solver::by_name(asked.question.solver).unwrap());
    let mut solutions = Vec::new();
    let keep = |solution: &Solution| {
        solutions.push(of_solution(problem, solution));
        ControlFlow::Continue(())
    };
    let listed = match search.control(control(asked)).enumerate(problem, keep) {
        Err(error) if is_unexpressed(&error) => return Answer::Unexpressed,
        listed => listed.unwrap(),
    };
    let said = Said {
        none: listed.complete && listed.count == 0,
        never: listed.refutations.iter().any(|it| it.covers_all_lengths()),
        are_all: listed.complete,
        solutions,
        ..Said::default()
    };
    match listed.stop {
        Some(stop) => Answer::Unknown(stop.to_string(), said),
        None => Answer::Said(said),
    }
}

/// Searches from both ends, once after each product of initial free turns.
fn met(asked: &Combination, problem: &Problem, free: &FreeTurns) -> Answer {
    let freed = match free.questions(problem) {
        Ok(freed) => freed,
        Err(error) => return Answer::Refused(error.to_string()),
    };
    let control = control(asked);
    let mut said = Said {
        never: true,
        are_all: true,
        ..Said::default()
    };
    let mut shortest: Option<usize> = None;
    for one in &freed {
        let mut found = Vec::new();
        let met = Meet::new(&one.problem, 1 << 28, &control).run(&mut |turns| {
            found.push(turns.to_vec());
            ControlFlow::Continue(())
        });
        let met = match met {
            Err(error @ (MeetError::UnknownStart | MeetError::OpenGoal)) => {
                return Answer::Refused(error.to_string());
            }
            met => met.unwrap(),
        };
        let length = match met.outcome {
            Outcome::Halted(halt) => return Answer::Unknown(format!("{halt:?}"), Said::default()),
            Outcome::Found(length) => Some(length),
            Outcome::None | Outcome::Never => None,
        };
        said.never &= met.outcome == Outcome::Never;
        if let Some(cut) = met.cut {
            return Answer::Unknown(format!("{cut:?}"), Said::default());
        }
        let Some(length) = length.filter(|&it| shortest.is_none_or(|best| it <= best)) else {
            continue;
        };
        if shortest != Some(length) {
            said.solutions.clear();
            shortest = Some(length);
        }
        for turns in found {
            let exactly = one.problem.within(Budget::Exactly(turns.len()));
            let solution = Solution::replay(&exactly, turns).expect("a solution");
            let solution = one.complete(solution).expect("free turns complete it");
            let solution = of_solution(problem, &solution);
            if !said
                .solutions
                .iter()
                .any(|known| known.turns == solution.turns)
            {
                said.solutions.push(solution);
            }
        }
    }
    said.none = shortest.is_none();
    said.is_minimal = shortest.is_some() && matches!(problem.budget, Budget::AtMost(_));
    Answer::Said(said)
}
