//! Checks answers: replays each solution, and compares bounds with known solutions.

use super::record::Record;
use super::verdict::LineVerdict;
use crate::problem::{Budget, Problem, Question, Solution};
use crate::puzzle::{Layout, State};

impl Record {
    /// Checks the answer to a question: its solutions, their lengths, and its bounds.
    ///
    /// # Errors
    /// The mistake, in words.
    pub(super) fn check(&self, question: &Question, problem: &Problem) -> Result<(), String> {
        let free = question.uncounted_turns(problem).map_err(describe)?;
        let after_free_turns = if free.is_empty() {
            Vec::new()
        } else {
            free.questions(problem).map_err(describe)?
        };
        let read = |text: &str| {
            question
                .notation
                .read(&problem.puzzle, text)
                .map_err(describe)
        };
        let replay = |text: &str, start: State| {
            if after_free_turns.is_empty() {
                return Solution::replay_from(problem, start, read(text)?).map_err(describe);
            }
            // A bracket without other turns may hold free turns before or after the (empty) solution.
            let mut wrong = None;
            for [before, turns, after] in bracketed(text) {
                let (before, turns, after) = (read(before)?, read(turns)?, read(after)?);
                let parts = [&before[..], &turns, &after];
                match free.replay(&after_free_turns, &start, parts) {
                    Ok(solution) => return Ok(solution),
                    Err(error) => wrong = wrong.or(Some(describe(error))),
                }
            }
            Err(wrong.unwrap_or_default())
        };
        for (text, start) in self.solutions_with_starts()? {
            let solution = replay(text, start_of(problem, start)?)?;
            if self.turns != Some(solution.len()) {
                let is = problem.metric.count(solution.len());
                return Err(format!("the solution has {is}"));
            }
        }
        let tips = problem.tips_solution();
        let tips = question.notation.write_tips(&problem.puzzle, &tips);
        if self.turns.is_some() && self.tips.as_deref().unwrap_or_default() != tips {
            return Err("its turns of the tips do not solve them".to_owned());
        }
        // Constraints may allow fewer turns than the budget.
        let longest = problem.constraints.longest(&problem.allowed);
        let longest = longest.unwrap_or(usize::MAX);
        if let Budget::AtMost(most) = problem.budget
            && self.verdict == LineVerdict::None
            && self
                .at_least
                .is_some_and(|least| least <= most.min(longest))
        {
            return Err(format!(
                "it contradicts itself or is incomplete: {}",
                self.summary()
            ));
        }
        if after_free_turns.is_empty() {
            self.check_against_scramble(problem)?;
        }
        for one in &after_free_turns {
            self.check_against_scramble(&one.problem)?;
        }
        let is_refuted = self.verdict == LineVerdict::Refuted;
        if is_refuted && self.at_least != Some(problem.budget.slots() + 1) {
            let refuted = problem.question_in_words();
            return Err(format!(
                "its lower bound does not match the refutation of {refuted}"
            ));
        }
        Ok(())
    }

    /// Rejects an answer that contradicts the solution known from the scramble.
    fn check_against_scramble(&self, problem: &Problem) -> Result<(), String> {
        for known in problem.known_solutions() {
            let is_excluded = if problem.budget.allows(known.len()) {
                self.excludes(known.len())
            } else {
                self.at_least > Some(known.len())
            };
            if is_excluded {
                let (says, turns) = (self.summary(), problem.metric.count(known.len()));
                return Err(format!(
                    "it contradicts the scramble: it says `{says}`, but the inverse {known} is a solution of {turns}"
                ));
            }
        }
        Ok(())
    }
}

fn describe(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The ways to read a text as turns with free turns in brackets before and after them.
fn bracketed(text: &str) -> Vec<[&str; 3]> {
    let text = text.trim();
    let split = |text| -> Option<(&str, &str)> { str::strip_prefix(text, '(')?.split_once(')') };
    let (before, rest) = split(text).unwrap_or_default();
    let rest = if before.is_empty() { text } else { rest.trim() };
    let inner = |text| -> Option<(&str, &str)> { str::strip_suffix(text, ')')?.rsplit_once('(') };
    let (turns, after) = inner(rest).unwrap_or((rest, ""));
    let mut ways = vec![[before, turns.trim(), after]];
    if turns.is_empty() && after.is_empty() {
        ways.push(["", "", before]);
    }
    ways
}

/// The state that a solution solves: the start or, if that leaves stickers open, the state given in the answer.
fn start_of(problem: &Problem, said: Option<&str>) -> Result<State, String> {
    if let Some(start) = problem.start.state() {
        return Ok(start);
    }
    let Some(text) = said else {
        let why = "the start leaves stickers open, and the state that the turns solve is missing";
        return Err(why.to_owned());
    };
    let stickers = Layout::Faces.read_stickers(&problem.puzzle, text);
    let pattern = stickers.and_then(|stickers| problem.scheme.pattern(&stickers));
    let state = pattern.map_err(|error| error.to_string())?.state();
    state.ok_or_else(|| "the state that the turns solve leaves stickers open".to_owned())
}
