//! What objects have in common: which they are, and what was asked.

use serde::{Serialize, Serializer};

use super::super::net;
use super::VERSION;
use crate::answer::Task;
use crate::encode::Recipe;
use crate::names::named;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::document::Document;
use crate::puzzle::{Metric, Puzzle};

/// Which object it is. The number behind the name grows when a key goes or means something else,
/// not when one is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// [`Solve`](super::Solve).
    Solve,
    /// [`Plan`](super::Plan).
    Plan,
    /// [`Solve`](super::Solve) or [`Refused`](super::Refused), of a line of a list.
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
    /// A row of `merge`, a line each.
    Merge,
    /// [`Mistake`](super::Mistake).
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

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What every object begins with.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Made {
    /// Which object it is.
    pub schema: Schema,
    /// The version of twistsat.
    pub version: &'static str,
}

impl Made {
    /// The beginning of an object of this version.
    #[must_use]
    pub fn new(schema: Schema) -> Self {
        let version = VERSION;
        Self { schema, version }
    }
}

/// Of which line of a list an answer is.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its number in the file, from 1.
    #[serde(rename = "line")]
    pub number: usize,
    /// The line; of a scramble of twsearch its name.
    pub input: String,
}

/// What an object about a puzzle begins with.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// The line, if it is the answer to one of a list.
    #[serde(flatten)]
    pub line: Option<Line>,
    /// The puzzle's name.
    pub puzzle: String,
    /// What the puzzle means; see [`Puzzle::sha256`].
    pub puzzle_sha256: String,
}

impl About {
    /// The beginning of an object about this puzzle.
    #[must_use]
    pub fn new(schema: Schema, puzzle: &Puzzle) -> Self {
        Self {
            made: Made::new(schema),
            line: None,
            puzzle: puzzle.name().to_owned(),
            puzzle_sha256: puzzle.sha256(),
        }
    }
}

/// What an object about a question begins with: all that was asked, and of whom.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// What an object about a puzzle begins with.
    #[serde(flatten)]
    pub about: About,
    /// The stage that this is about, if it is about one; `puzzle` is what the stage sees then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageOf>,
    /// The recipe's name; null where there are no clauses.
    pub recipe: Option<String>,
    /// What the recipe means; see [`Recipe::sha256`].
    pub recipe_sha256: Option<String>,
    /// The solver's name; `table` where tables were asked, `graph` where the search went from both ends, null where it
    /// is not known.
    pub solver: Option<String>,
    /// How length is counted.
    pub metric: Metric,
    /// How turns are written: `singmaster`, `cw`, `lowercase` or `inverse`.
    pub notation: &'static str,
    /// The state at the beginning, in the layout *faces*: of a stage, that of the whole puzzle.
    /// Null where a certificate is not verified.
    pub from: Option<String>,
    /// The goal: `any`, `solved`, or the state or turns as given; `stage` and `plan` where that is
    /// what has a goal.
    pub to: String,
    /// The turns of tips that solve those that the scramble turned, as `u' b`; not there if it turned none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tips: Option<String>,
    /// How the puzzle is held at the end, as rotations from how it was held before the scramble; not there if that is no
    /// other way, or depends on the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_at_end: Option<String>,
    /// What was asked of a solution beside leading to the goal, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
}

impl Header {
    /// The beginning of an object about this question.
    #[must_use]
    pub fn new(schema: Schema, problem: &Problem, names: Names<'_>) -> Self {
        let asked = &problem.constraints;
        Self {
            about: About::new(schema, &problem.puzzle),
            stage: StageOf::of(problem),
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

    /// The beginning of an object about what a certificate says; about its question, if that was
    /// found to be so.
    #[must_use]
    pub fn of_document(document: &Document, verified: Option<&Problem>) -> Self {
        let text = |text: &String| Some(text.clone());
        let question = document.question();
        let to = match question.stage {
            Some(_) => "stage".to_owned(),
            None => question.goal_text(),
        };
        let names = Names {
            recipe: None,
            solver: None,
            to: Some(&to),
            notation: Notation::default(),
        };
        let file = || question.puzzle_file.as_ref().map(|file| file.name.clone());
        let stated = Self {
            about: About {
                made: Made::new(Schema::Verify),
                line: None,
                puzzle: question.puzzle.clone().or_else(file).unwrap_or_default(),
                puzzle_sha256: document.puzzle_sha256().to_owned(),
            },
            stage: None,
            recipe: None,
            recipe_sha256: None,
            solver: None,
            metric: question.metric,
            notation: names.notation.name(),
            from: None,
            to: to.clone(),
            tips: None,
            held_at_end: None,
            constraints: Vec::new(),
        };
        let header = verified.map(|problem| Self::new(Schema::Verify, problem, names));
        let header = header.unwrap_or(stated);
        let Document::Certificate(certificate) = document else {
            return header;
        };
        Self {
            recipe: text(&certificate.recipe),
            recipe_sha256: text(&certificate.recipe_sha256),
            solver: text(&certificate.solver),
            ..header
        }
    }

    /// The same, as the answer to a line of a list.
    #[must_use]
    pub fn of_line(mut self, line: Line) -> Self {
        self.about.made.schema = Schema::Batch;
        self.about.line = Some(line);
        self
    }
}

/// The goal of a problem: as given, or as it can be given where nobody knows that any more.
fn goal(problem: &Problem, given: Option<&str>) -> String {
    let is_solved = || problem.goal == *problem.puzzle.solved();
    match given {
        _ if problem.whole.is_some() => "stage".to_owned(),
        Some(given) => given.to_owned(),
        None if problem.up_to_rotation => "any".to_owned(),
        None if is_solved() => "solved".to_owned(),
        None => net::text(&problem.puzzle, &problem.scheme, &problem.shown_goal()),
    }
}

/// Who asked what of whom: the names that reports carry.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The recipe; `None` where there are no clauses.
    pub recipe: Option<&'a Recipe>,
    /// The solver's name, `table` where a table is asked; `None` if it is not known.
    pub solver: Option<&'a str>,
    /// The goal as the user gave it; `None` if that is not known.
    pub to: Option<&'a str>,
    /// How turns are written.
    pub notation: Notation,
}

impl<'a> Names<'a> {
    /// The names of a task.
    #[must_use]
    pub fn of(task: &'a Task) -> Self {
        Self {
            recipe: task.recipe(),
            solver: Some(task.engine_name()),
            to: Some(task.goal_text()),
            notation: task.question().notation,
        }
    }
}

/// Of which puzzle, plan and stage a question is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageOf {
    /// The name of the whole puzzle.
    pub puzzle: String,
    /// The name of the plan.
    pub plan: String,
    /// The stage, counted from 1.
    pub number: usize,
}

impl StageOf {
    fn of(problem: &Problem) -> Option<Self> {
        let whole = problem.whole.as_deref()?;
        Some(Self {
            puzzle: whole.puzzle.name().to_owned(),
            plan: whole.plan.clone(),
            number: whole.stage,
        })
    }
}
