//! Questions and answers as JSON, for programs in other languages: the Python package and the web module call this.
//!
//! *Idea.* A [`Request`] is a question with the method to answer it, and [`Ask`] says what to find out. The [`Answer`] is
//! the JSON that the command prints for the same question, with the files that the command would write. Events are JSON
//! objects, too. Their key `news` is their kind: `solving`, `answered`, `at_least`, `solution`, `trying` or `milestone`.
//!
//! ```
//! use twistsat::ask::{Ask, Request};
//! use twistsat::control::Control;
//!
//! let text = r#"{"puzzle": "pocket", "scramble": "R U2 F'", "solver": "varisat"}"#;
//! let request: Request = serde_json::from_str(text)?;
//! let problem = request.question.problem()?;
//! let answer = Ask::Solve.answer(&request, &problem, &Control::unlimited(), &|_| ())?;
//! assert!(answer.text.contains(r#""solution":"F U2 R'","at_least":3,"minimal":true"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod event_json;

use std::ops::ControlFlow;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::{ListOptions, ListedSolution, Method, Task};
use crate::control::Control;
use crate::encode::{Encoder, Format, Formula, Recipe, describe, file_name, map};
use crate::error::Error;
use crate::problem::{Problem, Question, Solution};
use crate::proof::certificate::file_stem;
use crate::proof::check;
use crate::proof::verify::certificate_files;
use crate::proof::write::{Outcome, RECIPE};
use crate::report::json::{self, Names, Proved};
use crate::search::Event;
use crate::solver;
use crate::text::{JsonLayout, to_json};
pub use event_json::EventHandler;
use event_json::{proof_event, search_event, send, solution_event};

/// A question and a method, with the keys of both in one JSON object.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct Request {
    /// The question.
    pub question: Question,
    /// How it is answered.
    pub method: Method,
}

impl TryFrom<Map<String, Value>> for Request {
    type Error = serde_json::Error;

    fn try_from(keys: Map<String, Value>) -> Result<Self, Self::Error> {
        let is_method = |(key, _): &(String, Value)| Method::has_key(key);
        let (method, question): (Map<_, _>, Map<_, _>) = keys.into_iter().partition(is_method);
        Ok(Self {
            question: serde_json::from_value(question.into())?,
            method: serde_json::from_value(method.into())?,
        })
    }
}

/// What to find out.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// A solution: what `solve` prints, also for a whole plan.
    Solve,
    /// All solutions, or some of them: what `enumerate` prints.
    Enumerate {
        /// Which solutions, and in what order.
        #[serde(default)]
        listing: ListOptions,
    },
    /// A proof that there is no solution: what `prove` prints, with certificate, formula and proof.
    Prove {
        /// The prefix of the file names; by default, it is derived from the question.
        #[serde(default)]
        name: Option<String>,
    },
    /// The formula and its map, with the numbers of variables and clauses.
    Formula {
        /// The name of a [`Format`]; by default, that of DIMACS.
        #[serde(default)]
        format: Option<String>,
    },
}

/// A result as JSON, with files.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The result as JSON. If there are files, the key `files` has their names.
    pub text: String,
    /// The name and the content of each file.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Answer {
    /// A result with files.
    ///
    /// # Errors
    /// [`Error`] if `report` is not a JSON object.
    pub fn new(report: impl Serialize, files: Vec<(String, Vec<u8>)>) -> Result<Self, Error> {
        #[derive(Serialize)]
        struct WithFiles<'a, T> {
            #[serde(flatten)]
            report: T,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            files: Vec<&'a str>,
        }
        let names = files.iter().map(|(name, _)| name.as_str()).collect();
        let report = WithFiles {
            report,
            files: names,
        };
        let text = to_json(&report, JsonLayout::OneLine);
        Ok(Self {
            text: text.map_err(Error::failed)?,
            files,
        })
    }
}

impl Ask {
    /// Answers a request; `problem` is the problem of its question. `on_event` receives the events.
    ///
    /// # Errors
    /// [`Error`] if the request is malformed or impossible, or if the work fails. A search that was stopped is not an
    /// error: its answer says so.
    pub fn answer(
        &self,
        request: &Request,
        problem: &Problem,
        control: &Control,
        on_event: &EventHandler<'_>,
    ) -> Result<Answer, Error> {
        let Request { question, method } = request;
        let task = || Task::new(question.clone(), method.clone(), &problem.puzzle);
        match self {
            Self::Solve => solve(&task()?, problem, control, on_event),
            Self::Enumerate { listing } => list(&task()?, problem, listing, control, on_event),
            Self::Prove { name } => prove(&task()?, problem, name.as_deref(), control, on_event),
            Self::Formula { format } => formula(request, problem, format.as_deref(), control),
        }
    }
}

fn solve(
    task: &Task,
    problem: &Problem,
    control: &Control,
    on_event: &EventHandler<'_>,
) -> Result<Answer, Error> {
    let names = Names::of(task);
    let notify = |event: &Event<'_>| send(search_event(event, names.notation), on_event);
    if task.solves_stages_by_sat() {
        let answer = task.carry_out(problem, control, &notify)?;
        return Answer::new(json::plan(problem, task, &answer), Vec::new());
    }
    let answer = task.solve(problem, control, &notify)?;
    Answer::new(json::solve(&answer.problem, names, &answer), Vec::new())
}

fn list(
    task: &Task,
    problem: &Problem,
    listing: &ListOptions,
    control: &Control,
    on_event: &EventHandler<'_>,
) -> Result<Answer, Error> {
    let (names, mut rows) = (Names::of(task), Vec::new());
    let mut on_row = |row: ListedSolution| {
        send(
            Some(solution_event(&row.solution, names.notation)),
            on_event,
        );
        rows.push(row);
        ControlFlow::Continue(())
    };
    let found = task.enumerate(problem, listing, control, &|_| (), &mut on_row)?;
    let report = json::enumerate(names, task.question(), &found, &rows);
    Answer::new(report, Vec::new())
}

/// Proves that the problem has no solution; returns the certificate as files.
fn prove(
    task: &Task,
    problem: &Problem,
    name: Option<&str>,
    control: &Control,
    on_event: &EventHandler<'_>,
) -> Result<Answer, Error> {
    let mut notify = |event| send(proof_event(&event), on_event);
    let outcome = task.prove(problem, check::Format::Lrat, control, &mut notify)?;
    let stem = name.map_or_else(|| file_stem(problem), str::to_owned);
    let recipe = Recipe::built_in(RECIPE)?;
    let names = Names {
        recipe: Some([&*recipe.name, &*recipe.sha256]),
        ..Names::of(task)
    };
    let files = ["cnf", check::Format::Lrat.name(), "json"];
    let [cnf, lrat, json] = files.map(|extension| format!("{stem}.{extension}"));
    let proved = Proved {
        outcome: Some(&outcome),
        files: [&cnf, &lrat, &json].map(|file| Some(file.clone())),
        ..Proved::default()
    };
    let report = json::prove(problem, names, proved);
    let Outcome::Refuted(refutation) = outcome else {
        return Answer::new(report, Vec::new());
    };
    let files = certificate_files(problem, task.solver().name(), &refutation, &stem);
    let (certificate, formula) = files?;
    let certificate = (json, certificate.into_bytes());
    Answer::new(
        report,
        vec![certificate, (cnf, formula), (lrat, refutation.proof)],
    )
}

/// A formula and its map, as files.
fn formula(
    Request { question, method }: &Request,
    problem: &Problem,
    format: Option<&str>,
    control: &Control,
) -> Result<Answer, Error> {
    let format: Format = format.map_or(Ok(Format::default()), str::parse)?;
    let recipe = method.read_recipe()?;
    format.check(&recipe)?;
    if format == Format::Icnf {
        return Err(Error::impossible(
            "format icnf has cubes, which a request cannot contain",
        ));
    }
    question.check_expressible_as_problem("a formula")?;
    question.check_bounded()?;
    let problem = &format.problem_to_encode(problem.clone());
    let mut encoder = Encoder::new(problem, &recipe).with_content(format.content());
    let formula = encoder.encode(problem.budget, control)?;
    formula.check_every_length(problem, &recipe)?;
    format.check_gates(problem, &formula)?;
    let comments = describe(problem, &recipe, &formula);
    let mut text = Vec::new();
    let written = format.write(problem, &formula, &[], &comments, &mut text);
    written.map_err(Error::failed)?;
    let map = map::write(problem, &recipe, &formula)?;
    let name = file_name(problem, &recipe, format, None);
    let report =
        serde_json::json!({ "variables": formula.variables, "clauses": formula.cnf.len() });
    let map = (format!("{name}.map.json"), map.into_bytes());
    Answer::new(report, vec![(name, text), map])
}

/// Decodes a model of a formula: literals as in DIMACS, in any order, for all variables that occur in a clause.
///
/// # Errors
/// [`Error`] if the literals are not a model, or if its turns are not a solution of the problem.
pub fn decode(formula: &Formula, problem: &Problem, model: &[i32]) -> Result<Solution, Error> {
    if model.contains(&0) {
        return Err(Error::impossible(
            "literal 0 names no variable; leave out the 0 that ends a list in DIMACS",
        ));
    }
    let text = format!("s SATISFIABLE\nv {} 0\n", model.iter().format(" "));
    let free = formula.free_variables();
    let is_free = |variable: usize| {
        let mut ranges = free.iter();
        ranges.any(|&[first, last]| (first as usize..=last as usize).contains(&variable))
    };
    let answer = solver::Answer::read_partial(&text, formula.variables, &is_free);
    match answer.map_err(Error::impossible_value)? {
        solver::Answer::Sat(model) => formula.decode(problem, &model),
        _ => Err(Error::impossible("this is not a model")),
    }
}
