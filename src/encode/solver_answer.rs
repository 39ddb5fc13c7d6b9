//! Parses answers of programs other than SAT solvers: an SMT solver's values, and AIGER witnesses.
//!
//! Both give values for the turns and for the unknown bits of the start, but not for the variables that follow from
//! these. So a solution is built from turns and start alone, and replayed on the puzzle.

use std::collections::HashMap;
use std::fmt;

use rustsat::types::{Assignment, Var};

use super::decode::{no_start_error, turns};
use super::formula::Meaning;
use super::map::Map;
use super::write::{name_of_facelet, name_of_turn};
use crate::circuit::{Bus, Signal};
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::text::excerpt;

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

/// Parses the output of an SMT solver, or an AIGER witness. `None` if the first nonempty line matches neither.
///
/// # Errors
/// [`Error`] for a malformed answer.
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

fn error_at<T>(line: usize, reason: impl fmt::Display) -> Result<T, Error> {
    Err(Error::impossible_value(format!("line {line}: {reason}")))
}

/// A word or parenthesis of an SMT solver's answer, after its line.
type Token<'a> = (usize, &'a str);

/// The words and parentheses of an SMT solver's answer; the parentheses are balanced.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, Error> {
    let (mut tokens, mut open) = (Vec::new(), Vec::new());
    let (mut line, mut rest) = (1, text);
    while let Some(c) = rest.chars().next() {
        let ends_word = |c: char| c.is_whitespace() || "()\";|".contains(c);
        let length = match c {
            ';' => rest.find('\n'),
            '"' | '|' => match rest[1..].find(c) {
                Some(end) => Some(end + 2),
                None => return error_at(line, format!("`{c}` is not closed")),
            },
            c if ends_word(c) => Some(c.len_utf8()),
            _ => rest.find(ends_word),
        };
        let (word, after) = rest.split_at(length.unwrap_or(rest.len()));
        match c {
            '(' => open.push(line),
            ')' if open.pop().is_none() => return error_at(line, "`)` closes nothing"),
            _ => (),
        }
        if c != ';' && !c.is_whitespace() {
            tokens.push((line, word));
        }
        line += word.matches('\n').count();
        rest = after;
    }
    match open.pop() {
        Some(line) => error_at(line, "`(` is not closed: the answer is cut short"),
        None => Ok(tokens),
    }
}

/// The words and lists that tokens consist of.
fn parts<'a, 'b>(mut rest: &'a [Token<'b>]) -> impl Iterator<Item = &'a [Token<'b>]> {
    std::iter::from_fn(move || {
        let mut depth = 0;
        let end = rest.iter().position(|&(_, word)| {
            depth += i32::from(word == "(") - i32::from(word == ")");
            depth == 0
        })?;
        let (part, others) = rest.split_at(end + 1);
        rest = others;
        Some(part)
    })
}

/// The tokens between the parentheses of a list.
fn inside<'a, 'b>(list: &'a [Token<'b>]) -> &'a [Token<'b>] {
    &list[1..list.len() - 1]
}

/// Parses an SMT solver's output for `check-sat`, followed by that for `get-value` or `get-model`.
fn read_smt_answer(text: &str, map: &Map) -> Result<ParsedAnswer, Error> {
    let tokens = tokens(text)?;
    let mut lists = parts(&tokens);
    match lists.next() {
        Some([(_, "unsat")]) => return Ok(ParsedAnswer::Unsat),
        Some([(_, "sat")]) => (),
        _ => return Ok(ParsedAnswer::Unknown),
    }
    let mut model = Assignment::default();
    let Meaning { selectors, states } = &map.meaning;
    let turns = selectors.slots().iter().enumerate();
    let turns = turns.map(|(slot, bus)| (name_of_turn(slot), bus));
    let start = states.steps().iter().take(1).flatten().enumerate();
    let start = start.map(|(facelet, bus)| (name_of_facelet(0, facelet), bus));
    let known: HashMap<String, &Bus> = turns.chain(start).collect();
    for list in lists {
        if let [(line, word)] = list {
            let word = excerpt(word);
            let why = format!(
                "`{word}` is not a model: expected names and values, such as `((t1 #b0010))`"
            );
            return error_at(*line, why);
        }
        // Some solvers write `model` before the definitions.
        for pair in parts(inside(list)).filter(|part| part.len() > 1) {
            let of_pair: Vec<_> = parts(inside(pair)).collect();
            let (name, value) = match of_pair[..] {
                [[(_, name)], value] => (name, value),
                [[(_, "define-fun")], [(_, name)], _, _, value] => (name, value),
                _ => {
                    let why = "expected a name and its value, such as `(t1 #b0010)`";
                    return error_at(pair[0].0, why);
                }
            };
            if let Some(bus) = known.get(name.trim_matches('|')) {
                set_bus(&mut model, bus, name, value)?;
            }
        }
    }
    let lacks_value = |bus: &Bus| bus.iter().any(|signal| signal.value(&model).is_none());
    if let Some(slot) = selectors.slots().iter().position(lacks_value) {
        let name = name_of_turn(slot);
        let why = format!("the model gives no value to `{name}`");
        return error_at(text.lines().count(), why);
    }
    Ok(ParsedAnswer::Sat(model))
}

/// Sets a bus to the value of a bit-vector.
fn set_bus(
    model: &mut Assignment,
    bus: &[Signal],
    name: &str,
    value: &[Token<'_>],
) -> Result<(), Error> {
    let (width, line, name) = (bus.len(), value[0].0, excerpt(name));
    let bits: Option<String> = match *value {
        [(_, word)] => word.strip_prefix("#b").map(str::to_owned).or_else(|| {
            let digits = word.strip_prefix("#x")?.chars();
            let digits = digits.map(|digit| Some(format!("{:04b}", digit.to_digit(16)?)));
            digits.collect()
        }),
        [_, (_, "_"), (_, number), (_, stated), _] if stated.parse() == Ok(width) => {
            let number = number.strip_prefix("bv");
            let number = number.and_then(|it| it.parse::<u64>().ok());
            number.map(|number| format!("{number:0width$b}"))
        }
        _ => None,
    };
    let is_binary =
        |bits: &String| bits.len() == width && bits.chars().all(|bit| "01".contains(bit));
    let Some(bits) = bits.filter(is_binary) else {
        let why = format!(
            "the value of `{name}` must be a bit-vector of {width} bits, such as `#b{:0width$b}`",
            0
        );
        return error_at(line, why);
    };
    for (&signal, bit) in bus.iter().zip(bits.chars().rev()) {
        match signal {
            Signal::Lit(literal) if bit == '1' => model.assign_lit(literal),
            Signal::Lit(literal) => model.assign_lit(!literal),
            Signal::Const(value) if value == (bit == '1') => (),
            Signal::Const(_) => {
                return error_at(line, format!("`{name}` is known to have another value"));
            }
        }
    }
    Ok(())
}

/// Parses an AIGER witness: the verdict, the name of the output, no latches, the inputs, and a dot.
fn read_aiger_witness(text: &str, map: &Map) -> Result<ParsedAnswer, Error> {
    let inputs = map.inputs();
    let needed = inputs.len();
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
        let why = "there are no values of the inputs: expected a line of";
        return error_at(line, format!("{why} {needed}, each 0, 1 or x"));
    }
    if bits.len() != needed {
        let given = bits.chars().count();
        let why = format!("{given} values of inputs, but the circuit has {needed}");
        return error_at(line, why);
    }
    let mut model = Assignment::default();
    for (&variable, bit) in inputs.iter().zip(bits.chars()) {
        let variable = Var::new(variable - 1);
        match bit {
            '1' => model.assign_lit(variable.pos_lit()),
            '0' | 'x' => model.assign_lit(variable.neg_lit()),
            other => {
                let other = excerpt(&other.to_string());
                let why = format!("`{other}` is not a value of an input; expected 0, 1 or x");
                return error_at(line, why);
            }
        }
    }
    match rest.next() {
        Some((_, ".")) => Ok(ParsedAnswer::Sat(model)),
        Some((extra_line, text)) if rest.any(|(_, line)| line == ".") => {
            let text = excerpt(text);
            let why = format!(
                "`{text}` is one line too many: the values of the inputs ({needed}) are one line, and the next is `.`"
            );
            error_at(extra_line, why)
        }
        _ => error_at(line, "the witness does not end with `.`: it is cut short"),
    }
}
