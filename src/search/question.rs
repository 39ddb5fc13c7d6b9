//! A question as data, answered by a search: with its free turns, by its plan, or in as many turns as it takes.

use std::time::Duration;

use super::anytime::Anytime;
use super::builder::Search;
use super::error::{SearchError, StagesError};
use super::freed::shortest_freed;
use super::result::Minimum;
use crate::plan::{Peel, Plan};
use crate::problem::{Problem, Question};

/// How long a plan's solution is made shorter where it exceeds `max_turns`.
const PATIENCE: Duration = Duration::from_secs(30);

impl Search<'_> {
    /// Answers a question that poses this problem.
    ///
    /// # Errors
    /// [`StagesError`] if its plan or its free turns cannot be, or as [`Self::solve`].
    pub fn answer(&self, question: &Question, problem: &Problem) -> Result<Minimum, StagesError> {
        if question.is_whole_plan() {
            return self.by_plan(question, problem);
        }
        let free = question.uncounted_turns(problem)?;
        if free.is_empty() {
            return Ok(self.in_few_turns(question, problem)?);
        }
        let freed = free.of(problem)?;
        let ask = |problem: &Problem| Ok(self.solve(problem)?);
        shortest_freed(problem, &freed, ask, StagesError::from)
    }

    /// Without a number of turns, the puzzle's known maximum is the first limit.
    fn in_few_turns(&self, question: &Question, problem: &Problem) -> Result<Minimum, SearchError> {
        if question.is_bounded() {
            self.solve(problem)
        } else {
            self.up_to_maximum(problem)
        }
    }

    /// The first solution is enough, unless it has too many turns.
    fn by_plan(&self, question: &Question, problem: &Problem) -> Result<Minimum, StagesError> {
        let patience = question.max_turns.map_or(Duration::ZERO, |_| PATIENCE);
        let limits = Anytime {
            good_enough: question.max_turns,
            patience: Some(patience),
            ..Anytime::default()
        };
        match question.whole_plan(&problem.puzzle)? {
            Some(Plan {
                peel: Some(peel), ..
            }) => Ok(self.peeled(problem, &peel, limits)),
            Some(plan) => self.anytime(problem, Some(&plan), limits),
            None => Ok(self.peeled(problem, &Peel::default(), limits)),
        }
    }
}
