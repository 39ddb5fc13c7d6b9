//! Replayed answers, and simplification of turn sequences.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use itertools::Itertools;

use super::checked::Problem;
use crate::error::{Error, ErrorKind};
use crate::notation::Notation;
use crate::puzzle::{Premise, Puzzle, State, TurnId};
use crate::text::join_names;

/// A turn sequence that was replayed on the puzzle and solves the problem. Displayed in Singmaster's notation; see also
/// [`Self::write`].
#[derive(Clone, Debug)]
pub struct Solution {
    puzzle: Arc<Puzzle>,
    turns: Vec<TurnId>,
    start: State,
    /// The free turns before and after the solution.
    free_turns: [Vec<TurnId>; 2],
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.turns == other.turns
            && self.start == other.start
            && self.free_turns == other.free_turns
    }
}

impl Eq for Solution {}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.turns, &self.start, &self.free_turns).hash(state);
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(Notation::Singmaster))
    }
}

/// `the turns R U`, or `0 turns`.
fn turns_in_words(turns: &str) -> String {
    if turns.is_empty() {
        "0 turns".to_owned()
    } else {
        format!("the turns {turns}")
    }
}

pub(super) fn wrong_end_error(turns: &str) -> Error {
    let turns = turns_in_words(turns);
    Error::failed(format!("{turns} do not lead from the start to the goal"))
}

pub(super) fn not_allowed_error(turn: &str) -> Error {
    Error::failed(format!("turn {turn} is not allowed in this problem"))
}

/// The error for turns that solve a state other than the start.
pub(super) fn other_start_error() -> Error {
    Error::failed("the state that the turns solve does not match the start")
}

impl Solution {
    /// Replays turns on the puzzle and checks them: only allowed turns, within the budget and all constraints, from the
    /// start to the goal. The start must be known, see [`Self::replay_from`].
    pub fn replay(problem: &Problem, turns: Vec<TurnId>) -> Result<Self, Error> {
        let start = problem.start.state().ok_or_else(other_start_error)?;
        Self::replay_from(problem, start, turns)
    }

    /// Replays turns from a state that the start admits, and checks that the puzzle can have that state.
    pub fn replay_from(problem: &Problem, start: State, turns: Vec<TurnId>) -> Result<Self, Error> {
        let puzzle = &problem.puzzle;
        let names = |turns: &[TurnId]| {
            let names = turns.iter().map(|&turn| puzzle.turns()[turn].name());
            join_names(names, " ")
        };
        let failed = |reason: String| Err(Error::failed(reason));
        if !problem.start.admits(&start) {
            return Err(other_start_error());
        }
        let allowed: HashSet<TurnId> = problem.allowed.iter().copied().collect();
        if let Some(&turn) = turns.iter().find(|turn| !allowed.contains(turn)) {
            return Err(not_allowed_error(&names(&[turn])));
        }
        if !problem.admits_end(&puzzle.apply(&start, &turns)) {
            return Err(wrong_end_error(&names(&turns)));
        }
        if let Some(stage) = &problem.stage_context
            && !stage.is_solved_by(&turns)
        {
            let turns = turns_in_words(&names(&turns));
            return failed(format!(
                "{turns} lead to the goal on the reduced puzzle of the stage, but not on the puzzle itself"
            ));
        }
        match problem.premise_of(&start) {
            Ok(Premise::Holds) => (),
            Err(error) => {
                let reason = format!("the state that the turns solve is impossible: {error}");
                return Err(Error::new(ErrorKind::ImpossibleStart, reason));
            }
            Ok(Premise::Undecided(undecided)) => {
                let reason = format!(
                    "it is not known whether the puzzle can have the state that the turns solve: {undecided}"
                );
                return Err(Error::new(ErrorKind::Undecided(undecided), reason));
            }
        }
        if !problem.budget.allows(turns.len()) {
            let length = turns.len();
            return failed(format!(
                "a solution of {length} turns is outside the budget"
            ));
        }
        if problem.canonical && !puzzle.is_canonical(&turns, &problem.allowed) {
            let turns = names(&turns);
            return failed(format!("the turns {turns} are not canonical"));
        }
        if let Some(constraint) = problem.constraints.first_violation(puzzle, &turns) {
            let turns = turns_in_words(&names(&turns));
            return failed(format!("{turns} are not a solution {constraint}"));
        }
        puzzle.record_possible_if_undecided(&start);
        Ok(Self {
            puzzle: puzzle.clone(),
            turns,
            start,
            free_turns: [Vec::new(), Vec::new()],
        })
    }

    /// The solution with free turns, which are written in parentheses and not counted. `start` is the state before all
    /// turns.
    pub(super) fn with_free_turns(self, start: State, before: &[TurnId], after: &[TurnId]) -> Self {
        Self {
            start,
            free_turns: [before.to_vec(), after.to_vec()],
            ..self
        }
    }

    /// The free turns before and after the solution.
    pub fn free_turns(&self) -> [&[TurnId]; 2] {
        [&self.free_turns[0], &self.free_turns[1]]
    }

    /// The solution without redundant turns and without turns after the goal is first reached. If the problem rejects
    /// the result, removes only the redundant turns, or none.
    #[must_use]
    pub fn without_redundant_turns(self, problem: &Problem) -> Self {
        let puzzle = &problem.puzzle;
        let short = puzzle.shorten(&self.start, &self.turns, &problem.allowed);
        let cut = problem.up_to_goal(&self.start, &short);
        let candidates = [cut.to_vec(), short];
        let replayed = |turns| Self::replay_from(problem, self.start.clone(), turns).ok();
        candidates.into_iter().find_map(replayed).unwrap_or(self)
    }

    /// The turns in a notation, with free turns around them in parentheses: `(U) R U R' (U')`.
    pub fn write(&self, notation: Notation) -> String {
        let turns = |turns: &[TurnId]| notation.write_all(&self.puzzle, turns);
        let [before, after] = self.free_turns().map(|free| match free {
            [] => String::new(),
            free => format!("({})", turns(free)),
        });
        let parts = [before, turns(&self.turns), after].into_iter();
        parts.filter(|part| !part.is_empty()).join(" ")
    }

    /// The turns.
    pub fn turns(&self) -> &[TurnId] {
        &self.turns
    }

    /// The state that the turns solve, including the free turns: a state that the start of the problem admits.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The number of turns.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether the sequence is empty.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

impl Puzzle {
    /// Removes the turns between two equal states, and merges turns of one face that only commuting turns separate. The
    /// result leads from `start` to the same end and is never longer. Merged turns must be in `allowed`.
    pub fn shorten(&self, start: &State, turns: &[TurnId], allowed: &[TurnId]) -> Vec<TurnId> {
        let mut turns = self.cut_loops(start, turns);
        // Moves turns of one face together past commuting turns, and shortens the first such run that can be shortened.
        let merge_one = |turns: &[TurnId]| {
            (0..turns.len()).find_map(|first| self.merge_from(turns, first, allowed))
        };
        while let Some(shorter) = merge_one(&turns) {
            turns = self.cut_loops(start, &shorter);
        }
        turns
    }

    /// Removes the turns between two equal states.
    fn cut_loops(&self, start: &State, turns: &[TurnId]) -> Vec<TurnId> {
        let mut state = start.clone();
        // The number of kept turns at which each state was seen.
        let mut seen = HashMap::from([(state.clone(), 0)]);
        let mut kept: Vec<TurnId> = Vec::new();
        let mut after: Vec<State> = Vec::new();
        for &turn in turns {
            state = self.apply(&state, &[turn]);
            if let Some(&before) = seen.get(&state) {
                kept.truncate(before);
                for dropped in after.drain(before..) {
                    seen.remove(&dropped);
                }
            } else {
                kept.push(turn);
                seen.insert(state.clone(), kept.len());
                after.push(state.clone());
            }
        }
        kept
    }

    /// Shortens the run that begins with the turn at `first`.
    fn merge_from(
        &self,
        turns: &[TurnId],
        first: usize,
        allowed: &[TurnId],
    ) -> Option<Vec<TurnId>> {
        let face = self.turns()[turns[first]].face;
        let mut run = vec![turns[first]];
        let mut passed = Vec::new();
        for (place, &turn) in turns.iter().enumerate().skip(first + 1) {
            if self.turns()[turn].face != face {
                if !run.iter().all(|&of_face| self.commute(of_face, turn)) {
                    return None;
                }
                passed.push(turn);
                continue;
            }
            // The run moves to its last turn: the turns in between are only known to commute with the earlier ones.
            run.push(turn);
            let shorter = self.canonical_run(&run, allowed);
            if shorter.len() < run.len() {
                let (before, after) = (&turns[..first], &turns[place + 1..]);
                return Some([before, &passed, &shorter, after].concat());
            }
        }
        None
    }
}
