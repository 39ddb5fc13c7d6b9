//! Explains a formula in words for readers of a DIMACS file: the meaning of each variable.

use itertools::Itertools;

use super::code::Code;
use super::{Formula, StateEncoding, States};
use crate::circuit::Signal;
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// The meaning of the variables, line by line.
pub fn legend(problem: &Problem, formula: &Formula) -> Vec<String> {
    let puzzle = &problem.puzzle;
    let (selectors, states) = (&formula.meaning.selectors, &formula.meaning.states);
    let mut lines = vec!["the meaning of the variables (a minus is `not`):".to_owned()];
    for slot in 0..selectors.slots().len() {
        let code = |(code, meant): (usize, &Code)| {
            let signals = selectors.code_signals(slot, code);
            format!("{} is {}", code_name(puzzle, *meant), conjunction(&signals))
        };
        let codes = selectors.codes().iter().enumerate().map(code).join(", ");
        lines.push(format!("turn {}: {codes}", slot + 1));
    }
    for (step, buses) in states.steps().iter().enumerate() {
        for (number, bus) in buses.iter().enumerate() {
            lines.push(format!(
                "{} {}: {}",
                step_in_words(step),
                bus_name(puzzle, states, number),
                bus.iter().map(literal).join(" ")
            ));
        }
    }
    if shows_colors(states) {
        let colors = problem.scheme.symbols().iter().enumerate();
        let colors = colors
            .map(|(number, symbol)| format!("{symbol} {number}"))
            .join(", ");
        lines.push(format!(
            "the number of each color, least significant bit first, or one bit per color: {colors}"
        ));
    }
    lines
}

/// The name of a turn, such as `R2`, or `no turn`.
pub(super) fn code_name(puzzle: &Puzzle, code: Code) -> String {
    match code {
        Code::Turn(turn) => puzzle.turns()[turn].name(),
        Code::Idle => "no turn".to_owned(),
    }
}

/// The sticker or piece that a bus of a state encodes.
pub(super) fn bus_name(puzzle: &Puzzle, states: &States, bus: usize) -> String {
    if shows_colors(states) {
        return format!("sticker {}", puzzle.facelets()[bus]);
    }
    states.implementation().describe(puzzle, bus)
}

/// Whether the buses are the colors of stickers.
fn shows_colors(states: &States) -> bool {
    let encoding = states.encoding();
    matches!(
        encoding,
        StateEncoding::ColorBinary | StateEncoding::ColorOnehot
    )
}

/// A step in words, such as `after 2 turns`.
pub(super) fn step_in_words(step: usize) -> String {
    match step {
        0 => "at the start".to_owned(),
        1 => "after 1 turn".to_owned(),
        turns => format!("after {turns} turns"),
    }
}

fn literal(signal: Signal) -> String {
    match signal {
        Signal::Const(value) => value.to_string(),
        Signal::Lit(literal) => literal.to_ipasir().to_string(),
    }
}

fn conjunction(signals: &[Signal]) -> String {
    match signals {
        [] => "always".to_owned(),
        signals => signals.iter().map(|&signal| literal(signal)).join(" "),
    }
}
