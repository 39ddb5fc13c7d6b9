//! Parses the output of solvers: lines in the format of the SAT competition, of the MaxSAT evaluation or of the
//! pseudo-boolean competition, or minisat's result file.
//!
//! MaxSAT solvers write a model as literals, or as one word with a digit for each variable; pseudo-boolean solvers write
//! `x3` for a variable. Neither ends its model with a 0.
//!
//! Nothing in an answer is trusted. RustSAT reads only the first form, and without positions in its errors; see
//! `docs/decisions/0001-rustsat.md`.

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

    /// Like [`Self::read`], but a model may omit the variables, counted from 1, for which `may_be_omitted` holds
    /// because they occur in no clause. They become false.
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

/// The content of an answer's lines, not yet compared with each other.
pub(super) struct AnswerParser<'a> {
    verdict: Option<ParsedVerdict>,
    /// Whether a variable, counted from 1, may be omitted.
    may_be_omitted: &'a dyn Fn(usize) -> bool,
    values: Vec<Option<bool>>,
    /// Whether the model ended with a 0.
    ended: bool,
    /// Whether the model must end with a 0.
    needs_end: bool,
}

impl<'a> AnswerParser<'a> {
    /// Parses lines for [`Answer::read_partial`].
    ///
    /// # Errors
    /// [`Error`] with the first line that is not part of an answer.
    pub(super) fn read_lines(
        text: &str,
        variables: u32,
        may_be_omitted: &'a dyn Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        let mut reader = Self {
            verdict: None,
            may_be_omitted,
            values: vec![None; variables as usize],
            ended: false,
            needs_end: true,
        };
        for (number, line) in (1_usize..).zip(text.lines()) {
            reader
                .line(line)
                .map_err(|reason| answer_error(format!("line {number}: {reason}")))?;
        }
        Ok(reader)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
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
            "v" => self.values(rest),
            "SAT" => self.set_verdict(ParsedVerdict::Sat),
            "UNSAT" => self.set_verdict(ParsedVerdict::Unsat),
            "INDET" => self.set_verdict(ParsedVerdict::Unknown),
            // minisat's result file has its literals on a separate line.
            token if self.verdict == Some(ParsedVerdict::Sat) && token.parse::<i64>().is_ok() => {
                self.values(line)
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

    fn values(&mut self, text: &str) -> Result<(), String> {
        if self.is_digit_string(text) {
            return self.read_digits(text);
        }
        for token in text.split_whitespace() {
            if self.ended {
                let token = excerpt(token);
                return Err(format!("`{token}` comes after the 0 that ends the model"));
            }
            let plain = literal_number(token);
            self.needs_end &= plain.is_none();
            let number: i64 = plain
                .as_deref()
                .unwrap_or(token)
                .parse()
                .map_err(|_| not_a_literal(token))?;
            if number == 0 {
                self.ended = true;
                continue;
            }
            let variable = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
            self.set_value(variable, number > 0)?;
        }
        Ok(())
    }

    /// Whether a model is one word with a digit for each variable. No literals are mistaken for it: as a literal, the word
    /// would exceed every variable, or begin with 0.
    fn is_digit_string(&self, text: &str) -> bool {
        let text = text.trim();
        let variables = self.values.len();
        variables > 1 && text.len() == variables && text.bytes().all(|c| matches!(c, b'0' | b'1'))
    }

    fn read_digits(&mut self, text: &str) -> Result<(), String> {
        for (variable, digit) in (1..).zip(text.trim().chars()) {
            self.set_value(variable, digit == '1')?;
        }
        self.ended = true;
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
        let lacks = |&variable: &usize| self.values[variable - 1].is_none();
        let is_needed = |&variable: &usize| !(self.may_be_omitted)(variable);
        let given = self.values.iter().flatten().count();
        let is_begun = given > 0 || (1..=variables).any(|it| is_needed(&it));
        if self.needs_end && !self.ended && is_begun {
            return Err(answer_error(
                "the model does not end with 0: it is cut short",
            ));
        }
        if let Some(first) = (1..=variables).filter(lacks).find(is_needed) {
            return Err(answer_error(format!(
                "the model is too short: it gives a value to {given} of {variables} variables, \
                 but not to variable {first}"
            )));
        }
        let values = self.values.into_iter();
        Ok(Answer::Sat(values.map(Option::unwrap_or_default).collect()))
    }
}

/// The literal of a pseudo-boolean solver, `x3` or `-x3`, as a number.
fn literal_number(token: &str) -> Option<String> {
    let (sign, name) = match token.strip_prefix('-') {
        Some(name) => ("-", name),
        None => ("", token),
    };
    let digits = name.strip_prefix('x')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| format!("{sign}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sat(values: &[bool]) -> Result<Answer, Error> {
        Ok(Answer::Sat(values.iter().copied().collect()))
    }

    #[test]
    fn competition_lines_are_read_in_any_order() {
        assert_eq!(
            Answer::read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", 3),
            sat(&[true, false, true])
        );
        assert_eq!(Answer::read("v -1 0\ns SATISFIABLE\n", 1), sat(&[false]));
        assert_eq!(Answer::read("s UNSATISFIABLE\n", 7), Ok(Answer::Unsat));
        assert_eq!(Answer::read("s UNKNOWN\n", 7), Ok(Answer::Unknown));
    }

    #[test]
    fn models_of_maxsat_and_pseudo_boolean_solvers_are_read() {
        let model = sat(&[true, false, true]);
        for text in [
            "o 4\no 2\ns OPTIMUM FOUND\nv 101\n",
            "s OPTIMUM FOUND\nv 1 -2 3\n",
            "s OPTIMUM FOUND\nv 1 -2 3 0\n",
            "s SATISFIABLE\nv x1 -x2\nv x3\n",
            "o -3\ns OPTIMUM FOUND\nv -x2 x1 x3\n",
        ] {
            assert_eq!(Answer::read(text, 3), model, "{text}");
        }
        assert_eq!(
            Answer::read("s OPTIMUM FOUND\nv 01\n", 2),
            sat(&[false, true])
        );
        let refused = |text: &str| Answer::read(text, 3).unwrap_err().to_string();
        assert!(refused("s OPTIMUM FOUND\nv 10\n").contains("literal 10"));
        assert!(refused("s OPTIMUM FOUND\nv 1011\n").contains("literal 1011"));
        assert!(refused("s OPTIMUM FOUND\nv 1 -2\n").contains("not to variable 3"));
        assert!(refused("s SATISFIABLE\nv x1 -x2\n").contains("not to variable 3"));
        assert!(refused("s SATISFIABLE\nv x1 -x2 x4\n").contains("literal 4"));
        assert!(refused("s SATISFIABLE\nv x1 -x2 y3\n").contains("`y3` is not a literal"));
        assert!(refused("s SATISFIABLE\nv x1 -x2 x-3\n").contains("`x-3` is not a literal"));
        assert!(refused("s SATISFIABLE\nv 101\nv 1 0\n").contains("after the 0"));
    }

    #[test]
    fn minisats_result_files_are_read() {
        assert_eq!(Answer::read("SAT\n-1 2 0\n", 2), sat(&[false, true]));
        assert_eq!(Answer::read("UNSAT\n", 2), Ok(Answer::Unsat));
        assert_eq!(Answer::read("INDET\n", 2), Ok(Answer::Unknown));
        assert_eq!(
            Answer::read("SAT\r\n\t -1 2 0 \r\n", 2),
            sat(&[false, true])
        );
    }

    #[test]
    fn a_formula_without_variables_has_an_empty_model() {
        assert_eq!(Answer::read("s SATISFIABLE\nv 0\n", 0), sat(&[]));
        assert_eq!(Answer::read("s SATISFIABLE\n", 0), sat(&[]));
    }

    #[test]
    fn only_variables_without_clauses_may_be_left_out() {
        let read = |text: &str| Answer::read_partial(text, 3, &|variable| variable != 2);
        for text in ["SAT\n2 0\n", "s SATISFIABLE\nv 2 0\n", "SAT\n-1 2 0\n"] {
            assert_eq!(read(text), sat(&[false, true, false]), "{text}");
        }
        assert_eq!(read("SAT\n2 3 0\n"), sat(&[false, true, true]));
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert!(refused("SAT\n1 3 0\n").contains("not to variable 2"));
        assert!(refused("SAT\n0\n").contains("not to variable 2"));
        assert!(refused("SAT\n").contains("cut short"));
        assert!(refused("SAT\n1 2\n").contains("cut short"));
        assert!(refused("SAT\n2 4 0\n").contains("literal 4"));
        let all = |text: &str| Answer::read_partial(text, 1, &|_| true);
        assert_eq!(all("s SATISFIABLE\n"), sat(&[false]));
        assert_eq!(all("SAT\n 0\n"), sat(&[false]));
        assert!(
            all("SAT\n1\n")
                .unwrap_err()
                .to_string()
                .contains("cut short")
        );
    }

    /// `tests/command/external/lies.rs` tests the other mistakes.
    #[test]
    fn malformed_models_are_refused() {
        let refused = |text: &str| Answer::read(text, 2).unwrap_err().to_string();
        assert!(refused("v 1 2 0").contains("no verdict"));
        assert!(refused("s SATISFIABLE\nv 1 -1 2 0").contains("both values"));
        assert!(refused("s SATISFIABLE\nv 1 x 0").contains("`x` is not a literal"));
        assert!(refused("s SATISFIABLE\nv 1 -9223372036854775808 0").contains("literal"));
        assert!(refused("s UNSATISFIABLE\nv 1 2 0").contains("not satisfiable"));
    }
}
