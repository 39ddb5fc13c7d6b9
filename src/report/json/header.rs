//! The common keys of objects: schema and question.

use serde::Serialize;

use super::super::net;
use super::VERSION;
use crate::answer::{Answer, Engine, Task};
use crate::encode::Recipe;
use crate::names::{named, serde_as_text};
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::certificate::Certificate;
use crate::puzzle::{Metric, Puzzle};

/// The schema of an object. The number after the name increases when a key is removed or changes its meaning, not when one
/// is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// [`Solve`](super::Solve).
    Solve,
    /// [`Plan`](super::Plan).
    Plan,
    /// [`Solve`](super::Solve) or [`LineError`](super::LineError), for a line of a list.
    Batch,
    /// [`Enumerate`](super::Enumerate).
    Enumerate,
    /// [`Cases`](super::Cases).
    Cases,
    /// [`Decode`](super::Decode).
    Decode,
    /// [`Prove`](super::Prove).
    Prove,
    /// [`Verify`](super::Verify).
    Verify,
    /// [`Check`](super::Check).
    Check,
    /// [`PuzzleReport`](crate::report::PuzzleReport).
    PuzzleShow,
    /// [`PuzzleCheck`](super::PuzzleCheck).
    PuzzleCheck,
    /// [`Distances`](super::Distances).
    GraphDistances,
    /// [`Paths`](super::Paths).
    GraphPath,
    /// [`Export`](super::Export).
    GraphExport,
    /// [`Scramble`](super::Scramble).
    Scramble,
    /// A row of `merge`, one per line.
    Merge,
    /// [`RequestError`](super::RequestError).
    // For the `Default` of reports, which fills in optional keys only: each report sets its schema.
    #[default]
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

serde_as_text!(Schema);

/// The common keys of all objects.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct ObjectHeader {
    /// The schema of the object.
    pub schema: Schema,
    /// The version of twistsat.
    pub version: &'static str,
}

impl ObjectHeader {
    /// The header of an object, with this version.
    pub fn new(schema: Schema) -> Self {
        let version = VERSION;
        Self { schema, version }
    }
}

/// The line of a list that an object answers.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its number in the file, from 1.
    #[serde(rename = "line")]
    pub number: usize,
    /// The line; for a twsearch scramble, its name.
    pub input: String,
}

/// The common keys of objects about a puzzle.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PuzzleHeader {
    /// The common keys of all objects.
    #[serde(flatten)]
    pub object: ObjectHeader,
    /// The line, if the object is the answer to a line of a list.
    #[serde(flatten)]
    pub line: Option<Line>,
    /// The puzzle's name.
    pub puzzle: String,
    /// A hash of the puzzle's meaning; see [`Puzzle::sha256`].
    pub puzzle_sha256: String,
}

impl PuzzleHeader {
    /// The header of an object about this puzzle.
    pub fn new(schema: Schema, puzzle: &Puzzle) -> Self {
        Self {
            object: ObjectHeader::new(schema),
            line: None,
            puzzle: puzzle.name().to_owned(),
            puzzle_sha256: puzzle.sha256(),
        }
    }
}

/// The common keys of objects about a question: the question and the method.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Header {
    /// The common keys of objects about a puzzle.
    #[serde(flatten)]
    pub about: PuzzleHeader,
    /// The stage, if the question is a stage of a plan; `puzzle` is then the quotient of that stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageReference>,
    /// The recipe's name; null if there are no clauses.
    pub recipe: Option<String>,
    /// A hash of the recipe's meaning; see [`Recipe::sha256`].
    pub recipe_sha256: Option<String>,
    /// The solver's name; `table` if tables were used, `graph` for a search from both ends, null if unknown.
    pub solver: Option<String>,
    /// How length is counted.
    pub metric: Metric,
    /// The notation of turns: `singmaster`, `cw`, `lowercase` or `inverse`.
    pub notation: &'static str,
    /// The start, in the layout *faces*; for a stage, that of the full puzzle. Null if a certificate is not verified.
    pub from: Option<String>,
    /// The goal: `any`, `solved`, or the state or turns as given; `stage` and `plan` for the goal of a stage or plan.
    pub to: String,
    /// The turns that solve the tips that the scramble turned, such as `u' b`; omitted if it turned none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tips: Option<String>,
    /// How the puzzle is held at the end, as rotations from how it was held before the scramble; omitted if it is held in
    /// the same way, or if that depends on the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_at_end: Option<String>,
    /// The constraints on solutions besides reaching the goal, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
}

impl Header {
    /// The keys of an object about this question.
    pub fn new(schema: Schema, problem: &Problem, names: Names<'_>) -> Self {
        let asked = &problem.constraints;
        Self {
            about: PuzzleHeader::new(schema, &problem.puzzle),
            stage: StageReference::of(problem),
            recipe: names.recipe.map(|recipe| recipe.name.clone()),
            recipe_sha256: names.recipe.map(|recipe| recipe.sha256.clone()),
            solver: names.solver.map(ToOwned::to_owned),
            metric: problem.metric,
            notation: names.notation.name(),
            from: Some(net::start_text(problem)),
            to: goal(problem, names.to),
            tips: net::tips(problem, names.notation),
            held_at_end: problem.held_at_end().map(ToOwned::to_owned),
            constraints: asked.in_words(&problem.puzzle, names.notation),
        }
    }

    /// The keys of an object about a certificate; those of its question only if it was verified.
    pub fn of_certificate(certificate: &Certificate, verified: Option<&Problem>) -> Self {
        let question = &certificate.question;
        let to = match question.stage {
            Some(_) => "stage".to_owned(),
            None => question.goal_text(),
        };
        let names = Names {
            to: Some(&to),
            ..Names::default()
        };
        let file = || question.puzzle_file.as_ref().map(|file| file.name.clone());
        let stated = Self {
            about: PuzzleHeader {
                object: ObjectHeader::new(Schema::Verify),
                line: None,
                puzzle: question.puzzle.clone().or_else(file).unwrap_or_default(),
                puzzle_sha256: certificate.puzzle_sha256.clone(),
            },
            metric: question.metric,
            notation: names.notation.name(),
            to: to.clone(),
            ..Self::default()
        };
        let header = verified.map(|problem| Self::new(Schema::Verify, problem, names));
        let header = header.unwrap_or(stated);
        let Some(refuted) = &certificate.refutation else {
            return header;
        };
        Self {
            recipe: Some(refuted.recipe.clone()),
            recipe_sha256: Some(refuted.recipe_sha256.clone()),
            solver: Some(refuted.solver.clone()),
            ..header
        }
    }

    /// Marks the object as the answer to a line of a list.
    #[must_use]
    pub fn of_line(mut self, line: Line) -> Self {
        self.about.object.schema = Schema::Batch;
        self.about.line = Some(line);
        self
    }
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

/// The names in reports: recipe, solver, goal and notation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The recipe; `None` if there are no clauses.
    pub recipe: Option<&'a Recipe>,
    /// The solver's name, `table` for a table; `None` if unknown.
    pub solver: Option<&'a str>,
    /// The goal as the user gave it; `None` if unknown.
    pub to: Option<&'a str>,
    /// The notation of turns.
    pub notation: Notation,
}

impl<'a> Names<'a> {
    /// The names of a task.
    pub fn of(task: &'a Task) -> Self {
        Self {
            recipe: task.recipe(),
            solver: Some(task.engine_name()),
            to: Some(task.goal_text()),
            notation: task.question().notation,
        }
    }

    /// The names for an answer of a task: without recipe or solver if it was looked up in a table.
    pub fn of_answer(task: &'a Task, answer: &Answer) -> Self {
        let names = Self::of(task);
        if answer.is_from_distance_table {
            Self {
                recipe: None,
                solver: Some(Engine::Table.name()),
                ..names
            }
        } else {
            names
        }
    }
}

/// The puzzle, plan and stage of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageReference {
    /// The name of the full puzzle.
    pub puzzle: String,
    /// The name of the plan.
    pub plan: String,
    /// The stage, counted from 1.
    pub number: usize,
}

impl StageReference {
    fn of(problem: &Problem) -> Option<Self> {
        let context = problem.stage_context.as_deref()?;
        Some(Self {
            puzzle: context.puzzle.name().to_owned(),
            plan: context.plan.clone(),
            number: context.stage,
        })
    }
}
