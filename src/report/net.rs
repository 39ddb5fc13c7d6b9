//! Draws a state as an unfolded net, in terminal colors.

use anstyle::{AnsiColor, Color as Shade, RgbColor, Style};
use itertools::Itertools;

use super::hold::hold_instruction;
use crate::notation::{Notation, Scheme};
use crate::problem::{Problem, Solution};
use crate::puzzle::{Layout, Paint, Pattern, Puzzle, State};
use crate::text::with_tips;

/// The maximum length of rows that are drawn. A 7×7×7 has 28 columns.
const MAX_COLUMNS: usize = 60;

/// The maximum number of facelets to name in a row that is not drawn.
const MAX_NAMED_FACELETS: usize = 8;

/// Draws a state as a net, one line per row. Colors are escape sequences, which the caller must strip if the output
/// does not support them.
pub fn net(puzzle: &Puzzle, scheme: &Scheme, state: &State) -> String {
    pattern(puzzle, scheme, &state.into())
}

/// Draws a pattern like [`net`]: `.` for a facelet that may have any color, `?` for one with several possible colors.
pub fn pattern(puzzle: &Puzzle, scheme: &Scheme, pattern: &Pattern) -> String {
    let mut text = String::new();
    let paints = scheme.paints(puzzle);
    for row in puzzle.net() {
        if row.len() > MAX_COLUMNS {
            text += &row_in_words(puzzle, scheme, pattern, row);
            continue;
        }
        let end = row.iter().rposition(Option::is_some).map_or(0, |at| at + 1);
        for cell in &row[..end] {
            match cell {
                None => text.push_str("   "),
                Some(facelet) => match pattern.color(*facelet) {
                    Some(color) => {
                        let (style, symbol) = (style(paints[color]), scheme.symbols()[color]);
                        text += &format!("{style} {symbol} {style:#}");
                    }
                    None => {
                        let is_any = pattern.sets()[*facelet].len() == scheme.symbols().len();
                        text.push_str(if is_any { " . " } else { " ? " });
                    }
                },
            }
        }
        text.push('\n');
    }
    text
}

/// The text for a row that is too long to be drawn, as in the quotients of stages: its most frequent color, and the
/// facelets of other colors.
fn row_in_words(
    puzzle: &Puzzle,
    scheme: &Scheme,
    pattern: &Pattern,
    row: &[Option<usize>],
) -> String {
    let shown = |&facelet: &usize| match pattern.color(facelet) {
        Some(color) => scheme.symbols()[color],
        None => '?',
    };
    let facelets = || row.iter().flatten();
    let counts = facelets().map(shown).counts().into_iter();
    let most = counts.max_by_key(|&(symbol, count)| (count, symbol));
    let most = most.map_or('?', |(symbol, _)| symbol);
    let others = facelets().filter(|facelet| shown(facelet) != most);
    let named = |facelet: &usize| format!("{} {}", puzzle.facelets()[*facelet], shown(facelet));
    let others = others.map(named).take(MAX_NAMED_FACELETS).join(", ");
    let but = if others.is_empty() { "" } else { " but " };
    format!("{} facelets {most}{but}{others}\n", row.len())
}

/// Draws the start of a problem; for a stage of a plan, the start of the full puzzle.
pub fn start(problem: &Problem) -> String {
    match &problem.stage_context {
        Some(context) => net(&context.puzzle, &context.scheme, &context.start),
        None => pattern(&problem.puzzle, &problem.scheme, &problem.start),
    }
}

/// Draws the state that a solution solves, preceded by how to hold the puzzle. If the start has unknown stickers, this
/// is one of the states that it admits.
pub fn start_of_solution(problem: &Problem, solution: &Solution) -> String {
    let drawn = match &problem.stage_context {
        Some(_) => start(problem),
        None => net(&problem.puzzle, &problem.scheme, solution.start()),
    };
    how_held(problem) + &drawn
}

/// How to hold the puzzle, as a line; empty if unknown.
pub(super) fn how_held(problem: &Problem) -> String {
    hold_instruction(problem).map_or(String::new(), |it| it + "\n")
}

/// The state that a solution solves, as text; `None` if the start has no unknown stickers.
pub fn completed_start(problem: &Problem, solution: &Solution) -> Option<String> {
    let (puzzle, scheme) = (&problem.puzzle, &problem.scheme);
    let text = || scheme.write(puzzle, solution.start(), Layout::Faces);
    (!problem.start.is_state()).then(text)
}

/// The start of a problem, as text that users can give as a state; for a stage of a plan, the start of the full puzzle.
pub(super) fn start_text(problem: &Problem) -> String {
    let (puzzle, scheme) = (&problem.puzzle, &problem.scheme);
    match &problem.stage_context {
        Some(stage) => (stage.scheme).write(&stage.puzzle, &stage.start, Layout::Faces),
        None => scheme.write_pattern(puzzle, &problem.start, Layout::Faces),
    }
}

/// The turns, followed by `#` and the state that they solve if the start has unknown stickers.
pub fn turns_with_start(problem: &Problem, notation: Notation, solution: &Solution) -> String {
    with_start(problem, solution, solution.write(notation))
}

fn with_start(problem: &Problem, solution: &Solution, turns: String) -> String {
    match completed_start(problem, solution) {
        Some(start) => format!("{turns}  # from {start}").trim_start().to_owned(),
        None => turns,
    }
}

/// The turns and the turns that solve the tips, followed by the start as in [`turns_with_start`].
pub fn turns_with_tips(problem: &Problem, notation: Notation, solution: &Solution) -> String {
    let tips = tips(problem, notation);
    let turns = with_tips(&solution.write(notation), tips.as_deref());
    with_start(problem, solution, turns)
}

/// The turns that solve the tips, if any are unsolved at the start.
pub fn tips(problem: &Problem, notation: Notation) -> Option<String> {
    let turns = problem.tips_solution();
    (!turns.is_empty()).then(|| notation.write_tips(&problem.puzzle, &turns))
}

/// The sticker's color as background, with dark or light letters for contrast. Colors such as orange, which are not
/// among the sixteen that every terminal supports, are given as RGB.
fn style(paint: Paint) -> Style {
    let named = |color: AnsiColor| Shade::Ansi(color);
    let mixed = |r, g, b| Shade::Rgb(RgbColor(r, g, b));
    let (back, dark_letters) = match paint {
        Paint::White => (named(AnsiColor::BrightWhite), true),
        Paint::Yellow => (named(AnsiColor::BrightYellow), true),
        Paint::Cream => (mixed(250, 235, 180), true),
        Paint::Red => (named(AnsiColor::Red), false),
        Paint::Orange => (mixed(255, 140, 0), true),
        Paint::Blue => (named(AnsiColor::Blue), false),
        Paint::Green => (named(AnsiColor::Green), true),
        Paint::Lime => (mixed(165, 230, 55), true),
        Paint::Purple => (named(AnsiColor::Magenta), false),
        Paint::Pink => (mixed(255, 150, 200), true),
        Paint::Cyan => (named(AnsiColor::Cyan), true),
        Paint::Brown => (mixed(140, 80, 20), false),
        Paint::Gray => (named(AnsiColor::BrightBlack), false),
        Paint::Black => (named(AnsiColor::Black), false),
    };
    let front = if dark_letters {
        AnsiColor::Black
    } else {
        AnsiColor::BrightWhite
    };
    let style = Style::new().bg_color(Some(back));
    style.fg_color(Some(named(front)))
}
