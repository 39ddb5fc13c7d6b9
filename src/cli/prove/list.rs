//! `prove --list`: prints the parts of a refutation as a list, one question per line.

use super::asked::{Args, How};
use crate::answer::Method;
use crate::cli::{Exit, Failure, output};
use crate::control::Control;
use crate::list::Asked;
use crate::problem::{Problem, Question};
use crate::proof::parts::cover::{CoverError, Cut, Ends, Reached, part, reached};
use crate::proof::parts::cube::Cube;
use crate::proof::parts::divide::divide;
use crate::proof::write::Interruption;

/// Prints the parts of a question.
pub(super) fn run(
    args: &Args,
    how: How,
    (question, problem): (&Question, &Problem),
    control: &Control,
) -> Result<Exit, Failure> {
    let method = Method {
        time_limit: None,
        ..args.method()
    };
    let questions = match how {
        How::States(cut) => parts(question, problem, cut, control)?,
        How::Cubes(count) => cubes(question, problem, count, control)?,
    };
    for question in questions {
        let method = method.clone();
        output::json_line(&Asked { question, method })?;
    }
    Ok(Exit::Done)
}

/// The questions between the states at which a question is split.
fn parts(
    question: &Question,
    problem: &Problem,
    cut: Cut,
    control: &Control,
) -> Result<Vec<Question>, Failure> {
    let found = reached(problem, cut, control).map_err(|error| match error {
        CoverError::Stopped(stop) => stopped(stop),
        error => Failure::error(error),
    })?;
    let Reached::Parts(classes) = found else {
        let turns = problem.metric.count(cut.first + cut.last);
        return Err(Failure::Error(format!(
            "there is nothing to refute: there is a solution within {turns}"
        )));
    };
    let ask = |ends: &Ends| asked_between(question, problem, ends);
    let all = classes.iter().map(|class| ask(&class.ends));
    let all: Option<Vec<Question>> = all.collect();
    all.ok_or_else(|| Failure::Error("internal error: a part has no question".to_owned()))
}

fn asked_between(question: &Question, problem: &Problem, ends: &Ends) -> Option<Question> {
    let part = part(problem, ends)?;
    let (puzzle, start) = (&part.puzzle, part.start.state()?);
    let state = part.scheme.write(puzzle, &start, puzzle.layout());
    let mut asked = Question {
        scramble: None,
        from: None,
        state: Some(state),
        layout: None,
        max_turns: Some(part.budget.slots()),
        ..question.clone()
    };
    if !ends.last.is_empty() {
        let goal = (part.scheme).write_pattern(puzzle, &part.goal, puzzle.layout());
        asked.to = vec![goal];
        // With a goal other than the solved state, the default set of turns would differ.
        let allowed = &problem.allowed;
        asked.allow = Some(question.notation.write_all(puzzle, allowed));
        asked.forbid = None;
    }
    Some(asked)
}

/// The questions of the cubes from the look-ahead.
fn cubes(
    question: &Question,
    problem: &Problem,
    count: usize,
    control: &Control,
) -> Result<Vec<Question>, Failure> {
    let division = divide(problem, count, control).map_err(|why| match why {
        Interruption::Failed(error) => Failure::error(error),
        Interruption::Stopped(stop) => stopped(stop),
        Interruption::Undecided(_) => Failure::Interrupted,
    })?;
    let nothing = if division.is_undivided() {
        "there is nothing to cut into several parts; leave out --look-ahead"
    } else if division.found.cubes.is_empty() {
        "nothing is left to ask: unit propagation and lemmas refute every cube; leave out --list"
    } else {
        let ask = |cube: &Cube| asked_under(question, problem, cube);
        return division.found.cubes.iter().map(ask).collect();
    };
    Err(Failure::Error(nothing.to_owned()))
}

fn asked_under(question: &Question, problem: &Problem, cube: &Cube) -> Result<Question, Failure> {
    let left = cube.question(problem).map_err(Failure::error)?;
    let mut asked = Question {
        max_turns: Some(left.budget.slots()),
        ..question.clone()
    };
    if let Some(form) = cube.form() {
        let form = question.notation.write_sequence(&problem.puzzle, &form);
        asked.sequence.push(form);
    }
    Ok(asked)
}

fn stopped(stop: crate::control::Stop) -> Failure {
    Failure::Stopped(stop, "cutting the question".to_owned())
}
