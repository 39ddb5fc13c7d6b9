//! Converts a question to a problem.

use std::sync::Arc;

use itertools::Itertools;

use super::data::{Question, StartText};
use super::texts::TurnsOrState;
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::notation::Notation;
use crate::problem::budget::Budget;
use crate::problem::checked::Problem;
use crate::problem::possible::possible_state;
use crate::problem::reduction::Reduction;
use crate::problem::scramble::Scramble;
use crate::problem::target::Target;
use crate::puzzle::{Puzzle, names_of_rotations, rotations_named};
use crate::text::excerpt;

impl Question {
    /// The puzzle, with the additional groups of turns.
    ///
    /// # Errors
    /// [`Error`] unless exactly one puzzle is given, or if the puzzle file has a mistake.
    pub fn puzzle(&self) -> Result<Arc<Puzzle>, Error> {
        let puzzle = match (&self.puzzle, &self.puzzle_file) {
            (Some(name), None) => Puzzle::built_in(name)?,
            (None, Some(file)) => Arc::new(Puzzle::from_file(&file.name, &file.text)?),
            _ => {
                return Err(Error::malformed(
                    "give a puzzle: either {puzzle} or {puzzle_file}",
                ));
            }
        };
        self.with_groups(puzzle)
    }

    /// A puzzle with the additional groups of turns.
    pub fn with_groups(&self, puzzle: Arc<Puzzle>) -> Result<Arc<Puzzle>, Error> {
        if self.with.is_empty() {
            return Ok(puzzle);
        }
        let groups = self.with.iter().flat_map(|groups| groups.split(','));
        let groups: Vec<&str> = groups.map(str::trim).collect();
        Ok(Arc::new(puzzle.with_groups(&groups)?))
    }

    /// The problem.
    pub fn problem(&self) -> Result<Problem, Error> {
        self.problem_of(&self.puzzle()?)
    }

    /// The problem, given its puzzle.
    pub fn problem_of(&self, puzzle: &Arc<Puzzle>) -> Result<Problem, Error> {
        self.problem_from(puzzle, self.start()?)
    }

    /// The problem from this start instead of the start of the question.
    pub fn problem_from(
        &self,
        puzzle: &Arc<Puzzle>,
        start: StartText<'_>,
    ) -> Result<Problem, Error> {
        self.problem_from_start(puzzle, start, |reduction| {
            self.check_turns_are_distinguished(reduction)
        })
    }

    /// The problem from a start, unless `check` rejects the stage of the question.
    pub(super) fn problem_from_start(
        &self,
        puzzle: &Arc<Puzzle>,
        start: StartText<'_>,
        check: impl FnOnce(&Reduction) -> Result<(), Error>,
    ) -> Result<Problem, Error> {
        let budget = self.budget()?;
        self.check_numbers()?;
        if self.count_free && !self.names_free_turns() {
            return Err(Error::malformed(
                "{count_free} requires {free}, {before} or {after}",
            ));
        }
        self.check_whole_plan()?;
        check_notation(self.notation, puzzle)?;
        let mut goals = self.to.iter().map(String::as_str);
        let mut problem = self.to_goal(puzzle, start, goals.next().unwrap_or("any"))?;
        for to in goals {
            problem = with_goals_of_both(problem, &self.to_goal(puzzle, start, to)?)?;
        }
        if let Some(words) = &self.goal_up_to {
            problem = up_to(problem, words)?;
        }
        if let Some(reduction) = self.reduction(&problem.puzzle)? {
            check(&reduction)?;
            problem = self.stage_problem(&problem, &reduction)?;
        }
        Ok(problem.changed(|data| {
            data.budget = budget;
            data.canonical = self.canonical;
        }))
    }

    /// The problem with one of the goals, without the budget of the question.
    fn to_goal(
        &self,
        puzzle: &Arc<Puzzle>,
        start: StartText<'_>,
        to: &str,
    ) -> Result<Problem, Error> {
        let is_keyword = matches!(to, "any" | "solved");
        if self.has_plan() && !is_keyword {
            return Err(Error::malformed(
                "{plan} cannot be combined with a state or turns as {to}: a plan has its own goals",
            ));
        }
        let named = if is_keyword {
            None
        } else {
            self.named_goals(puzzle, to)?
        };
        if named.is_none() && !self.keep.is_empty() {
            return Err(Error::malformed(
                "{keep} takes a named goal, or cycles of pieces, as {to}",
            ));
        }
        let goals = named.unwrap_or_default();
        let target = match (to, goals.first()) {
            // A plan accepts any colors if no piece is held.
            ("any", _) if !self.has_plan() || puzzle.held().is_empty() => Target::Any,
            ("any" | "solved", _) => Target::Solved,
            (_, Some(goal)) => Target::OwnColors(goal.clone()),
            (text, None) => self.read_goal(puzzle, text)?,
        };
        let problem = self.problem_to(puzzle, start, &target)?;
        let problem = problem.with_metric(self.metric)?;
        if self.has_plan() {
            // The side constraints apply to the problem on the reduced puzzle of the stage.
            return Ok(problem);
        }
        let problem = if goals.len() > 1 {
            problem.with_possible_goals(goals)
        } else {
            problem
        };
        self.constrain(problem)
    }

    /// The problem from a start to a target.
    fn problem_to(
        &self,
        puzzle: &Arc<Puzzle>,
        start: StartText<'_>,
        target: &Target,
    ) -> Result<Problem, Error> {
        let scrambled = |scramble: Scramble| {
            Problem::scrambled_by(puzzle.clone(), scramble, target, Budget::AtMost(0))
        };
        match start {
            StartText::Scramble(turns) => {
                let scramble = Scramble::read(self.notation, puzzle, turns);
                scrambled(scramble.map_err(|error| Error::for_key("scramble", error))?)
            }
            StartText::State(text) => self.problem_of_state(puzzle, text, target),
            StartText::TurnsOrState("solved") => scrambled(Scramble::of_turns(puzzle, Vec::new())),
            StartText::TurnsOrState(text) => {
                let ambiguous = Error::malformed(
                    "{from}: this can be read both as turns and as a state; use {scramble} for turns, {state} for a state",
                );
                match self.turns_or_state("from", ambiguous, puzzle, text)? {
                    TurnsOrState::Turns(scramble) => scrambled(scramble),
                    TurnsOrState::State(_) => self.problem_of_state(puzzle, text, target),
                    TurnsOrState::Neither(error) => {
                        Err(error.with_subject("{from} must be `solved`, turns or a state"))
                    }
                }
            }
        }
    }

    fn problem_of_state(
        &self,
        puzzle: &Arc<Puzzle>,
        text: &str,
        target: &Target,
    ) -> Result<Problem, Error> {
        let read = self.read_state(puzzle, text)?;
        let budget = Budget::AtMost(0);
        let problem = Problem::of_stickers(puzzle.clone(), &read.stickers, target, budget);
        let is_possible_otherwise =
            || *target == Target::Solved && possible_state(puzzle, &read.stickers).is_ok();
        let problem = problem.map_err(|error| match error.kind() {
            ErrorKind::ImpossibleStart if is_possible_otherwise() => error.template(
                "\nhint: with {to} any it is a possible state, as the puzzle may then be held in any way",
            ),
            ErrorKind::ImpossibleStart => read.impossible_state_error(puzzle, text, error),
            _ => error,
        })?;
        Ok(problem.changed(|data| data.tips = read.tips))
    }
}

/// A problem with the goals of both problems.
fn with_goals_of_both(one: Problem, other: &Problem) -> Result<Problem, Error> {
    if one.scheme != other.scheme || one.up_to_rotation != other.up_to_rotation {
        return Err(Error::malformed(
            "{to}: `any` cannot be one of several goals, and all of them must be in the symbols of the start; use {goal_up_to} for rotations",
        ));
    }
    if one.up_to_rotation {
        return Ok(one);
    }
    let goals = [one.each_goal(), other.each_goal()].concat();
    one.to_one_of(goals)
}

/// The problem that also accepts the goal after the rotations that some words name.
fn up_to(problem: Problem, words: &str) -> Result<Problem, Error> {
    if problem.up_to_rotation {
        return Err(Error::malformed(
            "{goal_up_to} cannot be combined with {to} any, which means any rotation; use {to} solved",
        ));
    }
    Ok(problem.up_to(&rotations_of(&problem.puzzle, words)?))
}

/// The rotations that some words name.
pub(super) fn rotations_of(puzzle: &Puzzle, words: &str) -> Result<Vec<Permutation>, Error> {
    let mut rotations = Vec::new();
    for word in words.split_whitespace() {
        let named = rotations_named(puzzle, word)?;
        if named.is_empty() {
            return Err(no_rotation_error(puzzle, word));
        }
        rotations.extend(named);
    }
    if rotations.is_empty() {
        return Err(no_rotation_error(puzzle, ""));
    }
    Ok(rotations)
}

/// The error for a word that names no rotation, with the valid names.
fn no_rotation_error(puzzle: &Puzzle, word: &str) -> Error {
    let (word, name) = (excerpt(word), puzzle.name());
    let names = names_of_rotations(puzzle);
    Error::for_key(
        "goal_up_to",
        if names.is_empty() {
            format!("the file of {name} names no rotation of the whole puzzle")
        } else {
            let names = names.iter().map(|name| format!("`{name}`")).join(", ");
            format!(
                "`{word}` is not a rotation of {name}; expected `rotation` for all of them, or one or more of {names}, each of which stands for its powers, too"
            )
        },
    )
}

/// Rejects a notation in which two turns of a puzzle have one name, because output in this notation could not be read back.
pub fn check_notation(notation: Notation, puzzle: &Puzzle) -> Result<(), Error> {
    match notation.ambiguous_name(puzzle) {
        None => Ok(()),
        Some(name) => Err(Error::malformed("")
            .text(format!("in the {notation} notation `{name}`"))
            .template(" is the name of two turns of this puzzle; choose another {notation}")),
    }
}
