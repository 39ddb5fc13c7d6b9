//! Parses answers of programs other than SAT solvers: an SMT solver's values, and AIGER witnesses.
//!
//! Both give the turns, and a start that is not a single state, but not the values that follow from these. So a
//! solution is built from the turns alone and replayed on the puzzle.

use std::fmt;

use rustsat::types::{Assignment, Lit};

use super::decode::{no_start_error, turns};
use super::formula::Meaning;
use super::map::Map;
use super::write::{name_of_facelet, name_of_turn};
use crate::circuit::{Bus, Signal};
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::text::excerpt;

/// The maximum nesting of lists in an answer; solvers use three levels.
const MAX_DEPTH: usize = 16;

/// A parsed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedAnswer {
    /// Satisfiable, with values at least for the turns.
    Sat(Assignment),
    /// Unsatisfiable.
    Unsat,
    /// The program does not know.
    Unknown,
}

/// Parses the output of an SMT solver, or an AIGER witness. `None` if the first word matches neither.
///
/// # Errors
/// [`Error`] for a malformed one.
pub fn read_solver_answer(text: &str, map: &Map) -> Option<Result<ParsedAnswer, Error>> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    match first {
        "sat" | "unsat" | "unknown" | "timeout" => Some(read_smt_answer(text, map)),
        "0" | "1" | "2" => Some(read_aiger_witness(text, map)),
        _ => None,
    }
}

/// The solution that consists of the turns and the start of a model.
///
/// # Errors
/// [`Error`] if they are missing, or are not a solution.
pub fn decode_turns(
    problem: &Problem,
    meaning: &Meaning,
    model: &Assignment,
) -> Result<Solution, Error> {
    let start = meaning.start(problem, model).ok_or_else(no_start_error)?;
    Solution::replay_from(problem, start, turns(meaning, model)?)
}

/// A part of an SMT solver's answer, and the line where it begins.
#[derive(Debug)]
enum SExpression {
    Word(usize, String),
    List(usize, Vec<SExpression>),
}

impl SExpression {
    fn line(&self) -> usize {
        match self {
            SExpression::Word(line, _) | SExpression::List(line, _) => *line,
        }
    }

    fn word(&self) -> Option<&str> {
        match self {
            SExpression::Word(_, word) => Some(word),
            SExpression::List(..) => None,
        }
    }
}

fn error_at<T>(line: usize, reason: impl fmt::Display) -> Result<T, Error> {
    Err(at_line(line, reason))
}

fn at_line(line: usize, reason: impl fmt::Display) -> Error {
    Error::impossible_value(format!("line {line}: {reason}"))
}

/// Parses words and nested lists.
fn parse_s_expressions(text: &str) -> Result<Vec<SExpression>, Error> {
    let mut open: Vec<(usize, Vec<SExpression>)> = vec![(1, Vec::new())];
    let push = |open: &mut Vec<(usize, Vec<SExpression>)>, part| {
        if let Some((_, parts)) = open.last_mut() {
            parts.push(part);
        }
    };
    let mut rest = text.chars().peekable();
    let mut line = 1;
    while let Some(c) = rest.next() {
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => (),
            ';' => while rest.next_if(|&c| c != '\n').is_some() {},
            '(' if open.len() > MAX_DEPTH => {
                return error_at(line, "too many `(` inside each other");
            }
            '(' => open.push((line, Vec::new())),
            ')' => match open.pop() {
                Some((at, parts)) if !open.is_empty() => {
                    push(&mut open, SExpression::List(at, parts));
                }
                _ => return error_at(line, "`)` closes nothing"),
            },
            '"' | '|' => {
                let (at, mut word) = (line, String::new());
                loop {
                    match rest.next() {
                        Some(end) if end == c => break,
                        Some(inner) => {
                            line += usize::from(inner == '\n');
                            word.push(inner);
                        }
                        None => return error_at(at, format!("`{c}` is not closed")),
                    }
                }
                push(&mut open, SExpression::Word(at, word));
            }
            c => {
                let mut word = String::from(c);
                let goes_on = |c: &char| !c.is_whitespace() && !"()\";|".contains(*c);
                while let Some(next) = rest.next_if(goes_on) {
                    word.push(next);
                }
                push(&mut open, SExpression::Word(line, word));
            }
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some((_, parts)), true) => Ok(parts),
        (Some((at, _)), false) => error_at(at, "`(` is not closed: the answer is cut short"),
        (None, _) => error_at(1, "the answer is empty"),
    }
}

/// Parses an SMT solver's output for `check-sat`, followed by that for `get-value` or `get-model`.
fn read_smt_answer(text: &str, map: &Map) -> Result<ParsedAnswer, Error> {
    let parts = parse_s_expressions(text)?;
    let mut parts = parts.iter();
    match parts.next().and_then(SExpression::word) {
        Some("unsat") => return Ok(ParsedAnswer::Unsat),
        Some("sat") => (),
        _ => return Ok(ParsedAnswer::Unknown),
    }
    let mut model = Assignment::default();
    let Meaning { selectors, states } = &map.meaning;
    let turns = selectors.slots().iter().enumerate();
    let turns = turns.map(|(slot, bus)| (name_of_turn(slot), bus));
    let start = states
        .steps()
        .iter()
        .take(1)
        .flatten()
        .enumerate()
        .map(|(facelet, bus)| (name_of_facelet(0, facelet), bus));
    let known: std::collections::HashMap<String, &Bus> = turns.chain(start).collect();
    for list in parts {
        let SExpression::List(_, pairs) = list else {
            let word = list.word().unwrap_or_default();
            return error_at(
                list.line(),
                format!(
                    "`{}` is not a model: expected names and values, such as `((t1 #b0010))`",
                    excerpt(word)
                ),
            );
        };
        for pair in pairs {
            let SExpression::List(line, pair) = pair else {
                continue; // `model`, before the definitions of some solvers.
            };
            let (name, value) = match &pair[..] {
                [SExpression::Word(_, name), value] => (name, value),
                [
                    SExpression::Word(_, define),
                    SExpression::Word(_, name),
                    _,
                    _,
                    value,
                ] if define == "define-fun" => (name, value),
                _ => {
                    return error_at(
                        *line,
                        "expected a name and its value, such as `(t1 #b0010)`",
                    );
                }
            };
            if let Some(bus) = known.get(name) {
                set_bus(&mut model, bus, name, value)?;
            }
        }
    }
    if let Some((slot, _)) = selectors
        .slots()
        .iter()
        .enumerate()
        .find(|(_, bus)| bus.iter().any(|signal| signal.value(&model).is_none()))
    {
        let name = name_of_turn(slot);
        let line = text.lines().count();
        return error_at(line, format!("the model gives no value to `{name}`"));
    }
    Ok(ParsedAnswer::Sat(model))
}

/// Sets a bus to the value of a bit-vector.
fn set_bus(
    model: &mut Assignment,
    bus: &Bus,
    name: &str,
    value: &SExpression,
) -> Result<(), Error> {
    let width = bus.width();
    let expected = || {
        let name = excerpt(name);
        let reason = format!(
            "the value of `{name}` must be a bit-vector of {width} bits, such as `#b{:0width$b}`",
            0
        );
        at_line(value.line(), reason)
    };
    let bits: Option<String> = match value {
        SExpression::Word(_, word) => word.strip_prefix("#b").map(str::to_owned).or_else(|| {
            let digits = word.strip_prefix("#x")?.chars();
            let digits = digits.map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)));
            digits.collect()
        }),
        SExpression::List(_, parts) => match &parts[..] {
            [
                SExpression::Word(_, underscore),
                SExpression::Word(_, number),
                SExpression::Word(_, wide),
            ] if underscore == "_" && wide.parse() == Ok(width) => {
                let number = number
                    .strip_prefix("bv")
                    .and_then(|it| it.parse::<u64>().ok());
                number.map(|number| format!("{number:0width$b}"))
            }
            _ => None,
        },
    };
    let bits =
        bits.filter(|bits| bits.len() == width && bits.chars().all(|bit| "01".contains(bit)));
    let bits = bits.ok_or_else(expected)?;
    for (signal, bit) in bus.iter().zip(bits.chars().rev()) {
        match signal {
            Signal::Lit(literal) if bit == '1' => model.assign_lit(literal),
            Signal::Lit(literal) => model.assign_lit(!literal),
            Signal::Const(value) if value == (bit == '1') => (),
            Signal::Const(_) => {
                return error_at(
                    value.line(),
                    format!("`{}` is known to have another value", excerpt(name)),
                );
            }
        }
    }
    Ok(())
}

/// Parses an AIGER witness: the verdict, the name of the output, no latches, the inputs, and a dot.
fn read_aiger_witness(text: &str, map: &Map) -> Result<ParsedAnswer, Error> {
    let inputs = map.inputs();
    let mut lines = (1..).zip(text.lines().map(str::trim));
    let verdict = lines.by_ref().find(|(_, line)| !line.is_empty());
    match verdict {
        Some((_, "0")) => return Ok(ParsedAnswer::Unsat),
        Some((_, "1")) => (),
        _ => return Ok(ParsedAnswer::Unknown),
    }
    let is_name = |line: &str| line.starts_with('b') || line.starts_with('o');
    let mut rest = lines.filter(|(_, line)| !line.is_empty() && !is_name(line));
    // Without inputs, the line of values is empty.
    let no_values = inputs.is_empty().then_some((1, ""));
    let values = no_values.or_else(|| rest.next());
    let (line, bits) = values.unwrap_or((text.lines().count(), "."));
    if bits == "." {
        let needed = inputs.len();
        return error_at(
            line,
            format!(
                "there are no values of the inputs: expected a line of {needed}, each 0, 1 or x"
            ),
        );
    }
    if bits.len() != inputs.len() {
        let (given, needed) = (bits.chars().count(), inputs.len());
        return error_at(
            line,
            format!("{given} values of inputs, but the circuit has {needed}"),
        );
    }
    let mut model = Assignment::default();
    for (&variable, bit) in inputs.iter().zip(bits.chars()) {
        let number = i32::try_from(variable).unwrap_or(i32::MAX);
        let Ok(literal) = Lit::from_ipasir(number) else {
            return error_at(line, format!("variable {variable} is too large"));
        };
        match bit {
            '1' => model.assign_lit(literal),
            '0' | 'x' => model.assign_lit(!literal),
            other => {
                let other = excerpt(&other.to_string());
                return error_at(
                    line,
                    format!("`{other}` is not a value of an input; expected 0, 1 or x"),
                );
            }
        }
    }
    match rest.next() {
        Some((_, ".")) => Ok(ParsedAnswer::Sat(model)),
        Some((more, text)) if rest.any(|(_, line)| line == ".") => {
            let why = format!(
                "`{}` is one line too many: the values of the inputs ({}) are one line, and the next is `.`",
                excerpt(text),
                inputs.len()
            );
            error_at(more, why)
        }
        _ => error_at(line, "the witness does not end with `.`: it is cut short"),
    }
}
