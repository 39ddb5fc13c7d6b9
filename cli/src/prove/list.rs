//! `prove --list`: prints the parts of a refutation as a list, one question per line.

use twistsat::answer::Method;
use twistsat::control::Control;
use twistsat::list::Request;
use twistsat::problem::{Problem, Question};
use twistsat::proof::parts::split::{Split, SplitMethod, split};

use super::args::Args;
use crate::{Exit, Failure, output};

/// Prints the parts of a question.
pub(super) fn run(
    args: &Args,
    how: SplitMethod,
    question: &Question,
    problem: &Problem,
    control: &Control,
) -> Result<Exit, Failure> {
    let method = Method {
        time_limit: None,
        ..args.method()
    };
    let split = split(problem, how, control).map_err(Failure::of_split)?;
    let questions = split.part_questions(question, problem)?;
    let nothing = match split {
        Split::Solved(solution) => Some(format!(
            "there is nothing to refute: {} is a solution",
            solution.write(question.notation)
        )),
        Split::Nothing => Some(
            "there is nothing to split into several parts; leave out --split or --look-ahead".to_owned(),
        ),
        _ if questions.is_empty() => Some(
            "nothing is left to ask: unit propagation and lemmas refute every cube; leave out --list"
                .to_owned(),
        ),
        _ => None,
    };
    if let Some(nothing) = nothing {
        return Err(Failure::Error(nothing));
    }
    for question in questions {
        let method = method.clone();
        output::print_json_line(&Request { question, method })?;
    }
    Ok(Exit::Done)
}
