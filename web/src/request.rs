//! A request: a [`Question`] and a [`Method`] in one object.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};
use twistsat::answer::{Method, Task};
use twistsat::problem::{Cache, Problem, Question};

use crate::solve::Result;

/// A request.
#[derive(Clone, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub(crate) struct Request {
    pub(crate) question: Question,
    pub(crate) method: Method,
}

impl TryFrom<Map<String, Value>> for Request {
    type Error = serde_json::Error;

    fn try_from(keys: Map<String, Value>) -> std::result::Result<Self, Self::Error> {
        let is_method = |(key, _): &(String, Value)| Method::has_key(key);
        let (method, question): (Map<_, _>, Map<_, _>) = keys.into_iter().partition(is_method);
        Ok(Self {
            question: serde_json::from_value(question.into())?,
            method: serde_json::from_value(method.into())?,
        })
    }
}

thread_local! {
    /// Results shared by all requests.
    static CACHE: Cache = Cache::default();
}

impl Request {
    /// The problem of the question.
    pub(crate) fn problem(&self) -> Result<Problem> {
        let problem = self.question.problem()?;
        Ok(CACHE.with(|cache| problem.with_cache(cache)))
    }

    /// The problem and the task that answers it.
    pub(crate) fn task(&self) -> Result<(Problem, Task)> {
        self.task_by(self.method.clone())
    }

    /// The problem and what proves that it has no solution: of the method the solver is enough.
    pub(crate) fn to_prove(&self) -> Result<(Problem, Task)> {
        self.task_by(Method {
            solver: self.method.solver.clone(),
            ..Method::default()
        })
    }

    fn task_by(&self, method: Method) -> Result<(Problem, Task)> {
        let puzzle: Arc<_> = self.question.puzzle()?;
        let problem = self.question.problem_of(&puzzle)?;
        let problem = CACHE.with(|cache| problem.with_cache(cache));
        let task = Task::new(self.question.clone(), method, &puzzle)?;
        Ok((problem, task))
    }
}
