//! The common keys of objects: schema and question.

use super::super::net;
use super::VERSION;
use crate::answer::Task;
use crate::names::named;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::certificate::Certificate;
use crate::puzzle::{Metric, Puzzle};
use crate::text::Object;

/// The schema of an object. The number after the name increases when a key is removed or changes its meaning, not when one
/// is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// An answer.
    Solve,
    /// The result of a plan.
    Plan,
    /// The answer to a line of a list, or the error if the line cannot be answered.
    Batch,
    /// A list of solutions.
    Enumerate,
    /// The table of `cases`.
    Cases,
    /// A decoded model.
    Decode,
    /// A proof.
    Prove,
    /// The verification of a certificate.
    Verify,
    /// The check of a proof.
    Check,
    /// A puzzle.
    PuzzleShow,
    /// The check of a puzzle file.
    PuzzleCheck,
    /// The number of states at each distance.
    GraphDistances,
    /// Shortest paths between two states.
    GraphPath,
    /// The files of an exported graph.
    GraphExport,
    /// A scramble.
    Scramble,
    /// A row of `merge`, one per line.
    Merge,
    /// Why a request cannot be answered.
    Error,
}

named!(
    Schema,
    "schema",
    Solve = "twistsat.solve/1",
    Plan = "twistsat.plan/1",
    Batch = "twistsat.batch/1",
    Enumerate = "twistsat.enumerate/1",
    Cases = "twistsat.cases/1",
    Decode = "twistsat.decode/1",
    Prove = "twistsat.prove/1",
    Verify = "twistsat.verify/1",
    Check = "twistsat.check/1",
    PuzzleShow = "twistsat.puzzle-show/1",
    PuzzleCheck = "twistsat.puzzle-check/1",
    GraphDistances = "twistsat.graph-distances/1",
    GraphPath = "twistsat.graph-path/1",
    GraphExport = "twistsat.graph-export/1",
    Scramble = "twistsat.scramble/1",
    Merge = "twistsat.merge/1",
    Error = "twistsat.error/1",
);

/// The names in reports: recipe, solver, goal and notation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The number and the text of the line of a list that the object answers.
    pub line: Option<(usize, &'a str)>,
    /// The name of the recipe and the hash of its meaning; `None` if there are no clauses.
    pub recipe: Option<[&'a str; 2]>,
    /// The solver's name, `table` for a table; `None` if unknown.
    pub solver: Option<&'a str>,
    /// The goal as the user gave it; `None` if unknown.
    pub to: Option<&'a str>,
    /// How the puzzle is held at the end, if the problem does not know it.
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

/// The keys of all objects.
pub fn object(schema: Schema) -> Object {
    let object = Object::default().with("schema", schema.name());
    object.with("version", VERSION)
}

/// The keys of objects about a puzzle.
pub fn about(schema: Schema, puzzle: &Puzzle) -> Object {
    of_puzzle(object(schema), puzzle)
}

fn of_puzzle(object: Object, puzzle: &Puzzle) -> Object {
    let object = object.with("puzzle", puzzle.name());
    object.with("puzzle_sha256", puzzle.sha256())
}

/// Adds the keys of a line of a list: its number and its text.
fn of_line(object: Object, (number, input): (usize, &str)) -> Object {
    object.with("line", number).with("input", input)
}

/// The report on a line of a list that cannot be answered.
pub fn line_error(line: (usize, &str), puzzle: Option<&Puzzle>, error: &str) -> Object {
    of_line(object(Schema::Batch), line)
        .with("puzzle", puzzle.map(Puzzle::name))
        .with("puzzle_sha256", puzzle.map(Puzzle::sha256))
        .with("error", error)
}

/// The report on a request to the web module that cannot be answered.
pub fn request_error(error: &str) -> Object {
    object(Schema::Error).with("error", error)
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
pub fn header(schema: Schema, problem: &Problem, names: Names<'_>) -> Object {
    let about = match names.line {
        None => object(schema),
        Some(line) => of_line(object(Schema::Batch), line),
    };
    let mut about = of_puzzle(about, &problem.puzzle);
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
    // In a list of solutions, this has a key of its own.
    if problem.canonical && schema == Schema::Solve {
        constraints.push("canonical".to_owned());
    }
    with_question(about, names, problem.metric, from, goal(problem, names.to))
        .with_some("tips", net::tips(problem, names.notation))
        .with_some("held_at_end", names.held_at_end.or(problem.held_at_end()))
        .with_any("constraints", constraints)
}

/// The keys of an object about a certificate; those of its question only if it was verified.
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
        return header(Schema::Verify, problem, names);
    }
    let file = || question.puzzle_file.as_ref().map(|file| &file.name);
    let puzzle = question.puzzle.as_ref().or_else(file);
    let about = object(Schema::Verify)
        .with("puzzle", puzzle.map_or("", String::as_str))
        .with("puzzle_sha256", &*certificate.puzzle_sha256);
    with_question(about, names, question.metric, None, to.clone())
}

/// The goal of a problem: as the user gave it, or reconstructed if that is unknown.
fn goal(problem: &Problem, given: Option<&str>) -> String {
    let is_solved = || problem.goal == *problem.puzzle.solved();
    match given {
        _ if problem.stage_context.is_some() => "stage".to_owned(),
        Some(given) => given.to_owned(),
        None if problem.up_to_rotation => "any".to_owned(),
        None if is_solved() => "solved".to_owned(),
        None => net::text(&problem.puzzle, &problem.scheme, &problem.shown_goal()),
    }
}
