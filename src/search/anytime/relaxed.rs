//! A relaxed question, without the constraints that plans and constructions do not support.
//!
//! *Idea.* Turns that a solution must begin or end with are applied to the start or undone in the goal. Forbidden turns
//! are removed from the allowed ones, and two quarter turns replace a forbidden half turn. If all pieces look different,
//! renaming the pieces makes any goal state the solved state.
//!
//! *Why it is sound.* A solution of the relaxed question is replayed on the original question and discarded if it violates
//! a constraint.

use std::sync::Arc;

use crate::plan::Plan;
use crate::problem::{Problem, Solution, Start, convert_to_allowed};
use crate::puzzle::{Arrangement, Pattern, State, TurnId};
use crate::search::Stages;
use crate::search::variants::ends_in_one_state;

/// A relaxed question, and the fixed turns before and after its solutions.
pub(super) struct Relaxed {
    pub(super) problem: Problem,
    before: Vec<TurnId>,
    after: Vec<TurnId>,
}

/// The stages of a plan restricted to some turns. The cache of the problem keeps them for all questions of a list.
struct RestrictedStages {
    plan: Plan,
    turns: Vec<TurnId>,
    /// `None` if the plan cannot be carried out with these turns.
    stages: Option<Stages>,
}

/// The maximum number of restricted plans that are kept.
const MAX_CACHED_PLANS: usize = 4;

impl Relaxed {
    pub(super) fn of(problem: &Problem) -> Self {
        let constraints = &problem.constraints;
        let forbidden = constraints
            .at_most
            .iter()
            .filter(|limit| limit.max_count == 0);
        let forbidden: Vec<TurnId> = forbidden.flat_map(|it| it.turns.clone()).collect();
        let mut relaxed = Self {
            problem: problem.unconstrained().forbidding(&forbidden),
            before: constraints.starts_with.clone(),
            after: constraints.ends_with.clone(),
        };
        relaxed.apply_fixed_turns(problem);
        relaxed.rename_pieces();
        relaxed
    }

    fn apply_fixed_turns(&mut self, original: &Problem) {
        let puzzle = &original.puzzle;
        if let Some(start) = original.start.state().filter(|_| !self.before.is_empty()) {
            let start = puzzle.apply(&start, &self.before);
            self.begin_at(&start);
        }
        let undone = puzzle.inverse_sequence(&self.after);
        let before_end = |goal: &Pattern| puzzle.apply(goal, &undone);
        if !undone.is_empty() {
            let goals = original.each_goal();
            self.problem = self
                .problem
                .with_goals(goals.iter().map(before_end).collect());
        }
    }

    /// Renames the pieces so that the goal becomes the solved state.
    fn rename_pieces(&mut self) {
        let problem = &self.problem;
        let (puzzle, goals) = (&problem.puzzle, problem.each_goal());
        let [goal] = &goals[..] else { return };
        let mut kinds = 0..puzzle.pieces().kinds().len();
        let solved = puzzle.solved();
        if goal.admits(solved) || !kinds.all(|kind| puzzle.tells_apart(kind)) {
            return;
        }
        let arranged = |state: State| {
            let arrangement = Arrangement::of_state(puzzle, &state, problem.scheme.symbols());
            Some(arrangement.ok()?.permutation(puzzle.pieces()))
        };
        let ends = goal.state().and_then(arranged);
        let ends = ends.zip(problem.start.state().and_then(arranged));
        if let Some((goal, start)) = ends {
            let start = solved.after(&goal.inverse().then(&start));
            self.problem = self.problem.with_goals(vec![solved.into()]);
            self.begin_at(&start);
        }
    }

    fn begin_at(&mut self, start: &State) {
        if let Ok(start) = Start::new(&self.problem.puzzle, &self.problem.scheme, start) {
            self.problem = self.problem.with_start(start);
        }
    }

    /// Whether plans apply to the question: they use all turns and end in the solved state.
    pub(super) fn suits_plans(&self) -> bool {
        self.accepts_solved_state()
            && convert_to_allowed(&self.problem, &self.problem.usual_turns()).is_some()
    }

    fn accepts_solved_state(&self) -> bool {
        let solved = self.problem.puzzle.solved();
        let mut goals = self.problem.each_goal().into_iter();
        goals.any(|goal| goal.admits(solved))
    }

    /// The stages of a plan, restricted to the allowed turns; `None` if the plan does not apply.
    pub(super) fn stages(&self, stages: &Stages) -> Option<Stages> {
        if self.suits_plans() {
            return Some(stages.clone());
        }
        if !self.accepts_solved_state() || !ends_in_one_state(stages.plan()) {
            return None;
        }
        let is_allowed = |turn: &TurnId| convert_to_allowed(&self.problem, &[*turn]).is_some();
        let turns = 0..self.problem.puzzle.turns().len();
        let turns: Vec<TurnId> = turns.filter(is_allowed).collect();
        let plan = stages.plan();
        let is_known = |known: &Arc<RestrictedStages>| {
            known.turns == turns
                && known.plan.stages == plan.stages
                && Arc::ptr_eq(&known.plan.puzzle, &plan.puzzle)
        };
        if let Some(known) = self.problem.cache.find(is_known) {
            return known.stages.clone();
        }
        let restricted = plan.restricted_to(&turns);
        let new = Arc::new(RestrictedStages {
            plan: plan.clone(),
            stages: restricted.and_then(|it| Stages::new(it).ok()),
            turns: turns.clone(),
        });
        let cache = &self.problem.cache;
        let kept = cache.find_or_keep(MAX_CACHED_PLANS, is_known, || new);
        kept.stages.clone()
    }

    /// The solution of the original question from turns that solve the relaxed one; `None` if a constraint is violated.
    pub(super) fn to_original_solution(
        &self,
        problem: &Problem,
        turns: &[TurnId],
    ) -> Option<Solution> {
        let turns = convert_to_allowed(&self.problem, turns)?;
        let turns = [&self.before[..], &turns, &self.after].concat();
        let candidates = [convert_to_allowed(problem, &turns), Some(turns)];
        let mut candidates = candidates.into_iter().flatten();
        let solution = candidates.find_map(|it| Solution::replay(problem, it).ok())?;
        Some(solution.without_redundant_turns(problem))
    }
}
