//! Shares one answer among all lines with the same question.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::answer::{Answer, Task};
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::puzzle::Pattern;

/// The maximum number of answers kept, about 100 MB.
const MAX_ANSWERS: usize = 10_000;

/// The answers of a task so far: lines with the same start and goal are solved once, even with several threads. Turns
/// and constraints are the same for all lines; the goal may differ, because it is written in the symbols of the start.
#[derive(Debug, Default)]
pub struct KnownAnswers(Mutex<HashMap<StartAndGoal, SharedAnswer>>);

/// The start, the goal, and the length of the shortest solution already known for the start: an answer is never longer.
type StartAndGoal = (Pattern, Pattern, Option<usize>);

/// The answer, or the reason for no answer, once the first thread that needs it knows.
type SharedAnswer = Arc<OnceLock<Result<Arc<Answer>, Error>>>;

impl KnownAnswers {
    /// Returns the known answer to a problem, or solves it.
    ///
    /// # Errors
    /// As [`Task::solve`], and [`Error`] if the answer contradicts a known solution of the problem.
    pub fn solve(
        &self,
        task: &Task,
        problem: &Problem,
        control: &Control,
    ) -> Result<Arc<Answer>, Error> {
        let solutions = problem.known_solutions();
        let shortest = solutions.iter().map(Solution::len).min();
        let start = problem.start.pattern().clone();
        let key = (start, problem.goal.clone(), shortest);
        let cell = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MAX_ANSWERS {
                known.clear();
            }
            known.entry(key).or_default().clone()
        };
        let answer = cell.get_or_init(|| task.solve(problem, control, &|_| ()).map(Arc::new));
        let answer = answer.as_ref().map_err(Clone::clone)?;
        // An earlier line may have asked the question as a state, without a known solution.
        for solution in &solutions {
            answer.found.check_against(solution)?;
        }
        Ok(answer.clone())
    }
}
