//! Parses the output of solvers: lines in the format of the SAT competition, of the MaxSAT evaluation or of the
//! pseudo-boolean competition, or minisat's result file.
//!
//! A MaxSAT solver writes a model as literals, or as one word with a digit for each variable. A pseudo-boolean solver
//! writes `x3` for variable 3. Both may omit the 0 at the end of the model.
//!
//! Nothing in an answer is trusted. RustSAT reads only the format of the SAT competition, and its errors have no
//! positions; see `docs/decisions/0001-rustsat.md`.

use std::fmt;

use rustsat::types::Assignment;

use crate::error::{Error, ErrorKind};
use crate::text::{excerpt, not_a_literal};

/// A solver's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfiable, with a value for every variable.
    Sat(Assignment),
    /// Unsatisfiable.
    Unsat,
    /// The solver does not know.
    Unknown,
}

impl Answer {
    /// Parses an answer about a formula with this many variables.
    ///
    /// # Errors
    /// [`Error`] for anything but a complete answer.
    pub fn read(text: &str, variables: u32) -> Result<Self, Error> {
        Self::read_partial(text, variables, &|_| false)
    }

    /// Like [`Self::read`], but a model may omit variables that occur in no clause: those, counted from 1, for which
    /// `may_be_omitted` holds. Omitted variables become false.
    ///
    /// # Errors
    /// [`Error`] for anything but a complete answer.
    pub fn read_partial(
        text: &str,
        variables: u32,
        may_be_omitted: &dyn Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        AnswerParser::read_lines(text, variables, may_be_omitted)?.answer()
    }
}

/// The error for an answer that cannot be read.
fn answer_error(reason: impl fmt::Display) -> Error {
    Error::new(ErrorKind::WrongAnswer, reason)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ParsedVerdict {
    Sat,
    Unsat,
    Unknown,
}

/// The content of the lines of an answer.
pub(super) struct AnswerParser<'a> {
    verdict: Option<ParsedVerdict>,
    /// Whether a variable, counted from 1, may be omitted.
    may_be_omitted: &'a dyn Fn(usize) -> bool,
    values: Vec<Option<bool>>,
    /// Whether the model has ended: with a 0, or as one word of digits.
    is_ended: bool,
    /// Whether the model must end with a 0.
    needs_end: bool,
}

impl<'a> AnswerParser<'a> {
    /// Parses lines for [`Answer::read_partial`].
    ///
    /// # Errors
    /// [`Error`] about the first line that is not part of an answer.
    pub(super) fn read_lines(
        text: &str,
        variables: u32,
        may_be_omitted: &'a dyn Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        let mut reader = Self {
            verdict: None,
            may_be_omitted,
            values: vec![None; variables as usize],
            is_ended: false,
            needs_end: true,
        };
        for (number, line) in (1_usize..).zip(text.lines()) {
            reader
                .read_line(line)
                .map_err(|reason| answer_error(format!("line {number}: {reason}")))?;
        }
        Ok(reader)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match head {
            // `o` is the cost of an intermediate solution.
            "" | "c" | "o" => Ok(()),
            "s" if rest.trim() == "OPTIMUM FOUND" => {
                self.needs_end = false;
                self.set_verdict(ParsedVerdict::Sat)
            }
            "s" => self.set_verdict(match rest.trim() {
                "SATISFIABLE" => ParsedVerdict::Sat,
                "UNSATISFIABLE" => ParsedVerdict::Unsat,
                "UNKNOWN" | "INDETERMINATE" => ParsedVerdict::Unknown,
                other => {
                    return Err(format!(
                        "`{}` is not a verdict: expected SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN",
                        excerpt(other)
                    ));
                }
            }),
            "v" => self.read_values(rest),
            "SAT" => self.set_verdict(ParsedVerdict::Sat),
            "UNSAT" => self.set_verdict(ParsedVerdict::Unsat),
            "INDET" => self.set_verdict(ParsedVerdict::Unknown),
            // minisat's result file has its literals on a separate line.
            token if self.verdict == Some(ParsedVerdict::Sat) && token.parse::<i64>().is_ok() => {
                self.read_values(line)
            }
            token => Err(format!(
                "`{}` cannot begin a line of an answer: expected `s`, `v`, `o` or `c`",
                excerpt(token)
            )),
        }
    }

    fn set_verdict(&mut self, verdict: ParsedVerdict) -> Result<(), String> {
        match self.verdict.replace(verdict) {
            Some(before) if before != verdict => {
                Err("a second verdict contradicts the first".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn read_values(&mut self, text: &str) -> Result<(), String> {
        if self.is_digit_string(text) {
            return self.read_digits(text);
        }
        for token in text.split_whitespace() {
            if self.is_ended {
                let token = excerpt(token);
                return Err(format!("`{token}` comes after the 0 that ends the model"));
            }
            let pseudo_boolean = pseudo_boolean_literal(token);
            self.needs_end &= pseudo_boolean.is_none();
            let number: i64 = match pseudo_boolean {
                Some(number) => number,
                None => token.parse().map_err(|_| not_a_literal(token))?,
            };
            if number == 0 {
                self.is_ended = true;
                continue;
            }
            let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
            self.set_value(variable, number > 0)?;
        }
        Ok(())
    }

    /// Whether a text is a model in one word, with a digit for each variable. Such a word cannot be a literal, because it
    /// has too many digits for the number of a variable, or begins with 0.
    fn is_digit_string(&self, text: &str) -> bool {
        let text = text.trim();
        let variables = self.values.len();
        variables > 1 && text.len() == variables && text.bytes().all(|c| matches!(c, b'0' | b'1'))
    }

    fn read_digits(&mut self, text: &str) -> Result<(), String> {
        for (variable, digit) in (1..).zip(text.trim().chars()) {
            self.set_value(variable, digit == '1')?;
        }
        self.is_ended = true;
        Ok(())
    }

    /// Sets the value of a variable, counted from 1.
    fn set_value(&mut self, variable: usize, is_true: bool) -> Result<(), String> {
        let variables = self.values.len();
        let value = self.values.get_mut(variable - 1).ok_or_else(|| {
            let sign = if is_true { "" } else { "-" };
            format!("literal {sign}{variable}, but the formula has {variables} variables")
        })?;
        match value.replace(is_true) {
            Some(before) if before != is_true => {
                Err(format!("variable {variable} is given both values"))
            }
            _ => Ok(()),
        }
    }

    /// The answer that all lines give together.
    pub(super) fn answer(self) -> Result<Answer, Error> {
        match self.verdict {
            None => Err(answer_error(
                "there is no verdict: expected `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, \
                 or minisat's SAT, UNSAT or INDET",
            )),
            Some(ParsedVerdict::Sat) => self.model(),
            Some(_) if self.values.iter().any(Option::is_some) => Err(answer_error(
                "there is a model, but the verdict is not satisfiable",
            )),
            Some(ParsedVerdict::Unsat) => Ok(Answer::Unsat),
            Some(ParsedVerdict::Unknown) => Ok(Answer::Unknown),
        }
    }

    fn model(self) -> Result<Answer, Error> {
        let variables = self.values.len();
        let is_needed = |&variable: &usize| !(self.may_be_omitted)(variable);
        let given = self.values.iter().flatten().count();
        let is_begun = given > 0 || (1..=variables).any(|it| is_needed(&it));
        if self.needs_end && !self.is_ended && is_begun {
            let reason = "the model does not end with 0: it is cut short";
            return Err(answer_error(reason));
        }
        let mut missing = (1..=variables).filter(|it| self.values[it - 1].is_none());
        if let Some(first) = missing.find(is_needed) {
            return Err(answer_error(format!(
                "the model is too short: it gives a value to {given} of {variables} variables, \
                 but not to variable {first}"
            )));
        }
        let values = self.values.into_iter();
        Ok(Answer::Sat(values.map(Option::unwrap_or_default).collect()))
    }
}

/// The number of a literal as pseudo-boolean solvers write it: `x3` or `-x3`.
fn pseudo_boolean_literal(token: &str) -> Option<i64> {
    let digits = token.strip_prefix('-').unwrap_or(token).strip_prefix('x')?;
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    let variable: i64 = digits.parse().ok().filter(|_| is_number)?;
    Some(if token.starts_with('-') {
        -variable
    } else {
        variable
    })
}
