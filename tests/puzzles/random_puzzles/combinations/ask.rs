//! Answers of SAT by the library, in this process.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use twistsat::control::{CancelFlag, Control};
use twistsat::problem::{Budget, FreeTurns, Problem, SingleStart, Solution};
use twistsat::search::{Refutation, Search, Strategy, shortest_with_free_turns};

use super::super::ask::{is_unexpressed, of_solution, problem, puzzle, set};
use super::answer::{Answer, Said};
use super::{Combination, Wanted};

/// A time limit far above what any drawn question takes.
const LIMIT: Duration = Duration::from_secs(60);

fn search(asked: &Combination) -> Search<'static> {
    let jobs = NonZeroUsize::new(asked.jobs).expect("a thread");
    let control = Control::new(CancelFlag::default(), Some(LIMIT)).with_jobs(jobs);
    let (recipe, solver) = (asked.question.recipe, asked.question.solver);
    Search::default()
        .recipe(recipe)
        .solver(solver)
        .control(control)
}

/// Asks the library.
pub fn ask(asked: &Combination) -> Answer {
    let question = &asked.question;
    let read = puzzle(&question.model).and_then(|puzzle| {
        let mut problem = problem(question, &puzzle)?;
        let budget = match asked.wanted {
            Wanted::Exactly(turns) | Wanted::All(turns) => Budget::Exactly(turns),
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
    match asked.wanted {
        Wanted::All(_) => all(asked, &problem),
        _ => solve(asked, &problem, &free),
    }
}

fn solve(asked: &Combination, problem: &Problem, free: &FreeTurns) -> Answer {
    let strategy = if asked.descends() {
        Strategy::Descend
    } else {
        Strategy::Ascend
    };
    let search = search(asked).strategy(strategy);
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
    if let Err(error) = problem.check_premise() {
        return Answer::Refused(error.to_string());
    }
    let found = match found {
        Err(error) if is_unexpressed(&error) => return Answer::Unexpressed,
        found => found.unwrap(),
    };
    let mut said = Said::of(&found);
    let solutions = found.solution.iter();
    said.solutions = solutions.map(|it| of_solution(problem, it)).collect();
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
    let mut solutions = Vec::new();
    let keep = |solution: &Solution| {
        solutions.push(of_solution(problem, solution));
        ControlFlow::Continue(())
    };
    let listed = match search(asked).enumerate(problem, keep) {
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
