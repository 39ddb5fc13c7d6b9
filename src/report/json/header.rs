//! The keys that objects share: schema, question and method.

use super::super::net;
use super::VERSION;
use crate::answer::Task;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::certificate::Certificate;
use crate::puzzle::{Layout, Metric, Puzzle};
use crate::text::Object;

/// How a report names the recipe, the solver and the goal, and writes turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The number and the text of the line of a list that the object answers.
    pub line: Option<(usize, &'a str)>,
    /// The name of the recipe and the hash of its meaning; `None` if there are no clauses.
    pub recipe: Option<[&'a str; 2]>,
    /// The name of the solver, or of the method if it uses no solver; `None` if unknown.
    pub solver: Option<&'a str>,
    /// The goal as the user gave it; `None` if unknown.
    pub to: Option<&'a str>,
    /// The rotations by which the puzzle is held at the end, in place of those of the problem.
    pub held_at_end: Option<&'a str>,
    /// The notation of turns.
    pub notation: Notation,
}

impl<'a> Names<'a> {
    /// The names of a task.
    pub fn of(task: &'a Task) -> Self {
        let recipe = task.recipe();
        Self {
            recipe: recipe.map(|recipe| [&*recipe.name, &*recipe.sha256]),
            solver: Some(task.engine_name()),
            to: Some(task.goal_text()),
            notation: task.question().notation,
            ..Self::default()
        }
    }
}

/// The keys of all objects. `schema` is a name of `docs/twistsat.schema.json`, such as `twistsat.solve/1`. Its number
/// increases when a key is removed or changes its meaning, not when one is added.
pub fn object(schema: &str) -> Object {
    let object = Object::default().with("schema", schema);
    object.with("version", VERSION)
}

/// The keys of objects about a puzzle.
pub fn about(schema: &str, puzzle: &Puzzle) -> Object {
    with_puzzle(object(schema), puzzle)
}

fn with_puzzle(object: Object, puzzle: &Puzzle) -> Object {
    let object = object.with("puzzle", puzzle.name());
    object.with("puzzle_sha256", puzzle.sha256())
}

/// Adds the keys of a line of a list: its number and its text.
fn with_line(object: Object, (number, input): (usize, &str)) -> Object {
    object.with("line", number).with("input", input)
}

/// The report on a line of a list that cannot be answered.
pub fn line_error(line: (usize, &str), puzzle: Option<&Puzzle>, error: &str) -> Object {
    with_line(object("twistsat.batch/1"), line)
        .with("puzzle", puzzle.map(Puzzle::name))
        .with("puzzle_sha256", puzzle.map(Puzzle::sha256))
        .with("error", error)
}

/// The report on a request to the web module that cannot be answered.
pub fn request_error(error: &str) -> Object {
    object("twistsat.error/1").with("error", error)
}

/// Adds the method, the notation, the start and the goal.
pub fn with_question(
    about: Object,
    names: Names<'_>,
    metric: Metric,
    from: Option<String>,
    to: String,
) -> Object {
    about
        .with("recipe", names.recipe.map(|[name, _]| name))
        .with("recipe_sha256", names.recipe.map(|[_, hash]| hash))
        .with("solver", names.solver)
        .with("metric", metric.name())
        .with("notation", names.notation.name())
        .with("from", from)
        .with("to", to)
}

/// The keys of objects about a question: the question and the method.
pub fn header(schema: &str, problem: &Problem, names: Names<'_>) -> Object {
    let about = match names.line {
        None => object(schema),
        Some(line) => with_line(object("twistsat.batch/1"), line),
    };
    let mut about = with_puzzle(about, &problem.puzzle);
    if let Some(context) = problem.stage_context.as_deref() {
        let stage = Object::default()
            .with("puzzle", context.puzzle.name())
            .with("plan", &*context.plan)
            .with("number", context.stage);
        about = about.with_object("stage", stage);
    }
    let from = Some(net::start_text(problem));
    let constraints = &problem.constraints;
    let mut constraints = constraints.in_words(&problem.puzzle, names.notation);
    // The report of a list of solutions has a key `canonical` instead.
    if problem.canonical && schema == "twistsat.solve/1" {
        constraints.push("canonical".to_owned());
    }
    with_question(about, names, problem.metric, from, goal(problem, names.to))
        .with_some("tips", net::tips(problem, names.notation))
        .with_some("held_at_end", names.held_at_end.or(problem.held_at_end()))
        .with_any("constraints", constraints)
}

/// The keys of an object about a certificate, with all keys of its question if it was verified.
pub(super) fn header_of_certificate(
    certificate: &Certificate,
    verified: Option<&Problem>,
) -> Object {
    let question = &certificate.question;
    let to = match question.stage {
        Some(_) => "stage".to_owned(),
        None => question.goal_text(),
    };
    let refuted = certificate.refutation.as_ref();
    let names = Names {
        recipe: refuted.map(|it| [&*it.recipe, &*it.recipe_sha256]),
        solver: refuted.map(|it| &*it.solver),
        to: Some(&to),
        ..Names::default()
    };
    if let Some(problem) = verified {
        return header("twistsat.verify/1", problem, names);
    }
    let file = || question.puzzle_file.as_ref().map(|file| &file.name);
    let puzzle = question.puzzle.as_ref().or_else(file);
    let about = object("twistsat.verify/1")
        .with("puzzle", puzzle.map_or("", String::as_str))
        .with("puzzle_sha256", &*certificate.puzzle_sha256);
    with_question(about, names, question.metric, None, to.clone())
}

/// The goal of a problem: as the user gave it, or reconstructed from the problem.
fn goal(problem: &Problem, given: Option<&str>) -> String {
    let is_solved = || problem.goal == *problem.puzzle.solved();
    match given {
        _ if problem.stage_context.is_some() => "stage".to_owned(),
        Some(given) => given.to_owned(),
        None if problem.up_to_rotation => "any".to_owned(),
        None if is_solved() => "solved".to_owned(),
        None => {
            let scheme = &problem.scheme;
            scheme.write_pattern(&problem.puzzle, &problem.shown_goal(), Layout::Faces)
        }
    }
}
