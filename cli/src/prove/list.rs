//! `prove --list`: prints the parts of a refutation as a list, one question per line.

use twistsat::control::Control;
use twistsat::list::Request;
use twistsat::problem::{Problem, Question};
use twistsat::proof::parts::split::{Split, SplitMethod, split};

use super::args::Args;
use super::parts::NOTHING_TO_SPLIT;
use crate::{Exit, Failure, output};

/// Prints the parts of a question.
pub(super) fn run(
    args: &Args,
    how: SplitMethod,
    question: &Question,
    problem: &Problem,
    control: &Control,
) -> Result<Exit, Failure> {
    let mut method = args.method();
    method.time_limit = None;
    let split = split(problem, how, control).map_err(Failure::of_split)?;
    let why_empty = match &split {
        Split::Solved(solution) => {
            let solution = solution.write(question.notation);
            format!("there is nothing to refute: {solution} is a solution")
        }
        Split::Nothing => NOTHING_TO_SPLIT.to_owned(),
        _ => "nothing is left to ask: unit propagation and lemmas refute every cube; leave out --list"
            .to_owned(),
    };
    let questions = split.part_questions(problem)?;
    if questions.is_empty() {
        return Err(Failure::Error(why_empty));
    }
    for question in questions {
        let method = method.clone();
        output::print_json_line(&Request { question, method })?;
    }
    Ok(Exit::Done)
}
