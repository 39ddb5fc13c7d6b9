//! The default method: uses each engine for what it does fastest and shares results between them.
//!
//! *Idea.* A search from both ends with little memory refutes the first lengths and finds solutions of a few turns. It
//! answers nearly all questions about puzzles with few states; SAT answers the others. On puzzles with many states,
//! some threads improve a solution, beginning with the inverse of the scramble or with one built from 3-cycles, while
//! the others refute lengths: by the graph search until its memory is full, then by formulas.
//!
//! *Why it is sound.* Every engine refutes lengths of the original question; a solution is minimal when every shorter
//! length has been refuted by one of them.

use std::ops::ControlFlow;
use std::time::Duration;

use super::graph::{GraphSearch, none_if_unsupported};
use super::method::Engine;
use super::task::{RunningTask, Task};
use crate::control::{Control, Stopwatch};
use crate::encode::RefutedLengths;
use crate::error::Error;
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::search::{
    AnytimeLimits, DefaultLimit, Enumeration, Event, FoundBy, Milestone, MilestoneKind, Minimum,
    Notify, PriorResults, Refutation, UnknownReason, quick_solution,
};

/// The memory for the states of the short search, in bytes. The search fills it in a fraction of a second.
const SHORT_SEARCH_BYTES: u64 = 1 << 26;

/// The time limit for a solution without search. Most puzzles need a hundredth of it.
const MAX_TIME_WITHOUT_SEARCH: Duration = Duration::from_secs(1);

/// The maximum exact length for which a question can begin with the short search, in turns.
const MAX_EXACT_TURNS: usize = 1000;

/// Without threads, as in a web page, work is slower, so the memory of the short search is divided by this number.
const WEB_MEMORY_DIVISOR: u64 = 4;

/// The memory limit without threads, unless the user sets another one.
const WEB_MEMORY_BYTES: u64 = 200 << 20;

/// The tables of each stage get the memory divided by this number.
const STAGE_MEMORY_DIVISOR: u64 = 8;

impl Task {
    /// Whether all engines work on the problem: it is large, no engine was chosen, and every engine supports it.
    pub(super) fn suits_all_engines(&self, problem: &Problem) -> bool {
        self.leaves_engine_open(problem) && AnytimeLimits::is_large(problem)
    }

    /// Whether a short search from both ends comes first: no engine was chosen, an exact length is not too long, and
    /// no parity, constraint or other reason already rules out every length.
    pub(super) fn begins_with_short_search(&self, problem: &Problem) -> bool {
        // An exact length takes one step per turn, however few states there are.
        let is_too_long =
            matches!(problem.budget, Budget::Exactly(turns) if turns > MAX_EXACT_TURNS);
        self.leaves_engine_open(problem)
            && !is_too_long
            && !RefutedLengths::is_refuted_beforehand(problem)
    }

    /// Whether no engine was chosen, and every engine supports the problem.
    fn leaves_engine_open(&self, problem: &Problem) -> bool {
        self.method.engine == Engine::Auto
            && !self.uses_distance_table(problem)
            && self.whole_plan.is_none()
            && problem.stage_context.is_none()
            && !problem.canonical
            && problem.start.is_state()
    }

    /// The default limit of the search; `None` if the user set a limit, or the question needs none.
    pub(super) fn default_limit(&self, problem: &Problem) -> Option<DefaultLimit> {
        let is_used = self.method.time_limit.is_none()
            && !self.shortens_plan_solution()
            && self.suits_all_engines(problem);
        is_used.then_some(if self.is_list {
            DefaultLimit::ListLine
        } else {
            DefaultLimit::Question
        })
    }

    /// The memory limit of all engines together, in bytes.
    fn shared_bytes(&self) -> u64 {
        let max_bytes = self.method.max_bytes();
        match self.method.max_memory {
            None if !platform::has_threads() => max_bytes.min(WEB_MEMORY_BYTES),
            _ => max_bytes,
        }
    }

    /// The memory limit for the tables of a stage, in bytes.
    pub(super) fn bytes_per_stage(&self) -> u64 {
        match self.method.engine {
            Engine::Auto => self.shared_bytes() / STAGE_MEMORY_DIVISOR,
            _ => self.method.max_bytes(),
        }
    }

    /// The shortest known solution that the budget allows, such as the inverse of the scramble.
    pub(super) fn known_solution(problem: &Problem) -> Option<Solution> {
        let known = problem.known_solutions().into_iter();
        let allowed = known.filter(|it| problem.budget.allows(it.len()));
        allowed.min_by_key(Solution::len)
    }

    /// The result, in which the `known` solution replaces a missing one or, unless the length is exact, a longer one.
    ///
    /// # Errors
    /// [`Error`] if the result contradicts the known solution.
    pub(super) fn prefer_known(
        known: Option<Solution>,
        problem: &Problem,
        mut found: Minimum,
    ) -> Result<Minimum, Error> {
        if let Some(known) = &known {
            found.check_against(known)?;
        }
        let is_any_enough = matches!(problem.budget, Budget::Exactly(_));
        let is_better = |known: &Solution| match &found.solution {
            None => true,
            Some(found) => !is_any_enough && known.len() < found.len(),
        };
        let Some(known) = known.filter(is_better) else {
            return Ok(found);
        };
        let refuted_below = Refutation::lengths_of(&found.refutations).first_missing();
        let is_shortest = refuted_below >= known.len() && !is_any_enough;
        found.complete = is_shortest;
        found.solution = Some(known);
        found.stop = found.stop.filter(|_| !is_shortest && !is_any_enough);
        Ok(found)
    }
}

impl RunningTask<'_> {
    pub(super) fn shortest_by_all_engines(&self, problem: &Problem) -> Result<Minimum, Error> {
        let watch = Stopwatch::start(self.control);
        let prior = self.prior_results(problem, &watch);
        let mut first = self.short_search(problem)?;
        if let Some(mut found) = first.take_if(|it| is_done(it)) {
            let (mut history, known) = (prior.history, prior.solution.as_ref());
            record_if_shorter(&mut history, known, problem, &found, watch.seconds());
            found.history = history;
            return Task::prefer_known(prior.solution, problem, found);
        }
        let is_full = |found: &&Minimum| found.stop == Some(UnknownReason::Memory);
        let refuted = first.as_ref().filter(is_full).map(|it| &it.refutations[..]);
        let refuted_below = Refutation::lengths_of(refuted.unwrap_or_default()).first_missing();
        let prior = PriorResults {
            refutations: first.map(|it| it.refutations).unwrap_or_default(),
            ..prior
        };
        if self.task.peels(problem) {
            return self.solve_by_peeling(problem, &prior);
        }
        let refute = |control: &Control, notify: &Notify<'_>| {
            self.deep_search(problem, refuted_below, control, notify)
        };
        let prior = PriorResults {
            // The time for a line of a list is too short for large tables to help.
            refuter: (self.task.default_limit(problem) != Some(DefaultLimit::ListLine))
                .then_some(&refute),
            ..prior
        };
        self.anytime_search(problem, None, &prior)
    }

    /// The results before any search: the inverse of the scramble or a constructed solution, if there is one.
    fn prior_results(&self, problem: &Problem, watch: &Stopwatch) -> PriorResults<'static> {
        let scramble = Task::known_solution(problem).map(|it| (it, FoundBy::Scramble));
        let constructed = || Some((self.constructed_solution(problem)?, FoundBy::Construction));
        let mut history = Vec::new();
        let found = scramble.or_else(constructed).map(|(solution, by)| {
            history.push(self.report_first(problem, &solution, by, watch.seconds()));
            solution
        });
        PriorResults {
            solution: found,
            history,
            watch: Some(watch.clone()),
            ..PriorResults::default()
        }
    }

    /// A solution constructed without search; `None` if that takes longer than [`MAX_TIME_WITHOUT_SEARCH`] or fails, or
    /// if the first solution ends the search.
    pub(super) fn constructed_solution(&self, problem: &Problem) -> Option<Solution> {
        // If the first solution ends the search, a short one is worth the wait.
        let ends_with_first = self.patience() == Some(Duration::ZERO);
        let control = self.control.with_time_limit(MAX_TIME_WITHOUT_SEARCH);
        (!ends_with_first).then(|| quick_solution(problem, &control))?
    }

    /// Reports the first solution, and returns it as a milestone.
    pub(super) fn report_first(
        &self,
        problem: &Problem,
        solution: &Solution,
        by: FoundBy,
        seconds: f64,
    ) -> Milestone {
        let milestone = milestone(problem, solution, by, seconds);
        (self.notify)(&Event::Improved(solution));
        (self.notify)(&Event::Milestone(&milestone));
        milestone
    }

    /// The result of a search from both ends with the memory that the tables of two stages leave; `None` if this search
    /// does not support the question. It skips lengths below `refuted_below`, which are known to be refuted.
    pub(super) fn deep_search(
        &self,
        problem: &Problem,
        refuted_below: usize,
        control: &Control,
        notify: &Notify<'_>,
    ) -> Result<Option<Minimum>, Error> {
        let search = GraphSearch {
            memory: self.task.shared_bytes() / STAGE_MEMORY_DIVISOR * (STAGE_MEMORY_DIVISOR - 2),
            refuted_below,
            control,
            notify,
            ..self.search_from_both_ends()
        };
        search.solve_if_supported(problem)
    }

    /// A shortest solution: a short search from both ends, then SAT.
    pub(super) fn solve_in_sequence(&self, problem: &Problem) -> Result<Minimum, Error> {
        if !self.task.begins_with_short_search(problem) {
            return self.sat_search().solve(problem);
        }
        let mut first = self.short_search(problem)?;
        if let Some(found) = first.take_if(|it| is_done(it)) {
            return Ok(found);
        }
        if let Budget::Exactly(_) = problem.budget {
            let found = first.unwrap_or_else(|| Minimum::of(problem));
            let known = Task::known_solution(problem);
            let found = Task::prefer_known(known, problem, found)?;
            if found.solution.is_some() {
                return Ok(found);
            }
            return self.sat_search().solve(problem);
        }
        let refutations = first.map(|it| it.refutations).unwrap_or_default();
        self.sat_search().minimum_beyond(problem, refutations)
    }

    /// The shortest solution of a question that names no budget and has few states.
    pub(super) fn solve_up_to_maximum(&self, problem: &Problem) -> Result<Minimum, Error> {
        if self.task.begins_with_short_search(problem)
            && let Some(found) = self.short_search(problem)?
            && is_done(&found)
            // Without a solution, the maximum of the puzzle file may be too small.
            && (found.solution.is_some() || found.is_unsolvable() || found.stop.is_some())
        {
            return Ok(found);
        }
        self.sat_search().up_to_maximum(problem)
    }

    /// The result of a short search from both ends; `None` if this search does not support the question.
    pub(super) fn short_search(&self, problem: &Problem) -> Result<Option<Minimum>, Error> {
        self.short_search_from_both_ends(1)
            .solve_if_supported(problem)
    }

    /// All solutions of one length by a short search from both ends; `None` if this search does not support the
    /// question, or lists nothing because memory is full or the constraints are too complex.
    pub(super) fn short_enumeration(
        &self,
        problem: &Problem,
        on_solution: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Option<Enumeration>, Error> {
        let search = self.short_search_from_both_ends(1);
        let listed = none_if_unsupported(search.enumerate(problem, on_solution))?;
        let is_too_large = |listed: &Enumeration| match listed.stop {
            Some(UnknownReason::Memory | UnknownReason::Constraints) => listed.count == 0,
            _ => false,
        };
        let listed = listed.map(|listed| listed.result);
        Ok(listed.filter(|listed| !is_too_large(listed)))
    }

    /// A short search from both ends, from this many starts at once.
    pub(super) fn short_search_from_both_ends(&self, starts: usize) -> GraphSearch<'_> {
        let divisor = if platform::has_threads() {
            1
        } else {
            WEB_MEMORY_DIVISOR
        };
        let memory = (SHORT_SEARCH_BYTES / divisor).saturating_mul(starts as u64);
        GraphSearch {
            memory: memory.min(self.task.shared_bytes()),
            stops_when_memory_is_full: true,
            ..self.search_from_both_ends()
        }
    }
}

/// Adds a solution found by the graph search to the history if it is shorter than the `known` solution.
pub(super) fn record_if_shorter(
    history: &mut Vec<Milestone>,
    known: Option<&Solution>,
    problem: &Problem,
    found: &Minimum,
    seconds: f64,
) {
    let is_shorter = |it: &&Solution| known.is_none_or(|known| it.len() < known.len());
    if let Some(shorter) = found.solution.as_ref().filter(is_shorter) {
        history.push(milestone(problem, shorter, FoundBy::Graph, seconds));
    }
}

fn milestone(problem: &Problem, solution: &Solution, by: FoundBy, seconds: f64) -> Milestone {
    let turns = solution.len();
    Milestone {
        seconds,
        metric: problem.metric,
        kind: MilestoneKind::Solution { turns, by },
    }
}

/// Whether no other engine can improve the result: it is complete, it was stopped, or the start is undecided.
pub(super) fn is_done(found: &Minimum) -> bool {
    let is_stopped = matches!(
        found.stop,
        Some(UnknownReason::Stopped(_) | UnknownReason::Undecided(_))
    );
    found.complete || is_stopped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Justification;
    use crate::problem::Lengths;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_known_solution_is_minimal_only_if_every_shorter_length_is_refuted() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let problem = Problem::scrambled(&puzzle, "R U F").expect("turns");
        for (below, is_minimal) in [(2, false), (3, true)] {
            let covers = RefutedLengths {
                lengths: Lengths::below(below),
                justification: Justification::Other,
            };
            let mut found = Minimum::of(&problem);
            found.refutations = vec![Refutation::new(covers, None)];
            let known = Task::known_solution(&problem);
            let found = Task::prefer_known(known, &problem, found).expect("no contradiction");
            assert_eq!(found.solution.as_ref().map(Solution::len), Some(3));
            assert_eq!(found.is_minimal(), is_minimal, "below {below}");
        }
    }
}
