//! The default: every engine does what it is fastest at, and each begins with what the others know.
//!
//! *Idea.* What has few states is one formula, answered in moments. Else a search from both ends refutes the first lengths, as far
//! as a little memory leads, and finds what is a few turns away. Then solutions are made, beginning with the scramble
//! undone, while lengths are refuted: by the graph as far as it comes, and by formulas from there on.
//!
//! *Why it is sound.* What is refuted are lengths of the question as it was asked, whichever engine refutes them; a solution is minimal when every
//! shorter length is refuted by one of them.

use super::graph;
use super::method::Engine;
use super::task::{Asking, Task};
use super::whole::Whole;
use crate::control::{Control, Stopwatch};
use crate::error::Error;
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::search::{
    Anytime, Beforehand, FoundBy, Milestone, Minimum, News, Notify, Refutation, UnknownReason,
};

/// Bytes of states for the first search, which fills them in a fraction of a second.
const FIRST_BYTES: u64 = 1 << 26;

/// Where there are no threads, as in a web page, less memory is taken unless more is allowed.
const BYTES_OF_A_PAGE: u64 = 200 << 20;

/// The tables of stages have this part of the memory.
const PART_OF_STAGES: u64 = 8;

impl Task {
    /// Whether all engines share the question: it is large, nothing says how it is to be answered, and they all can ask it.
    pub(super) fn is_shared(&self, problem: &Problem) -> bool {
        self.method.engine == Engine::Auto
            && matches!(self.whole, Whole::None)
            && problem.whole.is_none()
            && !problem.canonical
            && problem.start.is_state()
            && Anytime::is_large(problem)
    }

    /// Whether a search ends by itself, as nothing says when it is to end.
    pub(super) fn ends_itself(&self, problem: &Problem) -> bool {
        self.method.time_limit.is_none() && !self.improves() && self.is_shared(problem)
    }

    /// The most bytes for all engines together.
    fn shared_bytes(&self) -> u64 {
        let most = self.method.most_bytes();
        match self.method.max_memory {
            None if !platform::has_threads() => most.min(BYTES_OF_A_PAGE),
            _ => most,
        }
    }

    /// The most bytes for the tables of a stage.
    pub(super) fn bytes_of_stages(&self) -> u64 {
        match self.method.engine {
            Engine::Auto => self.shared_bytes() / PART_OF_STAGES,
            _ => self.method.most_bytes(),
        }
    }

    /// The scramble undone, or another solution that was known before: the shortest that is one of the question as it was asked.
    pub(super) fn given(problem: &Problem) -> Option<Solution> {
        let known = problem.known_solutions().into_iter();
        let allowed = known.filter(|it| problem.budget.allows(it.len()));
        allowed.min_by_key(Solution::len)
    }

    /// What was found, or the solution that was given if that is shorter.
    pub(super) fn no_longer_than_given(problem: &Problem, found: Minimum) -> Minimum {
        Self::no_longer_than(problem, found, Self::given(problem))
    }

    /// What was found, or a solution that is known, if that is shorter.
    pub(super) fn no_longer_than(
        problem: &Problem,
        mut found: Minimum,
        known: Option<Solution>,
    ) -> Minimum {
        let is_any_enough = matches!(problem.budget, Budget::Exactly(_));
        let is_better = |known: &Solution| match &found.solution {
            None => true,
            Some(found) => !is_any_enough && known.len() < found.len(),
        };
        let Some(given) = known.filter(is_better) else {
            return found;
        };
        let refuted = Refutation::lengths_of(&found.refutations).first_missing();
        let is_shortest = refuted >= given.len() && !is_any_enough;
        found.complete = is_shortest;
        found.solution = Some(given);
        found.stop = found.stop.filter(|_| !is_shortest);
        found
    }
}

impl Asking<'_> {
    /// The shortest solution by all engines.
    pub(super) fn by_all_engines(&self, problem: &Problem) -> Result<Minimum, Error> {
        let watch = Stopwatch::start(self.control);
        let mut first = self.at_first(problem)?;
        if let Some(found) = first.take_if(|it| is_done(it)) {
            return Ok(with_history(found, problem, watch.seconds()));
        }
        if self.task.peels(problem) {
            let given = Task::given(problem).filter(|it| self.task.is_enough(it.len()));
            let found = first.unwrap_or_else(|| Minimum::of(problem));
            if given.is_some() {
                return Ok(Task::no_longer_than(problem, found, given));
            }
            let mut peeled = self.peeled(problem);
            peeled.refutations.splice(0..0, found.refutations);
            return Ok(peeled);
        }
        let beyond = |control: &Control, notify: &Notify<'_>| {
            let means = graph::Means {
                memory: self.task.shared_bytes() / PART_OF_STAGES * (PART_OF_STAGES - 2),
                is_shallow: false,
                control,
                notify,
            };
            graph::solve_if_it_can(problem, &means).map_err(|error| error.to_string())
        };
        let beforehand = Beforehand {
            solution: Task::given(problem),
            refutations: first.map(|it| it.refutations).unwrap_or_default(),
            refuter: Some(&beyond),
        };
        self.both_sides(problem, None, &beforehand)
    }

    /// The shortest solution by one engine after the other, each to its end.
    pub(super) fn one_after_the_other(&self, problem: &Problem) -> Result<Minimum, Error> {
        if !self.task.is_shared(problem) {
            return Ok(self.search().solve(problem)?);
        }
        let first = self.at_first(problem)?;
        if let Some(found) = first.as_ref().filter(|it| is_done(it)) {
            return Ok(found.clone());
        }
        if let Budget::Exactly(_) = problem.budget {
            let found = first.unwrap_or_else(|| Minimum::of(problem));
            let found = Task::no_longer_than_given(problem, found);
            if found.solution.is_some() {
                return Ok(found);
            }
            return Ok(self.search().solve(problem)?);
        }
        let refutations = first.map(|it| it.refutations).unwrap_or_default();
        Ok(self.search().minimum_beyond(problem, refutations)?)
    }

    /// What a search from both ends finds out in a moment; `None` if it cannot ask the question.
    fn at_first(&self, problem: &Problem) -> Result<Option<Minimum>, Error> {
        let means = graph::Means {
            memory: FIRST_BYTES.min(self.task.method.most_bytes()),
            is_shallow: true,
            control: self.control,
            notify: self.notify,
        };
        graph::solve_if_it_can(problem, &means)
    }
}

/// A solution that was found at once is all that happened.
fn with_history(mut found: Minimum, problem: &Problem, seconds: f64) -> Minimum {
    let solution = found.solution.as_ref();
    found.history = solution
        .map(|solution| Milestone {
            seconds,
            metric: problem.metric,
            news: News::Solution {
                turns: solution.len(),
                by: FoundBy::Graph,
            },
        })
        .into_iter()
        .collect();
    found
}

/// Whether nothing is left to find out, or there is no time for it.
fn is_done(found: &Minimum) -> bool {
    let is_stopped = matches!(
        found.stop,
        Some(UnknownReason::Stopped(_) | UnknownReason::Undecided(_))
    );
    found.complete || is_stopped
}
