//! Free turns: turns before and after a solution that are not counted, such as adjusting the upper face.
//!
//! *Idea.* Free turns before a solution lead from the start to a few other starts, each of which is a separate question.
//! Free turns after a solution add goals. A solution that begins or ends with a free turn equals a shorter solution with
//! more free turns, so only solutions without free turns at the ends are searched. Each solution is replayed on the
//! original question, with its free turns.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;

use super::checked::Problem;
use super::solution::{Solution, not_allowed_error, other_start_error, wrong_end_error};
use super::start::Start;
use super::turn_rules::{CompiledRule, Rule};
use crate::automaton::Expression;
use crate::error::Error;
use crate::group::Permutation;
use crate::puzzle::{Pattern, Permutable, Puzzle, State, TurnId};

/// The maximum number of distinct effects of free turns.
const MAX_EFFECTS: usize = 200;

/// Turns that are not counted at the beginning or the end of a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeTurns {
    /// The turns that are free before a solution.
    pub before: Vec<TurnId>,
    /// The turns that are free after a solution.
    pub after: Vec<TurnId>,
}

/// A question from one of the starts to which free turns lead, or that unknown stickers leave open.
#[derive(Clone, Debug)]
pub struct SingleStart {
    /// The original question. If its goal stands for all its rotations, each rotation is a goal.
    original: Arc<Problem>,
    /// The free turns before a solution.
    before: Vec<TurnId>,
    /// The sequences of free turns that may follow a solution.
    after: Vec<Vec<TurnId>>,
    /// The remaining problem.
    pub problem: Problem,
}

impl FreeTurns {
    /// Whether no turns are free.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// One question for each distinct effect of the free turns before a solution; the first question is without free turns.
    ///
    /// # Errors
    /// [`Error`] if the free turns have too many effects, or if a start is impossible.
    pub fn questions(&self, original: &Problem) -> Result<Vec<SingleStart>, Error> {
        // Free turns can move the held piece away from home, even in a solved puzzle.
        let original = Arc::new(original.with_each_rotation());
        let puzzle = &original.puzzle;
        let before = distinct_effects(puzzle, &self.before)?;
        let after = distinct_effects(puzzle, &self.after)?;
        let pairs = after.iter().cartesian_product(original.each_goal());
        let goals = pairs.map(|((_, effect), goal)| goal.after(&effect.inverse()));
        let goals: Vec<Pattern> = goals.unique().collect();
        let ends = self.no_free_turns_at_ends(&original);
        let restricted = Problem::clone(&original);
        let restricted = restricted.changed(|data| data.constraints.rules.extend(ends));
        let all = 0..puzzle.facelets().len();
        let fixed: Vec<usize> = all
            .filter(|&it| !puzzle.moves(&original.allowed, it))
            .collect();
        let mut seen: Vec<Pattern> = Vec::new();
        let mut questions = Vec::new();
        for (turns, effect) in before {
            let start = original.start.pattern().after(&effect);
            // With unknown stickers every effect matters: equal patterns may come from different states.
            if original.start.is_state() && seen.contains(&start) {
                continue;
            }
            seen.push(start.clone());
            // Facelets that no allowed turn moves must already match the goal.
            let agrees = |goal: &&Pattern| fixed.iter().all(|&it| start.is_compatible_at(goal, it));
            let mut matching: Vec<Pattern> = goals.iter().filter(agrees).cloned().collect();
            if matching.is_empty() {
                matching.clone_from(&goals);
            }
            let start = Start::new(puzzle, &original.scheme, start)?;
            let problem = restricted.with_goals(matching).changed(|data| {
                data.start = start;
                // The inverse of the free turns leads back to the old start.
                let back = puzzle.inverse_sequence(&turns);
                for known in &mut data.known_turns {
                    known.start = None;
                    known.turns.splice(0..0, back.iter().copied());
                }
            });
            questions.push(SingleStart {
                original: original.clone(),
                before: turns,
                after: after.iter().map(|(turns, _)| turns.clone()).collect(),
                problem,
            });
        }
        Ok(questions)
    }

    /// The position of a free turn that can be moved to the beginning or the end of a sequence, because it commutes with all
    /// turns before or after it. The sequence without that turn has the same effect with other free turns around it.
    pub fn free_turn_at_ends(
        &self,
        turns: &[TurnId],
        commute: impl Fn(TurnId, TurnId) -> bool,
    ) -> Option<usize> {
        let passes =
            |at: usize, others: &[TurnId]| others.iter().all(|&other| commute(turns[at], other));
        let is_first = |&at: &usize| self.before.contains(&turns[at]) && passes(at, &turns[..at]);
        let is_last = |&at: &usize| self.after.contains(&turns[at]) && passes(at, &turns[at + 1..]);
        let all = 0..turns.len();
        let first = all.clone().find(is_first);
        first.or_else(|| all.rev().find(is_last))
    }

    /// The rule that a solution neither begins nor ends with a free turn. `None` if the question has no constraints and
    /// asks for a shortest solution, which satisfies the rule anyway, or if the rule's automaton would be too large.
    fn no_free_turns_at_ends(&self, original: &Problem) -> Option<CompiledRule> {
        let is_shortest = matches!(original.budget, super::Budget::AtMost(_));
        if is_shortest && original.constraints.is_empty() {
            return None;
        }
        let all = 0..original.puzzle.turns().len();
        let other = |than: &[&[TurnId]]| {
            let is_other = |turn: &TurnId| !than.iter().any(|some| some.contains(turn));
            Expression::OneOf(all.clone().filter(is_other).collect())
        };
        let (before, after) = (&self.before[..], &self.after[..]);
        let longer = vec![other(&[before]), Expression::everything(), other(&[after])];
        let forms = vec![
            Expression::Concatenation(Vec::new()),
            other(&[before, after]),
            Expression::Concatenation(longer),
        ];
        CompiledRule::new(&original.puzzle, Rule::Whole(Expression::Union(forms))).ok()
    }
}

impl SingleStart {
    /// One question for each of these states, which the start admits.
    pub(crate) fn for_states(original: &Problem, starts: &[State]) -> Result<Vec<Self>, Error> {
        let original = Arc::new(original.clone());
        let from = |state: &State| {
            Ok(Self {
                original: original.clone(),
                before: Vec::new(),
                after: vec![Vec::new()],
                problem: original.starting_at(state)?,
            })
        };
        starts.iter().map(from).collect()
    }

    /// Adds the free turns to a solution of the remaining problem, and replays all turns on the original question.
    ///
    /// # Errors
    /// [`Error`] if the solution is for another start, or if no free turns lead from its end to the goal.
    pub fn complete(&self, solution: Solution) -> Result<Solution, Error> {
        let puzzle = &self.original.puzzle;
        let back = puzzle.inverse_sequence(&self.before);
        let start = puzzle.apply(solution.start(), &back);
        if !self.original.start.admits(&start) {
            return Err(other_start_error());
        }
        let end = puzzle.apply(solution.start(), solution.turns());
        let leads = |turns: &&Vec<TurnId>| self.original.admits_end(&puzzle.apply(&end, turns));
        match self.after.iter().find(leads) {
            Some(after) => Ok(solution.with_free_turns(start, &self.before, after)),
            None => Err(wrong_end_error(&solution.to_string())),
        }
    }
}

impl FreeTurns {
    /// Replays a solution with free turns around it. `questions` is the result of [`Self::questions`].
    pub fn replay(
        &self,
        questions: &[SingleStart],
        start: &State,
        before: &[TurnId],
        turns: &[TurnId],
        after: &[TurnId],
    ) -> Result<Solution, Error> {
        let original = &questions.first().ok_or_else(other_start_error)?.original;
        let puzzle = &original.puzzle;
        for (turns, free) in [(before, &self.before), (after, &self.after)] {
            if let Some(&turn) = turns.iter().find(|turn| !free.contains(turn)) {
                return Err(not_allowed_error(&puzzle.turns()[turn].name()));
            }
        }
        if !original.start.admits(start) {
            return Err(other_start_error());
        }
        let first = puzzle.apply(start, before);
        let is_at_goal = original.admits_end(&puzzle.apply(&puzzle.apply(&first, turns), after));
        let replay = |one: &SingleStart| {
            let solution = Solution::replay_from(&one.problem, first.clone(), turns.to_vec())?;
            let solution = solution.with_free_turns(start.clone(), before, after);
            if is_at_goal {
                Ok(solution)
            } else {
                Err(wrong_end_error(&solution.to_string()))
            }
        };
        let is_suitable = |it: &&SingleStart| it.problem.start.admits(&first);
        let mut result = Err(other_start_error());
        for one in questions.iter().filter(is_suitable) {
            result = replay(one);
            if result.is_ok() {
                break;
            }
        }
        result
    }
}

/// The distinct effects of sequences of some turns, each with a shortest sequence; the empty sequence first.
fn distinct_effects(
    puzzle: &Puzzle,
    turns: &[TurnId],
) -> Result<Vec<(Vec<TurnId>, Permutation)>, Error> {
    let nothing = Permutation::identity(puzzle.facelets().len());
    let mut all = vec![(Vec::new(), nothing.clone())];
    let mut seen = HashSet::from([nothing]);
    let mut next = 0;
    while next < all.len() {
        for &turn in turns {
            let (sequence, effect) = &all[next];
            let effect = effect.then(&puzzle.turns()[turn].permutation);
            if seen.insert(effect.clone()) {
                let sequence = [&sequence[..], &[turn]].concat();
                all.push((sequence, effect));
            }
        }
        if all.len() > MAX_EFFECTS {
            return Err(Error::impossible_value(format!(
                "free turns lead to more than {MAX_EFFECTS} states; choose turns of one face"
            )));
        }
        next += 1;
    }
    Ok(all)
}
