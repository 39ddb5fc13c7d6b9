//! The comments of a DIMACS file: what its formula says, and the meaning of each variable.

use itertools::Itertools;

use super::codebook::Code;
use super::{Format, Formula, Recipe, SoundOptions, States};
use crate::circuit::Signal;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::puzzle::{Layout, Puzzle};

/// Describes a formula for readers of its file, line by line.
pub fn describe(problem: &Problem, recipe: &Recipe, formula: &Formula) -> Vec<String> {
    let puzzle = &problem.puzzle;
    let state = |state| problem.scheme.write_pattern(puzzle, state, Layout::Faces);
    let (start, goal) = match &problem.stage_context {
        Some(whole) => (whole.start_letters(), whole.stage_in_words()),
        None => (state(&problem.start), state(&problem.shown_goal())),
    };
    let goal = if problem.up_to_rotation && !problem.start.is_state() && !problem.goals.is_empty() {
        let others = problem.goals.len() - 1;
        format!("{goal}, in this or {others} other orientations")
    } else {
        goal + &problem.other_goals()
    };
    let allowed = problem
        .allowed
        .iter()
        .map(|&turn| puzzle.turns()[turn].name())
        .join(" ");
    let mut budget = problem.budget.in_words(problem.metric);
    for words in problem.constraints.in_words(puzzle, Notation::Singmaster) {
        budget += &format!(", {words}");
    }
    let options = SoundOptions::new(problem, recipe);
    let off = if options.uses_all_of(recipe) {
        ""
    } else {
        " (without those of order, idle and distinct that are unsound for this question)"
    };
    let slots = formula.meaning.selectors.slots();
    let bits = match slots.first().map_or(0, Vec::len) {
        1 => "1 bit".to_owned(),
        bits => format!("{bits} bits"),
    };
    vec![
        format!("twistsat {}: {}", env!("CARGO_PKG_VERSION"), puzzle.title()),
        format!("puzzle {} {}", puzzle.name(), puzzle.sha256()),
        format!("start {start}"),
        format!("goal {goal}"),
        format!(
            "budget {budget}, metric {}, allowed turns {allowed}",
            problem.metric
        ),
        format!("recipe {} {}", recipe.name, recipe.sha256),
        format!("that is {}{off}", recipe.title),
        format!("satisfiable exactly if there is a solution of {budget}"),
        format!(
            "the first variables choose the turns, {bits} per turn; the map describes the others"
        ),
    ]
}

/// The name of the file of a formula; `line` is its line in a list.
pub fn file_name(
    problem: &Problem,
    recipe: &Recipe,
    format: Format,
    line: Option<usize>,
) -> String {
    let budget = problem.budget.in_file_name(problem.metric);
    let line = line.map_or(String::new(), |line| format!("-line-{line}"));
    let (puzzle, recipe) = (problem.puzzle.name(), &recipe.name);
    let extension = format.name();
    format!("{puzzle}-{recipe}-{budget}{line}.{extension}")
}

/// The meaning of the variables, line by line.
pub fn variable_legend(problem: &Problem, formula: &Formula) -> Vec<String> {
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
    states.implementation().placements().is_none()
}

/// A step in words, such as `after 2 turns`.
pub(super) fn step_in_words(step: usize) -> String {
    match step {
        0 => "at the start".to_owned(),
        1 => "after 1 turn".to_owned(),
        turns => format!("after {turns} turns"),
    }
}

fn literal(signal: &Signal) -> String {
    match signal {
        Signal::Const(value) => value.to_string(),
        Signal::Lit(literal) => literal.to_ipasir().to_string(),
    }
}

fn conjunction(signals: &[Signal]) -> String {
    match signals {
        [] => "always".to_owned(),
        signals => signals.iter().map(literal).join(" "),
    }
}
