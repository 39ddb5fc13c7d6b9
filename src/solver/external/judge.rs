//! Interprets a program's exit code and answer.
//!
//! | exit code | answer | judgment |
//! |---|---|---|
//! | 10, or clasp's 30 | satisfiable, with a complete model | the model, to be checked |
//! | 20 | unsatisfiable | unsatisfiable |
//! | 0, or cryptominisat5's 15 | unknown, or nothing but comments | it gave up |
//! | above 128, or a signal | no verdict | it crashed |
//! | any other combination | | a bad answer |
//!
//! A program that gives up or crashes says nothing about the formula, and a search ends with its best answer so far. A
//! bad answer means that the program, or the command that calls it, is wrong. It makes the search fail.

use rustsat::types::Assignment;

use super::super::Answer;
use super::super::answer::AnswerParser;
use super::super::error::crashed_error;
use super::process::FinishedProcess;
use crate::error::{Error, ErrorKind};

/// The model, or `None` for unsatisfiable, from the answer of a program that has ended. `occurs` says which variables
/// occur in a clause. A model may omit the others.
pub(super) fn judge(
    solver: &str,
    program: &FinishedProcess,
    occurs: &[bool],
) -> Result<Option<Assignment>, Error> {
    let (answer, end) = (&*program.output, program.describe_end());
    let crashed = program.code.is_none_or(|code| code > 128);
    if crashed && !claims_verdict(answer) {
        return Err(crashed_error(solver, &end));
    }
    let gave_up = |reason| {
        let message = format!("{solver} gave up: {reason}; {end}");
        Error::new(ErrorKind::NoAnswer, message)
    };
    let may_be_unknown = matches!(program.code, Some(0 | 15));
    let variables = u32::try_from(occurs.len()).unwrap_or(u32::MAX);
    let may_be_omitted = |variable: usize| !occurs[variable - 1];
    let lines = AnswerParser::read_lines(answer, variables, &may_be_omitted);
    let lines = lines.map_err(|error| {
        error.text("; expected `s` and `v` lines on stdout, or minisat's format in {result}")
    });
    let reason = match lines.and_then(AnswerParser::answer) {
        Ok(Answer::Sat(model)) if matches!(program.code, Some(10 | 30)) => return Ok(Some(model)),
        Ok(Answer::Unsat) if program.code == Some(20) => return Ok(None),
        Ok(Answer::Unknown) if may_be_unknown => return Err(gave_up("its verdict is unknown")),
        Err(_) if may_be_unknown && only_comments(answer) => {
            return Err(gave_up("it gave no verdict"));
        }
        Ok(Answer::Sat(_)) => "it says satisfiable, which requires exit code 10".to_owned(),
        Ok(Answer::Unsat) => "it says unsatisfiable, which requires exit code 20".to_owned(),
        Ok(Answer::Unknown) => "it says unknown, which requires exit code 0".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(bad_answer_error(solver, &format!("{reason}; {end}")))
}

/// The error for a program whose output is not an answer, or contradicts its exit code.
pub(super) fn bad_answer_error(solver: &str, reason: &str) -> Error {
    let reason = format!("{solver} gave a bad answer: {reason}");
    Error::new(ErrorKind::WrongAnswer, reason)
}

/// Whether some line looks like a verdict.
fn claims_verdict(answer: &str) -> bool {
    first_words(answer).any(|word| ["s", "SAT", "UNSAT"].contains(&word))
}

fn only_comments(answer: &str) -> bool {
    first_words(answer).all(|word| word == "c")
}

/// The first word of each line.
fn first_words(answer: &str) -> impl Iterator<Item = &str> {
    let lines = answer.lines();
    lines.filter_map(|line| line.split_whitespace().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(code: Option<i32>, answer: &str) -> Result<Option<Assignment>, Error> {
        let program = FinishedProcess {
            code,
            status_text: "signal: 11 (SIGSEGV)".to_owned(),
            output: answer.to_owned(),
            last_error_line: Some("ouch".to_owned()),
        };
        judge("liar", &program, &[true, true])
    }

    #[test]
    fn a_verdict_needs_exit_code_and_answer() {
        let (sat, unsat) = ("s SATISFIABLE\nv 1 -2 0\n", "s UNSATISFIABLE\n");
        let others = [
            "s UNKNOWN\n",
            "",
            "c so\n\n",
            "SAT\n",
            "v 1 2 0\n",
            "hello\n",
        ];
        for code in (0..=255).map(Some).chain([None]) {
            for (answer, right) in [(sat, &[10, 30][..]), (unsat, &[20])] {
                let judged = judged(code, answer);
                if code.is_some_and(|code| right.contains(&code)) {
                    assert_eq!(judged.unwrap().is_some(), answer == sat);
                } else {
                    let error = judged.unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::WrongAnswer, "{code:?} {answer}");
                    let says = error.to_string();
                    assert!(says.starts_with("liar gave a bad answer: "), "{says}");
                }
            }
            for answer in others {
                assert!(judged(code, answer).is_err(), "{code:?} {answer}");
            }
        }
    }
}
