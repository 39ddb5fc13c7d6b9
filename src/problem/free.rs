//! Turns that may be made before and after a solution for nothing: adjusting the upper face, say.
//!
//! *Idea.* What free turns before a solution make of the start are a few other starts, and each is a question
//! of its own; what they may make of an end is a goal more. A solution that begins or ends with a free turn
//! is another one with more turns around it, so of all that differ by free turns only the one without
//! them is asked for. Each solution is replayed with the turns around it on the question itself.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;

use super::checked::Problem;
use super::sequences::{Rule, Sequence};
use super::solution::{ReplayError, Solution};
use super::start::Start;
use crate::automaton::Expression;
use crate::group::Permutation;
use crate::puzzle::{Pattern, Puzzle, State, StateError, TurnId, Turned};

/// More ways to make free turns than anybody tries by hand.
const MOST_WAYS: usize = 200;

/// Why turns cannot be free.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FreeError {
    /// They make too much.
    #[error("free turns lead to more than {MOST_WAYS} states; take turns of one face")]
    TooMany,
    /// A start after some of them is none.
    #[error(transparent)]
    Start(#[from] StateError),
}

/// Turns that cost nothing and are not counted, where they stand before or after a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Free {
    /// Before it.
    pub before: Vec<TurnId>,
    /// After it.
    pub after: Vec<TurnId>,
}

/// A question after some free turns.
#[derive(Clone, Debug)]
pub struct Freed {
    /// The question itself, with every rotation of its goal where that stands for all of them.
    asked: Arc<Problem>,
    /// The turns made before.
    before: Vec<TurnId>,
    /// What turns may be made after a solution.
    after: Vec<Vec<TurnId>>,
    /// What is asked then.
    pub problem: Problem,
}

impl Free {
    /// Whether no turn is free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// The question after all that free turns may do before a solution; as it is first.
    ///
    /// # Errors
    /// [`FreeError`].
    pub fn of(&self, asked: &Problem) -> Result<Vec<Freed>, FreeError> {
        // Free turns can move the held piece, and then it is not at home when the puzzle is solved.
        let mut whole = asked.with_each_rotation();
        let asked = Arc::new(whole.clone());
        let puzzle = &asked.puzzle;
        let before = ways(puzzle, &self.before)?;
        let after = ways(puzzle, &self.after)?;
        let undone = after.iter().cartesian_product(asked.each_goal());
        let goals = undone.map(|((_, made), goal)| goal.after(&made.inverse()));
        let goals: Vec<Pattern> = goals.unique().collect();
        whole
            .constraints
            .sequences
            .extend(self.without_ends(&asked));
        let turns = asked.allowed.iter().map(|&turn| &puzzle.turns()[turn]);
        let moved: HashSet<usize> = turns.flat_map(|it| it.permutation.moved()).collect();
        let mut still: Vec<usize> = (0..puzzle.facelets().len()).collect();
        still.retain(|facelet| !moved.contains(facelet));
        let mut seen: Vec<Pattern> = Vec::new();
        let mut freed = Vec::new();
        for (turns, made) in before {
            let start = asked.start.pattern().after(&made);
            // Of an open start each way is another one: what it leads to comes from another state.
            if asked.start.is_state() && seen.contains(&start) {
                continue;
            }
            seen.push(start.clone());
            // What no allowed turn moves is at the goal from the beginning.
            let agrees = |goal: &&Pattern| still.iter().all(|&it| start.meets_at(goal, it));
            let left: Vec<Pattern> = goals.iter().filter(agrees).cloned().collect();
            let goals = if left.is_empty() { goals.clone() } else { left };
            let problem = Problem {
                start: Start::new(puzzle, &asked.scheme, start)?,
                known: whole.known.after(&puzzle.undoing(&turns)),
                ..whole.with_goals(goals)
            };
            freed.push(Freed {
                asked: asked.clone(),
                before: turns,
                after: after.iter().map(|(turns, _)| turns.clone()).collect(),
                problem,
            });
        }
        Ok(freed)
    }

    /// That a solution neither begins nor ends with a free turn. A shortest one of which nothing else is asked
    /// never does.
    fn without_ends(&self, asked: &Problem) -> Option<Sequence> {
        let is_shortest = matches!(asked.budget, super::Budget::AtMost(_));
        if is_shortest && asked.constraints.is_empty() {
            return None;
        }
        let all = 0..asked.puzzle.turns().len();
        let other = |than: &[&[TurnId]]| {
            let is_other = |turn: &TurnId| !than.iter().any(|some| some.contains(turn));
            Expression::OneOf(all.clone().filter(is_other).collect())
        };
        let (before, after) = (&self.before[..], &self.after[..]);
        let longer = vec![other(&[before]), Expression::everything(), other(&[after])];
        let ways = vec![
            Expression::Then(Vec::new()),
            other(&[before, after]),
            Expression::Then(longer),
        ];
        Sequence::new(&asked.puzzle, Rule::Whole(Expression::Either(ways))).ok()
    }
}

impl Freed {
    /// A solution of it with the free turns around it: replayed on the question itself.
    ///
    /// # Errors
    /// [`ReplayError`] if no free turns make it one.
    pub fn completed(&self, solution: Solution) -> Result<Solution, ReplayError> {
        let puzzle = &self.asked.puzzle;
        let back = puzzle.undoing(&self.before);
        let start = puzzle.apply(solution.start(), &back);
        if !self.asked.start.admits(&start) {
            return Err(ReplayError::OtherStart);
        }
        let end = puzzle.apply(solution.start(), solution.turns());
        let leads = |turns: &&Vec<TurnId>| self.asked.admits_end(&puzzle.apply(&end, turns));
        match self.after.iter().find(leads) {
            Some(after) => Ok(solution.with_around(start, &self.before, after)),
            None => Err(ReplayError::WrongEnd(solution.to_string())),
        }
    }
}

impl Free {
    /// Replays a solution with free turns around it; `freed` is what [`Self::of`] makes of the question.
    ///
    /// # Errors
    /// [`ReplayError`] if it is no answer.
    pub fn replay(
        &self,
        freed: &[Freed],
        start: &State,
        [before, turns, after]: [&[TurnId]; 3],
    ) -> Result<Solution, ReplayError> {
        let Some(Freed { asked, .. }) = freed.first() else {
            return Err(ReplayError::OtherStart);
        };
        let puzzle = &asked.puzzle;
        let is_free = |turns: &[TurnId], free: &[TurnId]| {
            let other = turns.iter().find(|turn| !free.contains(turn));
            other.map_or(Ok(()), |&turn| {
                let name = puzzle.turns()[turn].name().to_owned();
                Err(ReplayError::NotAllowed(name))
            })
        };
        is_free(before, &self.before)?;
        is_free(after, &self.after)?;
        if !asked.start.admits(start) {
            return Err(ReplayError::OtherStart);
        }
        let first = puzzle.apply(start, before);
        let mut error = ReplayError::OtherStart;
        for one in freed.iter().filter(|it| it.problem.start.admits(&first)) {
            let replayed = Solution::replay_from(&one.problem, first.clone(), turns.to_vec());
            let solution = match replayed {
                Ok(solution) => solution.with_around(start.clone(), before, after),
                Err(wrong) => {
                    error = wrong;
                    continue;
                }
            };
            let end = puzzle.apply(&puzzle.apply(&first, turns), after);
            if asked.admits_end(&end) {
                return Ok(solution);
            }
            error = ReplayError::WrongEnd(solution.to_string());
        }
        Err(error)
    }
}

/// What turns of a set make, each once, with the fewest turns; none first.
fn ways(puzzle: &Puzzle, turns: &[TurnId]) -> Result<Vec<(Vec<TurnId>, Permutation)>, FreeError> {
    let nothing = Permutation::identity(puzzle.facelets().len());
    let mut all = vec![(Vec::new(), nothing.clone())];
    let mut seen = HashSet::from([nothing]);
    let mut next = 0;
    while next < all.len() {
        for &turn in turns {
            let (made, done) = &all[next];
            let done = done.then(&puzzle.turns()[turn].permutation);
            if seen.insert(done.clone()) {
                let made = [&made[..], &[turn]].concat();
                all.push((made, done));
            }
        }
        if all.len() > MOST_WAYS {
            return Err(FreeError::TooMany);
        }
        next += 1;
    }
    Ok(all)
}
