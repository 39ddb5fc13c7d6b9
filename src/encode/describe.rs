//! The comments of a DIMACS file.

use itertools::Itertools;

use super::{Format, Formula, Recipe, SoundOptions};
use crate::circuit::Bus;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::puzzle::Layout;

/// Describes a formula for readers of its file, line by line.
pub fn describe(problem: &Problem, recipe: &Recipe, formula: &Formula) -> Vec<String> {
    let puzzle = &problem.puzzle;
    let state = |state| problem.scheme.write_pattern(puzzle, state, Layout::Faces);
    let (start, goal) = match &problem.stage_context {
        Some(whole) => (whole.characters(), whole.goal()),
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
        " (order, idle or distinct are off, as the question does not justify them)"
    };
    let slots = formula.meaning.selectors.slots();
    let bits = match slots.first().map_or(0, Bus::width) {
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
